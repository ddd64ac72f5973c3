import { EdictError } from '../kernel/errors.js';
import { ownersOf } from './ownership.js';
import type { WorldState } from './world-state.js';

/** What factions see: one bit for each object and faction, set by the host; a faction always sees what it owns. */

/** Whether a faction sees an object. */
export function factionSees(state: WorldState, faction: number, id: number): boolean {
  const slot = state.faction[faction];
  const bit = state.seenBy[id * state.seenWords + (slot >>> 5)] >>> (slot & 31) & 1;
  return bit === 1 || ownersOf(state, id).includes(faction);
}

/** Whether any faction of the observer sees an object; undefined when the observer belongs to no faction and so cannot see. */
export function sees(state: WorldState, observer: number, id: number): boolean | undefined {
  const owners = ownersOf(state, observer);
  return owners.length === 0 ? undefined : owners.some((faction) => factionSees(state, faction, id));
}

/** Throws when `faction` is no faction. */
export function setSeen(state: WorldState, faction: number, id: number, seen: boolean): void {
  const slot = state.faction[faction];
  if (slot === 0) throw new EdictError('no-faction', `object ${faction} is no faction; only factions see`);
  const word = id * state.seenWords + (slot >>> 5);
  const bit = 1 << (slot & 31);
  state.seenBy[word] = seen ? state.seenBy[word] | bit : state.seenBy[word] & ~bit;
}
