import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Rows, Vector } from '../../eval/columns/rows.js';
import { isAbsent } from '../../eval/operation.js';
import type { Term } from '../../eval/term.js';
import { placeKind } from '../../components/place-kind.js';
import { ownersOf } from '../../components/ownership.js';
import type { Key } from '../keys.js';

/**
 * Result of a selection: for each outer row the number of its answer, and the answers' ids. Rows with equal keys share
 * an answer. The arrays are reused by the next selection.
 */
export interface Answers {
  /** By row; −1: nobody. */
  groupOf: Int32Array;
  /** By answer: range of its ids. */
  start: Int32Array;
  end: Int32Array;
  ids: Int32Array;
  groups: number;
  ordered: boolean;
}

export function createAnswers(): Answers {
  return {
    groupOf: new Int32Array(64),
    start: new Int32Array(64),
    end: new Int32Array(64),
    ids: new Int32Array(1024),
    groups: 0,
    ordered: true,
  };
}

/** Rows begin without answers. */
export function beginAnswers(answers: Answers, rows: number): void {
  if (answers.groupOf.length < rows) answers.groupOf = new Int32Array(2 * rows);
  answers.groupOf.fill(-1, 0, rows);
  answers.groups = 0;
  answers.ordered = true;
}

export function reserveIds(answers: Answers, used: number, more: number): void {
  if (answers.ids.length >= used + more) return;
  const larger = new Int32Array(Math.max(used + more, 2 * answers.ids.length));
  larger.set(answers.ids.subarray(0, used));
  answers.ids = larger;
}

/** Adds an answer with ids from `start` to `end`; returns its number. */
export function addAnswer(answers: Answers, start: number, end: number): number {
  const group = answers.groups++;
  if (group >= answers.start.length) {
    answers.start = grown(answers.start);
    answers.end = grown(answers.end);
  }
  answers.start[group] = start;
  answers.end[group] = end;
  return group;
}

function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

export function orderAnswers(answers: Answers): void {
  if (answers.ordered) return;
  for (let group = 0; group < answers.groups; group++) {
    if (answers.end[group] - answers.start[group] > 1)
      answers.ids.subarray(answers.start[group], answers.end[group]).sort();
  }
  answers.ordered = true;
}

export interface RowValues {
  /** NaN where the value is absent. */
  at(row: number): number;
}

export const noValue = NaN;

/** Values of a term in all rows, lent from scratch memory. */
export function rowValues(evaluator: Evaluator, term: Term, rows: Rows): RowValues {
  const one = evaluator.uniform(term, rows);
  if (typeof one !== 'symbol') return { at: () => (isAbsent(one) ? noValue : one) };
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const values = term.type.name === 'number' ? numbers : codes;
  return { at: (row) => (absence !== undefined && absence[row] !== 0 ? noValue : values[row]) };
}

/** Codes of a term that is no number in all rows, −1 where absent; lent too. */
export function rowCodes(evaluator: Evaluator, term: Term, rows: Rows): Int32Array {
  const { length } = rows;
  const into = evaluator.scratch.codes(length);
  const { codes, absence } = evaluator.evaluate(term, rows);
  if (absence === undefined) for (let row = 0; row < length; row++) into[row] = codes[row];
  else for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? codes[row] : -1;
  return into;
}

/** Rows by what a test takes from them: one group for rows that agree in all keys. */
export interface Groups {
  readonly of: Int32Array;
  readonly count: number;
  readonly representatives: Int32Array;
}

export interface KeyGroups {
  /** Groups rows by keys. Arrays are lent from scratch memory. */
  by(keys: readonly Key[], rows: Rows): Groups;
}

/** Groups the same rows in every call; groups of single keys are cached. */
export function createKeyGroups(evaluator: Evaluator): () => KeyGroups {
  const grouper = createGrouper();
  return () => groupsOf(evaluator, grouper, new Map());
}

function groupsOf(evaluator: Evaluator, grouper: Grouper, known: Map<string, Groups>): KeyGroups {
  return {
    by(keys, rows) {
      if (keys.length === 0 || rows.length === 1) return together(evaluator, rows.length);
      let groups: Groups | undefined;
      for (const key of keys) {
        let single = known.get(key.text);
        if (single === undefined) known.set(key.text, (single = groupsOfKey(evaluator, grouper, key, rows)));
        groups = groups === undefined ? single : combined(evaluator, grouper, groups, single, rows.length);
      }
      return groups ?? together(evaluator, rows.length);
    },
  };
}

function together({ scratch }: Evaluator, length: number): Groups {
  const of = scratch.codes(length);
  of.fill(0, 0, length);
  const representatives = scratch.codes(1);
  representatives[0] = 0;
  return { of, count: 1, representatives };
}

