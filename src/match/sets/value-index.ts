import { roomyCodes, type MaskedPositions, keepMasked } from '../../indexes/scratch.js';
import type { Vector } from '../../eval/columns/rows.js';
import type { OwnSet } from './own-sets.js';
import { laneGraph } from '../../components/lanes.js';
import { placeKind } from '../../components/place-kind.js';
import type { WorldState } from '../../components/state.js';

/**
 * Positions in an own set by code: those of a code are adjacent, ascending. Codes are ids, words, kinds or classes:
 * whole numbers from 0.
 */
export interface Partition {
  /** By code, range of its positions: empty for a code without any. The arrays may be shorter than the largest code. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly positions: Int32Array;
  /** The `count` distinct codes. */
  readonly codes: Int32Array;
  readonly count: number;
}

/**
 * Sorts positions by code, without those of code −1. `before`: an obsolete partition whose memory is reused. However
 * large codes are, at most as many are looked at as positions have, now and before.
 */
export function sortByCode(codes: Int32Array, length: number, before?: Partition): Partition {
  const limit = largest(codes, length) + 1;
  const isRoomy = before !== undefined && before.start.length >= limit;
  const start = isRoomy ? before.start : roomyCodes(undefined, limit);
  const end = isRoomy ? before.end : roomyCodes(undefined, limit);
  if (isRoomy) forget(before);
  const positions = roomyCodes(before?.positions, length);
  const distinct = roomyCodes(before?.codes, length);
  // Counted downward, to distinguish codes that have no place yet.
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

/** Positions in an own set by a code: a word, a kind, a class or an id. */
export interface ValueIndex {
  /** By position; −1: none. */
  readonly codes: Int32Array;
  readonly length: number;
  looks: number;
  /** Undefined after few scans and for a small set, for which sorting by codes of any size costs more. */
  partition: Partition | undefined;
  /** The partition of a predecessor: memory for the next. */
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

export function sortedPositions(index: ValueIndex): Partition {
  return (index.partition ??= sortByCode(index.codes, index.length, index.spare));
}

/** Writes to `into` the positions with a code, restricted to `some` if given; returns how many. */
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

/** Appends positions `from` to before `to`, restricted to `some` if given, at `at`; returns the end. */
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

/** Positions of an own set by node. Those on lanes are separate, with the lane's ends; no path leads to others. */
export interface NodeGroups {
  readonly atNode: Partition;
  /** By position: place of its node in the lane graph; one past the last where it is at none. */
  readonly nodePlace: Int32Array;
  readonly onLanes: Int32Array;
  /** Of those on lanes: places of the lane's ends. */
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
