import { type Follower, createFollower, fact } from '../model/stamps.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { WorldState } from './state.js';

/**
 * The objects attached to each object, as linked lists for code that reads between changes: a change of one object
 * keeps them up to date, and others are followed at the next read. Memory: 16 bytes a row.
 */
export interface ChildChains {
  /** By holder: the first of its list; below 0: its negative, and the list does not ascend; 0: nothing. */
  readonly first: Int32Array;
  /** By row, side by side: the next of its list, or 0; the one before, or 0; the holder of the list. */
  readonly ties: Int32Array;
  readonly follower: Follower;
  population: number;
  place: number;
  /** Changes of one object since the last read. */
  unread: number;
}

/** Numbers of a row in `ties`, and where the previous row and the holder are. The next is first. */
export const tieWidth = 3;
const toBefore = 1;
const toHolder = 2;

declare module './state.js' {
  interface Derived {
    chains?: ChildChains | undefined;
  }
}

/** A new object finds its place in a list within so many steps, or the list is sorted when it is read. */
const fewSteps = 8;

/** After so many unread changes for each row, it is cheaper to make the lists again at the next read. */
const mostUnread = 1 / 16;

/** Up to date. The arrays are the same until the world grows. */
export function chainsOf(state: WorldState): ChildChains {
  const chains = currentChains(state) ?? updated(state);
  chains.unread = 0;
  return chains;
}

/** Those that are up to date, before a change of one object after which `keepUp` is called. */
export function currentChains({ derived: { chains }, stamps: { values } }: WorldState): ChildChains | undefined {
  return chains?.population === values[fact.population] && chains.place === values[fact.place] ? chains : undefined;
}

/** After the parent or the life of one object has changed, the rest being up to date. */
export function keepUp(state: WorldState, chains: ChildChains | undefined, id: number): void {
  if (chains === undefined || chains.unread++ > mostUnread * chains.first.length) return;
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
  if (chains.first[holder] < 0) sort(chains, holder);
  return chains.first[holder];
}

/** The next of a list; 0: none. */
export function nextInOrder({ ties }: ChildChains, id: number): number {
  return ties[tieWidth * id];
}

function updated(state: WorldState): ChildChains {
  const rows = state.parent.length;
  const { chains: known } = state.derived;
  const chains = known?.first.length === rows ? known : (state.derived.chains = createChains(state, rows));
  if (!follow(state, chains)) rebuild(state, chains);
  return chains;
}

function createChains({ stamps }: WorldState, rows: number): ChildChains {
  return {
    first: new Int32Array(rows),
    ties: new Int32Array(tieWidth * rows),
    follower: createFollower(stamps, [fact.population, fact.place]),
    population: -1,
    place: -1,
    unread: 0,
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
  const { first, ties } = chains;
  if (ties[tieWidth * id + toHolder] === holder) return;
  unlink(first, ties, id);
  if (holder !== 0) link(first, ties, id, holder);
}

function rebuild(state: WorldState, chains: ChildChains): void {
  const { first, ties } = chains;
  const { identity, parent } = state;
  first.fill(0);
  ties.fill(0);
  for (let id = idLimit(identity) - 1; id > 0; id--) {
    const above = isLive(identity, id) ? parent[id] : 0;
    if (above === 0) continue;
    const after = first[above];
    const tie = tieWidth * id;
    ties[tie] = after;
    ties[tie + toHolder] = above;
    if (after !== 0) ties[tieWidth * after + toBefore] = id;
    first[above] = id;
  }
  note(state, chains);
}

function unlink(first: Int32Array, ties: Int32Array, id: number): void {
  const tie = tieWidth * id;
  const [right, left, above] = [ties[tie], ties[tie + toBefore], ties[tie + toHolder]];
  if (above === 0) return;
  if (left === 0) first[above] = first[above] < 0 ? -right : right;
  else ties[tieWidth * left] = right;
  if (right !== 0) ties[tieWidth * right + toBefore] = left;
  ties[tie + toHolder] = 0;
}

function link(first: Int32Array, ties: Int32Array, id: number, above: number): void {
  let left = 0;
  let right = first[above];
  let sign = right < 0 ? -1 : 1;
  for (let steps = 0; right > 0 && right < id; steps++) {
    if (steps === fewSteps) {
      sign = -1;
      left = 0;
      right = -first[above];
      break;
    }
    left = right;
    right = ties[tieWidth * right];
  }
  if (right < 0) right = -right;
  const tie = tieWidth * id;
  ties[tie] = right;
  ties[tie + toBefore] = left;
  ties[tie + toHolder] = above;
  if (right !== 0) ties[tieWidth * right + toBefore] = id;
  if (left === 0) first[above] = sign * id;
  else ties[tieWidth * left] = id;
}

function sort({ first, ties }: ChildChains, holder: number): void {
  const ids: number[] = [];
  for (let id = Math.abs(first[holder]); id !== 0; id = ties[tieWidth * id]) ids.push(id);
  const sorted = Int32Array.from(ids).sort();
  let left = 0;
  for (const id of sorted) {
    ties[tieWidth * id + toBefore] = left;
    if (left === 0) first[holder] = id;
    else ties[tieWidth * left] = id;
    left = id;
  }
  ties[tieWidth * left] = 0;
}
