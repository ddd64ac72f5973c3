import { EdictError } from '../kernel/errors.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/** Which classes (techs, buildings, ship classes) a faction may use: one bit for each faction and class. */

/** Whether a class is available to a faction; undefined when the object is no faction. */
export function isAvailable(state: WorldState, faction: number, classIndex: number): boolean | undefined {
  const slot = state.faction[faction];
  if (slot === 0) return undefined;
  return ((state.available[slot * state.availableWords + (classIndex >>> 5)] >>> (classIndex & 31)) & 1) === 1;
}

/** Throws when `faction` is no faction. */
export function setAvailable(state: WorldState, faction: number, classIndex: number, available: boolean): void {
  const slot = state.faction[faction];
  if (slot === 0)
    throw new EdictError('no-faction', `object ${faction} is no faction; only factions have availabilities`);
  const word = slot * state.availableWords + (classIndex >>> 5);
  const bit = 1 << (classIndex & 31);
  const before = state.available[word];
  state.available[word] = available ? before | bit : before & ~bit;
  if (state.available[word] !== before) touch(state.stamps, fact.availability);
}
