import { header } from '../kernel/arena.js';
import { fact, touch, touchTurn } from '../model/stamps.js';
import type { WorldState } from './state.js';

/**
 * The clock of a world: turns, and whole ticks, which its host lets pass. Only what stands here moves it, so that no
 * change of it goes unnoted.
 */

/** The turn that is being run; between turns the last one that was, which is the number of turns completed. */
export function turnOf({ arena }: WorldState): number {
  return arena.header[header.turn];
}

export function setTurn({ arena, stamps }: WorldState, turn: number): void {
  if (arena.header[header.turn] === turn) return;
  arena.header[header.turn] = turn;
  touchTurn(stamps, turn);
}

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

/**
 * A number for this moment: of this tick, and of the sweeps that the host has asked for. What is drawn at another one
 * is another draw.
 */
export function momentOf(state: WorldState): number {
  return (timeOf(state) + Math.imul(state.arena.header[header.polls], perPoll)) | 0;
}

/** Notes that the host asks for a sweep. */
export function notePoll({ arena, stamps }: WorldState): void {
  arena.header[header.polls]++;
  touch(stamps, fact.clock);
}

/** Odd, with its bits all over the word. */
const perPoll = 0x85ebca6b;
