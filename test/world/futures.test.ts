import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName } from '../../src/world/api.js';
import type { ShapeOf } from '../../src/ir/rule.js';
import type { FutureOptions, Override } from '../../src/world/questions-api.js';
import { createWorld } from '../../src/world.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import { heavy } from '../support/heavy.js';
import { both, said, twins } from '../support/twin-worlds.js';

const content = defineContent({
  enumerations: { job: ['farm', 'study'] },
  meters: { food: { default: 5 }, wisdom: {} },
  properties: { focus: { type: 'job' }, mark: {} },
  kinds: {
    side: { faction: true },
    town: { ownership: 'stored', meters: ['food', 'wisdom'], properties: ['focus', 'mark'] },
  },
  classes: {
    town: {
      kind: 'town',
      groups: [
        {
          name: 'till',
          activation: 'source.focus == farm',
          scope: { include: 'target == source' },
          effects: [{ meter: 'food', add: 1 }],
        },
        {
          name: 'learn',
          activation: ['source.focus == study', 'turn > 2'],
          scope: { include: 'target.kind == town' },
          effects: [{ meter: 'wisdom', add: 2 }],
        },
        {
          name: 'found',
          activation: ['source.wisdom >= 4', 'source.mark == 0'],
          scope: { include: 'target == source' },
          effects: [
            { create: 'town', initial: { food: 1 } },
            { property: 'mark', set: 1 },
          ],
        },
        {
          name: 'luck',
          activation: 'chance(0.5)',
          scope: { include: 'target == source' },
          effects: [{ meter: 'food', add: 'random()' }],
        },
      ],
    },
  },
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: futures', (executor) => {
  function open() {
    const world = createWorld(content, { executor, seed: 'futures' });
    const side = world.spawn({ kind: 'side', name: 'Red' });
    const [a, b] = [0, 1].map(() => world.spawn({ class: 'town', owner: side, values: { focus: 'farm' } }));
    return { world, side, a, b };
  }

  test('say when and where they began to differ, what differs in the end, and change nothing', () => {
    const { world, a, b } = open();
    const before = world.hash();
    const [future] = world.questions.futures({
      suppose: [[{ object: b, column: 'focus', value: 'study' }]],
      turns: 4,
    });
    expect(world.hash()).toBe(before);
    // Only the assumed fact, then less food, then wisdom for both from the third turn on, then towns.
    expect(future.counts).toEqual([1, 2, 2, 4, expect.any(Number)]);
    expect(future.diverges).toMatchObject({
      turn: 1,
      difference: { object: b, what: 'food', first: expect.any(Number) as number },
      first: { rule: 'town/till', source: b, object: b, column: 'food', phase: 'meters' },
    });
    expect(future.totals).toEqual(
      expect.arrayContaining([
        { what: 'focus', objects: 1, sum: undefined },
        { what: 'wisdom', objects: 2, sum: 8 },
        { what: 'exists', objects: 2, sum: undefined },
      ]),
    );
    expect(future.differences.filter(({ what }) => what === 'food')).toMatchObject([
      { object: b, what: 'food', isObject: false },
    ]);
    expect(future.differences.map(({ object }) => object)).toContain(a);
  });

  test('know points, also of what had none', () => {
    const world = createWorld(defineContent({ properties: { n: {} }, kinds: { rock: { properties: ['n'] } } }), {
      executor,
    });
    const rock = world.spawn({ kind: 'rock' });
    const [future] = world.questions.futures({ suppose: [[{ object: rock, place: { x: 1, y: 2 } }]], turns: 1 });
    expect(future.counts).toEqual([2, 2]);
    expect(future.differences.map(({ what, first, second }) => [what, first, second])).toEqual([
      ['x', null, 1],
      ['y', null, 2],
    ]);
  });

  test('name the first write that follows, not one of what was assumed', () => {
    const world = createWorld(
      defineContent({
        meters: { food: { default: 5 }, sum: {} },
        kinds: { town: { meters: ['food', 'sum'] } },
        classes: {
          town: {
            kind: 'town',
            groups: [
              {
                name: 'eat',
                priority: 50,
                scope: { include: 'target == source' },
                effects: [{ meter: 'food', add: 1 }],
              },
              {
                name: 'give',
                scope: { include: 'target.kind == town && target != source' },
                effects: [{ meter: 'sum', add: 'source.food' }],
              },
            ],
          },
        },
      }),
      { executor },
    );
    const [one, two] = [world.spawn({ class: 'town' }), world.spawn({ class: 'town' })];
    const [{ diverges }] = world.questions.futures({
      suppose: [[{ object: one, column: 'food', value: 9 }]],
      turns: 1,
    });
    expect(diverges).toMatchObject({
      difference: { object: two, what: 'sum' },
      first: { rule: 'town/give', source: one, object: two, column: 'sum', after: 6 },
      second: { rule: 'town/give', source: one, object: two, column: 'sum', after: 10 },
    });
  });

  test('tell growth by ascending id', () => {
    const world = createWorld(
      defineContent({
        meters: { m: { default: 5, growth: 'self.up ? 1 : -1' } },
        properties: { up: { type: 'boolean', default: false } },
        kinds: { ka: { meters: ['m'], properties: ['up'] }, kb: { meters: ['m'], properties: ['up'] } },
      }),
      { executor },
    );
    const [b, a] = [world.spawn({ kind: 'kb' }), world.spawn({ kind: 'ka' })];
    const suppose = [[b, a].map((object) => ({ object, column: 'up', value: true }) as const)];
    expect(world.questions.futures({ suppose, turns: 1 })[0].diverges?.first).toMatchObject({ object: b, column: 'm' });
  });

  test('have the same draws', () => {
    const { world, b } = open();
    const [future] = world.questions.futures({ suppose: [[{ object: b, column: 'mark', value: 0 }]], turns: 9 });
    expect(future).toEqual({ counts: Array(10).fill(0), diverges: undefined, differences: [], totals: [] });
  });

  test('stand side by side, each as if it were alone', () => {
    const { world, side, a, b } = open();
    const suppose: FutureOptions<ShapeOf<typeof content>>['suppose'] = [
      [{ object: b, column: 'focus', value: 'study' }],
      [{ object: a, owner: null }],
      [
        { object: a, column: 'wisdom', value: 9 },
        { object: b, column: 'food', value: 0 },
      ],
    ];
    const together = world.questions.futures({ suppose, turns: 3, most: 4 });
    expect(together).toEqual(suppose.flatMap((one) => world.questions.futures({ suppose: [one], turns: 3, most: 4 })));
    expect(together[1]).toMatchObject({
      counts: [1, 1, 1, 1],
      diverges: undefined,
      differences: [{ object: a, what: 'owner', isObject: true, first: [side], second: [] }],
    });
  });

  test('of a world that runs on are those that come', () => {
    const { world, b } = open();
    const [future] = world.questions.futures({ suppose: [[{ object: b, column: 'focus', value: 'study' }]], turns: 3 });
    const fork = world.fork();
    world.run(3);
    fork.set(b, 'focus', 'study');
    fork.run(3);
    for (const { object, what, first, second } of future.differences)
      if (what === 'food') expect([world.get(object, 'food'), fork.get(object, 'food')]).toEqual([first, second]);
  });
});

test('both executors tell the same of random worlds', () => {
  let diverged = 0;
  fc.assert(
    fc.property(randomCases({ turns: 3 }), (given) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, 'planned').source);
      const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options));
      const choices = choicesOf(given.seed).split('futures');
      const objects = worlds.reference.query();
      if (objects.length === 0) return;
      const facts = Array.from({ length: 8 }, (): Override | undefined => {
        const object = choices.pick(objects);
        const { values } = worlds.reference.describe(object);
        const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number');
        return numbers.length === 0
          ? undefined
          : { object, column: choices.pick(numbers)[0], value: choices.between(0, 9) };
      });
      const suppose = [facts.filter((fact) => fact !== undefined)];
      both(worlds, (world) => world.questions.futures({ suppose, turns: given.turns, most: 5 }));
      const told = said(worlds.compiled, (world) => world.questions.futures({ suppose, turns: 2 })[0].diverges?.turn);
      diverged += Number(typeof told === 'number');
    }),
    propertyRuns(20, 4),
  );
  expect(diverged).toBeGreaterThanOrEqual(heavy(0, 2));
});
