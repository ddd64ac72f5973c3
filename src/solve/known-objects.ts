import { idLimit, isLive } from '../kernel/identity.js';
import { copied } from './growing.js';
import type { WorldState } from '../components/state.js';
import { type ModifierList, createModifierList } from './modifier-list.js';

/** The objects as last seen by the solver, by id. Kind 0: none. */
export interface KnownObjects {
  kind: Uint8Array;
  class: Int32Array;
  parent: Int32Array;
  granted: Uint8Array;
  /** Numbers of first grants. */
  grant: Int32Array;
  generation: Uint32Array;
  block: Int32Array;
  /** All known ids are below. */
  limit: number;
}

export function createKnownObjects(): KnownObjects {
  return {
    kind: new Uint8Array(0),
    class: new Int32Array(0),
    parent: new Int32Array(0),
    granted: new Uint8Array(0),
    grant: new Int32Array(0),
    generation: new Uint32Array(0),
    block: new Int32Array(0),
    limit: 0,
  };
}

export function fitKnown(known: KnownObjects, state: WorldState): void {
  const rows = state.identity.kind.length;
  if (known.kind.length >= rows) return;
  known.kind = copied(known.kind, new Uint8Array(rows));
  known.class = copied(known.class, new Int32Array(rows));
  known.parent = copied(known.parent, new Int32Array(rows));
  known.granted = copied(known.granted, new Uint8Array(rows));
  known.grant = copied(known.grant, new Int32Array(rows));
  known.generation = copied(known.generation, new Uint32Array(rows));
  known.block = copied(known.block, new Int32Array(rows));
}

/** Records the present state of an object. */
export function learn(known: KnownObjects, state: WorldState, id: number): void {
  known.kind[id] = isLive(state.identity, id) ? state.identity.kind[id] : 0;
  known.class[id] = state.class[id];
  known.parent[id] = state.parent[id];
  known.granted[id] = state.granted[id];
  known.grant[id] = state.grant[id];
  known.generation[id] = state.identity.generation[id];
  known.block[id] = state.block[id];
  if (id >= known.limit) known.limit = id + 1;
}

/** Ids of objects that differ from what is known. */
export function differences(known: KnownObjects, state: WorldState): number[] {
  const { identity, parent, granted } = state;
  const found: number[] = [];
  const limit = Math.max(known.limit, idLimit(identity));
  for (let id = 1; id < limit; id++) {
    const kind = isLive(identity, id) ? identity.kind[id] : 0;
    if (kind === 0 && known.kind[id] === 0) continue;
    if (
      kind !== known.kind[id] ||
      identity.generation[id] !== known.generation[id] ||
      parent[id] !== known.parent[id] ||
      granted[id] !== known.granted[id] ||
      state.class[id] !== known.class[id]
    )
      found.push(id);
  }
  return found;
}

/** The nearest of an object and its ancestors of a kind; 0: none. */
export function holderOf(known: KnownObjects, id: number, kind: number): number {
  let at = id;
  while (at !== 0 && known.kind[at] !== kind) at = known.parent[at];
  return at;
}

/** The root of an object: itself where it hangs on nothing. */
export function rootOf(known: KnownObjects, id: number): number {
  let at = id;
  while (known.parent[at] !== 0) at = known.parent[at];
  return at;
}

/** Adds what hung on objects that are gone. */
export function addKnownChildren(known: KnownObjects, moved: Set<number>): void {
  for (let before = -1; before !== moved.size; ) {
    before = moved.size;
    for (let id = 1; id < known.limit; id++) if (known.kind[id] !== 0 && moved.has(known.parent[id])) moved.add(id);
  }
}

/** Granted objects of one kind below one root, and the carriers of modifiers that reach some. */
interface Reach {
  readonly carriers: Set<number>;
  /** By number, see `ModifierBook.audience`. */
  readonly audiences: Map<number, Audience>;
}

/** The objects of a reach that the same modifiers reach, and these modifiers by variable. */
export interface Audience {
  /** A representative class; 0: they have none. */
  readonly class: number;
  readonly targets: Set<number>;
  readonly lists: Map<number, ModifierList>;
}

/** Granted objects below each root that modifiers of others reach. */
export interface Audiences {
  readonly reaches: Map<number, Reach>;
  /** By index; indices are reused. */
  readonly lists: (ModifierList | undefined)[];
  readonly free: number[];
  /** Entries of all lists, pending ones included. */
  entries: number;
}

export function createAudiences(): Audiences {
  return { reaches: new Map(), lists: [], free: [], entries: 0 };
}

export function reachOf({ reaches }: Audiences, root: number, kind: number): Reach {
  const key = keyOf(root, kind);
  const known = reaches.get(key);
  if (known !== undefined) return known;
  const reach: Reach = { carriers: new Set(), audiences: new Map() };
  reaches.set(key, reach);
  return reach;
}

export function dropIfEmpty({ reaches }: Audiences, root: number, kind: number): void {
  const key = keyOf(root, kind);
  const reach = reaches.get(key);
  if (reach?.carriers.size === 0 && reach.audiences.size === 0) reaches.delete(key);
}

export function addList({ lists, free }: Audiences, audience: Audience, variable: number): ModifierList {
  const index = free.pop() ?? lists.length;
  const list = createModifierList(index, variable, audience.targets);
  lists[index] = list;
  audience.lists.set(variable, list);
  return list;
}

export function dropLists(audiences: Audiences, { lists }: Audience): void {
  for (const list of lists.values()) {
    audiences.entries -= list.length + (list.added.length - list.removed.length) / 3;
    audiences.lists[list.index] = undefined;
    audiences.free.push(list.index);
  }
}

const kinds = 256;

function keyOf(root: number, kind: number): number {
  return root * kinds + kind;
}
