import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { both, turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

test('explain tells the same steps', () => {
  let steps = 0;
  fc.assert(
    fc.property(randomCases({ turns: 3 }), fc.constantFrom<Manner>('calm', 'planned', 'wild'), (given, manner) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
      const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options));
      const choices = choicesOf(given.seed).split('explained');
      for (let i = 0; i < given.turns; i++) if (!turn(worlds)) return;
      const objects = worlds.reference.query();
      if (objects.length === 0) return;
      for (let i = 0; i < 6; i++) {
        const object = choices.pick(objects);
        // Now and then one that the object lacks.
        const column = choices.oneIn(8)
          ? 'gold'
          : choices.pick(['m0', 'm1', 'n0', ...Object.keys(worlds.reference.describe(object).values)]);
        both(worlds, (world) => world.explain(object, column));
        if (worlds.reference.get(object, column) !== undefined)
          steps += worlds.compiled.explain(object, column).steps.length;
      }
      // Explaining has changed nothing.
      turn(worlds);
    }),
    propertyRuns(30, 12),
  );
  expect(steps).toBeGreaterThan(heavy(5, 20));
});
