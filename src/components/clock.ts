import { header } from '../kernel/arena.js';
import { type Arrays, component } from './component.js';
import { fact, touch, touchTurn } from '../model/stamps.js';
import type { WorldState } from './state.js';

/** Only this file writes clock, seed and step, so that every change is noted. */

const columns = {
  seedLow: 'u32',
  seedHigh: 'u32',
  /** Turns by which the world is ahead of it. */
  lead: 'i32',
  /** Ticks by which its clock is ahead of its turns. */
  clock: 'i32',
} as const;

declare module './state.js' {
  interface WorldState {
    /** Undefined where the world is not divided. See state/copy-instance.ts. */
    instances: Readonly<Arrays<typeof columns>> | undefined;
  }
}

export const instances = component({
  name: 'instances',
  rows: 'instance',
  group: 'instances',
  columns,
  when: (_, { instances: count = 0 }) => count > 0,
  facts: ['clock'],
});

/** The turn that is being run; between turns the number of turns completed. */
export function turnOf({ arena }: WorldState): number {
  return arena.header[header.turn];
}

export function setTurn({ arena, stamps }: WorldState, turn: number): void {
  if (arena.header[header.turn] === turn) return;
  arena.header[header.turn] = turn;
  touchTurn(stamps, turn);
}

/** Ticks: a 32-bit integer. */
export function timeOf({ arena }: WorldState): number {
  return arena.header[header.time] | 0;
}

export function setTimeOf(state: WorldState, time: number): void {
  const bits = time >>> 0;
  if (state.arena.header[header.time] === bits) return;
  state.arena.header[header.time] = bits;
  touch(state.stamps, fact.clock);
}

/** Draws at other moments differ. */
export function momentOf(state: WorldState): number {
  return (timeOf(state) + Math.imul(state.arena.header[header.polls], perPoll)) | 0;
}

export function notePoll({ arena, stamps }: WorldState): void {
  arena.header[header.polls]++;
  touch(stamps, fact.clock);
}

/** Odd, with its bits all over the word. */
const perPoll = 0x85ebca6b;

export interface SeedWords {
  readonly low: number;
  readonly high: number;
}

export function seedOf({ arena }: WorldState): SeedWords {
  return { low: arena.header[header.seedLow], high: arena.header[header.seedHigh] };
}

export function setSeed({ arena, stamps }: WorldState, { low, high }: SeedWords): void {
  arena.header[header.seedLow] = low;
  arena.header[header.seedHigh] = high;
  touch(stamps, fact.clock);
}

/** As a word of its enumeration; 0: none. */
export function stepOf({ arena }: WorldState): number {
  return arena.header[header.step];
}

export function setStep({ arena, stamps }: WorldState, word: number): void {
  if (arena.header[header.step] === word) return;
  arena.header[header.step] = word;
  touch(stamps, fact.step);
}
