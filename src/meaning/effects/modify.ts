import { asStored, hasCell, readCell, writeCell } from '../../components/cells.js';
import type { Column, Companion } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';
import { handleOf } from '../../kernel/identity.js';
import { isAbsent } from '../../eval/operation.js';
import type { Effect, ModifyEffect, Rule, StepEffect } from '../../ir/rule.js';
import { type TurnContext, keepOf, modified, valueAfter } from './turn-context.js';
import type { WorldState } from '../../components/state.js';

interface Write {
  readonly id: number;
  readonly before: number;
  readonly after: number;
}

/** Returns false where the object lacks the column, or the amount is absent. */
export function modify(context: TurnContext, rule: Rule, effect: ModifyEffect, id: number): boolean {
  if (effect.stacking === 0 && !context.ledger.logs.has(effect.column) && context.watch === undefined)
    return modifyPlainly(context, rule, effect, id);
  const write = writeOf(context, rule, effect, id);
  if (write === undefined) return false;
  writeAs(context, rule, effect, write);
  return true;
}

/** Writes without stacking and watchers: the common case, a million times a second. */
function modifyPlainly(context: TurnContext, rule: Rule, effect: ModifyEffect, id: number): boolean {
  const { state, frame } = context;
  const column = state.model.columns[effect.column];
  if (!hasCell(state, column, id)) return false;
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

/** The write of an effect, noted by stacking that keeps amounts. Undefined where it cannot fire. */
export function writeOf(context: TurnContext, rule: Rule, effect: ModifyEffect, id: number): Write | undefined {
  const { state, frame, ledger } = context;
  const column = state.model.columns[effect.column];
  if (!hasCell(state, column, id)) return undefined;
  const before = readCell(state, column, id);
  frame.value = before;
  const amount = context.evaluate(effect.amount);
  if (isAbsent(amount)) return undefined;
  const handle = handleOf(state.identity, id);
  // `min` and `max` would hide NaN.
  if (Number.isNaN(amount)) throw notFinite(amount, rule, column, id);
  const store = (value: number) => finite(asStored(column, value), rule, column, id);
  const after =
    column.type.name === 'number'
      ? valueAfter(ledger, effect.column, handle, before, effect.modification, effect.stacking, amount, store)
      : amount;
  return { id, before, after };
}

export function writeAs(context: TurnContext, rule: Rule, effect: ModifyEffect, { id, before, after }: Write): void {
  const { state, ledger } = context;
  writeCell(state, state.model.columns[effect.column], id, after);
  context.wrote++;
  const kept = effect.stacking === 0 ? 'first' : keepOf(ledger, effect.stacking);
  const note = kept === 'first' ? '' : ` (keeps the ${kept})`;
  reportWrite(context, rule, effect, effect.column, id, before, after, note);
}

/** `note`: appended to the label of the effect. */
export function reportWrite(
  { watch, frame }: TurnContext,
  { name, label }: Rule,
  effect: Effect,
  column: number,
  object: number,
  before: number,
  after: number,
  note = '',
): void {
  watch?.({
    column,
    object,
    rule: name,
    source: frame.slots[0],
    label: `${effect.label === '' ? label : effect.label}${note}`,
    before,
    after,
  });
}

function finite(value: number, rule: Rule, column: Column, id: number): number {
  if (Number.isFinite(value)) return value;
  throw notFinite(value, rule, column, id);
}

export function notFinite(value: number, rule: Rule, column: Column, id: number): EdictError {
  return new EdictError(
    'not-finite',
    `rule ${rule.name} would set ${column.name} of object ${id} to ${value}; keep its amounts within the range of numbers`,
    rule.name,
  );
}

/** Returns false where the object lacks the property, it is none, or the step is absent. */
export function step(context: TurnContext, rule: Rule, effect: StepEffect, id: number): boolean {
  const { state, frame } = context;
  const column = state.model.columns[effect.column];
  if (!hasCell(state, column, id) || column.type.name !== 'enumeration') return false;
  const before = readCell(state, column, id);
  frame.value = before;
  const by = context.evaluate(effect.by);
  if (before === 0 || isAbsent(by)) return false;
  const last = state.model.enumerations[column.type.index].members.length;
  const after = Math.min(last, Math.max(1, before + Math.trunc(by)));
  if (!Number.isFinite(after)) return false;
  writeCell(state, column, id, after);
  const report = (of: Column, from: number, to: number) => {
    reportWrite(context, rule, effect, of.index, id, from, to);
  };
  report(column, before, after);
  if (column.companion !== undefined && before !== after)
    stepCompanion(state, column.companion, id, before, after, report);
  return true;
}

/**
 * Entering a member with a value, the object takes that and remembers its own; leaving, it takes that back. One that
 * has the member's value and remembers nothing was created so, and gets the value for that case; any other keeps its
 * own.
 */
function stepCompanion(
  state: WorldState,
  companion: Companion,
  id: number,
  before: number,
  after: number,
  report: (of: Column, from: number, to: number) => void,
): void {
  const property = state.model.columns[companion.property];
  const remember = state.model.columns[companion.remember];
  if (!hasCell(state, property, id) || !hasCell(state, remember, id)) return;
  const left = companion.members.get(before);
  const entered = companion.members.get(after);
  const had = readCell(state, property, id);
  const remembered = readCell(state, remember, id);
  const write = (of: Column, from: number, to: number) => {
    if (from === to) return;
    writeCell(state, of, id, to);
    report(of, from, to);
  };
  const original = left === undefined ? had : remembered !== 0 ? remembered : had === left.value ? left.born : had;
  if (entered !== undefined) {
    write(remember, remembered, original);
    write(property, had, entered.value);
  } else if (left !== undefined) {
    write(property, had, original);
    write(remember, remembered, 0);
  }
}
