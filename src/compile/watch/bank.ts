import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import { slotCount } from '../frame.js';
import type { Node, Value } from '../node.js';
import type { Term } from '../plan/term.js';
import { type TermBook, termOf } from '../plan/term-book.js';
import type { LeafGroup } from './split.js';
import type { Truths } from './truths.js';

/** Leaves of one shape: their operands as columns, and those that are to be asked again. */
export interface Bank {
  readonly group: LeafGroup;
  /** Ids by slot, by leaf. */
  readonly ids: readonly Int32Array[];
  /** All of its leaves are to be asked again. */
  soil(): void;
  /** A leaf is to be asked again, by its place in the group. */
  soilOne(leaf: number): void;
  readonly isSoiled: boolean;
  /** Asks again what is to be. */
  ask(truths: Truths): void;
}

/** What is compared with the numbers of leaves that differ in nothing else, in the order of which they then are. */
export function comparedWithNumbers({ op, args }: Node): Node | undefined {
  return op === 'compare' && args[1].op === 'running' ? args[0] : undefined;
}

/** Below so many leaves the interpreter asks each by itself. */
const fewLeaves = 6;

export function createBank(group: LeafGroup, evaluator: Evaluator, book: TermBook): Bank {
  const { count, start, shape, numbers } = group;
  const term: Term = termOf(book, shape);
  const ids = group.roles.map(() => new Int32Array(count));
  const isNoted = new Uint8Array(count);
  const noted = new Int32Array(count);
  let notedCount = 0;
  let isAll = true;
  const all = rowsOf(ids, numbers, count);
  const threshold = ids.length === 0 ? comparedWithNumbers(shape) : undefined;
  /** What the numbers were last compared with, where that is the same for all. */
  let standing: Value;
  return { group, ids, soil, soilOne, get isSoiled() { return isAll || notedCount > 0; }, ask };

  function soil(): void {
    isAll = true;
  }

  function soilOne(leaf: number): void {
    if (isAll || isNoted[leaf] === 1) return;
    isNoted[leaf] = 1;
    noted[notedCount++] = leaf;
  }

  function ask(truths: Truths): void {
    for (let i = 0; i < notedCount; i++) isNoted[noted[i]] = 0;
    if (!isAll && notedCount * 4 <= count) {
      if (notedCount < fewLeaves) askEach(truths, notedCount, noted);
      else askSome(truths);
    } else if (threshold === undefined || !askBetween(truths, threshold)) {
      askAll(truths);
    }
    notedCount = 0;
    isAll = false;
  }

  function askAll({ parts, turnOver }: Truths): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const { codes, absence } = evaluator.evaluate(term, all);
    if (absence === undefined) {
      for (let leaf = 0; leaf < count; leaf++) if (codes[leaf] !== parts[start + leaf]) turnOver(start + leaf);
    } else {
      for (let leaf = 0; leaf < count; leaf++) if ((absence[leaf] === 0 ? codes[leaf] : 0) !== parts[start + leaf]) turnOver(start + leaf);
    }
    scratch.release(mark);
  }

  function askSome({ parts, turnOver }: Truths): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const taken = ids.map((column) => gathered(column, scratch.codes(notedCount)));
    const values = gathered(numbers, scratch.numbers(notedCount));
    const { codes, absence } = evaluator.evaluate(term, rowsOf(taken, values, notedCount));
    for (let i = 0; i < notedCount; i++) if ((absence === undefined || absence[i] === 0 ? codes[i] : 0) !== parts[start + noted[i]]) turnOver(start + noted[i]);
    scratch.release(mark);
  }

  function gathered<Column extends Int32Array | Float64Array>(from: Column, into: Column): Column {
    for (let i = 0; i < notedCount; i++) into[i] = from[noted[i]];
    return into;
  }

  function askEach({ parts, turnOver }: Truths, many: number, leaves: Int32Array): void {
    const { frame } = evaluator;
    for (let i = 0; i < many; i++) {
      const leaf = leaves[i];
      for (let slot = 0; slot < ids.length; slot++) frame.slots[slot] = ids[slot][leaf];
      frame.value = numbers[leaf];
      if ((frame.evaluate(shape) === 1 ? 1 : 0) !== parts[start + leaf]) turnOver(start + leaf);
    }
  }

  /** Asks the leaves whose number the value has passed or come to since it was last compared; false where that is not known, or where they are not much fewer than all. */
  function askBetween(truths: Truths, compared: Node): boolean {
    const before = standing;
    const now = standing = evaluator.frame.evaluate(compared);
    if (!isNumber(before) || !isNumber(now)) return false;
    const first = firstAtLeast(numbers, Math.min(before, now));
    let many = 0;
    for (let leaf = first; leaf < count && numbers[leaf] <= Math.max(before, now); leaf++) {
      if (many * 4 > count) return false;
      noted[many++] = leaf;
    }
    if (many > 0) askEach(truths, many, noted);
    return true;
  }
}

function isNumber(value: Value): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** The first of some ascending numbers that is not below another. */
function firstAtLeast(numbers: Float64Array, least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Slots behind those of the roles are not looked at. */
function rowsOf(ids: readonly Int32Array[], numbers: Float64Array, length: number): Rows {
  return { length, slots: ids, kinds: ids.map(() => 0), running: numbers, varying: (1 << Math.min(ids.length, slotCount)) - 1 };
}