function combined({ scratch }: Evaluator, grouper: Grouper, a: Groups, b: Groups, length: number): Groups {
  if (a.count === 1) return b;
  if (b.count === 1) return a;
  return grouped(scratch.codes(length), scratch.codes(length), grouper, a.of, b.of, length);
}

function grouped(
  of: Int32Array,
  representatives: Int32Array,
  grouper: Grouper,
  first: Int32Array,
  second: Int32Array,
  length: number,
): Groups {
  return { of, representatives, count: grouper.group(first, second, length, of, representatives) };
}

function groupsOfKey(evaluator: Evaluator, grouper: Grouper, key: Key, rows: Rows): Groups {
  const { scratch } = evaluator;
  const { length } = rows;
  const first = scratch.codes(length);
  const second = scratch.codes(length);
  if (key.of === 'slot') {
    const ids = rows.slots[key.slot];
    if (ids === undefined) return together(evaluator, length);
    return grouped(scratch.codes(length), scratch.codes(length), grouper, ids, ids, length);
  }
  if ((key.term.free & rows.varying) === 0 && !key.term.runs) return together(evaluator, length);
  const vector = evaluator.evaluate(key.term, rows);
  const isNumber = key.term.type.name === 'number';
  if (isNumber) splitNumbers(vector.numbers, length, first, second);
  else first.set(vector.codes.subarray(0, length));
  if (key.lens === 'place') toHolders(evaluator, vector, length, first);
  if (key.lens === 'factions') toFactions(evaluator, vector, length, first);
  if (!isNumber) second.fill(0, 0, length);
  const { absence } = vector;
  if (absence === undefined)
    return grouped(scratch.codes(length), scratch.codes(length), grouper, first, second, length);
  for (let i = 0; i < length; i++) if (absence[i] !== 0) first[i] = second[i] = 0;
  const values = grouped(scratch.codes(length), scratch.codes(length), grouper, first, second, length);
  for (let i = 0; i < length; i++) first[i] = absence[i];
  return grouped(scratch.codes(length), scratch.codes(length), grouper, values.of, first, length);
}

/** Equal bits are equal numbers; −0 and 0 stay apart. */
function splitNumbers(numbers: Float64Array, length: number, first: Int32Array, second: Int32Array): void {
  const words = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * length);
  for (let i = 0; i < length; i++) {
    first[i] = words[2 * i];
    second[i] = words[2 * i + 1];
  }
}

function toHolders({ state }: Evaluator, { codes, absence }: Vector, length: number, into: Int32Array): void {
  const { place, parent } = state;
  for (let i = 0; i < length; i++) {
    let at = absence !== undefined && absence[i] !== 0 ? 0 : codes[i];
    while (at !== 0 && place[at] === placeKind.inherited) at = parent[at];
    into[i] = at;
  }
}

/** The factions of objects as bits of their slots; with too many factions, the objects themselves. */
function toFactions({ state, indexes }: Evaluator, { codes, absence }: Vector, length: number, into: Int32Array): void {
  if (state.factionEntity.length > 32) return;
  const masks = indexes.factions();
  for (let i = 0; i < length; i++) {
    if (absence !== undefined && absence[i] !== 0) into[i] = 0;
    else into[i] = masks === undefined ? maskOf(ownersOf(state, codes[i]), state.faction) : masks[codes[i]];
  }
}

function maskOf(factions: readonly number[], slots: Uint8Array): number {
  return factions.reduce((mask, faction) => mask | (1 << slots[faction]), 0);
}

/**
 * Numbers rows by equal keys, in the order of first rows. A hash table over row numbers: keys are compared in their
 * arrays, so nothing is boxed, and nothing allocated once the table has its size.
 */
interface Grouper {
  /**
   * Writes the number of row i to `groups[i]` and the first row of group g to `representatives[g]`; returns the number
   * of groups.
   */
  group(first: Int32Array, second: Int32Array, length: number, groups: Int32Array, representatives: Int32Array): number;
}

function createGrouper(): Grouper {
  let table = new Int32Array(64);
  let mask = 63;
  return {
    group(first, second, length, groups, representatives) {
      if (table.length < 2 * length) {
        table = new Int32Array(2 ** (33 - Math.clz32(Math.max(1, length - 1))));
        mask = table.length - 1;
      } else {
        table.fill(0);
      }
      let count = 0;
      for (let i = 0; i < length; i++) {
        const a = first[i];
        const b = second[i];
        let at = hash(a, b) & mask;
        let known = table[at];
        while (known !== 0) {
          const row = representatives[known - 1];
          if (first[row] === a && second[row] === b) break;
          at = (at + 1) & mask;
          known = table[at];
        }
        if (known === 0) {
          representatives[count] = i;
          known = ++count;
          table[at] = known;
        }
        groups[i] = known - 1;
      }
      return count;
    },
  };
}

function hash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
