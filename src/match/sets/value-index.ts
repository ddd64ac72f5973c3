import { roomyCodes } from '../../indexes/room.js';
import type { Vector } from '../../eval/columns/vector.js';
import { type MaskedPositions, keepMasked } from '../../indexes/masked-positions.js';
import type { OwnSet } from './own-sets.js';
import { laneGraph } from '../../components/lanes.js';
import { placeKind } from '../../components/nodes.js';
import type { WorldState } from '../../components/state.js';

/**
 * Positions in an own set by a code that each has: those of a code lie side by side, ascending. Codes are ids, words,
 * kinds or classes: whole numbers from 0 on.
 */
export interface Partition {
  /**
   * By code, where its positions begin and end: the same for a code that no position has. Neither array need be as long
   * as codes are large.
   */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly positions: Int32Array;
  /** The codes that there are, each once, as many as `count`. */
  readonly codes: Int32Array;
  readonly count: number;
}

/**
 * Sorts positions by code; those with code −1 are left out. `before`: one that is needed no longer, whose memory is
 * used again. However large codes are, no more of them are looked at than positions have, now and before.
 */
export function sortByCode(codes: Int32Array, length: number, before?: Partition): Partition {
  const limit = largest(codes, length) + 1;
  const isRoomy = before !== undefined && before.start.length >= limit;
  const start = isRoomy ? before.start : roomyCodes(undefined, limit);
  const end = isRoomy ? before.end : roomyCodes(undefined, limit);
  if (isRoomy) forget(before);
  const positions = roomyCodes(before?.positions, length);
  const distinct = roomyCodes(before?.codes, length);
  // Counted downward, so that a code that has no place yet can be told from one that has.
  for (let i = 0; i < length; i++) if (codes[i] >= 0) start[codes[i]]--;
  let count = 0;
  let next = 0;
  for (let i = 0; i < length; i++) {
    const code = codes[i];
    if (code < 0) continue;
    if (start[code] < 0) {
      const from = next;
      next -= start[code];
      start[code] = end[code] = from;
      distinct[count++] = code;
    }
    positions[end[code]++] = i;
  }
  return { start, end, positions, codes: distinct, count };
}

function forget({ start, end, codes, count }: Partition): void {
  for (let i = 0; i < count; i++) start[codes[i]] = end[codes[i]] = 0;
}

function largest(codes: Int32Array, length: number): number {
  let most = -1;
  for (let i = 0; i < length; i++) most = codes[i] > most ? codes[i] : most;
  return most;
}

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

/**
 * Positions of an own set by the node that each is at. What is on a lane is apart, with its ends; what is at neither is
 * left out: no path leads there.
 */
export interface NodeGroups {
  readonly atNode: Partition;
  /**
   * By position: the place of its node among the nodes of the lane graph; one more than the last where it is at none.
   */
  readonly nodePlace: Int32Array;
  readonly onLanes: Int32Array;
  /** Of those on lanes: the places of the ends of each lane. */
  readonly ends: Int32Array;
  readonly otherEnds: Int32Array;
}

export function nodeGroupsOf(state: WorldState, set: OwnSet): NodeGroups {
  const { place, parent, end, otherEnd } = state;
  const { ids, length } = set;
  const {
    placeOf,
    nodes: { length: nowhere },
  } = laneGraph(state);
  const nodes = new Int32Array(length);
  const nodePlace = new Int32Array(length);
  const onLanes: number[] = [];
  const ends: number[] = [];
  const otherEnds: number[] = [];
  for (let position = 0; position < length; position++) {
    let holder = ids[position];
    while (holder !== 0 && place[holder] === placeKind.inherited) holder = parent[holder];
    const isAtNode = holder !== 0 && place[holder] === placeKind.node;
    nodes[position] = isAtNode ? end[holder] : -1;
    nodePlace[position] = isAtNode ? placeOf[end[holder]] : nowhere;
    if (holder === 0 || place[holder] !== placeKind.lane) continue;
    onLanes.push(position);
    ends.push(placeOf[end[holder]]);
    otherEnds.push(placeOf[otherEnd[holder]]);
  }
  return {
    atNode: sortByCode(nodes, length),
    nodePlace,
    onLanes: Int32Array.from(onLanes),
    ends: Int32Array.from(ends),
    otherEnds: Int32Array.from(otherEnds),
  };
}
