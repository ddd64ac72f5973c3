import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { World } from '../../src/world/api.js';
import { type WorldProfile, profileWorld } from '../../src/world/profile-world.js';
import { bookOf, programOf } from '../flow/flow-worlds.js';
import { changeLand, randomFlow, randomLand } from '../flow/random-flows.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { heavy } from '../support/heavy.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import { type Twins, both, turn, twins } from '../support/twin-worlds.js';

/** Without times, and without what one executor finds in fewer looks. */
function counted({ rules, flows, growths, variables }: WorldProfile) {
  return {
    rules: rules.map(({ milliseconds: _, visits: _visits, tests: _tests, ...rule }) => rule),
    flows: flows.map(({ milliseconds: _, ...flow }) => flow),
    growths: growths.map(({ milliseconds: _, ...growth }) => growth),
    variables: variables.map(({ milliseconds: _, ...variable }) => variable),
  };
}

function profiled({ compiled, reference }: Twins): () => WorldProfile {
  const [profile, expected] = [profileWorld(compiled), profileWorld(reference)];
  return () => {
    const found = profile();
    expect(counted(found)).toEqual(counted(expected()));
    return found;
  };
}

describe('both executors count the same, and the world is the same without a profile', () => {
  test('of rules and growth formulas', () => {
    let [changed, grown] = [0, 0];
    fc.assert(
      fc.property(randomCases(), (given) => {
        const program = defineContent(randomContent(choicesOf(given.seed), given.groups).source);
        const make = (options = {}) => randomWorld(choicesOf(given.seed), program, given.objects, options);
        const worlds = twins(make);
        const plain = make();
        const profile = profiled(worlds);
        for (let i = 0; i < given.turns && turn(worlds); i++) {
          plain.step();
          expect(worlds.compiled.hash()).toBe(plain.hash());
        }
        const { rules, growths } = profile();
        for (const rule of rules) changed += rule.changed;
        for (const growth of growths) grown += growth.changed;
      }),
      propertyRuns(24),
    );
    expect(changed).toBeGreaterThan(heavy(5, 60));
    expect(grown).toBeGreaterThan(heavy(0, 10));
  });

  test.each(['own', 'stale'] as const)('of flows, memory %s', (memory) => {
    const states = new Set<string>();
    fc.assert(
      fc.property(randomCases({ groups: 8, turns: 4 }), (given) => {
        const flows = given.groups.map((group) => randomFlow(choicesOf(given.seed).split(group)));
        const program = programOf(bookOf(flows, memory));
        const worlds = twins((options) => randomLand(choicesOf(given.seed).split('land'), program, options, false));
        const profile = profiled(worlds);
        for (let i = 0; i < given.turns; i++) {
          both(worlds, (world: World) => {
            changeLand(world, choicesOf(given.seed).split(`change ${i}`));
          });
          expect(turn(worlds)).toBe(true);
        }
        for (const { state } of profile().flows) states.add(state);
      }),
      propertyRuns(80, 8),
    );
    expect(states.size).toBeGreaterThan(heavy(2, 4));
  });
});
