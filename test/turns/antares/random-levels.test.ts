import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadLevel } from '../../../src/content/antares/level/load-level.js';
import { policies } from '../../../src/content/antares/policy.js';
import { openLevel } from '../../../src/turns/antares/session.js';
import { propertyRuns } from '../../support/choices.js';
import { valueOf } from '../../support/level-values.js';
import { hostEntries, levelDocument } from './level-documents.js';

const until = 200;
/** Policies of the engine have no end to delays that re-arm one another within a tick; a level of this test has. */
const limits = { actionsPerTick: 20_000 };

it('levels at random go the same way compiled and interpreted, in one go and from a snapshot', () => {
  const seen = { fired: 0, stopped: 0, acts: new Set<string>() };
  fc.assert(fc.property(levelDocument(), hostEntries(until), fc.constantFrom(...policies), fc.integer({ min: 0, max: until }), (plain, host, policy, stop) => {
    const { level, problems } = loadLevel(valueOf(plain), policy);
    if (level === undefined) throw new Error(JSON.stringify(problems[0]));
    const reference = openLevel(level, policy, { executor: 'reference', limits });
    reference.run(until, host);
    const expected = reference.result();
    const compiled = openLevel(level, policy, { executor: 'compiled', limits });
    compiled.run(stop, host);
    const snapshot = compiled.snapshot();
    compiled.run(until, host);
    expect(compiled.result()).toEqual(expected);
    expect(compiled.world.hash()).toBe(reference.world.hash());
    compiled.restore(snapshot);
    compiled.run(until, host);
    expect(compiled.result()).toEqual(expected);
    expect(compiled.world.hash()).toBe(reference.world.hash());
    for (const event of expected.events) if (event[0] === 'act') seen.acts.add(event[2]);
    seen.fired += expected.events.filter(([kind]) => kind === 'fire').length;
    seen.stopped += expected.error === undefined ? 0 : 1;
  }), propertyRuns(120));
  expect(seen.fired).toBeGreaterThan(300);
  expect(seen.acts.size).toBeGreaterThan(20);
});
