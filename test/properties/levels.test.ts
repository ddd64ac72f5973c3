import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExecutorName } from '../../src/world/api.js';
import type { Document, Event, Outcome } from '../support/level-oracle/document.js';
import { playLevel } from '../support/level-oracle/play-level.js';
import { tooLong } from '../support/level-oracle/run.js';
import { caseOf } from '../support/level-oracle/random-case.js';
import { playDocument } from '../support/play-document.js';
import { hasLevelFixtures, levelFixtures, textOf, memberOf } from '../support/level-fixtures.js';
import { heavy } from '../support/heavy.js';

/**
 * Levels played, others in every run; more by hand, such as EDICT_LEVELS=50000, and the same ones again by EDICT_SEED.
 */
const levels = Number(process.env.EDICT_LEVELS ?? heavy(8, 40));
const seed = process.env.EDICT_SEED === undefined ? {} : { seed: Number(process.env.EDICT_SEED) };

test.each(['compat', 'sound'] as const)(
  'levels at random go as plainly played ones, policy %s',
  (policy) => {
    fc.assert(
      fc.property(caseOf(policy), fc.constantFrom<ExecutorName>('compiled', 'reference'), (document, executor) => {
        const plainly = playLevel(document);
        // What becomes more and more is nothing to compare in the time of a test.
        fc.pre(plainly.error !== tooLong);
        expect(comparable(playDocument(document, executor))).toEqual(comparable(plainly));
      }),
      { numRuns: levels, ...seed },
    );
  },
  60_000 + levels * 100,
);

interface Fixture extends Document {
  readonly expect: Partial<Outcome> & { readonly eventsPrefix?: readonly Event[] };
}

describe.skipIf(!hasLevelFixtures)('plainly played levels', () => {
  const files = levelFixtures()
    .filter(
      ({ document }) =>
        textOf(memberOf(document, 'format')) === 'conditions/1' &&
        textOf(memberOf(memberOf(document, 'expect'), 'error')) !== 'load',
    )
    .map(({ file }) => file);

  test('are as the engine plays them', () => {
    for (const file of files) {
      const {
        expect: { eventsPrefix, diagnostics, ...wanted },
        ...document
      } = JSON.parse(
        readFileSync(new URL(`../../../shared/fixtures/conditions/${file}`, import.meta.url), 'utf8'),
      ) as Fixture;
      const outcome = playLevel(document);
      expect({ file, ...outcome }).toMatchObject({ file, ...wanted });
      if (eventsPrefix !== undefined) expect(outcome.events.slice(0, eventsPrefix.length)).toEqual(eventsPrefix);
      if (diagnostics !== undefined) expect(outcome.diagnostics.map(bare)).toEqual(diagnostics.map(bare));
    }
    expect(files.length).toBeGreaterThan(80);
  });
});

/**
 * A level that a rule has stopped is judged by what came before; where that is how deep something goes, by the
 * beginning of it.
 */
function comparable({ events, diagnostics, error, cycle, ...values }: Outcome): unknown {
  if (error === undefined) return { events, diagnostics: diagnostics.map(bare), ...values };
  const isEndless = error === 'sweep-depth' || error === 'list-depth';
  return {
    error,
    events: isEndless ? events.slice(0, 400) : events,
    cycle: error === 'sweep-depth' ? cycle : undefined,
  };
}

/** A diagnostic without its reason, which is for people. */
function bare(event: Event): Event {
  return event.slice(0, event[0] === 'dropped' ? 2 : 3);
}
