import type { ColumnArray } from '../../kernel/arena.js';
import type { Column } from '../../model/model.js';
import { asStored } from '../../components/cells.js';
import { type TurnContext, modified } from '../../meaning/effects/turn-context.js';
import { type Vector, rowsOfPairs } from '../../eval/columns/rows.js';
import type { Modification } from '../../ir/rule.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { giveTo, moveTo } from '../../meaning/effects/structure.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import type { AheadPlan } from '../program-plan.js';
import type { Answers } from '../../match/select/answers.js';

/**
 * Writes to many cells of one column. A returned boolean says that a value was not finite; the caller then runs the
 * turn again in strict order.
 */

export function writeSame(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  amount: number,
  ids: Int32Array,
  from: number,
  to: number,
): boolean {
  if (Number.isNaN(amount)) return to > from;
  let bad = false;
  for (let i = from; i < to; i++) bad = write(cells, column, modification, amount, ids[i]) || bad;
  return bad;
}

/**
 * One amount added to 64-bit cells, by far the most frequent write. Sums of numbers that are not both −0 are never −0,
 * and cells never are, so nothing is made canonical; what is not finite stays so and is looked for at the end.
 */
export function addSame(cells: Float64Array, amount: number, ids: Int32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) cells[ids[i]] += amount;
}

/** The same for many sources in sequence, each with the targets of its answer. */
export function addRows(
  cells: Float64Array,
  { numbers, absence }: Vector,
  groupOf: Int32Array,
  first: number,
  rows: number,
  { start, end, ids }: Writable,
): void {
  for (let row = 0; row < rows; row++) {
    const group = groupOf[first + row];
    if (group < 0 || (absence !== undefined && absence[row] !== 0)) continue;
    const amount = numbers[row];
    const to = end[group];
    for (let i = start[group]; i < to; i++) cells[ids[i]] += amount;
  }
}

/** For each source one amount to all targets of its answer. */
export function writeRows(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  { numbers, absence }: Vector,
  groupOf: Int32Array,
  first: number,
  rows: number,
  { start, end, ids }: Writable,
): boolean {
  let bad = false;
  for (let row = 0; row < rows; row++) {
    const group = groupOf[first + row];
    if (group >= 0 && (absence === undefined || absence[row] === 0))
      bad = writeSame(cells, column, modification, numbers[row], ids, start[group], end[group]) || bad;
  }
  return bad;
}

export function areFinite(cells: Float64Array, ids: Int32Array, from: number, to: number): boolean {
  let far = 0;
  for (let i = from; i < to; i++) far += Math.abs(cells[ids[i]]) < Infinity ? 0 : 1;
  return far === 0;
}

/** An amount for each target, from `first`; absent ones are skipped. */
export function writeEach(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  { numbers: amounts, absence }: Vector,
  first: number,
  ids: Int32Array,
  from: number,
  to: number,
): boolean {
  let bad = false;
  for (let i = from; i < to; i++) {
    const row = first + i - from;
    if (absence !== undefined && absence[row] !== 0) continue;
    bad = Number.isNaN(amounts[row]) || write(cells, column, modification, amounts[row], ids[i]) || bad;
  }
  return bad;
}

function write(cells: ColumnArray, column: Column, modification: Modification, amount: number, id: number): boolean {
  const after = asStored(column, modified(modification, cells[id], amount));
  cells[id] = after;
  return !Number.isFinite(after);
}

/** Targets that have the column: the answers themselves where all do. */
export interface Writable {
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly ids: Int32Array;
}

/** Sources and targets in firing order: by source, then target. Lent from scratch memory. */
interface SourcePairs {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly length: number;
}

/** Pairs of `count` sources with the targets of their answers; the first source has that of row `first`. */
export function sourcePairs(
  ids: Int32Array,
  count: number,
  { start, end, ids: found }: Writable,
  groupOf: Int32Array,
  first: number,
  scratch: Scratch,
): SourcePairs {
  const length = countPairs(count, start, end, groupOf, first);
  const sources = scratch.codes(length);
  const targets = scratch.codes(length);
  let next = 0;
  for (let row = 0; row < count; row++) {
    const group = groupOf[first + row];
    if (group < 0) continue;
    for (let i = start[group]; i < end[group]; i++, next++) {
      sources[next] = ids[row];
      targets[next] = found[i];
    }
  }
  return { sources, targets, length };
}

export function countPairs(
  count: number,
  start: Int32Array,
  end: Int32Array,
  groupOf: Int32Array,
  first: number,
): number {
  let pairs = 0;
  for (let row = first; row < first + count; row++)
    if (groupOf[row] >= 0) pairs += end[groupOf[row]] - start[groupOf[row]];
  return pairs;
}

/**
 * Fires a rule's only effect on the targets of all sources in order; its values are evaluated before. Throws
 * StrictTurnNeeded where strict order would have refused so many.
 */
export function fireAhead(
  evaluator: Evaluator,
  context: TurnContext,
  { effect, value, kind }: AheadPlan,
  sources: Int32Array,
  count: number,
  sourceKind: number,
  answers: Answers,
): void {
  const { state, scratch } = evaluator;
  const mark = scratch.mark();
  const pairs = sourcePairs(sources, count, answers, answers.groupOf, 0, scratch);
  context.fired += pairs.length;
  if (context.fired > state.limits.effectsPerTurn) throw new StrictTurnNeeded();
  const { codes, absence } = evaluator.evaluate(
    value,
    rowsOfPairs(value.free, pairs.sources, pairs.targets, sourceKind, kind, pairs.length),
  );
  const fire = effect.kind === 'move' ? moveTo : giveTo;
  for (let i = 0; i < pairs.length; i++)
    if (absence === undefined || absence[i] === 0) fire(state, pairs.targets[i], codes[i]);
  scratch.release(mark);
}
