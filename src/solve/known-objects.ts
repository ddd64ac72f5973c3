import { idLimit, isLive } from '../kernel/identity.js';
import type { WorldState } from '../components/state.js';

/**
 * The objects as the solver saw them last, by id: what they are, what they hang on, whether they are granted. A kind of
 * 0: there is none.
 */
export interface KnownObjects {
  kind: Uint8Array;
  class: Int32Array;
  parent: Int32Array;
  granted: Uint8Array;
  /** The numbers of their first grants. */
  grant: Int32Array;
  generation: Uint32Array;
  block: Int32Array;
  /** Ids below this may be known. */
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

/** Room for all ids of a world. */
export function fitKnown(known: KnownObjects, state: WorldState): void {
  const rows = state.identity.kind.length;
  if (known.kind.length >= rows) return;
  const enlarge = <T extends Uint8Array | Int32Array | Uint32Array>(array: T, larger: T): T => {
    larger.set(array);
    return larger;
  };
  known.kind = enlarge(known.kind, new Uint8Array(rows));
  known.class = enlarge(known.class, new Int32Array(rows));
  known.parent = enlarge(known.parent, new Int32Array(rows));
  known.granted = enlarge(known.granted, new Uint8Array(rows));
  known.grant = enlarge(known.grant, new Int32Array(rows));
  known.generation = enlarge(known.generation, new Uint32Array(rows));
  known.block = enlarge(known.block, new Int32Array(rows));
}

/** Takes over how an object is now. */
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

/** Ids whose objects are other than they are known to be. */
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

/** The nearest of an object and what it hangs on that is of a kind; 0 when none is. */
export function holderOf(known: KnownObjects, id: number, kind: number): number {
  let at = id;
  while (at !== 0 && known.kind[at] !== kind) at = known.parent[at];
  return at;
}

/** What an object hangs on at last: itself where it hangs on nothing. */
export function rootOf(known: KnownObjects, id: number): number {
  let at = id;
  while (known.parent[at] !== 0) at = known.parent[at];
  return at;
}

/** Adds what was known to hang on objects that are gone. */
export function addKnownChildren(known: KnownObjects, moved: Set<number>): void {
  for (let before = -1; before !== moved.size; ) {
    before = moved.size;
    for (let id = 1; id < known.limit; id++) if (known.kind[id] !== 0 && moved.has(known.parent[id])) moved.add(id);
  }
}
