import { inspect } from '../../src/world/inspect.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boolean } from '../support/nodes.js';
import { type RandomCase, choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { type Twins, both, turn, twins } from '../support/twin-worlds.js';
import type { World } from '../../src/world/api.js';
import { type GivenFlow, bookOf, column, kind, near, programOf } from './flow-worlds.js';
import { changeLand, plainFlows, randomFlow, randomLand } from './random-flows.js';
import { heavy } from '../support/heavy.js';

const flowsOf = ({ seed, groups }: RandomCase): readonly GivenFlow[] =>
  groups.flatMap((group) => [randomFlow(choicesOf(seed).split(group)), randomFlow(choicesOf(seed).split(-1 - group))]);
const crimes = (world: World): readonly unknown[] =>
  world.query().map((object) => [world.get(object, 'crime'), world.get(object, 'filth'), world.get(object, 'lore')]);

function open(given: RandomCase, flows: readonly GivenFlow[], memory: 'own' | 'stale', isWild: boolean): Twins {
  const program = programOf(bookOf(flows, memory));
  return twins((options) => randomLand(choicesOf(given.seed).split('land'), program, options, isWild));
}

/** Turns, and now and then a change between them. Returns in how many something has flowed. */
function play(worlds: Twins, { seed, turns }: RandomCase): number {
  let flowed = 0;
  for (let i = 0; i < turns; i++) {
    const choices = choicesOf(seed).split(`turn ${i}`);
    if (choices.oneIn(3))
      both(worlds, (world) => {
        changeLand(world, choices.split('change'));
      });
    const before = crimes(worlds.reference);
    expect(turn(worlds)).toBe(true);
    flowed += Number(JSON.stringify(before) !== JSON.stringify(crimes(worlds.reference)));
  }
  return flowed;
}

describe('flows as columns are what they mean', () => {
  test.each(['own', 'stale'] as const)('for random flows in random worlds, memory %s', (memory) => {
    let flowed = 0;
    fc.assert(
      fc.property(randomCases({ groups: 8, turns: 6 }), fc.boolean(), (given, isWild) => {
        const worlds = open(given, flowsOf(given), memory, isWild);
        flowed += play(worlds, given);
        if (inspect(worlds.compiled).executor.name === 'compiled')
          expect(inspect(worlds.compiled).executor.paths.flows).toBe(given.turns);
      }),
      propertyRuns(50, 8),
    );
    expect(flowed).toBeGreaterThan(heavy(15, 90));
  });

  test('for diffusion between neighbours, and decay', () => {
    let paired = 0;
    fc.assert(
      fc.property(randomCases({ turns: 8 }), fc.boolean(), (given, isWild) => {
        const worlds = open(given, plainFlows(choicesOf(given.seed)), 'own', isWild);
        play(worlds, given);
        paired += inspect(worlds.compiled).executor.paths.paired;
      }),
      propertyRuns(25, 6),
    );
    expect(paired).toBeGreaterThan(heavy(25, 80));
  });

  test('explain tells the same steps, which lead from the value before to that after', () => {
    let steps = 0;
    fc.assert(
      fc.property(
        randomCases({ groups: 8, turns: 2 }),
        fc.constantFrom<'own' | 'stale'>('own', 'stale'),
        (given, memory) => {
          const worlds = open(given, flowsOf(given), memory, true);
          for (let i = 0; i < given.turns; i++) turn(worlds);
          for (const object of worlds.reference.query({ kind: 'field' }).slice(0, 6)) {
            both(worlds, (world) => world.explain(object, 'crime'));
            const history = worlds.compiled.explain(object, 'crime');
            expect(history.steps.at(-1)?.after ?? history.initial).toBe(history.current);
            history.steps.forEach(({ before }, i) => {
              expect(before).toBe(i === 0 ? history.initial : history.steps[i - 1].after);
            });
            steps += history.steps.length;
          }
        },
      ),
      propertyRuns(15),
    );
    expect(steps).toBeGreaterThan(heavy(30, 60));
  });
});

describe('flows', () => {
  test('do the same in any order where each remembers its own', () => {
    fc.assert(
      fc.property(randomCases({ groups: 8, turns: 4 }), (given) => {
        // What is drawn is told apart by the index of the flow, which is another in another order.
        const flows = flowsOf(given).filter(
          (flow) =>
            !JSON.stringify([flow, ...('targets' in flow.form ? [...flow.form.targets.steps] : [])]).includes('"draw"'),
        );
        const one = open(given, flows, 'own', true);
        const other = open(given, [...flows].reverse(), 'own', true);
        for (let i = 0; i < given.turns; i++) for (const worlds of [one, other]) turn(worlds);
        expect(other.reference.hash()).toBe(one.reference.hash());
      }),
      propertyRuns(20),
    );
  });

  test.each(['own', 'stale'] as const)('that diffuse and gather conserve the sum exactly, memory %s', (memory) => {
    fc.assert(
      fc.property(randomCases({ groups: 8, turns: 6 }), (given) => {
        const flows = flowsOf(given).filter(({ form: { does } }) => does === 'diffuse' || does === 'gather');
        const worlds = open(given, [...flows, ...plainFlows(choicesOf(given.seed)).slice(0, 1)], memory, false);
        // Numbers wrap, and so does their sum.
        const sum = (name: string): number =>
          worlds.reference
            .query()
            .reduce((total, object) => (total + Number(worlds.reference.get(object, name) ?? 0)) | 0, 0);
        const before = ['crime', 'filth', 'lore'].map(sum);
        for (let i = 0; i < given.turns; i++) turn(worlds);
        expect(['crime', 'filth', 'lore'].map(sum)).toEqual(before);
      }),
      propertyRuns(15),
    );
  });

  test('do nothing where nothing is active', () => {
    fc.assert(
      fc.property(randomCases({ groups: 8, turns: 3 }), (given) => {
        const worlds = open(
          given,
          flowsOf(given).map((flow) => ({ ...flow, active: boolean(false) })),
          'own',
          true,
        );
        const before = crimes(worlds.reference);
        for (let i = 0; i < given.turns; i++) turn(worlds);
        expect([crimes(worlds.reference), crimes(worlds.compiled)]).toEqual([before, before]);
      }),
      propertyRuns(15),
    );
  });

  test('lead nowhere where kinds have none of the cells', () => {
    const worlds = twins((options) =>
      randomLand(
        choicesOf(4),
        programOf(
          bookOf([
            {
              form: {
                does: 'diffuse',
                column: column('lore'),
                percent: 50,
                targets: {
                  itself: false,
                  steps: new Map([[kind.field, [[{ by: 'owner' }], [{ by: 'attached', kind: kind.stone }], near(1)]]]),
                },
              },
            },
          ]),
        ),
        options,
        false,
      ),
    );
    play(worlds, { seed: 4, groups: [], objects: 0, turns: 6 });
    expect(worlds.compiled.query({ kind: 'guild' }).map((guild) => worlds.compiled.get(guild, 'lore'))).toEqual(
      worlds.compiled.query({ kind: 'guild' }).map(() => undefined),
    );
  });
});
