import { enlarged } from '../../kernel/enlarged.js';
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
  answers.ids = enlarged(answers.ids.subarray(0, used), Math.max(used + more, 2 * answers.ids.length));
}

/** Adds an answer with ids from `start` to `end`; returns its number. */
export function addAnswer(answers: Answers, start: number, end: number): number {
  const group = answers.groups++;
  if (group >= answers.start.length) {
    answers.start = enlarged(answers.start, 2 * group);
    answers.end = enlarged(answers.end, 2 * group);
  }
  answers.start[group] = start;
  answers.end[group] = end;
  return group;
}

/** Adds what one conjunction finds for a group and the union lacks; returns the union's end. */
export function addUnion(
  { groupOf, start, end: ends, ids }: Answers,
  row: number,
  met: Uint8Array,
  into: Answers,
  from: number,
): number {
  const group = groupOf[row];
  if (group < 0) return from;
  reserveIds(into, from, ends[group] - start[group]);
  let end = from;
  for (let i = start[group]; i < ends[group]; i++) {
    const id = ids[i];
    if (met[id] === 1) continue;
    met[id] = 1;
    into.ids[end++] = id;
  }
  return end;
}

export function orderAnswers(answers: Answers): void {
  if (answers.ordered) return;
  for (let group = 0; group < answers.groups; group++) {
    if (answers.end[group] - answers.start[group] > 1)
      answers.ids.subarray(answers.start[group], answers.end[group]).sort();
  }
  answers.ordered = true;
}

/** By row; NaN where the value is absent. */
export type RowValues = (row: number) => number;

export const noValue = NaN;

/** Lent from scratch memory. */
export function rowValues(evaluator: Evaluator, term: Term, rows: Rows): RowValues {
  const one = evaluator.uniform(term, rows);
  if (typeof one !== 'symbol') return () => (isAbsent(one) ? noValue : one);
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const values = term.type.name === 'number' ? numbers : codes;
  return (row) => (absence !== undefined && absence[row] !== 0 ? noValue : values[row]);
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

/** Arrays are lent from scratch memory. */
export type GroupRows = (keys: readonly Key[], rows: Rows) => Groups;

/** Each group function serves one set of rows: groups of single keys are cached. */
export function createKeyGroups(evaluator: Evaluator): () => GroupRows {
  const group = createGrouper(evaluator);
  return () => {
    const known = new Map<string, Groups>();
    return (keys, rows) => {
      if (keys.length === 0 || rows.length === 1) return together(evaluator, rows.length);
      let groups: Groups | undefined;
      for (const key of keys) {
        let single = known.get(key.text);
        if (single === undefined) known.set(key.text, (single = groupsOfKey(evaluator, group, key, rows)));
        groups = groups === undefined ? single : combined(group, groups, single, rows.length);
      }
      return groups ?? together(evaluator, rows.length);
    };
  };
}

function together({ scratch }: Evaluator, length: number): Groups {
  const of = scratch.codes(length);
  of.fill(0, 0, length);
  const representatives = scratch.codes(1);
  representatives[0] = 0;
  return { of, count: 1, representatives };
}

function combined(group: Grouper, a: Groups, b: Groups, length: number): Groups {
  if (a.count === 1) return b;
  return b.count === 1 ? a : group(a.of, b.of, length);
}

function groupsOfKey(evaluator: Evaluator, group: Grouper, key: Key, rows: Rows): Groups {
  const { scratch } = evaluator;
  const { length } = rows;
  const first = scratch.codes(length);
  const second = scratch.codes(length);
  if (key.of === 'slot') {
    const ids = rows.slots[key.slot];
    return ids === undefined ? together(evaluator, length) : group(ids, ids, length);
  }
  if ((key.term.free & rows.varying) === 0 && !key.term.runs) return together(evaluator, length);
  const vector = evaluator.evaluate(key.term, rows);
  const isNumber = key.term.type.name === 'number';
  if (isNumber) splitNumbers(vector.numbers, length, first, second);
  else first.set(vector.codes.subarray(0, length));
  if (key.projection === 'place') toHolders(evaluator, vector, length, first);
  if (key.projection === 'factions') toFactions(evaluator, vector, length, first);
  if (!isNumber) second.fill(0, 0, length);
  const { absence } = vector;
  if (absence === undefined) return group(first, second, length);
  for (let i = 0; i < length; i++) if (absence[i] !== 0) first[i] = second[i] = 0;
  const values = group(first, second, length);
  for (let i = 0; i < length; i++) first[i] = absence[i];
  return group(values.of, first, length);
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

type Grouper = (first: Int32Array, second: Int32Array, length: number) => Groups;

/**
 * Numbers groups in the order of first rows. A hash table over row numbers: keys are compared in their arrays, so
 * nothing is boxed or, at full size, allocated.
 */
function createGrouper({ scratch }: Evaluator): Grouper {
  let table = new Int32Array(64);
  let mask = 63;
  return (first, second, length) => {
    const of = scratch.codes(length);
    const representatives = scratch.codes(length);
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
      of[i] = known - 1;
    }
    return { of, count, representatives };
  };
}

function hash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
