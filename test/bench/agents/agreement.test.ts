import { describe, expect, it } from 'vitest';
import { agreementOf, compare } from '../../../bench/agents/agreement.js';
import { simulationOf, simulationsOf } from '../../../bench/agents/models.js';
import { hasYardstick, ranToEnd } from '../../../bench/agents/yardstick.js';

describe('the comparison of two samples', () => {
  it('is the difference of the means over its standard error', () => {
    const { z, edict, typed } = compare('sheep', [1, 2, 3], [5, 6, 7]);
    expect(edict).toEqual({ mean: 2, error: Math.sqrt(1 / 3) });
    expect(typed.mean).toBe(6);
    expect(z).toBeCloseTo(-4 / Math.sqrt(2 / 3), 12);
  });

  it('takes constants that differ for a difference', () => {
    expect(compare('sheep', [1, 1], [1, 1]).z).toBe(0);
    expect(compare('sheep', [2, 2], [1, 1]).z).toBeGreaterThan(4);
  });

  it('refuses a figure that the other sample lacks', () => {
    expect(() => compare('sheep', [1, 2], [])).toThrow('reports 0 values of sheep');
  });
});

describe.skipIf(!hasYardstick())('agreement (skipped where ../shared/bench/agents is absent)', () => {
  it('gives a run in a world that ran before what a world of its own gives', () => {
    const size = { w: 10, sheep: 50, wolves: 20, turns: 3 };
    const make = simulationsOf('wolfsheep', size);
    const [other, shared] = [3, 4].map((seed) => ranToEnd(make(size, seed), size).result());
    expect(shared).toEqual(ranToEnd(simulationOf('wolfsheep', size, 4), size).result());
    expect(shared).not.toEqual(other);
  });

  it('compares all numbers that a model reports', async () => {
    const found = await agreementOf('sugarscape', { w: 50, agents: 30, turns: 2 }, 3);
    expect(found.map(({ figure }) => figure)).toEqual(['alive', 'wealth']);
    for (const { z } of found) expect(Math.abs(z)).toBeLessThan(10);
  });
});
