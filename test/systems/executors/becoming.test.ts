import { inspect } from '../../../src/world/inspect.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { World } from '../../../src/world/api.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { withBecoming } from '../../support/random-becoming.js';
import { randomChange } from '../../support/random-change.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { both, turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

const counts = { reused: 0, fired: 0, became: 0, bound: 0 };

const classesOf = (world: World): string =>
  JSON.stringify(world.query({ kind: 'thing0' }).map((object) => [object, world.describe(object).class]));
const boundIn = (world: World): unknown => world.questions.evaluate("role('rival')");

test('rules that change classes, bind roles and look at them give the hashes of the reference interpreter, turn by turn', () => {
  fc.assert(
    fc.property(
      randomCases({ groups: 3, turns: 8 }),
      fc.integer({ min: 3, max: 10 }),
      fc.constantFrom<Manner>('calm', 'planned'),
      (given, count, manner) => {
        const choices = choicesOf(given.seed);
        const program = defineContent(
          withBecoming(randomContent(choices, given.groups, manner), choices.split('becoming'), count),
        );
        const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects + 12, options));
        for (let i = 0; i < given.turns; i++) {
          const own = choices.split(`turn ${i}`);
          if (own.oneIn(3)) both(worlds, (world) => randomChange(world, own.split('change')));
          const [classes, bound] = [classesOf(worlds.compiled), boundIn(worlds.compiled)];
          turn(worlds);
          counts.became += Number(classes !== classesOf(worlds.compiled));
          counts.bound += Number(bound !== boundIn(worlds.compiled));
        }
        counts.reused += inspect(worlds.compiled).executor.paths.reused;
        counts.fired += inspect(worlds.compiled).executor.paths.fired;
      },
    ),
    propertyRuns(50, 9),
  );
  for (const [what, least] of Object.entries({ reused: 25, fired: 150, became: 25, bound: 10 }))
    expect(counts[what as keyof typeof counts], what).toBeGreaterThan(heavy(least / 10, least));
});
