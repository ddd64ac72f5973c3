import { inspect } from '../../../src/world/inspect.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { randomChange } from '../../support/random-change.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { withHolds } from '../../support/random-holds.js';
import { holdAny, randomWorld } from '../../support/random-world.js';
import { both, turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

const counts = { reused: 0, putBack: 0, fired: 0, changed: 0 };

/** The words that all objects hold. */
const wordsOf = (world: Parameters<typeof holdAny>[0]): string =>
  JSON.stringify(world.query().map((object) => world.describe(object).holdings));

test('rules that change sets and look at them give the hashes of the reference interpreter, turn by turn', () => {
  fc.assert(
    fc.property(
      randomCases({ groups: 3, turns: 8 }),
      fc.integer({ min: 3, max: 10 }),
      fc.constantFrom<Manner>('calm', 'planned'),
      (given, count, manner) => {
        const choices = choicesOf(given.seed);
        const program = defineContent(
          withHolds(randomContent(choices, given.groups, manner), choices.split('holds'), count),
        );
        const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects + 12, options));
        for (let i = 0; i < given.turns; i++) {
          const own = choices.split(`turn ${i}`);
          // Often nothing has changed but a word.
          const things = worlds.compiled.query();
          if (own.oneIn(3) && things.length > 0)
            both(worlds, (world) => {
              holdAny(world, own.split('hold'), own.split('who').pick(things));
            });
          else if (own.oneIn(4)) both(worlds, (world) => randomChange(world, own.split('change')));
          const before = wordsOf(worlds.compiled);
          turn(worlds);
          counts.changed += Number(before !== wordsOf(worlds.compiled));
        }
        counts.reused += inspect(worlds.compiled).executor.paths.reused;
        counts.putBack += inspect(worlds.compiled).executor.paths.putBack;
        counts.fired += inspect(worlds.compiled).executor.paths.fired;
      },
    ),
    propertyRuns(60, 10),
  );
  for (const [what, least] of Object.entries({ reused: 40, putBack: 5, fired: 150, changed: 30 }))
    expect(counts[what as keyof typeof counts], what).toBeGreaterThan(heavy(least / 10, least));
});
