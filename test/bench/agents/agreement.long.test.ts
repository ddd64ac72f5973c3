import { describe, expect, it } from 'vitest';
import { agreementOf, agreementText, largestZ } from '../../../bench/agents/agreement.js';
import { isAbsent } from './from-yardstick.js';

// The sizes of the yardstick take minutes: `npm run bench -- agents --check`.
describe.skipIf(isAbsent)('agreement over 100 seeds (skipped where ../shared/bench/agents is absent)', () => {
  it.each([
    ['wolfsheep', { w: 40, sheep: 160, wolves: 80, turns: 40 }],
    ['schelling', { w: 40, agents: 1_280, turns: 3 }],
    ['sugarscape', { w: 50, agents: 400, turns: 15 }],
  ])('%s agrees with the tuned program', async (model, size) => {
    const found = await agreementOf(model, size, 100);
    expect(found.filter(({ z }) => !(Math.abs(z) < largestZ)).map(agreementText)).toEqual([]);
  });
});
