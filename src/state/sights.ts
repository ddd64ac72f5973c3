import { EdictError } from '../kernel/errors.js';
import { wordsFor } from '../components/layout.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/**
 * What factions know of objects beside plain sight, such as that a place was explored: one bit for each declared sight
 * (by index), object and faction, set by the host. Owning an object gives none of them.
 */

/** Whether a faction has a sight of an object; undefined when `faction` is no faction. */
export function isSighted(state: WorldState, sight: number, faction: number, id: number): boolean | undefined {
  const slot = state.faction[faction];
  return slot === 0 ? undefined : ((state.sightedBy[wordOf(state, sight, slot, id)] >>> (slot & 31)) & 1) === 1;
}

/** Throws when `faction` is no faction. */
export function setSighted(state: WorldState, sight: number, faction: number, id: number, sighted: boolean): void {
  const slot = state.faction[faction];
  if (slot === 0)
    throw new EdictError(
      'no-faction',
      `object ${faction} is no faction; only factions have a sight of ${state.model.sights[sight]}`,
    );
  const word = wordOf(state, sight, slot, id);
  const bit = 1 << (slot & 31);
  const before = state.sightedBy[word];
  state.sightedBy[word] = sighted ? before | bit : before & ~bit;
  if (state.sightedBy[word] !== before) touch(state.stamps, fact.sight);
}

/** Ends all sights of the faction of a slot, which is about to be free. */
export function endSights(state: WorldState, slot: number): void {
  // The slot's bit is in the same place of every object's words for every sight.
  const step = wordsOfSight(state);
  for (let word = slot >>> 5; word < state.sightedBy.length; word += step) state.sightedBy[word] &= ~(1 << (slot & 31));
  touch(state.stamps, fact.sight);
}

/** Words that one sight takes of an object's. */
export function wordsOfSight(state: WorldState): number {
  return wordsFor(state.factionEntity.length);
}

function wordOf(state: WorldState, sight: number, slot: number, id: number): number {
  return id * state.sightedWords + sight * wordsOfSight(state) + (slot >>> 5);
}
