import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJson } from '../../../../src/content/antares/parse/json/read-json.js';
import { loadLevel } from '../../../../src/content/antares/level/load-level.js';
import { policies, type Level } from '../../../../src/content/antares/syntax.js';
import {
  type LevelSession,
  type LevelSnapshot,
  openLevel,
} from '../../../../src/content/antares/turn/level-session.js';
import { propertyRuns } from '../../../support/choices.js';
import type { Document } from '../../../support/level-oracle/document.js';
import { caseOf } from '../../../support/level-oracle/random-case.js';
import { heavy } from '../../../support/heavy.js';

/**
 * Policies of the engine have no end to delays that re-arm one another within a tick, and sweep 4,096 deep; a level of
 * this test has an end.
 */
const limits = { actionsPerTick: 2000 };
const anyCase = fc.constantFrom(...policies).chain((policy) => caseOf(policy));

function levelOf({ level, conditions, policy }: Document): Level {
  const read = readJson(new TextEncoder().encode(JSON.stringify({ ...level, conditions })));
  if (!read.ok) throw new Error(read.problem.message);
  const loaded = loadLevel(read.value, policy);
  if (loaded.level === undefined) throw new Error(JSON.stringify(loaded.problems[0]));
  return loaded.level;
}

it('levels at random go the same way compiled and interpreted, in one go and from a snapshot', () => {
  const seen = { fired: 0, acts: new Set<string>() };
  fc.assert(
    fc.property(anyCase, fc.double({ min: 0, max: 1, noNaN: true }), (document, part) => {
      const { policy, until, host } = document;
      const level = levelOf(document);
      const reference = openLevel(level, policy, { executor: 'reference', limits });
      reference.run(until, host);
      const expected = reference.result();
      const compiled = openLevel(level, policy, { executor: 'compiled', limits });
      compiled.run(Math.floor(until * part), host);
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
    }),
    propertyRuns(60),
  );
  expect(seen.fired).toBeGreaterThan(heavy(15, 150));
  expect(seen.acts.size).toBeGreaterThan(heavy(5, 20));
});

it('levels at random go on from a snapshot that was taken as any event was told', () => {
  let taken = 0;
  fc.assert(
    fc.property(anyCase, fc.nat(60), (document, which) => {
      const { policy, until, host } = document;
      let told = 0;
      let snapshot: LevelSnapshot | undefined;
      const session: LevelSession = openLevel(levelOf(document), policy, {
        limits,
        listen: () => {
          if (told++ === which) snapshot = session.snapshot();
        },
      });
      session.run(until, host);
      if (snapshot === undefined) return;
      const [expected, hash] = [session.result(), session.world.hash()];
      session.restore(snapshot);
      session.run(until, host);
      expect(session.result()).toEqual(expected);
      expect(session.world.hash()).toBe(hash);
      taken++;
    }),
    propertyRuns(70, 17),
  );
  expect(taken).toBeGreaterThan(heavy(2, 10));
});
