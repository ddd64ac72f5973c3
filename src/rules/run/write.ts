import type { Column } from '../../model/model.js';
import type { ColumnArray } from '../../kernel/arena.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { type Rows, rowsOfPairs, rowsOver } from '../../eval/columns/rows.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import { type LinkOperation, type OperandPlace, modifications, type WriteStep } from '../plan-writes.js';
import { type Amounts, by, endOfTargets, firstTarget } from './amounts.js';
import type { FoundScope } from './targets.js';
import { type Link, isSum, writeSpan } from './write-span.js';

/** The one writer: numbers into the cells of a column. Throws StrictTurnNeeded for numbers that are not finite. */

/** Pairs of source and target in firing order. */
export interface Pairs {
  readonly found: FoundScope;
  /** Sources by places in the scope. */
  readonly from: number;
  readonly to: number;
  /** Whether `targets` are listed by pair, 0 where one is claimed; otherwise they are those of the scope. */
  readonly isList: boolean;
  readonly targets: Int32Array;
  /** By id: 1 for targets that these writes leave alone. */
  readonly apart: Uint8Array | undefined;
  /** Number of the first pair within the unit. */
  readonly base: number;
  readonly length: number;
}

interface Write {
  readonly step: WriteStep;
  readonly column: Column;
  readonly cells: ColumnArray;
  /** What is written for each target; 0: it lacks the cell. */
  readonly ids: Int32Array;
  readonly links: readonly Link[];
}

/** Makes writes for pairs: each for all sources before the next where order does not matter. Returns how many. */
export function writePairs(
  evaluator: Evaluator,
  steps: readonly WriteStep[],
  amounts: Amounts,
  pairs: Pairs,
  isFree: boolean,
): number {
  const mark = evaluator.scratch.mark();
  const saved = evaluator.frame.slots[sourceSlot];
  let wrote = 0;
  if (isFree || pairs.to - pairs.from === 1)
    for (let i = 0; i < steps.length; i++)
      wrote += writeAll(evaluator, found(evaluator, steps[i], amounts, pairs), pairs);
  else {
    const writes = steps.map((step) => found(evaluator, step, amounts, pairs));
    let pair = 0;
    for (let place = pairs.from; place < pairs.to; place++) {
      for (let i = 0; i < writes.length; i++) wrote += writeTargets(evaluator, writes[i], pairs, place, pair);
      pair += pairs.found.end[place] - pairs.found.start[place];
    }
  }
  evaluator.frame.slots[sourceSlot] = saved;
  evaluator.scratch.release(mark);
  return wrote;
}

function found({ state, scratch }: Evaluator, step: WriteStep, amounts: Amounts, pairs: Pairs): Write {
  const column = state.model.columns[step.effect.column];
  const { kind } = pairs.found;
  const isPlain = step.holder === undefined && kind !== 0 && column.kinds[kind] === 1 && pairs.apart === undefined;
  const first = pairs.isList ? 0 : firstTarget(pairs.found, pairs.from, pairs.to);
  const end = pairs.isList ? pairs.length : endOfTargets(pairs.found, pairs.from, pairs.to);
  const ids = isPlain ? pairs.targets : scratch.codes(end);
  if (step.holder !== undefined) putHolders(ids, pairs, linkOf('set', step.holder, amounts));
  if (!isPlain)
    keepHaving(step.holder === undefined ? pairs.targets : ids, ids, first, end, state.identity.kind, column);
  if (pairs.apart !== undefined) for (let i = first; i < end; i++) ids[i] *= 1 - pairs.apart[ids[i]];
  const links = (step.chain ?? []).map(({ operation, operand }) => linkOf(operation, operand, amounts));
  return { step, column, cells: state.cells[column.index], ids, links };
}

const none = new Float64Array(0);

