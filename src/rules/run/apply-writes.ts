import { type Rows, type Vector, rowsOfPairs, rowsOver } from '../../eval/columns/rows.js';
import type { Answers } from '../../match/select/answers.js';
import {
  type Writable,
  addRows,
  addSame,
  areFinite,
  countPairs,
  sourcePairs,
  writeEach,
  writeRows,
  writeSame,
} from './write-cells.js';
import { columnStamp, touch } from '../../model/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { RulePlan, WritePlan } from '../program-plan.js';

/** Sums of whole numbers below 2^53 are exact in any order. */
const farthest = 2 ** 52;

/**
 * Adds to each target the sum of the amounts of all sources that share its answer, where amounts and cells are whole
 * numbers so small that the order of adding does not matter. Returns false, without effect, otherwise.
 */
function addSums(
  cells: Float64Array,
  { numbers, absence }: Vector,
  rows: number,
  { groupOf, groups }: Answers,
  { start, end, ids }: Writable,
): boolean {
  const sums = new Float64Array(groups);
  let total = 0;
  for (let row = 0; row < rows; row++) {
    const group = groupOf[row];
    if (group < 0 || (absence !== undefined && absence[row] !== 0)) continue;
    const amount = numbers[row];
    if (!Number.isInteger(amount)) return false;
    total += Math.abs(amount);
    sums[group] += amount;
  }
  if (total >= farthest || !areSmallIntegers(cells, ids, groups === 0 ? 0 : end[groups - 1])) return false;
  for (let group = 0; group < groups; group++)
    if (sums[group] !== 0) addSame(cells, sums[group], ids, start[group], end[group]);
  return true;
}

function areSmallIntegers(cells: Float64Array, ids: Int32Array, length: number): boolean {
  let others = 0;
  for (let i = 0; i < length; i++) {
    const value = cells[ids[i]];
    others += Math.floor(value) === value && Math.abs(value) < farthest ? 0 : 1;
  }
  return others === 0;
}

/** Answers `from` to before `to`. */
interface GroupRange {
  readonly from: number;
  readonly to: number;
}

interface Prepared {
  readonly write: WritePlan;
  readonly targets: Writable;
  /** The kind of all targets; 0: several. */
  readonly kind: number;
  /** By source, for amounts of the source alone. */
  readonly amounts: Vector | undefined;
  /** For amounts of the target alone: by place among the targets of all answers, from `first`. */
  readonly byTarget: Vector | undefined;
  readonly first: number;
  /** By pair, for amounts that nothing changes meanwhile; `next`: pairs already written. */
  readonly byPair: Vector | undefined;
  next: number;
  /** The rule only adds to this column, so that non-finite cells stay so and are looked for once, at the end. */
  readonly sums: Float64Array | undefined;
}

/**
 * Applies the writes of a rule: source by source, effect by effect, each to all targets of the source's answer.
 * `sources` binds the source's slot; the first one has the answer of row `first`. Throws StrictTurnNeeded where strict
 * order would have refused.
 */
export function applyWrites(
  evaluator: Evaluator,
  context: TurnContext,
  plan: RulePlan,
  writes: readonly WritePlan[],
  sources: Rows,
  answers: Answers,
  first = 0,
): void {
  if (answers.groups === 0) return;
  countFired(context, writes.length, first, sources.length, answers);
  const groups =
    sources.length === 1
      ? { from: answers.groupOf[first], to: answers.groupOf[first] + 1 }
      : { from: 0, to: answers.groups };
  if (groups.from < 0) return;
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  const all = writes.map((write) => prepare(evaluator, write, plan, writes, sources, answers, first, groups));
  const prepared = isFreeOfOrder(writes)
    ? all.filter(
        (each) => !inSums(each, sources.length, answers) && !inRows(evaluator, each, first, sources.length, answers),
      )
    : all;
  const ids = sources.slots[sourceSlot];
  const saved = frame.slots[sourceSlot];
  for (let row = 0; row < sources.length && prepared.length > 0; row++) {
    const group = answers.groupOf[first + row];
    if (group < 0) continue;
    if (ids !== undefined) frame.slots[sourceSlot] = ids[row];
    for (let i = 0; i < prepared.length; i++) apply(evaluator, prepared[i], row, group);
  }
  frame.slots[sourceSlot] = saved;
  for (const { sums, targets } of all) {
    if (sums !== undefined && !areFinite(sums, targets.ids, targets.start[groups.from], targets.end[groups.to - 1]))
      throw new StrictTurnNeeded();
  }
  scratch.release(mark);
  for (const { effect } of writes) touch(context.state.stamps, columnStamp(effect.column));
}

