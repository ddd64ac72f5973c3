import { type Follower, createFollower, fact } from '../model/stamps.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { WorldState } from './state.js';

/**
 * The objects attached to each object, as linked lists for code that reads between changes: a change of one object
 * keeps them up to date, and others are followed at the next read. By row; 0 ends a list. Memory: 17 bytes a row.
 */
export interface ChildChains {
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly before: Int32Array;
  /** The list in which a row stands. */
  readonly holder: Int32Array;
  /** 1: not ascending. */
  readonly unsorted: Uint8Array;
  readonly follower: Follower;
  population: number;
  place: number;
}

declare module './state.js' {
  interface Derived {
    chains?: ChildChains | undefined;
  }
}

/** A new object finds its place in a list within so many steps, or the list is sorted when it is read. */
const fewSteps = 8;

/** Up to date. The arrays are the same until the world grows. */
export function chainsOf(state: WorldState): ChildChains {
  return currentChains(state) ?? updated(state, state.derived.chains);
}

/** Those that are up to date, before a change of one object after which `keepUp` is called. */
export function currentChains({ derived: { chains }, stamps: { values } }: WorldState): ChildChains | undefined {
  return chains?.population === values[fact.population] && chains.place === values[fact.place] ? chains : undefined;
}

/** After the parent or the life of one object has changed, the rest being up to date. */
export function keepUp(state: WorldState, chains: ChildChains | undefined, id: number): void {
  if (chains === undefined) return;
  relink(state, chains, id);
  note(state, chains);
}

/** Whether few steps bring the lists up to date. */
export function followsChanges(state: WorldState): boolean {
  const { chains } = state.derived;
  return chains?.first.length === state.parent.length && follow(state, chains);
}

/** The first of a list, ascending from there. */
export function firstInOrder(chains: ChildChains, holder: number): number {
  if (chains.unsorted[holder] === 1) sort(chains, holder);
  return chains.first[holder];
}

function updated(state: WorldState, known: ChildChains | undefined): ChildChains {
  const rows = state.parent.length;
  const chains = known?.first.length === rows ? known : createChains(state, rows);
  state.derived.chains = chains;
  if (!follow(state, chains)) rebuild(state, chains);
  return chains;
}

function createChains({ stamps }: WorldState, rows: number): ChildChains {
  return {
    first: new Int32Array(rows),
    next: new Int32Array(rows),
    before: new Int32Array(rows),
    holder: new Int32Array(rows),
    unsorted: new Uint8Array(rows),
    follower: createFollower(stamps, [fact.population, fact.place]),
    population: -1,
    place: -1,
  };
}

function note(state: WorldState, chains: ChildChains): void {
  chains.population = state.stamps.values[fact.population];
  chains.place = state.stamps.values[fact.place];
}

/** False where it is unknown what has changed, or is most. */
function follow(state: WorldState, chains: ChildChains): boolean {
  const { values } = state.stamps;
  if (chains.population === values[fact.population] && chains.place === values[fact.place]) return true;
  const changed = chains.follower.changed(state.parent.length >> 2);
  if (changed === undefined) {
    // The next change is known again, but not this one.
    chains.population = -1;
    return false;
  }
  if (chains.population === -1) return false;
  for (let i = 0; i < changed.length; i++) relink(state, chains, changed[i]);
  note(state, chains);
  return true;
}

function relink({ identity, parent }: WorldState, chains: ChildChains, id: number): void {
  const holder = isLive(identity, id) ? parent[id] : 0;
  if (chains.holder[id] === holder) return;
  unlink(chains, id);
  if (holder !== 0) link(chains, id, holder);
}

function rebuild(state: WorldState, chains: ChildChains): void {
  const { first, next, before, holder, unsorted } = chains;
  const { identity, parent } = state;
  first.fill(0);
  holder.fill(0);
  unsorted.fill(0);
  for (let id = idLimit(identity) - 1; id > 0; id--) {
    const above = isLive(identity, id) ? parent[id] : 0;
    if (above === 0) continue;
    const after = first[above];
    holder[id] = above;
    next[id] = after;
    before[id] = 0;
    before[after] = id;
    first[above] = id;
  }
  note(state, chains);
}

function unlink({ first, next, before, holder, unsorted }: ChildChains, id: number): void {
  const above = holder[id];
  if (above === 0) return;
  const [left, right] = [before[id], next[id]];
  if (left === 0) first[above] = right;
  else next[left] = right;
  before[right] = left;
  holder[id] = 0;
  if (first[above] === 0) unsorted[above] = 0;
}

function link(chains: ChildChains, id: number, above: number): void {
  const { first, next, before, holder, unsorted } = chains;
  let left = 0;
  let right = first[above];
  for (let steps = 0; right !== 0 && right < id && unsorted[above] === 0; steps++) {
    if (steps === fewSteps) {
      unsorted[above] = 1;
      left = 0;
      right = first[above];
      break;
    }
    left = right;
    right = next[right];
  }
  holder[id] = above;
  next[id] = right;
  before[id] = left;
  before[right] = id;
  if (left === 0) first[above] = id;
  else next[left] = id;
}

function sort({ first, next, before, unsorted }: ChildChains, holder: number): void {
  const ids: number[] = [];
  for (let id = first[holder]; id !== 0; id = next[id]) ids.push(id);
  const sorted = Int32Array.from(ids).sort();
  let left = 0;
  for (const id of sorted) {
    before[id] = left;
    if (left === 0) first[holder] = id;
    else next[left] = id;
    left = id;
  }
  next[left] = 0;
  unsorted[holder] = 0;
}
