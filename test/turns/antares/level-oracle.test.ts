import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadLevel } from '../../../src/content/antares/level/load-level.js';
import { policies } from '../../../src/content/antares/policy.js';
import { openLevel } from '../../../src/turns/antares/session.js';
import { propertyRuns } from '../../support/choices.js';
import { valueOf } from '../../support/level-values.js';
import { hostEntries, levelDocument } from './level-documents.js';
import { playByRules } from './level-oracle.js';

const until = 200;
/** What the rules leave to the engine: how velocities are rounded, and what a player builds at after a capture. */
const left = /"type":"(?:speed|slow|push|cap-speed|building)"/;

/** Reasons are for people. */
const bare = (event: readonly (string | number)[]): readonly (string | number)[] => event.slice(0, event[0] === 'dropped' ? 2 : event[0] === 'skip' ? 3 : undefined);

it('levels at random go as their rules read', () => {
  let compared = 0;
  fc.assert(fc.property(levelDocument(), hostEntries(until), fc.constantFrom(...policies), (plain, host, policy) => {
    fc.pre(!left.test(JSON.stringify(plain)));
    const { level, problems } = loadLevel(valueOf(plain), policy);
    if (level === undefined) throw new Error(JSON.stringify(problems[0]));
    const session = openLevel(level, policy, { limits: { actionsPerTick: 20_000 } });
    session.run(until, host);
    const { events, error, scores, cash, winner, over, enabledAtEnd } = session.result();
    const oracle = playByRules(level, policy, until, host);
    const { stop } = oracle;
    // Limits are ours; where either reaches one the other may not.
    if (stop === 'limit-actions' || ['limit-actions', 'list-depth', 'queue-corrupt'].includes(error?.code ?? '')) return;
    const shorter = stop === undefined ? Infinity : Math.min(events.length, oracle.events.length);
    expect(events.map(bare).slice(0, shorter)).toEqual(oracle.events.slice(0, shorter));
    expect(error?.code).toBe(stop);
    if (stop !== undefined) return;
    expect({ scores, cash, winner, over, enabledAtEnd }).toEqual({ scores: oracle.scores, cash: oracle.cash, winner: oracle.winner, over: oracle.over, enabledAtEnd: oracle.enabledAtEnd });
    compared++;
  }), propertyRuns(200));
  expect(compared).toBeGreaterThan(50);
});