function countFired(
  context: TurnContext,
  writes: number,
  first: number,
  sources: number,
  { groupOf, start, end }: Answers,
): void {
  for (let row = first; row < first + sources; row++) {
    const group = groupOf[row];
    if (group >= 0) context.fired += (end[group] - start[group]) * writes;
  }
  if (context.fired > context.state.limits.effectsPerTurn) throw new StrictTurnNeeded();
}

/**
 * Whether each effect may be applied for all sources before the next: they write different columns, and no amount reads
 * them.
 */
function isFreeOfOrder(writes: readonly WritePlan[]): boolean {
  return (
    writes.every(({ by, ahead }) => by !== 'pair' || ahead) &&
    new Set(writes.map(({ effect }) => effect.column)).size === writes.length
  );
}

function prepare(
  evaluator: Evaluator,
  write: WritePlan,
  plan: RulePlan,
  writes: readonly WritePlan[],
  sources: Rows,
  answers: Answers,
  first: number,
  groups: GroupRange,
): Prepared {
  const {
    effect: { column },
    by,
  } = write;
  const cells = evaluator.state.cells[column];
  const { conjunctions } = plan.selection;
  const addsOnly =
    by === 'source' &&
    writes.every(
      (other) => other.effect.column !== column || (other.effect.modification === 'add' && other.by === 'source'),
    );
  const targets = writableTargets(evaluator, write, plan, answers, groups);
  const kind = conjunctions.length === 1 ? conjunctions[0].own.kind : 0;
  return {
    write,
    targets,
    kind,
    next: 0,
    first: targets.start[groups.from],
    amounts: by === 'source' ? evaluator.evaluate(write.amount, sources) : undefined,
    byTarget:
      by === 'target'
        ? amountsOf(evaluator, write, targets, targets.start[groups.from], targets.end[groups.to - 1], kind)
        : undefined,
    byPair: write.ahead ? amountsOfPairs(evaluator, write, targets, sources, answers.groupOf, first, kind) : undefined,
    sums: addsOnly && cells instanceof Float64Array ? cells : undefined,
  };
}

/** Pairs beyond which evaluation source by source takes less memory. */
const mostPairs = 2 ** 16;

/** The amounts for all pairs in writing order; undefined where there are too many. */
function amountsOfPairs(
  evaluator: Evaluator,
  { amount }: WritePlan,
  targets: Writable,
  sources: Rows,
  groupOf: Int32Array,
  first: number,
  kind: number,
): Vector | undefined {
  const { scratch } = evaluator;
  const {
    slots: { [sourceSlot]: of },
    kinds: { [sourceSlot]: sourceKind },
  } = sources;
  if (of === undefined) return undefined;
  if (countPairs(sources.length, targets.start, targets.end, groupOf, first) > mostPairs) return undefined;
  const pairs = sourcePairs(of, sources.length, targets, groupOf, first, scratch);
  return evaluator.evaluate(
    amount,
    rowsOfPairs(amount.free, pairs.sources, pairs.targets, sourceKind, kind, pairs.length),
  );
}

