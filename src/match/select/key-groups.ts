import { placeKind } from '../../components/nodes.js';
import { ownersOf } from '../../components/ownership.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Rows, Vector } from '../../eval/columns/rows.js';
import type { Key } from '../keys.js';
import { type Grouper, createGrouper } from '../sets/grouper.js';

/** Rows by what a test takes from them: rows that agree in all keys are one group. */
export interface Groups {
  readonly of: Int32Array;
  readonly count: number;
  /** A row of each group. */
  readonly representatives: Int32Array;
}

export interface KeyGroups {
  /** Groups of rows by one or more keys. Arrays are lent from the evaluator's scratch memory. */
  by(keys: readonly Key[], rows: Rows): Groups;
}

/** Groups rows, the same ones in every call: what one key makes of them is asked once. */
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

/**
 * The factions that objects stand for, as bits of their slots; where there are too many for that, the objects
 * themselves are told apart.
 */
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
