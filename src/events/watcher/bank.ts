import { running } from '../../eval/ops/time.js';
import { asComparison, isOf } from '../../eval/node-shape.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Rows } from '../../eval/columns/rows.js';
import type { Node } from '../../ir/node.js';
import type { Term } from '../../eval/term.js';
import { type TermBook, termOf } from '../../eval/term-book.js';
import { gatheredCodes, gatheredNumbers } from '../../indexes/scratch.js';
import type { LeafGroup, Truths } from './split.js';

export type Bank = ReturnType<typeof createBank>;

/** Fewer leaves are interpreted one by one. */
const fewLeaves = 6;
/** If a greater part is dirty, all are recomputed. */
const mostOfThem = 4;

/** Leaves of one shape: operands as columns, and which are dirty. */
export function createBank(group: LeafGroup, evaluator: Evaluator, book: TermBook) {
  const { count, shape, numbers } = group;
  const ids = group.roles.map(() => new Int32Array(count));
  const recompute = createRecomputing(group, ids, evaluator, termOf(book, shape));
  const isNoted = new Uint8Array(count);
  const noted = new Int32Array(count);
  let notedCount = 0;
  let isAll = true;
  const compared = ids.length <= 1 ? comparedWithNumbers(shape) : undefined;
  const standings = compared === undefined ? undefined : createStandings(compared, ids, evaluator);
  /** Ends of noted runs in turn. */
  const runs: number[] = [];
  const orders = ordersOf(group);
  return {
    group,
    /** Ids by slot, by leaf. */
    ids,
    /** By slot: its leaves by role; undefined for slot 0, by which they are sorted. */
    orders,
    /** By slot, by stamp: 1 where leaves read it of the object in the slot. */
    looks: group.looks.own.map((own) => stampSet(own, evaluator.state.stamps.values.length)),
    invalidate,
    invalidateRange,
    isDirty: () => isAll || notedCount > 0 || runs.length > 0,
    refresh,
  };

  function invalidate(): void {
    if (ids.length === 0 && standings?.isEmpty() === false) noteRun(0, count);
    else isAll = true;
  }

  /** The leaves of one role in a slot are dirty: a range (end exclusive) of the order of the slot. */
  function invalidateRange(slot: number, from: number, to: number): void {
    if (isAll) return;
    if (standings !== undefined && to - from > 1) {
      noteRun(from, to);
      return;
    }
    const order = orders[slot];
    for (let at = from; at < to; at++) note(order === undefined ? at : order[at]);
  }

  function noteRun(from: number, to: number): void {
    for (let i = 0; i < runs.length; i += 2) if (runs[i] === from) return;
    runs.push(from, to);
  }

  function note(leaf: number): void {
    if (isNoted[leaf] === 1) return;
    isNoted[leaf] = 1;
    noted[notedCount++] = leaf;
  }

  function refresh(truths: Truths): void {
    if (!isAll) for (let i = 0; i < runs.length; i += 2) noteBetween(runs[i], runs[i + 1]);
    runs.length = 0;
    for (let i = 0; i < notedCount; i++) isNoted[noted[i]] = 0;
    if (isAll) standings?.forget();
    if (isAll || notedCount * mostOfThem > count) recompute.all(truths);
    else if (notedCount < fewLeaves) recompute.each(truths, noted, notedCount);
    else recompute.some(truths, noted, notedCount);
    notedCount = 0;
    isAll = false;
  }

  function noteBetween(from: number, to: number): void {
    const before = standings?.of(from);
    const now = standings?.renew(from);
    if (before === undefined || now === undefined) {
      for (let leaf = from; leaf < to; leaf++) note(leaf);
      return;
    }
    const most = Math.max(before, now);
    for (let leaf = firstAtLeast(numbers, Math.min(before, now), from, to); leaf < to && numbers[leaf] <= most; leaf++)
      note(leaf);
  }
}

function createRecomputing(
  { count, start, shape, numbers }: LeafGroup,
  ids: readonly Int32Array[],
  evaluator: Evaluator,
  term: Term,
) {
  const rows = rowsOf(ids, numbers, count);
  return { all, some, each };

  function all(truths: Truths): void {
    compare(truths, rows, undefined);
  }

  function some(truths: Truths, noted: Int32Array, notedCount: number): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const taken = ids.map((column) => gatheredCodes(column, noted, notedCount, scratch));
    const values = gatheredNumbers(numbers, noted, notedCount, scratch);
    compare(truths, rowsOf(taken, values, notedCount), noted);
    scratch.release(mark);
  }

  /** `noted`: the leaves in the rows; undefined: all. */
  function compare({ parts, turnOver }: Truths, asked: Rows, noted: Int32Array | undefined): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const { codes, absence } = evaluator.evaluate(term, asked);
    for (let i = 0; i < asked.length; i++) {
      const part = start + (noted === undefined ? i : noted[i]);
      if ((absence === undefined || absence[i] === 0 ? codes[i] : 0) !== parts[part]) turnOver(part);
    }
    scratch.release(mark);
  }

  function each({ parts, turnOver }: Truths, noted: Int32Array, notedCount: number): void {
    const { frame } = evaluator;
    for (let i = 0; i < notedCount; i++) {
      const leaf = noted[i];
      for (let slot = 0; slot < ids.length; slot++) frame.slots[slot] = ids[slot][leaf];
      frame.value = numbers[leaf];
      if ((frame.evaluate(shape) === 1 ? 1 : 0) !== parts[start + leaf]) turnOver(start + leaf);
    }
  }
}

/**
 * Of leaves that compare a value with numbers, only those change whose number the value passes or reaches. By start of
 * a run of such leaves, the value when last computed.
 */
function createStandings(compared: Node, ids: readonly Int32Array[], evaluator: Evaluator) {
  const values = new Map<number, number>();
  return {
    isEmpty: () => values.size === 0,
    of: (from: number) => values.get(from),
    renew,
    /** Values are unknown after all leaves were computed; the single run of all leaves is renewed at once. */
    forget() {
      values.clear();
      if (ids.length === 0) renew(0);
    },
  };

  /** Computes and keeps what a run compares; undefined where that is no number. */
  function renew(from: number): number | undefined {
    const { frame } = evaluator;
    if (ids.length > 0) frame.slots[0] = ids[0][from];
    const value = frame.evaluate(compared);
    if (typeof value === 'number' && !Number.isNaN(value)) {
      values.set(from, value);
      return value;
    }
    values.delete(from);
    return undefined;
  }
}

function stampSet(stamps: ReadonlySet<number>, size: number): Uint8Array {
  const set = new Uint8Array(size);
  for (const stamp of stamps) set[stamp] = 1;
  return set;
}

function comparedWithNumbers(shape: Node): Node | undefined {
  const compared = asComparison(shape);
  return compared !== undefined && isOf(compared.right, running) ? compared.left : undefined;
}

function ordersOf({ roles, count }: LeafGroup): readonly (Int32Array | undefined)[] {
  return roles.map((named, slot) =>
    slot === 0
      ? undefined
      : Int32Array.from({ length: count }, (_, leaf) => leaf).sort((a, b) => named[a] - named[b] || a - b),
  );
}

function rowsOf(ids: readonly Int32Array[], numbers: Float64Array, length: number): Rows {
  return { length, slots: ids, kinds: ids.map(() => 0), running: numbers, varying: (1 << ids.length) - 1 };
}
