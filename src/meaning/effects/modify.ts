import { asStored, hasCell, readCell, writeCell } from '../../components/cells.js';
import type { Column } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';
import { handleOf } from '../../kernel/identity.js';
import { isAbsent } from '../../eval/operation.js';
import type { ModifyEffect, Rule } from '../../ir/rule.js';
import { modified } from './modification.js';
import { keepOf, valueAfter } from './stacking.js';
import type { TurnContext } from './turn-context.js';

/** A write that is about to be. */
interface Write {
  readonly id: number;
  readonly before: number;
  readonly after: number;
}

/** Writes a cell. Returns false where it cannot fire: the object lacks the column, or the amount is absent. */
export function modify(context: TurnContext, rule: Rule, effect: ModifyEffect, target: number): boolean {
  if (effect.stacking === 0 && context.ledger.logs.size === 0 && context.watch === undefined)
    return modifyPlainly(context, rule, effect, target);
  const write = writeOf(context, rule, effect, target);
  if (write === undefined) return false;
  writeAs(context, rule, effect, write);
  return true;
}

/** The same where nothing stacks and nobody looks: what most effects do, a million times a second. */
function modifyPlainly(context: TurnContext, rule: Rule, effect: ModifyEffect, target: number): boolean {
  const { state, frame } = context;
  const column = state.model.columns[effect.column];
  const id = effect.holder === undefined ? target : (context.evaluate(effect.holder) ?? 0);
  if (id === 0 || !hasCell(state, column, id)) return false;
  const before = readCell(state, column, id);
  frame.value = before;
  const amount = context.evaluate(effect.amount);
  if (isAbsent(amount)) return false;
  if (Number.isNaN(amount)) throw notFinite(amount, rule, column, id);
  writeCell(
    state,
    column,
    id,
    column.type.name === 'number'
      ? finite(asStored(column, modified(effect.modification, before, amount)), rule, column, id)
      : amount,
  );
  context.wrote++;
  return true;
}

/**
 * What an effect is about to write; a number that keeps amounts has taken note of it. Undefined where it cannot fire.
 */
export function writeOf(context: TurnContext, rule: Rule, effect: ModifyEffect, target: number): Write | undefined {
  const { state, frame, ledger } = context;
  const column = state.model.columns[effect.column];
  const id = effect.holder === undefined ? target : (context.evaluate(effect.holder) ?? 0);
  if (id === 0) return undefined;
  if (!hasCell(state, column, id)) return undefined;
  const before = readCell(state, column, id);
  frame.value = before;
  const amount = context.evaluate(effect.amount);
  if (isAbsent(amount)) return undefined;
  const handle = handleOf(state.identity, id);
  // NaN would pass through `min` and `max` unseen.
  if (Number.isNaN(amount)) throw notFinite(amount, rule, column, id);
  const store = (value: number): number => finite(asStored(column, value), rule, column, id);
  const after =
    column.type.name === 'number'
      ? valueAfter(ledger, effect.column, handle, before, effect.modification, effect.stacking, amount, store)
      : amount;
  return { id, before, after };
}

/** Writes it. */
export function writeAs(context: TurnContext, rule: Rule, effect: ModifyEffect, { id, before, after }: Write): void {
  const { state, frame, ledger } = context;
  writeCell(state, state.model.columns[effect.column], id, after);
  context.wrote++;
  const label = effect.label === '' ? rule.label : effect.label;
  const kept = effect.stacking === 0 ? 'first' : keepOf(ledger, effect.stacking);
  context.watch?.({
    column: effect.column,
    object: id,
    rule: rule.name,
    source: frame.slots[0],
    label: kept === 'first' ? label : `${label} (keeps the ${kept})`,
    before,
    after,
  });
}

function finite(value: number, rule: Rule, column: Column, id: number): number {
  if (Number.isFinite(value)) return value;
  throw notFinite(value, rule, column, id);
}

function notFinite(value: number, rule: Rule, column: Column, id: number): EdictError {
  return new EdictError(
    'not-finite',
    `rule ${rule.name} would set ${column.name} of object ${id} to ${value}; keep its amounts within the range of numbers`,
    rule.name,
  );
}
