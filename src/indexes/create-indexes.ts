import type { WorldState } from '../components/state.js';
import type { Connections, Grouping, IdList, Indexes } from './indexes.js';
import { fewChanges, roomyCodes } from './scratch.js';
import { kindsAbove } from '../model/kinds-above.js';
import { classAt, keepsOwner, kindAt } from '../model/model.js';
import {
  type KindFact,
  type Memo,
  byNumber,
  columnStamp,
  createFollower,
  fact,
  kindStamp,
  memo,
} from '../model/stamps.js';
import { hasMasks, holdersOf, masksOf, ownershipTables, keptRows } from './faction-masks.js';
import { createConnections } from './connection-lists.js';
import { cellOf } from '../state/grid-cells.js';
import { idLimit, isLive, resolve } from '../kernel/identity.js';
import { placeHolder } from '../components/place.js';
import { placeKind } from '../components/place-kind.js';
import { keptBy } from '../kernel/maps.js';
import { firstAtLeast } from '../kernel/first-at-least.js';

/** Two ascending passes count and place members. Keys without members cost nothing. */
interface KeyedGrouping extends Grouping {
  /** Keys in the order of their first members. */
  readonly keys: number[];
}

/** By the object whose id is the key; key 0: none. */
function groupByKey(
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

/** By all ancestors. */
function groupByAncestors(state: WorldState, { ids, length }: IdList, before?: KeyedGrouping): KeyedGrouping {
  const { parent } = state;
  const counted = nothingCounted(state.identity.kind.length, before);
  for (let i = 0; i < length; i++) for (let at = parent[ids[i]]; at !== 0; at = parent[at]) countOne(counted, at);
  const grouping = withRoom(counted);
  const { to, ids: into } = grouping;
  for (let i = 0; i < length; i++) for (let at = parent[ids[i]]; at !== 0; at = parent[at]) into[to[at]++] = ids[i];
  return grouping;
}

/** By the slots of their factions; a faction is no member of its own. */
function groupByFactions(
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

/** `to` holds the counts until `withRoom`. */
function nothingCounted(room: number, before: KeyedGrouping | undefined): KeyedGrouping {
  const from = roomyCodes(before?.from, room);
  const to = roomyCodes(before?.to, room);
  const { keys = [], ids = nobody } = before ?? {};
  for (const key of keys) from[key] = to[key] = 0;
  keys.length = 0;
  return { from, to, ids, keys };
}

const nobody = new Int32Array(0);

/** Key 0, none, has no list. */
function countOne({ to, keys }: KeyedGrouping, key: number): void {
  if (key !== 0 && to[key]++ === 0) keys.push(key);
}

/** Turns counts into empty lists with room. */
function withRoom({ from, to, ids, keys }: KeyedGrouping): KeyedGrouping {
  let sum = 0;
  for (const key of keys) {
    const count = to[key];
    from[key] = to[key] = sum;
    sum += count;
  }
  return { from, to, ids: roomyCodes(ids, sum), keys };
}

/** Those of a state, shared by all who ask. */
export const indexesOf = keptBy(createIndexes, new WeakMap<WorldState, Indexes>());

export function createIndexes(state: WorldState): Indexes {
  const tables = ownershipTables(state.model);
  const { population, owner, place } = fact;
  const { kinds: declared } = state.model;
  const kinds = byNumber((kind) => listOfKind(state, kind));
  const ofKind = (kind: number): IdList => kinds(kind).get();
  const classes = byNumber((index) =>
    keptList(state, classAt(state.model, index).kind, {
      isIn: (id) => state.class[id] === index && isLive(state.identity, id),
      fill: (ids, from, to) => fillOfClass(state, index, ids, from, to),
    }),
  );
  const holders = keptRows(state, ofKind, holdersOf(state, tables));
  const places = keptRows<Int32Array>(state, ofKind, {
    facts: [population, place],
    all: (before) => allPlaces(state, before),
    one: (id) => placeHolder(state, id),
  });
  const factions = keptRows(state, ofKind, masksOf(state, tables));
  /** By kind. */
  const grouped = (
    stampsOf: (kind: number) => readonly number[],
    group: (members: IdList, before: KeyedGrouping | undefined) => KeyedGrouping,
  ): ((kind: number) => Memo<Grouping>) =>
    byNumber((kind) => memo<KeyedGrouping>(state.stamps, stampsOf(kind), (before) => group(ofKind(kind), before)));
  const attached = grouped(
    (kind) => ofKinds([kind], [population, place]),
    (members, before) => groupByKey(state, state.parent, members, before),
  );
  const contents = grouped(
    (kind) => [...ofKinds([kind], [population, place]), ...ofKinds(kindsBetween(kind), [place])],
    (members, before) => groupByAncestors(state, members, before),
  );
  const owned = grouped(ownershipOf, (members, before) => groupByFactions(state, members, factions.get(), before));
  const storedOwned = grouped(
    (kind) => ofKinds([kind], [population, owner]),
    (members, before) => groupByKey(state, state.owner, members, before),
  );
  const referrers = byNumber((column) =>
    grouped(
      () => [population, columnStamp(column)],
      (members, before) => groupByKey(state, referredBy(state, column, members), members, before),
    ),
  );
  const cells = byNumber((grid) =>
    memo<Int32Array>(state.stamps, [population, place], (before) => cellsOf(state, grid, before)),
  );
  let connections: Connections | undefined;
  const indexes: Indexes = {
    ofKind,
    ofClass: (index) => classes(index).get(),
    factions: () => (hasMasks(state) ? factions.get() : undefined),
    holders: () => holders.get(),
    places: () => places.get(),
    attached: (kind) => attached(kind).get(),
    contents: (kind) => contents(kind).get(),
    owned: (kind) => (hasMasks(state) ? owned(kind).get() : undefined),
    storedOwned: (kind) => storedOwned(kind).get(),
    referrers: (column, kind) => referrers(column)(kind).get(),
    cells: (grid) => cells(grid).get(),
    get connections() {
      return (connections ??= createConnections(state, indexes));
    },
    ready: {
      factions: () => hasMasks(state) && factions.isFresh(),
      places: () => places.isFresh(),
      attached: (kind) => attached(kind).isFresh(),
      contents: (kind) => contents(kind).isFresh(),
    },
  };
  return indexes;

  /** Kinds of possible ancestors that are attached to something themselves. */
  function kindsBetween(kind: number): readonly number[] {
    return kind === 0
      ? []
      : kindsAbove(state.model, kind).filter((above) => kindAt(state.model, above).attachesTo.length > 0);
  }

  /** Stamps that the ownership of a kind depends on. */
  function ownershipOf(kind: number): readonly number[] {
    if (!keepsOwner(state.model, kind)) return [population, owner, place];
    return [
      ...ofKinds([kind], [population, owner]),
      ...ofKinds(
        declared.filter(({ faction }) => faction).map(({ index }) => index),
        [population],
      ),
    ];
  }
}

function ofKinds(kinds: readonly number[], facts: readonly KindFact[]): readonly number[] {
  return kinds.flatMap((kind) => facts.map((each) => kindStamp(each, kind)));
}

/** By id as `cellOf`; -1 in free rows. */
function cellsOf(state: WorldState, grid: number, before?: Int32Array): Int32Array {
  const { parent, identity } = state;
  const { kind } = state.model.grids[grid];
  const limit = idLimit(identity);
  const cells = roomyCodes(before, identity.kind.length);
  cells.fill(-1);
  for (let id = 1; id < limit; id++) if (identity.kind[id] === kind) cells[id] = cellOf(state, grid, id);
  for (let id = 1; id < limit; id++) {
    if (identity.kind[id] === kind) continue;
    let at = parent[id];
    while (at !== 0 && identity.kind[at] !== kind) at = parent[at];
    if (at !== 0) cells[id] = cells[at];
  }
  return cells;
}

/** By id of the given objects; 0: none. Other entries mean nothing. */
function referredBy(state: WorldState, column: number, { ids, length }: IdList): Int32Array {
  const { identity } = state;
  const { kinds: has } = state.model.columns[column];
  const cells = state.cells[column];
  const referred = new Int32Array(identity.kind.length);
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    const handle = has[identity.kind[id]] === 1 ? cells[id] : 0;
    referred[id] = handle === 0 ? 0 : resolve(identity, handle);
  }
  return referred;
}

/** By id as `placeHolder`; 0 in free rows. */
function allPlaces(state: WorldState, before?: Int32Array): Int32Array {
  const { place, parent, identity } = state;
  const { inherited } = placeKind;
  const limit = idLimit(identity);
  const places = roomyCodes(before, identity.kind.length);
  places.fill(0, limit);
  places[0] = 0;
  for (let id = 1; id < limit; id++) {
    let at = id;
    while (at !== 0 && place[at] === inherited) at = parent[at];
    places[id] = at;
  }
  return places;
}

interface Membership {
  readonly isIn: (id: number) => boolean;
  /** Writes all members from one id to before another, ascending; returns their number. */
  readonly fill: (ids: Int32Array, from: number, to: number) => number;
}

/** Kind 0: all. */
function listOfKind(state: WorldState, kind: number): Memo<IdList> {
  return keptList(
    state,
    kind,
    kind === 0
      ? { isIn: (id) => isLive(state.identity, id), fill: (ids, from, to) => fillLive(state, ids, from, to) }
      : {
          isIn: (id) => state.identity.kind[id] === kind,
          fill: (ids, from, to) => fillEqual(state.identity.kind, kind, ids, from, to),
        },
  );
}

function keptList(state: WorldState, kind: number, membership: Membership): Memo<IdList> {
  const follower = createFollower(state.stamps, [fact.population]);
  return memo<IdList>(state.stamps, [kindStamp(fact.population, kind)], (before) => {
    const limit = idLimit(state.identity);
    const changed = follower.changed(Math.max(fewChanges(limit), limit >> 2));
    if (before === undefined || changed === undefined) {
      const ids = roomyCodes(before?.ids, limit);
      return { ids, length: membership.fill(ids, 1, limit) };
    }
    if (changed.length <= fewChanges(limit)) return patched(before, changed, membership);
    const [from, to] = rangeOf(before, changed);
    const ids = roomyCodes(before.ids, limit);
    return { ids, length: membership.fill(ids, from, Math.min(to, limit)) };
  });
}

/** Of all ids in a list before and after a change: objects of a kind are mostly born side by side. */
function rangeOf({ ids, length }: IdList, changed: readonly number[]): readonly [number, number] {
  let [least, most] = length === 0 ? [changed[0], changed[0]] : [ids[0], ids[length - 1]];
  for (const id of changed) {
    if (id < least) least = id;
    else if (id > most) most = id;
  }
  return [least, most + 1];
}

function patched(before: IdList, changed: readonly number[], { isIn }: Membership): IdList {
  let { ids, length } = before;
  for (const id of changed) {
    const at = firstAtLeast(ids, id, 0, length);
    const isListed = at < length && ids[at] === id;
    if (isIn(id) === isListed) continue;
    if (isListed) {
      ids.copyWithin(at, at + 1, length--);
      continue;
    }
    if (length === ids.length) ids = longer(ids);
    ids.copyWithin(at + 1, at, length++);
    ids[at] = id;
  }
  return { ids, length };
}

function longer(ids: Int32Array): Int32Array {
  const room = roomyCodes(undefined, 2 * ids.length);
  room.set(ids);
  return room;
}

function fillLive({ identity }: WorldState, ids: Int32Array, from: number, to: number): number {
  let length = 0;
  for (let id = from; id < to; id++) if (isLive(identity, id)) ids[length++] = id;
  return length;
}

function fillEqual(kinds: Uint8Array, kind: number, ids: Int32Array, from: number, to: number): number {
  let length = 0;
  for (let id = from; id < to; id++) {
    ids[length] = id;
    length += kinds[id] === kind ? 1 : 0;
  }
  return length;
}

function fillOfClass(state: WorldState, index: number, ids: Int32Array, from: number, to: number): number {
  const classes = state.class;
  let length = 0;
  // Free rows have none.
  for (let id = from; id < to; id++) {
    ids[length] = id;
    length += classes[id] === index ? 1 : 0;
  }
  return length;
}
