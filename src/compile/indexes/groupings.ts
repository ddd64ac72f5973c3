import type { WorldState } from '../../components/world-state.js';
import type { Grouping, IdList } from './indexes.js';
import { roomyCodes } from './kept-index.js';

/** Counting sorts: members are met in ascending order twice, to be counted and to be placed, so every list is ascending. */

/** Members by what they are attached to. */
export function groupByParent(state: WorldState, members: IdList, before?: Grouping): Grouping {
  return groupByKey(state, state.parent, members, before);
}

/** Members by the object whose id a key gives of each, by id; key 0: by none. */
export function groupByKey(state: WorldState, keys: Int32Array, members: IdList, before?: Grouping): Grouping {
  const start = clearedStart(state.identity.kind.length, before);
  countKeys(keys, members, start);
  const ids = roomyCodes(before?.ids, sumCounts(start, state.identity.kind.length));
  placeByKey(keys, members, start, ids);
  return shiftedBack(start, ids, state.identity.kind.length);
}

/** Members by everything that they lie in. */
export function groupByAncestors(state: WorldState, members: IdList, before?: Grouping): Grouping {
  const { parent } = state;
  const start = clearedStart(state.identity.kind.length, before);
  countAncestors(parent, members, start);
  const ids = roomyCodes(before?.ids, sumCounts(start, state.identity.kind.length));
  placeByAncestors(parent, members, start, ids);
  return shiftedBack(start, ids, state.identity.kind.length);
}

/** Members by the slots of the factions that they belong to; a faction is no member of its own. */
export function groupByFactions(state: WorldState, members: IdList, masks: Uint32Array, before?: Grouping): Grouping {
  const slots = state.factionEntity.length;
  const start = clearedStart(slots, before);
  countSlots(state.faction, masks, members, start);
  const ids = roomyCodes(before?.ids, sumCounts(start, slots));
  placeBySlots(state.faction, masks, members, start, ids);
  return shiftedBack(start, ids, slots);
}

/** While it is made, `start[key + 1]` counts and then points to where the next member of `key` goes. */
function clearedStart(keys: number, before: Grouping | undefined): Int32Array {
  const start = roomyCodes(before?.start, keys + 2);
  start.fill(0, 0, keys + 2);
  return start;
}

function countKeys(keys: Int32Array, { ids, length }: IdList, start: Int32Array): void {
  for (let i = 0; i < length; i++) start[keys[ids[i]] + 1]++;
  // What has no parent is in no list.
  start[1] = 0;
}

function placeByKey(keys: Int32Array, { ids, length }: IdList, start: Int32Array, into: Int32Array): void {
  for (let i = 0; i < length; i++) {
    const key = keys[ids[i]];
    if (key !== 0) into[start[key + 1]++] = ids[i];
  }
}

function countAncestors(parent: Int32Array, { ids, length }: IdList, start: Int32Array): void {
  for (let i = 0; i < length; i++) {
    for (let at = parent[ids[i]]; at !== 0; at = parent[at]) start[at + 1]++;
  }
}

function placeByAncestors(parent: Int32Array, { ids, length }: IdList, start: Int32Array, into: Int32Array): void {
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    for (let at = parent[id]; at !== 0; at = parent[at]) into[start[at + 1]++] = id;
  }
}

function countSlots(faction: Uint8Array, masks: Uint32Array, { ids, length }: IdList, start: Int32Array): void {
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    for (let mask = masks[id] | 0; mask !== 0; mask &= mask - 1) {
      const slot = 31 - Math.clz32(mask & -mask);
      if (slot !== faction[id]) start[slot + 1]++;
    }
  }
}

function placeBySlots(faction: Uint8Array, masks: Uint32Array, { ids, length }: IdList, start: Int32Array, into: Int32Array): void {
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    for (let mask = masks[id] | 0; mask !== 0; mask &= mask - 1) {
      const slot = 31 - Math.clz32(mask & -mask);
      if (slot !== faction[id]) into[start[slot + 1]++] = id;
    }
  }
}

/** Turns counts into the first places of the keys; returns the count of all. */
function sumCounts(start: Int32Array, keys: number): number {
  let sum = 0;
  for (let key = 0; key < keys; key++) {
    const count = start[key + 1];
    start[key + 1] = sum;
    sum += count;
  }
  return sum;
}

/** After placing, `start[key + 1]` is the end of the key's list, which is where the next one starts. */
function shiftedBack(start: Int32Array, ids: Int32Array, keys: number): Grouping {
  start[0] = 0;
  start[keys + 1] = start[keys];
  return { start, ids };
}
