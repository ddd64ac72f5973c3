import { header } from '../kernel/arena.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

/** The step of the sequence of play that is under way, as a word of its enumeration; 0 while there is none. */
export function stepOf({ arena }: WorldState): number {
  return arena.header[header.step];
}

/** Notes that a step (a word from 1) is under way, or that none is (0). */
export function setStep({ arena, stamps }: WorldState, word: number): void {
  if (arena.header[header.step] === word) return;
  arena.header[header.step] = word;
  touch(stamps, fact.step);
}