function linkOf(
  operation: LinkOperation,
  operand: OperandPlace | undefined,
  { isSame, same, hasAbsent, firstUse, at, by: lying, numbers, absence }: Amounts,
): Link {
  if (operand === undefined || 'constant' in operand) return constantLink(operation, operand?.constant ?? 0);
  const { operand: number, use } = operand;
  if (isSame[number] === 1) return constantLink(operation, same[number]);
  const place = firstUse[number] + use;
  const lacks = hasAbsent[number] === 1 ? absence : undefined;
  const isBySource = lying[place] === by.source;
  return {
    operation,
    by: lying[place],
    at: at[place],
    values: numbers,
    lacks,
    constant: 0,
    numbers: isBySource ? undefined : numbers,
    absence: isBySource ? undefined : lacks,
    offset: at[place],
  };
}

function constantLink(operation: LinkOperation, constant: number): Link {
  return {
    operation,
    by: -1,
    at: 0,
    values: none,
    lacks: undefined,
    constant,
    numbers: undefined,
    absence: undefined,
    offset: 0,
  };
}

/**
 * Takes a source's operands; false where one is absent. `pairs`, `targets`: from places in the list that is written to
 * numbers of pairs, and to places in the scope.
 */
function aim(links: readonly Link[], place: number, pairs: number, targets: number): boolean {
  for (let i = 0; i < links.length; i++) {
    const link = links[i];
    if (link.by === by.pair) link.offset = link.at + pairs;
    else if (link.by === by.target) link.offset = link.at + targets;
    else if (link.by === by.source) {
      if (link.lacks !== undefined && link.lacks[link.at + place] !== 0) return false;
      link.constant = link.values[link.at + place];
    }
  }
  return true;
}

/** The object that each pair writes; 0: none. */
function putHolders(ids: Int32Array, { found: { start, end }, from, to, targets, base }: Pairs, holder: Link): void {
  const links = [holder];
  let i = 0;
  for (let place = from; place < to; place++) {
    const isPresent = aim(links, place, base, start[place] - i);
    for (let left = end[place] - start[place]; left > 0; left--, i++) {
      const at = holder.offset + i;
      const isHeld = isPresent && targets[i] !== 0 && (holder.absence === undefined || holder.absence[at] === 0);
      ids[i] = !isHeld ? 0 : holder.numbers === undefined ? holder.constant : holder.numbers[at];
    }
  }
}

function keepHaving(
  from: Int32Array,
  into: Int32Array,
  first: number,
  end: number,
  kind: Uint8Array,
  { kinds }: Column,
): void {
  for (let i = first; i < end; i++) into[i] = kinds[kind[from[i]]] === 1 ? from[i] : 0;
}

function writeAll(evaluator: Evaluator, write: Write, pairs: Pairs): number {
  const { found: scope, from, to, isList, targets, length, base } = pairs;
  // Sources that are their own targets are side by side, and their operands lie by pair.
  if (scope.isOwn && isList) {
    aim(write.links, from, base, 0);
    return write.step.chain === undefined
      ? writeLate(evaluator, write, pairs, 0, length, targets)
      : writeLinks(write, write.links, 0, length);
  }
  const { cells, column, links, ids } = write;
  if (ids === scope.targets && cells instanceof Float64Array && isSum(links, column) && links[0].numbers === undefined)
    return addSums(cells, links[0], pairs) ?? addRows(cells, links[0], pairs);
  let wrote = 0;
  let pair = 0;
  for (let place = from; place < to; place++) {
    wrote += writeTargets(evaluator, write, pairs, place, pair);
    pair += scope.end[place] - scope.start[place];
  }
  return wrote;
}

/** Makes a write for the targets of one source, whose first is a certain pair of these. */
function writeTargets(evaluator: Evaluator, write: Write, pairs: Pairs, place: number, pair: number): number {
  const { found: scope, isList, base } = pairs;
  const count = scope.end[place] - scope.start[place];
  if (count === 0) return 0;
  const from = isList ? pair : scope.start[place];
  if (write.step.chain === undefined) {
    evaluator.frame.slots[sourceSlot] = scope.sources[place];
    return writeLate(evaluator, write, pairs, from, from + count, undefined);
  }
  return aim(write.links, place, base + pair - from, scope.start[place] - from)
    ? writeLinks(write, write.links, from, from + count)
    : 0;
}

