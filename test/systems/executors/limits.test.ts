import type { World } from '../../../src/world/api.js';
import { inspect } from '../../../src/world/inspect.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../../src/ir/rule.js';
import { defineContent } from '../../../src/content/native/define.js';
import { EdictError } from '../../../src/kernel/errors.js';
import type { ExecutorName, WorldOptions } from '../../../src/world/api.js';
import { createWorld } from '../../../src/world.js';
import { type RandomCase, choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { contentWith } from '../../support/content.js';
import { refusal } from '../../support/errors.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { both, said, turn, twins } from '../../support/twin-worlds.js';
import { heavy, longTest } from '../../support/heavy.js';

/** The smallest capacity in which a random world can be made. */
function leastRoom(given: RandomCase, program: Program): number {
  for (let capacity = 1; ; capacity++) {
    try {
      randomWorld(choicesOf(given.seed), program, given.objects, { fixed: true, reserve: { objects: capacity } });
      return capacity;
    } catch (error) {
      if (!(error instanceof EdictError) || error.code !== 'world-full') throw error;
    }
  }
}

describe('what is refused is refused with the same words at the same count', () => {
  const tight = { effectsPerTurn: [1, 6, 40], createdPerTurn: [1, 1, 3], testsPerTurn: [40, 300, 1_000] } as const;

  longTest('by limits', () => {
    const refused = new Map<string, number>();
    fc.assert(
      fc.property(
        randomCases({ turns: 3 }),
        fc.constantFrom<Manner>('calm', 'planned', 'wild'),
        fc.constantFrom(...(Object.keys(tight) as (keyof typeof tight)[])),
        fc.nat({ max: 2 }),
        (given, manner, limit, size) => {
          const program = defineContent(
            randomContent(choicesOf(given.seed), given.groups, limit === 'createdPerTurn' ? 'wild' : manner).source,
          );
          const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options), {
            limits: { [limit]: tight[limit][size] },
          });
          // A turn that was refused is refused again.
          for (let i = 0; i < given.turns + 1; i++)
            if (!turn(worlds)) refused.set(limit, (refused.get(limit) ?? 0) + 1);
        },
      ),
      propertyRuns(60, 40),
    );
    for (const limit of Object.keys(tight)) expect(refused.get(limit) ?? 0, limit).toBeGreaterThan(heavy(0, 3));
  });

  longTest('by worlds that are full; others grow', () => {
    let [refused, grown] = [0, 0];
    fc.assert(
      fc.property(randomCases(), fc.boolean(), fc.integer({ min: 1, max: 12 }), (given, fixed, room) => {
        const groups = fixed ? Array.from({ length: 40 }, (_, i) => i) : given.groups;
        const program = defineContent(randomContent(choicesOf(given.seed), groups).source);
        const size = inspect(randomWorld(choicesOf(given.seed), program, given.objects)).capacity;
        const capacity = fixed ? leastRoom(given, program) : room;
        const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options), {
          fixed,
          reserve: { objects: capacity },
        });
        for (let i = 0; i < given.turns; i++) if (!turn(worlds)) refused++;
        expect(inspect(worlds.compiled).capacity).toBe(inspect(worlds.reference).capacity);
        grown += Number(inspect(worlds.compiled).capacity > size);
      }),
      propertyRuns(15),
    );
    expect(grown).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });

  test.each([
    ['one amount for all', 'add', '1e308', 'number'],
    ['an amount of the target', 'add', 'target.n * 1e307', 'number'],
    ['an amount of both', 'add', 'target.n * 1e307 + source.n', 'number'],
    ['the running value', 'set', 'value * 1e308', 'number'],
    ['a product', 'multiply', '1e308', 'number'],
    ['not in 32 bits', 'add', '3e38', 'float32'],
    ['no number', 'max', '0 * (1e308 * 1e308)', 'number'],
  ] as const)('by numbers out of range, in the middle of a rule: %s', (_, key, amount, type) => {
    const program = defineContent({
      meters: { m: { type, default: 1 } },
      properties: { n: { type: 'number', default: 10 } },
      kinds: { thing: { meters: ['m'], properties: ['n'] }, other: { properties: ['n'] } },
      classes: {
        probe: {
          kind: 'other',
          groups: [
            {
              scope: { include: 'target.kind == thing' },
              effects: [
                { meter: 'm', add: '1' },
                { meter: 'm', [key]: amount },
              ],
            },
            { scope: { include: 'target.kind == thing' }, effects: [{ meter: 'm', set: '2' }] },
          ],
        },
      },
    });
    const worlds = twins((options) => {
      const world = createWorld(program, options);
      for (let i = 0; i < 5; i++) world.spawn({ kind: 'thing', values: { m: i === 3 ? 1e38 : 1, n: 2 * i } });
      for (let i = 0; i < 3; i++) world.spawn({ class: 'probe' });
      return world;
    });
    const first = both(worlds, (world) => {
      world.run(3);
    });
    expect(first).toMatch(/would set m of object \d+ to|not-finite/);
    expect(inspect(worlds.compiled).executor.paths.strict).toBeGreaterThan(0);
    expect(inspect(worlds.compiled).executor.paths.together).toBeGreaterThan(0);
  });
});

test.each([
  ['a value out of range', 'value * 1e308 + 1e308'],
  ['no number', '0 * (1e308 * 1e308)'],
  ['not in 32 bits', 'self.f * 1e30'],
])('growth that gives %s is refused with the same words', (_, growth) => {
  const program = defineContent({
    meters: {
      f: { type: 'float32', default: 1e10, growth: 'self.n' },
      m: { type: growth.includes('self') ? 'float32' : 'number', default: 1, growth },
    },
    properties: { n: { type: 'number', default: 2 } },
    kinds: { thing: { meters: ['m', 'f'], properties: ['n'] }, other: { meters: ['m', 'f'], properties: ['n'] } },
  });
  const worlds = twins((options) => {
    const world: World = createWorld(program, options);
    for (const kind of ['thing', 'other', 'thing']) world.spawn({ kind });
    return world;
  });
  expect(
    both(worlds, (world) => {
      world.run(3);
    }),
  ).toMatch(/the growth formula of m gives .* for object \d+/);
});

describe('what aggregates look at is counted by what an executor looks at', () => {
  const program = contentWith({
    groups: [
      {
        scope: { include: 'target.kind == planet && objects().filter(v, v.wealth > target.wealth).count() < 3' },
        effects: [{ meter: 'wealth', add: '1' }],
      },
    ],
  });

  test.each<ExecutorName>(['compiled', 'reference'])('and bounded by the %s one', (executor) => {
    const worldOf = (limits: WorldOptions['limits']) => {
      const world = createWorld(program, { executor, ...(limits === undefined ? {} : { limits }) });
      world.spawn({ class: 'law' });
      for (let i = 0; i < 60; i++) world.spawn({ kind: 'planet' });
      return world;
    };
    const world = worldOf({ visitsPerTurn: 60 });
    const { code, message } = refusal(() => {
      world.step();
    });
    expect(code).toBe('limit-visits');
    expect(message).toContain('aggregates looked at more than 60 objects in turn 1');
    expect(
      said(worldOf(undefined), (world) => {
        world.run(2);
      }),
    ).toBe('done');
  });
});
