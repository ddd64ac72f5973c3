import { header } from '../kernel/arena.js';
import { fact, touch } from './stamps.js';
import type { WorldState } from './world-state.js';

/** The clock of a world: whole ticks, which its host lets pass. */

/** Ticks that the clock shows: a whole number of 32 bits. */
export function timeOf({ arena }: WorldState): number {
  return arena.header[header.time] | 0;
}

/** Sets the clock to a whole number of 32 bits. */
export function setTimeOf(state: WorldState, time: number): void {
  const bits = time >>> 0;
  if (state.arena.header[header.time] === bits) return;
  state.arena.header[header.time] = bits;
  touch(state.stamps, fact.clock);
}
