import { header } from '../kernel/arena.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

/** What all draws of a world begin with, in two words of 32 bits. */
export interface SeedWords {
  readonly low: number;
  readonly high: number;
}

export function seedOf({ arena }: WorldState): SeedWords {
  return { low: arena.header[header.seedLow], high: arena.header[header.seedHigh] };
}

/** Sets the seed. What was drawn before is drawn again, as when the clock moves. */
export function setSeed({ arena, stamps }: WorldState, { low, high }: SeedWords): void {
  arena.header[header.seedLow] = low;
  arena.header[header.seedHigh] = high;
  touch(stamps, fact.clock);
}
