import { describe, expect, it } from 'vitest';
import { hashesOf, isAbsent } from './from-yardstick.js';

describe.skipIf(isAbsent)('exact models (skipped where ../shared/bench/agents is absent)', () => {
  it.each([
    ['forestfire', 'small', 500, 100, '39c76d31'],
    ['life', 'small', 100, 100, '6bd75b7a'],
    ['life', 'large', 1_000, 50, '1dcb1c1e'],
    ['forestfire', 'large', 2_000, 100, '1cc0e39d'],
  ])('%s, %s, ends in the documented hash', async (model, _, w, turns, hash) => {
    expect(await hashesOf(model, w, turns)).toEqual({ edict: hash, typed: hash });
  });
});