/** An amount evaluated now; `sources`: of each pair, where they differ from the one in the frame. */
function writeLate(
  evaluator: Evaluator,
  write: Write,
  { found: { kind }, targets }: Pairs,
  from: number,
  to: number,
  sources: Int32Array | undefined,
): number {
  const { scratch } = evaluator;
  const { step, cells, ids } = write;
  const { amount, effect } = step;
  const mark = scratch.mark();
  const running = amount.runs ? scratch.numbers(to - from) : undefined;
  if (running !== undefined) for (let i = from; i < to; i++) running[i - from] = cells[ids[i]];
  const some = targets.subarray(from, to);
  const rows: Rows =
    sources === undefined
      ? rowsOver(targetSlot, some, to - from, kind, running)
      : rowsOfPairs((1 << sourceSlot) | (1 << targetSlot), sources, some, 0, kind, to - from, running);
  const { numbers, absence } = evaluator.evaluate(amount, rows);
  const link = constantLink(modifications[effect.modification], 0);
  link.numbers = numbers;
  link.absence = absence;
  link.offset = -from;
  const wrote = writeLinks(write, [link], from, to);
  scratch.release(mark);
  return wrote;
}

function writeLinks({ cells, column, step, ids }: Write, links: readonly Link[], from: number, to: number): number {
  return writeSpan(cells, column, step.effect.modification, links, ids, from, to);
}

/** One amount for all targets of a source, added to doubles. Non-finite numbers stay so and are found at the end. */
function addRows(
  cells: Float64Array,
  { by: lying, values, lacks, at, constant }: Link,
  { found: scope, from, to, targets }: Pairs,
): number {
  const { start, end } = scope;
  const isSame = lying !== by.source;
  let wrote = 0;
  for (let place = from; place < to; place++) {
    if (!isSame && lacks !== undefined && lacks[at + place] !== 0) continue;
    const amount = isSame ? constant : values[at + place];
    const [first, last] = [start[place], end[place]];
    for (let i = first; i < last; i++) cells[targets[i]] += amount;
    wrote += last - first;
  }
  let far = 0;
  const last = endOfTargets(scope, from, to);
  for (let i = firstTarget(scope, from, to); i < last; i++) far += Math.abs(cells[targets[i]]) < Infinity ? 0 : 1;
  if (far > 0) throw new StrictTurnNeeded();
  return wrote;
}

/** Sums of whole numbers below 2^53 are exact in any order. */
const farthest = 2 ** 52;

/**
 * The same for all sources that share an answer, where amounts and cells are whole numbers so small that order does not
 * matter. Undefined, without effect, otherwise.
 */
function addSums(
  cells: Float64Array,
  { by: lying, values, lacks, at, constant }: Link,
  { found: { answers }, from, to, targets }: Pairs,
): number | undefined {
  if (answers === undefined || to - from < 2 * answers.groups) return undefined;
  const { groupOf, groups, start, end } = answers;
  const isSame = lying !== by.source;
  const sums = new Float64Array(groups);
  let total = 0;
  let wrote = 0;
  for (let place = from; place < to; place++) {
    const group = groupOf[place];
    if (group < 0 || (!isSame && lacks !== undefined && lacks[at + place] !== 0)) continue;
    const amount = isSame ? constant : values[at + place];
    if (!Number.isInteger(amount)) return undefined;
    total += Math.abs(amount);
    sums[group] += amount;
    wrote += end[group] - start[group];
  }
  if (total >= farthest || !areSmallIntegers(cells, targets, groups === 0 ? 0 : end[groups - 1])) return undefined;
  for (let group = 0; group < groups; group++) {
    const sum = sums[group];
    if (sum !== 0) for (let i = start[group]; i < end[group]; i++) cells[targets[i]] += sum;
  }
  return wrote;
}

function areSmallIntegers(cells: Float64Array, ids: Int32Array, length: number): boolean {
  let others = 0;
  for (let i = 0; i < length; i++) {
    const value = cells[ids[i]];
    others += Math.floor(value) === value && Math.abs(value) < farthest ? 0 : 1;
  }
  return others === 0;
}
