import { copyRange } from '../../indexes/scratch.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { oneRow, rowsOfPairs } from '../../eval/columns/rows.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { Term } from '../../eval/term.js';
import type { AmountsPlan } from '../pass-plan.js';
import type { Asked } from './ask-rules.js';
import type { FoundScope } from './targets.js';

/** What the values of a use lie by. */
export const by = { pair: 0, source: 1, target: 2 } as const;

export interface Amounts {
  /** By operand: 1 where it depends on no object and is present, with the value in `same`. */
  readonly isSame: Uint8Array;
  readonly same: Float64Array;
  /** By operand: 1 where a value is absent. */
  readonly hasAbsent: Uint8Array;
  readonly firstUse: Int32Array;
  /**
   * By use: what its values lie by, and where that of number 0 would lie: pairs are numbered within the unit, sources
   * and targets by their places in the scope.
   */
  readonly by: Uint8Array;
  readonly at: Int32Array;
  numbers: Float64Array;
  /** Parallel to `numbers`; undefined for operands without absent values. */
  absence: Uint8Array;
}

export function createAmounts({ operands, layout: { useCount } }: AmountsPlan): Amounts {
  return {
    isSame: new Uint8Array(operands.length),
    same: new Float64Array(operands.length),
    hasAbsent: new Uint8Array(operands.length),
    firstUse: Int32Array.from(operands, ({ firstUse }) => firstUse),
    by: new Uint8Array(useCount),
    at: new Int32Array(useCount),
    numbers: new Float64Array(0),
    absence: new Uint8Array(0),
  };
}

/** Evaluates each operand for all its uses at once. */
export function evaluateAmounts(evaluator: Evaluator, plan: AmountsPlan, asked: Asked, into: Amounts): void {
  const { operands } = plan;
  let used = 0;
  for (let number = 0; number < operands.length; number++) {
    const { term } = operands[number];
    const end = layOut(plan, number, asked, into, used);
    into.hasAbsent[number] = into.isSame[number] = 0;
    if (end === used) continue;
    const one = term.free === 0 ? evaluator.uniform(term, oneRow) : undefined;
    if (typeof one === 'number') {
      into.isSame[number] = 1;
      into.same[number] = one;
    } else {
      if (end > into.numbers.length) enlarge(into, used, end);
      evaluateOperand(evaluator, plan, number, asked, into, used, end - used);
      used = end;
    }
  }
}

function enlarge(into: Amounts, used: number, length: number): void {
  const { numbers, absence } = into;
  (into.numbers = new Float64Array(2 * length)).set(numbers.subarray(0, used));
  (into.absence = new Uint8Array(2 * length)).set(absence.subarray(0, used));
}

/** Lays out the values of all uses from `start` on; returns their end. */
function layOut(
  { operands, layout: { unitStart, unitAskings, scope } }: AmountsPlan,
  number: number,
  { scopes, spans: { from, to, pairs, ofUnit } }: Asked,
  into: Amounts,
  start: number,
): number {
  const { term, uses, firstUse } = operands[number];
  let used = start;
  for (let i = 0; i < uses.length; i++) {
    const use = firstUse + i;
    const asking = unitAskings[unitStart[uses[i]]];
    into.by[use] = by.pair;
    into.at[use] = used;
    if (ofUnit[uses[i]] === 0) continue;
    const found = scopes[scope[asking]];
    // Sources that are their own targets are as many as these.
    if (!found.isOwn && !dependsOn(term, targetSlot)) {
      into.by[use] = by.source;
      into.at[use] = used - from[asking];
      used += to[asking] - from[asking];
    } else if (!found.isOwn && !dependsOn(term, sourceSlot)) {
      const first = firstTarget(found, from[asking], to[asking]);
      const targets = endOfTargets(found, from[asking], to[asking]) - first;
      const isShared = targets < pairs[asking];
      if (isShared) into.by[use] = by.target;
      if (isShared) into.at[use] = used - first;
      used += isShared ? targets : pairs[asking];
    } else used += ofUnit[uses[i]];
  }
  return used;
}

function dependsOn({ free }: Term, slot: number): boolean {
  return ((free >>> slot) & 1) === 1;
}

