import { describe, expect, it } from 'vitest';
import { hashesOf } from '../../../bench/agents/exact.js';
import { hasYardstick } from '../../../bench/agents/yardstick.js';

describe.skipIf(!hasYardstick())('exact models (skipped where ../shared/bench/agents is absent)', () => {
  it('life ends in the hash of the yardstick, small', async () => {
    const { edict, typed } = await hashesOf('life', 100, 100);
    expect(edict).toBe(typed);
  });

  it('the forest fire ends in the hash of the yardstick, 60 cells wide', async () => {
    const { edict, typed } = await hashesOf('forestfire', 60, 50);
    expect(edict).toBe(typed);
  });

  it('hashes differ after another number of turns', async () => {
    const [early, late] = await Promise.all([hashesOf('life', 20, 5), hashesOf('life', 20, 6)]);
    expect(early.edict).toBe(early.typed);
    expect(early.edict).not.toBe(late.edict);
  });
});
