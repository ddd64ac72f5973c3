import { header } from '../kernel/arena.js';
import { fact, touch, touchTurn } from '../model/stamps.js';
import type { WorldState } from './state.js';

/**
 * The clock of a world: turns and whole ticks. Only this file writes clock, seed and step, so that every change is
 * noted.
 */

/** The turn that is being run; between turns the number of turns completed. */
export function turnOf({ arena }: WorldState): number {
  return arena.header[header.turn];
}

export function setTurn({ arena, stamps }: WorldState, turn: number): void {
  if (arena.header[header.turn] === turn) return;
  arena.header[header.turn] = turn;
  touchTurn(stamps, turn);
}

/** Ticks: a whole number of 32 bits. */
export function timeOf({ arena }: WorldState): number {
  return arena.header[header.time] | 0;
}

export function setTimeOf(state: WorldState, time: number): void {
  const bits = time >>> 0;
  if (state.arena.header[header.time] === bits) return;
  state.arena.header[header.time] = bits;
  touch(state.stamps, fact.clock);
}

/** A number for this tick and this sweep of the host, so that draws at other moments differ. */
export function momentOf(state: WorldState): number {
  return (timeOf(state) + Math.imul(state.arena.header[header.polls], perPoll)) | 0;
}

export function notePoll({ arena, stamps }: WorldState): void {
  arena.header[header.polls]++;
  touch(stamps, fact.clock);
}

/** Odd, with its bits all over the word. */
const perPoll = 0x85ebca6b;

/** The start of all draws, in two words of 32 bits. */
export interface SeedWords {
  readonly low: number;
  readonly high: number;
}

export function seedOf({ arena }: WorldState): SeedWords {
  return { low: arena.header[header.seedLow], high: arena.header[header.seedHigh] };
}

/** Draws repeat, as when the clock moves. */
export function setSeed({ arena, stamps }: WorldState, { low, high }: SeedWords): void {
  arena.header[header.seedLow] = low;
  arena.header[header.seedHigh] = high;
  touch(stamps, fact.clock);
}

/** The step of play that is under way, as a word of its enumeration; 0: none. */
export function stepOf({ arena }: WorldState): number {
  return arena.header[header.step];
}

export function setStep({ arena, stamps }: WorldState, word: number): void {
  if (arena.header[header.step] === word) return;
  arena.header[header.step] = word;
  touch(stamps, fact.step);
}
