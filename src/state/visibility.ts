import { EdictError } from '../kernel/errors.js';
import { isOwnedBy, ownersOf } from './ownership.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/** What factions see: one bit for each object and faction, set by the host; a faction always sees what it owns. */

/** Whether a faction sees an object. */
export function factionSees(state: WorldState, faction: number, id: number): boolean {
  const slot = state.faction[faction];
  const bit = (state.seenBy[id * state.seenWords + (slot >>> 5)] >>> (slot & 31)) & 1;
  return bit === 1 || isOwnedBy(state, id, faction);
}

/**
 * Whether any faction of the observer sees an object; undefined when the observer belongs to no faction and so cannot
 * see.
 */
export function sees(state: WorldState, observer: number, id: number): boolean | undefined {
  const owners = ownersOf(state, observer);
  return owners.length === 0 ? undefined : owners.some((faction) => factionSees(state, faction, id));
}

/** Throws when `faction` is no faction. */
export function setSeen(state: WorldState, faction: number, id: number, seen: boolean): void {
  const slot = slotOf(state, faction);
  const word = id * state.seenWords + (slot >>> 5);
  const bit = 1 << (slot & 31);
  const before = state.seenBy[word];
  state.seenBy[word] = seen ? before | bit : before & ~bit;
  if (state.seenBy[word] !== before) touchSight(state);
}

/** Lets these factions see an object and no others. Throws, with nothing changed, when one of them is no faction. */
export function setSeenBy(state: WorldState, id: number, factions: readonly number[]): void {
  for (const faction of factions) slotOf(state, faction);
  for (let word = 0; word < state.seenWords; word++) {
    let bits = 0;
    for (const faction of factions) {
      const slot = state.faction[faction];
      if (slot >>> 5 === word) bits |= 1 << (slot & 31);
    }
    const at = id * state.seenWords + word;
    if (state.seenBy[at] === bits >>> 0) continue;
    state.seenBy[at] = bits;
    touchSight(state);
  }
}

function touchSight({ stamps }: WorldState): void {
  touch(stamps, fact.sight);
  touch(stamps, fact.seen);
}

function slotOf(state: WorldState, faction: number): number {
  const slot = state.faction[faction];
  if (slot === 0) throw new EdictError('no-faction', `object ${faction} is no faction; only factions see`);
  return slot;
}
