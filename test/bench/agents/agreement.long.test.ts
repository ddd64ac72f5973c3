import { describe, expect, it } from 'vitest';
import { agreementOf, agreementText, largestZ } from '../../../bench/agents/agreement.js';
import { hasYardstick } from '../../../bench/agents/yardstick.js';

// The sizes of the yardstick take minutes: `npm run bench -- agents --check`.
describe.skipIf(!hasYardstick())('agreement over 100 seeds (skipped where ../shared/bench/agents is absent)', () => {
  it.each([
    ['wolfsheep', { w: 30, sheep: 90, wolves: 45, turns: 25 }],
    ['schelling', { w: 30, agents: 720, turns: 3 }],
    ['sugarscape', { w: 50, agents: 300, turns: 10 }],
  ])('%s agrees with the tuned program', async (model, size) => {
    const found = await agreementOf(model, size, 100);
    expect(found.filter(({ z }) => !(Math.abs(z) < largestZ)).map(agreementText)).toEqual([]);
  });
});