/** The first of the targets of some sources, and the end of the last. */
export function firstTarget({ start, end }: FoundScope, from: number, to: number): number {
  let first = Infinity;
  for (let place = from; place < to; place++) if (end[place] > start[place]) first = Math.min(first, start[place]);
  return first;
}

export function endOfTargets({ end }: FoundScope, from: number, to: number): number {
  let last = 0;
  for (let place = from; place < to; place++) last = Math.max(last, end[place]);
  return last;
}

function evaluateOperand(
  evaluator: Evaluator,
  { operands, layout: { unitStart, unitAskings, scope, active } }: AmountsPlan,
  number: number,
  { actives: { kinds }, scopes, spans: { from, to, pairs, ofUnit } }: Asked,
  into: Amounts,
  at: number,
  length: number,
): void {
  const { scratch } = evaluator;
  const { term, uses, firstUse } = operands[number];
  const mark = scratch.mark();
  const sources = scratch.codes(dependsOn(term, sourceSlot) ? length : 0);
  const targets = scratch.codes(dependsOn(term, targetSlot) ? length : 0);
  let row = 0;
  let sourceKind = -1;
  let targetKind = -1;
  for (let i = 0; i < uses.length; i++) {
    const unit = uses[i];
    if (ofUnit[unit] === 0) continue;
    for (let k = unitStart[unit]; k < unitStart[unit + 1]; k++) {
      const asking = unitAskings[k];
      if (pairs[asking] === 0) continue;
      const found = scopes[scope[asking]];
      const kind = kinds[active[asking]];
      row = putRows(into.by[firstUse + i], found, from[asking], to[asking], term, sources, targets, row);
      sourceKind = sourceKind === -1 || sourceKind === kind ? kind : 0;
      targetKind = targetKind === -1 || targetKind === found.kind ? found.kind : 0;
    }
  }
  const { numbers, codes, absence } = evaluator.evaluate(
    term,
    rowsOfPairs(term.free, sources, targets, sourceKind, targetKind, length),
  );
  if (term.type.name === 'number') keepNumbers(numbers, length, into.numbers, at);
  else keepCodes(codes, length, into.numbers, at);
  if (absence !== undefined) into.hasAbsent[number] = keepAbsence(absence, length, into.absence, at);
  scratch.release(mark);
}

function keepNumbers(from: Float64Array, length: number, into: Float64Array, at: number): void {
  for (let i = 0; i < length; i++) into[at + i] = from[i];
}

function keepCodes(from: Int32Array, length: number, into: Float64Array, at: number): void {
  for (let i = 0; i < length; i++) into[at + i] = from[i];
}

/** Returns 1 if any is absent. */
function keepAbsence(from: Uint8Array, length: number, into: Uint8Array, at: number): number {
  let any = 0;
  for (let i = 0; i < length; i++) any |= into[at + i] = from[i];
  return any === 0 ? 0 : 1;
}

/** Writes what the term depends on for the sources from `from` to before `to`, from `row` on; returns the end. */
function putRows(
  lying: number,
  found: FoundScope,
  from: number,
  to: number,
  term: Term,
  sources: Int32Array,
  targets: Int32Array,
  row: number,
): number {
  if (lying === by.pair) return putPairs(found, from, to, term.free, sources, targets, row);
  if (lying === by.source) {
    if (dependsOn(term, sourceSlot)) copyRange(found.sources, from, to, sources, row);
    return row + to - from;
  }
  const first = firstTarget(found, from, to);
  const end = endOfTargets(found, from, to);
  copyRange(found.targets, first, end, targets, row);
  return row + end - first;
}

/** Writes source and target of each pair, as far as `free` contains their slots, from `row` on; returns the end. */
export function putPairs(
  { start, end, sources: of, targets: found }: FoundScope,
  from: number,
  to: number,
  free: number,
  sources: Int32Array,
  targets: Int32Array,
  row: number,
): number {
  const hasSources = ((free >>> sourceSlot) & 1) === 1;
  const hasTargets = ((free >>> targetSlot) & 1) === 1;
  let next = row;
  for (let place = from; place < to; place++) {
    for (let i = start[place]; i < end[place]; i++, next++) {
      if (hasSources) sources[next] = of[place];
      if (hasTargets) targets[next] = found[i];
    }
  }
  return next;
}
