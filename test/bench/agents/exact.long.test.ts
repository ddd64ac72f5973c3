import { describe, expect, it } from 'vitest';
import { hashesOf } from '../../../bench/agents/exact.js';
import { hasYardstick } from '../../../bench/agents/yardstick.js';

// The largest fire takes more than a minute: `npm run bench -- agents --check`.
describe.skipIf(!hasYardstick())('exact models (skipped where ../shared/bench/agents is absent)', () => {
  it.each([
    ['forestfire', 'small', 500, 100, '39c76d31'],
    ['life', 'small', 100, 100, '6bd75b7a'],
    ['life', 'large', 1_000, 50, '1dcb1c1e'],
  ])('%s, %s, ends in the documented hash', async (model, _, w, turns, hash) => {
    expect(await hashesOf(model, w, turns)).toEqual({ edict: hash, typed: hash });
  });
});