/** Adds all amounts of an answer's sources at once where sums are exact. */
function inSums({ sums, amounts, targets }: Prepared, rows: number, answers: Answers): boolean {
  return (
    sums !== undefined &&
    amounts !== undefined &&
    rows >= 2 * answers.groups &&
    addSums(sums, amounts, rows, answers, targets)
  );
}

/** Writes in one loop where amounts are of the sources alone. */
function inRows(
  { state }: Evaluator,
  { write: { effect }, sums, amounts, targets }: Prepared,
  first: number,
  rows: number,
  { groupOf }: Answers,
): boolean {
  if (amounts === undefined) return false;
  if (sums !== undefined) addRows(sums, amounts, groupOf, first, rows, targets);
  else if (
    writeRows(
      state.cells[effect.column],
      state.model.columns[effect.column],
      effect.modification,
      amounts,
      groupOf,
      first,
      rows,
      targets,
    )
  )
    throw new StrictTurnNeeded();
  return true;
}

function apply(evaluator: Evaluator, prepared: Prepared, row: number, group: number): void {
  const { write, targets, kind, amounts, byTarget, byPair, first, sums } = prepared;
  const {
    effect: { column: index, modification },
  } = write;
  const [from, to] = [targets.start[group], targets.end[group]];
  if (from === to) return;
  const column = evaluator.state.model.columns[index];
  const cells = evaluator.state.cells[index];
  let bad = false;
  if (amounts !== undefined) {
    if (amounts.absence !== undefined && amounts.absence[row] !== 0) return;
    const amount = amounts.numbers[row];
    if (sums !== undefined) addSame(sums, amount, targets.ids, from, to);
    else bad = writeSame(cells, column, modification, amount, targets.ids, from, to);
  } else if (byTarget !== undefined) {
    bad = writeEach(cells, column, modification, byTarget, from - first, targets.ids, from, to);
  } else if (byPair !== undefined) {
    bad = writeEach(cells, column, modification, byPair, prepared.next, targets.ids, from, to);
    prepared.next += to - from;
  } else {
    const mark = evaluator.scratch.mark();
    bad = writeEach(
      cells,
      column,
      modification,
      amountsOf(evaluator, write, targets, from, to, kind),
      0,
      targets.ids,
      from,
      to,
    );
    evaluator.scratch.release(mark);
  }
  if (bad) throw new StrictTurnNeeded();
}

/** For the source in the frame. */
function amountsOf(
  evaluator: Evaluator,
  { effect, amount }: WritePlan,
  { ids }: Writable,
  from: number,
  to: number,
  kind: number,
): Vector {
  const { scratch, state } = evaluator;
  let running: Float64Array | undefined;
  if (amount.runs) {
    const cells = state.cells[effect.column];
    running = scratch.numbers(to - from);
    for (let i = from; i < to; i++) running[i - from] = cells[ids[i]];
  }
  return evaluator.evaluate(amount, rowsOver(targetSlot, ids.subarray(from, to), to - from, kind, running));
}

function writableTargets(
  { state, scratch }: Evaluator,
  { effect }: WritePlan,
  { selection }: RulePlan,
  answers: Answers,
  groups: GroupRange,
): Writable {
  const { kinds } = state.model.columns[effect.column];
  if (selection.conjunctions.every(({ own }) => own.kind !== 0 && kinds[own.kind] === 1)) return answers;
  const kindOf = state.identity.kind;
  const start = scratch.codes(answers.groups);
  const end = scratch.codes(answers.groups);
  const ids = scratch.codes(answers.end[groups.to - 1] - answers.start[groups.from]);
  let used = 0;
  for (let group = groups.from; group < groups.to; group++) {
    start[group] = used;
    for (let i = answers.start[group]; i < answers.end[group]; i++) {
      ids[used] = answers.ids[i];
      used += kinds[kindOf[answers.ids[i]]] === 1 ? 1 : 0;
    }
    end[group] = used;
  }
  return { start, end, ids };
}
