import { describe, expect, it } from 'vitest';
import { agreementOf, agreementText, largestZ } from '../../../bench/agents/agreement.js';
import { hasYardstick } from '../../../bench/agents/yardstick.js';

// The sizes of the yardstick take minutes: `npm run bench -- agents --check`.
describe.skipIf(!hasYardstick())('agreement over 100 seeds (skipped where ../shared/bench/agents is absent)', () => {
  it.each([
    ['wolfsheep', { w: 50, sheep: 250, wolves: 125, turns: 40 }],
    ['schelling', { w: 50, agents: 2_000, turns: 4 }],
    ['sugarscape', { w: 50, agents: 400, turns: 15 }],
  ])('%s agrees with the tuned program', async (model, size) => {
    const found = await agreementOf(model, size, 100);
    expect(found.filter(({ z }) => !(Math.abs(z) < largestZ)).map(agreementText)).toEqual([]);
  });
});
