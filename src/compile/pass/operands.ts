import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import { sourceSlot, targetSlot } from '../node.js';
import type { Term } from '../plan/term.js';
import type { Actives } from './activations.js';
import type { FoundScope } from './found-scopes.js';
import type { OperandUse, PassPlan } from '../plan/pass-plan.js';

/** Values of an operand for all its uses: of use u from `at[u]` on, one for each source and target of the use in their order. */
export interface OperandValues {
  readonly at: Int32Array;
  readonly numbers: Float64Array;
  /** By row; undefined where every value is there. */
  readonly absence: Uint8Array | undefined;
}

/** Evaluates all operands before anything fires. */
export function operandValues(evaluator: Evaluator, plan: PassPlan, actives: Actives, scopes: readonly FoundScope[]): readonly OperandValues[] {
  const spans = spansOf(plan, actives, scopes);
  return plan.operands.map(({ term, uses }) => {
    const at = new Int32Array(uses.length);
    let length = 0;
    uses.forEach((use, i) => {
      at[i] = length;
      length += spans.get(keyOf(use)) ?? 0;
    });
    return { at, ...valuesOf(evaluator, term, uses, length, actives, scopes) };
  });
}

function keyOf({ scope, active }: OperandUse): number {
  return scope * 2 ** 24 + active;
}

/** Pairs of source and target of each use. */
function spansOf({ operands }: PassPlan, actives: Actives, scopes: readonly FoundScope[]): ReadonlyMap<number, number> {
  const spans = new Map<number, number>();
  for (const { uses } of operands) {
    for (const use of uses) {
      const key = keyOf(use);
      if (!spans.has(key)) spans.set(key, pairsOf(scopes[use.scope], use.active, actives));
    }
  }
  return spans;
}

/** Pairs of source and target of an active in a scope. */
export function pairsOf({ at, start, end }: FoundScope, active: number, actives: Actives): number {
  const from = at.get(active) ?? 0;
  const to = from + actives.end[active] - actives.start[active];
  let pairs = 0;
  for (let row = from; row < to; row++) pairs += end[row] - start[row];
  return pairs;
}

function valuesOf(evaluator: Evaluator, term: Term, uses: readonly OperandUse[], length: number, actives: Actives, scopes: readonly FoundScope[]): Omit<OperandValues, 'at'> {
  const numbers = new Float64Array(length);
  if (length === 0) return { numbers, absence: undefined };
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const sources = scratch.codes(length);
  const targets = scratch.codes(length);
  let row = 0;
  let [sourceKind, targetKind] = [-1, -1];
  for (const { scope, active } of uses) {
    const found = scopes[scope];
    const before = row;
    row = putPairs(found, active, actives, sources, targets, row);
    if (row === before) continue;
    sourceKind = sourceKind === -1 || sourceKind === actives.kinds[active] ? actives.kinds[active] : 0;
    targetKind = targetKind === -1 || targetKind === found.kind ? found.kind : 0;
  }
  const slots: (Int32Array | undefined)[] = [];
  const kinds: number[] = [];
  [slots[sourceSlot], slots[targetSlot], kinds[sourceSlot], kinds[targetSlot]] = [sources, targets, sourceKind, targetKind];
  const rows: Rows = { length, slots, kinds, running: undefined, varying: 1 << sourceSlot | 1 << targetSlot };
  const vector = evaluator.evaluate(term, rows);
  const absence = vector.absence?.slice(0, length);
  if (term.node.type.name === 'number') numbers.set(vector.numbers.subarray(0, length));
  else numbers.set(vector.codes.subarray(0, length));
  scratch.release(mark);
  return { numbers, absence: absence?.some((how) => how !== 0) === true ? absence : undefined };
}

/** Writes source and target of each pair behind `row`; returns where they end. */
export function putPairs({ at, start, end, sources: of, targets: found }: FoundScope, active: number, actives: Actives, sources: Int32Array, targets: Int32Array, row: number): number {
  const from = at.get(active) ?? 0;
  const to = from + actives.end[active] - actives.start[active];
  let next = row;
  for (let place = from; place < to; place++) {
    for (let i = start[place]; i < end[place]; i++) {
      sources[next] = of[place];
      targets[next++] = found[i];
    }
  }
  return next;
}
