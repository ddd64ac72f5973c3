import type { Vector } from '../../eval/columns/rows.js';
import { type MaskedPositions, keepMasked } from '../../indexes/masked-positions.js';
import type { OwnSet } from './own-sets.js';
import { type Partition, sortByCode } from './partition.js';

/** Positions in an own set by a code that each has: a word, a kind, a class or an id. */
export interface ValueIndex {
  /** By position, −1 where there is none. */
  readonly codes: Int32Array;
  readonly length: number;
  /** How often all positions were looked at. */
  looks: number;
  /** Undefined as long as looks are few, and for a small set: that is less than to sort it by codes of any size. */
  partition: Partition | undefined;
  /** The partition of an index that was made again as this one: memory for the next. */
  readonly spare: Partition | undefined;
}

const mostLooks = 3;
const smallSet = 32;

export function valueIndexOf(set: OwnSet, { codes, absence }: Vector, before: ValueIndex | undefined): ValueIndex {
  const { length } = set;
  const own =
    before !== undefined && before.codes.length >= length ? before.codes : new Int32Array(length + (length >>> 1));
  if (absence === undefined) for (let i = 0; i < length; i++) own[i] = codes[i];
  else for (let i = 0; i < length; i++) own[i] = absence[i] === 0 ? codes[i] : -1;
  return { codes: own, length, looks: 0, partition: undefined, spare: before?.partition ?? before?.spare };
}

/** The positions sorted by code. */
export function sortedPositions(index: ValueIndex): Partition {
  return (index.partition ??= sortByCode(index.codes, index.length, index.spare));
}

/** Writes to `into` the positions that have a code, and of these only `some` where they are given; returns how many. */
export function positionsOf(
  index: ValueIndex,
  code: number,
  some: MaskedPositions | undefined,
  into: Int32Array,
): number {
  if (code < 0) return 0;
  const { codes, length } = index;
  if (index.partition !== undefined || (length > smallSet && index.looks++ >= mostLooks)) {
    const { positions, start, end } = sortedPositions(index);
    return code >= start.length ? 0 : gather(positions, start[code], end[code], some, into, 0);
  }
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = i;
    count += codes[i] === code ? 1 : 0;
  }
  return some === undefined ? count : keepMasked(into, count, some);
}

/**
 * Writes positions from one place to another behind `at`, and of these only `some` where they are given; returns where
 * they end.
 */
export function gather(
  positions: Int32Array,
  from: number,
  to: number,
  some: MaskedPositions | undefined,
  into: Int32Array,
  at: number,
): number {
  let count = at;
  if (some === undefined) {
    for (let i = from; i < to; i++) into[count++] = positions[i];
    return count;
  }
  const { words, bit } = some;
  for (let i = from; i < to; i++) {
    const position = positions[i];
    into[count] = position;
    count += (words[position] >>> bit) & 1;
  }
  return count;
}
