import { hasCell, readCell, writeCell } from '../../components/cells.js';
import type { Column, Companion } from '../../model/model.js';
import type { WorldState } from '../../components/state.js';
import { isAbsent } from '../../eval/operation.js';
import type { Rule, StepEffect } from '../../ir/rule.js';
import type { TurnContext } from './turn-context.js';

/**
 * Moves an ordered property. Returns false where it cannot fire: the object lacks it, it is none, or the step is
 * absent.
 */
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
  const label = effect.label === '' ? rule.label : effect.label;
  const report = (of: Column, from: number, to: number): void => {
    context.watch?.({
      column: of.index,
      object: id,
      rule: rule.name,
      source: frame.slots[0],
      label,
      before: from,
      after: to,
    });
  };
  report(column, before, after);
  if (column.companion !== undefined && before !== after)
    stepCompanion(state, column.companion, id, before, after, report);
  return true;
}

/**
 * Entering a member that brings a value along, the object takes it and remembers what it had; leaving such members, it
 * takes back what it remembers. One that has the value of the member and remembers nothing was born so, and becomes
 * what such a one becomes; any other keeps what it has.
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
  const write = (of: Column, from: number, to: number): void => {
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
