import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, oneRow } from '../columns/rows.js';
import { sourceSlot, targetSlot } from '../node.js';
import type { OperandPlan, PassPlan, PassUnit } from '../plan/pass-plan.js';
import type { Actives } from './activations.js';
import type { FoundScope } from './found-scopes.js';

/** Values of an operand for all its uses: of use u from `at[u]` on, one for each source and target of the use in their order. */
export interface OperandValues {
  /** The one value of an operand that depends on no object; undefined for others, and where it is absent. */
  readonly same: number | undefined;
  readonly at: Int32Array;
  readonly numbers: Float64Array;
  /** By row; undefined where every value is there. */
  readonly absence: Uint8Array | undefined;
}

/** Sources of an asking by their places in its scope, from one to another, and pairs of source and target that they have together. */
export interface Spans {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly pairs: Int32Array;
  /** Pairs of all rules of a unit, by its number. */
  readonly ofUnit: Int32Array;
}

export function spansOf({ layout: { scope: scopeOf, active: activeOf, place, unitStart, unitAskings }, units }: PassPlan, actives: Actives, scopes: readonly FoundScope[]): Spans {
  const room = (length: number): Int32Array => new Int32Array(length);
  const spans: Spans = { from: room(scopeOf.length), to: room(scopeOf.length), pairs: room(scopeOf.length), ofUnit: room(units.length) };
  for (let i = 0; i < scopeOf.length; i++) {
    const sources = actives.end[activeOf[i]] - actives.start[activeOf[i]];
    if (sources === 0) continue;
    const { at, start, end } = scopes[scopeOf[i]];
    const first = at[place[i]];
    let pairs = 0;
    for (let row = first; row < first + sources; row++) pairs += end[row] - start[row];
    spans.from[i] = first;
    spans.to[i] = first + sources;
    spans.pairs[i] = pairs;
  }
  for (let i = 0; i < units.length; i++) {
    let pairs = 0;
    for (let k = unitStart[i]; k < unitStart[i + 1]; k++) pairs += spans.pairs[unitAskings[k]];
    spans.ofUnit[i] = pairs;
  }
  return spans;
}

const nothing: Omit<OperandValues, 'at'> = { same: undefined, numbers: new Float64Array(0), absence: undefined };
const noPlaces = new Int32Array(0);

/** Evaluates all operands before anything fires. */
export function operandValues(evaluator: Evaluator, { operands, units }: PassPlan, spans: Spans, actives: Actives, scopes: readonly FoundScope[]): readonly OperandValues[] {
  return operands.map((operand) => {
    const { uses, term } = operand;
    if (term.free === 0) {
      const same = evaluator.uniform(term, oneRow);
      if (typeof same === 'number') return { ...nothing, at: noPlaces, same };
    }
    const at = new Int32Array(uses.length);
    let length = 0;
    for (let i = 0; i < uses.length; i++) {
      at[i] = length;
      length += spans.ofUnit[uses[i]];
    }
    return { at, ...(length === 0 ? nothing : valuesOf(evaluator, operand, units, length, spans, actives, scopes)) };
  });
}

function valuesOf(
  evaluator: Evaluator, { term, uses }: OperandPlan, units: readonly PassUnit[], length: number, spans: Spans, actives: Actives, scopes: readonly FoundScope[],
): Omit<OperandValues, 'at'> {
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const sources = scratch.codes((term.free >>> sourceSlot & 1) === 0 ? 0 : length);
  const targets = scratch.codes((term.free >>> targetSlot & 1) === 0 ? 0 : length);
  let row = 0;
  let [sourceKind, targetKind] = [-1, -1];
  for (let i = 0; i < uses.length; i++) {
    if (spans.ofUnit[uses[i]] === 0) continue;
    for (const { scope, active, asking } of units[uses[i]].rules) {
      if (spans.pairs[asking] === 0) continue;
      row = putPairs(scopes[scope], spans.from[asking], spans.to[asking], term.free, sources, targets, row);
      sourceKind = sourceKind === -1 || sourceKind === actives.kinds[active] ? actives.kinds[active] : 0;
      targetKind = targetKind === -1 || targetKind === scopes[scope].kind ? scopes[scope].kind : 0;
    }
  }
  const slots: (Int32Array | undefined)[] = [];
  const kinds: number[] = [];
  if ((term.free >>> sourceSlot & 1) === 1) [slots[sourceSlot], kinds[sourceSlot]] = [sources, sourceKind];
  if ((term.free >>> targetSlot & 1) === 1) [slots[targetSlot], kinds[targetSlot]] = [targets, targetKind];
  const rows: Rows = { length, slots, kinds, running: undefined, varying: term.free & (1 << sourceSlot | 1 << targetSlot) };
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const isNumber = term.node.type.name === 'number';
  const values = isNumber ? numbers.slice(0, length) : Float64Array.from(codes.subarray(0, length));
  const told = absence?.slice(0, length);
  scratch.release(mark);
  return { same: undefined, numbers: values, absence: told?.some((how) => how !== 0) === true ? told : undefined };
}

/** Writes source and target of each pair, as far as a term with these free slots looks at them, behind `row`; returns where they end. */
function putPairs({ start, end, sources: of, targets: found }: FoundScope, from: number, to: number, free: number, sources: Int32Array, targets: Int32Array, row: number): number {
  const hasSources = (free >>> sourceSlot & 1) === 1;
  const hasTargets = (free >>> targetSlot & 1) === 1;
  let next = row;
  for (let place = from; place < to; place++) {
    for (let i = start[place]; i < end[place]; i++, next++) {
      if (hasSources) sources[next] = of[place];
      if (hasTargets) targets[next] = found[i];
    }
  }
  return next;
}
