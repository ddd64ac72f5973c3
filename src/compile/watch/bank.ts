import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import { slotCount } from '../frame.js';
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
    if (isAll || notedCount * 4 > count) askAll(truths);
    else if (notedCount < fewLeaves) askEach(truths);
    else askSome(truths);
    notedCount = 0;
    isAll = false;
  }

  function askAll(truths: Truths): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const { codes, absence } = evaluator.evaluate(term, all);
    for (let leaf = 0; leaf < count; leaf++) truths.set(start + leaf, codes[leaf] === 1 && (absence === undefined || absence[leaf] === 0));
    scratch.release(mark);
  }

  function askSome(truths: Truths): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    const taken = ids.map((column) => gathered(column, scratch.codes(notedCount)));
    const values = gathered(numbers, scratch.numbers(notedCount));
    const { codes, absence } = evaluator.evaluate(term, rowsOf(taken, values, notedCount));
    for (let i = 0; i < notedCount; i++) truths.set(start + noted[i], codes[i] === 1 && (absence === undefined || absence[i] === 0));
    scratch.release(mark);
  }

  function gathered<Column extends Int32Array | Float64Array>(from: Column, into: Column): Column {
    for (let i = 0; i < notedCount; i++) into[i] = from[noted[i]];
    return into;
  }

  function askEach(truths: Truths): void {
    const { frame } = evaluator;
    for (let i = 0; i < notedCount; i++) {
      const leaf = noted[i];
      for (let slot = 0; slot < ids.length; slot++) frame.slots[slot] = ids[slot][leaf];
      frame.value = numbers[leaf];
      truths.set(start + leaf, frame.evaluate(shape) === 1);
    }
  }
}

/** Slots behind those of the roles are not looked at. */
function rowsOf(ids: readonly Int32Array[], numbers: Float64Array, length: number): Rows {
  return { length, slots: ids, kinds: ids.map(() => 0), running: numbers, varying: (1 << Math.min(ids.length, slotCount)) - 1 };
}

