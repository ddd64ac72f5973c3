import { hasCell, readCell, writeCell } from '../../components/cells.js';
import { holdOnly, holdingOffset } from '../../components/holdings.js';
import { type Class, classAt } from '../../model/model.js';
import { fact, touchKind } from '../../model/stamps.js';
import { isAbsent } from '../../eval/operation.js';
import type { BecomeEffect, Rule } from '../../ir/rule.js';
import type { TurnContext } from './turn-context.js';

/** Makes an object one of another class of its kind. Returns false without a class and for one of another kind. */
export function become(context: TurnContext, rule: Rule, effect: BecomeEffect, id: number): boolean {
  const { state } = context;
  const wanted = context.evaluate(effect.class);
  if (isAbsent(wanted) || wanted === 0) return false;
  const next = classAt(state.model, wanted);
  if (next.kind !== state.identity.kind[id]) return false;
  if (state.class[id] !== wanted) {
    state.class[id] = wanted;
    touchKind(state.stamps, fact.population, id, next.kind);
  }
  for (const column of effect.columns) beginAgain(context, rule, effect, next, column, id);
  for (const holding of effect.holdings) {
    if (holdingOffset(state, holding, next.kind) >= 0) holdOnly(state, holding, id, next.held?.get(holding) ?? []);
  }
  return true;
}

/** Gives a cell what an object of the class has in it at first. */
function beginAgain(
  context: TurnContext,
  rule: Rule,
  effect: BecomeEffect,
  { initial }: Class,
  index: number,
  id: number,
): void {
  const { state, frame } = context;
  const column = state.model.columns[index];
  if (!hasCell(state, column, id)) return;
  const before = readCell(state, column, id);
  const after = initial.get(index) ?? column.initial;
  writeCell(state, column, id, after);
  context.wrote++;
  context.watch?.({
    column: index,
    object: id,
    rule: rule.name,
    source: frame.slots[0],
    label: effect.label === '' ? rule.label : effect.label,
    before,
    after,
  });
}
