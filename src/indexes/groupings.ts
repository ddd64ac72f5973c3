import type { WorldState } from '../components/state.js';
import type { Grouping, IdList } from './indexes.js';
import { roomyCodes } from './room.js';

/**
 * Members are met in ascending order twice, to be counted and to be placed, so every list is ascending. Keys that no
 * member has are not looked at: what a grouping costs follows from its members alone, however many rows there are.
 */
export interface KeyedGrouping extends Grouping {
  /** The keys of its members, in the order of their first members. */
  readonly keys: number[];
}

/** Members by what they are attached to. */
export function groupByParent(state: WorldState, members: IdList, before?: KeyedGrouping): KeyedGrouping {
  return groupByKey(state, state.parent, members, before);
}

/** Members by the object whose id a key gives of each, by id; key 0: by none. */
export function groupByKey(
  state: WorldState,
  keyOf: Int32Array,
  { ids, length }: IdList,
  before?: KeyedGrouping,
): KeyedGrouping {
  const counted = nothingCounted(state.identity.kind.length, before);
  for (let i = 0; i < length; i++) countOne(counted, keyOf[ids[i]]);
  const grouping = withRoom(counted);
  const { to, ids: into } = grouping;
  for (let i = 0; i < length; i++) {
    const key = keyOf[ids[i]];
    if (key !== 0) into[to[key]++] = ids[i];
  }
  return grouping;
}

/** Members by everything that they lie in. */
export function groupByAncestors(state: WorldState, { ids, length }: IdList, before?: KeyedGrouping): KeyedGrouping {
  const { parent } = state;
  const counted = nothingCounted(state.identity.kind.length, before);
  for (let i = 0; i < length; i++) for (let at = parent[ids[i]]; at !== 0; at = parent[at]) countOne(counted, at);
  const grouping = withRoom(counted);
  const { to, ids: into } = grouping;
  for (let i = 0; i < length; i++) for (let at = parent[ids[i]]; at !== 0; at = parent[at]) into[to[at]++] = ids[i];
  return grouping;
}

/** Members by the slots of the factions that they belong to; a faction is no member of its own. */
export function groupByFactions(
  state: WorldState,
  { ids, length }: IdList,
  masks: Uint32Array,
  before?: KeyedGrouping,
): KeyedGrouping {
  const { faction } = state;
  const counted = nothingCounted(state.factionEntity.length, before);
  for (let i = 0; i < length; i++) {
    for (let mask = masks[ids[i]] | 0; mask !== 0; mask &= mask - 1) {
      const slot = lowestSlot(mask);
      if (slot !== faction[ids[i]]) countOne(counted, slot);
    }
  }
  const grouping = withRoom(counted);
  const { to, ids: into } = grouping;
  for (let i = 0; i < length; i++) {
    for (let mask = masks[ids[i]] | 0; mask !== 0; mask &= mask - 1) {
      const slot = lowestSlot(mask);
      if (slot !== faction[ids[i]]) into[to[slot]++] = ids[i];
    }
  }
  return grouping;
}

function lowestSlot(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** While members are counted, `to` holds the counts. */
function nothingCounted(room: number, before: KeyedGrouping | undefined): KeyedGrouping {
  const from = roomyCodes(before?.from, room);
  const to = roomyCodes(before?.to, room);
  const { keys = [], ids = nobody } = before ?? {};
  for (const key of keys) from[key] = to[key] = 0;
  keys.length = 0;
  return { from, to, ids, keys };
}

const nobody = new Int32Array(0);

/** Key 0, of none, is in no list. */
function countOne({ to, keys }: KeyedGrouping, key: number): void {
  if (key !== 0 && to[key]++ === 0) keys.push(key);
}

/** Turns counts into empty lists, each with room for what was counted. */
function withRoom({ from, to, ids, keys }: KeyedGrouping): KeyedGrouping {
  let sum = 0;
  for (const key of keys) {
    const count = to[key];
    from[key] = to[key] = sum;
    sum += count;
  }
  return { from, to, ids: roomyCodes(ids, sum), keys };
}
