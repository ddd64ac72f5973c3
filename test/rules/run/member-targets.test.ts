import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorld } from '../../../src/world.js';
import { inspect } from '../../../src/world/inspect.js';
import { defineContent } from '../../../src/content/native/define.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { printExpression } from '../../../src/eval/print-expression.js';
import { twins, turn } from '../../support/twin-worlds.js';

/** Rules whose targets are members of a collection that the source names, such as its neighbours. */

afterEach(() => {
  vi.unstubAllEnvs();
});

interface Flock {
  readonly kind: 'ewe' | 'bird';
  readonly collections: readonly string[];
  readonly tests: readonly string[];
  readonly effects: readonly Effect[];
}

type Effect = Readonly<Record<string, unknown>>;

const shared: readonly Effect[] = [
  { property: 'energy', add: '0.25' },
  { property: 'energy', add: 'source.energy / 8' },
  { property: 'energy', add: '-0.5', on: 'source' },
  { property: 'energy', set: 'min(9, (source.energy + target.energy) / 2)' },
  { property: 'reach', set: 'source.reach < 2 ? 2 : 1', on: 'source' },
  { destroy: true, if: 'target.energy < 0.5' },
  { destroy: true, on: 'source', if: 'chance(0.1)' },
  { destroy: true, if: 'chance(0.1)' },
];

const ewes: Flock = {
  kind: 'ewe',
  collections: [
    'neighbours(source.cell)',
    'near(source.cell, source.reach)',
    'neighbours(source, 2).filter(c, c.grass > source.energy)',
    'attached(source.cell, ewe)',
    'attached(source.cell)',
    "links(source, 'friends')",
    'contents(source.cell, ewe)',
    'source.herd',
    'neighbours(source.cell).top(2, c, c.grass)',
    'neighbours(source.cell).filter(c, c.grass > 1).bottom(source.reach, c, c.grass, random())',
    'attached(source.cell, ewe).top(3, e, e.energy, random())',
    "links(source, 'friends').top(2, e, e.energy).filter(e, e.energy > 2)",
  ],
  tests: ['target.energy > 1.5', 'target.grass > source.energy', 'target != source', 'chance(0.6)', 'age(target) > 0'],
  effects: [
    ...shared,
    { property: 'energy', add: 'target.grass - 1', on: 'source.cell' },
    { property: 'grass', add: '-0.1 * source.energy' },
    { property: 'grass', add: 'uniform(-1, 1)', on: 'target.cell' },
    { property: 'grass', set: 0, on: 'source.cell' },
    { create: 'lamb', if: 'chance(0.1) && objects(ewe).count() < 60', initial: { energy: 'source.energy / 2' } },
    { move: 'neighbours(source.cell).random()' },
    { move: 'source.cell' },
    { move: 'objects(cell).random()', on: 'source' },
  ],
};

const birds: Flock = {
  kind: 'bird',
  collections: [
    'within(source, 4)',
    'within(source, source.reach).filter(b, b.energy < 3)',
    'within(source, 6).bottom(2, b, span(source, b))',
    "links(source, 'nest')",
  ],
  tests: ['target.energy > 1.5', 'target != source', 'chance(0.6)'],
  effects: [
    ...shared,
    { forward: 1, heading: 'random() * 6' },
    { put: { x: 'x(source)', y: 'y(target) + 0.5' } },
    { forward: 0.5, heading: 1, on: 'source' },
    { create: 'gull', if: 'chance(0.1) && objects(bird).count() < 60', initial: { energy: 'source.energy / 2' } },
  ],
};

function scopeOf(choices: Choices, { kind, collections, tests }: Flock): string {
  const places = [
    'target.kind == ewe && target.cell == source.cell',
    'target.kind == ewe && target.parent == source.parent',
  ];
  const named = kind === 'ewe' && choices.oneIn(4) ? choices.pick(places) : `target in ${choices.pick(collections)}`;
  return [named, ...choices.some(tests).slice(0, 1)].join(' && ');
}

function effectOf(choices: Choices, flock: Flock): Effect {
  if (!choices.oneIn(4)) return choices.pick(flock.effects);
  const list = (part: string, most: number): readonly Effect[] =>
    Array.from({ length: choices.between(1, most) }, (_, i) => effectOf(choices.split(`${part} ${i}`), flock));
  return {
    if: choices.pick(['target.energy > source.energy', 'target.energy < 2', 'source.reach > 1']),
    do: list('do', 2),
    ...(choices.oneIn(2) ? { else: list('else', 2) } : {}),
  };
}

function contentOf(seed: number) {
  const choices = choicesOf(seed);
  const flock = choices.oneIn(4) ? birds : ewes;
  const groups = Array.from({ length: 3 }, (_, i) => ({
    name: `rule ${i}`,
    priority: i,
    order: choices.pick(['sequential', 'random']),
    ...(choices.oneIn(3) ? { activation: 'source.energy > 1' } : {}),
    scope: { include: scopeOf(choices.split(i), flock) },
    effects: Array.from({ length: choices.between(1, 3) }, (__, at) => effectOf(choices.split(10 * i + at), flock)),
  }));
  return defineContent({
    properties: { energy: {}, grass: {}, reach: { default: 1 }, herd: { type: 'list', of: 'ewe' } },
    kinds: {
      cell: { node: true, ownership: 'none', properties: ['grass'] },
      ewe: { attachesTo: ['cell'], ownership: 'none', properties: ['energy', 'reach', 'herd'] },
      bird: { ownership: 'none', properties: ['energy', 'reach'] },
    },
    grids: { field: { kind: 'cell', width: 7, height: 6, wrap: choices.oneIn(2), cells: true } },
    spaces: { air: { kind: 'bird', width: 20, height: 20, wrap: true } },
    networks: { friends: { kind: 'ewe' }, nest: { kind: 'bird' } },
    classes: {
      lamb: { kind: 'ewe', groups: flock.kind === 'ewe' ? groups : [] },
      gull: { kind: 'bird', groups: flock.kind === 'bird' ? groups : [] },
    },
    start: [
      { grid: 'field', values: { grass: 'uniform(0, 3)' } },
      {
        create: 'lamb',
        count: 25,
        in: 'objects(cell).random()',
        values: { energy: 'uniform(0, 5)', reach: 'index % 3' },
      },
      { create: 'lamb', count: 3 },
      {
        create: 'gull',
        count: 25,
        at: { x: 'uniform(0, 20)', y: 'uniform(0, 20)' },
        values: { energy: 'uniform(0, 5)', reach: 'index % 3' },
      },
      { edges: 'friends', random: 60 },
      { edges: 'nest', random: 60 },
    ],
  } as never);
}

describe.each(['always', 'never'])('members of a collection are targets, code generated %s,', (mode) => {
  test('as every object is tested by itself', () => {
    vi.stubEnv('EDICT_GENERATE', mode);
    let whole = 0;
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 - 1 }), (seed) => {
        const content = contentOf(seed);
        const worlds = twins((options) => createWorld(content, { ...options, seed }));
        for (let i = 0; i < 3; i++) turn(worlds);
        whole += inspect(worlds.compiled).executor.paths.whole;
      }),
      propertyRuns(10, 6),
    );
    if (mode === 'always') expect(whole).toBeGreaterThan(15);
    else expect(whole).toBe(0);
  });
});

test.each([
  ["target in links(source, 'friends')", 'objects(ewe).top(3, e, e.b).sum(e, e.b)', 20],
  ["target in links(source, 'friends').top(20, e, e.b)", 'source.b + target.a', 360],
  ["target in links(source, 'friends')", 'source.b + target.a', 900],
])('%s and %s, of more than fit at first', (include, add, random) => {
  const content = defineContent({
    properties: { a: {}, b: {} },
    kinds: { ewe: { ownership: 'none', properties: ['a', 'b'] } },
    networks: { friends: { kind: 'ewe' } },
    classes: {
      lamb: {
        kind: 'ewe',
        groups: [
          {
            order: 'random',
            scope: { include },
            effects: [
              { property: 'a', add },
              { destroy: true, if: 'chance(0.02)' },
            ],
          },
        ],
      },
    },
    start: [
      { create: 'lamb', count: 40, values: { b: 'index' } },
      { edges: 'friends', random },
    ],
  } as never);
  vi.stubEnv('EDICT_GENERATE', 'always');
  const worlds = twins((options) => createWorld(content, { ...options, seed: 3 }));
  for (let i = 0; i < 3; i++) turn(worlds);
  expect(inspect(worlds.compiled).executor.paths.whole).toBe(3);
});

test.each(['always', 'never'])(
  'all active sources count, whatever their scopes ask of them, code generated %s',
  (mode) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    for (const named of ['target in attached(source.cell, ewe)', 'target == source.cell', 'target == source']) {
      const content = defineContent({
        properties: { a: {} },
        kinds: {
          cell: { node: true, ownership: 'none', properties: ['a'] },
          ewe: { attachesTo: ['cell'], ownership: 'none', properties: ['a'] },
        },
        classes: {
          field: { kind: 'cell' },
          lamb: {
            kind: 'ewe',
            groups: [
              {
                order: 'random',
                activation: 'source.a > 4',
                scope: { include: `source.a > 9 && ${named}` },
                effects: [{ property: 'a', add: 0 }],
              },
            ],
          },
        },
        start: [
          { create: 'field', at: { x: 0, y: 0 } },
          { create: 'lamb', count: 20, in: 'objects(cell).at(0)', values: { a: 'index' } },
        ],
      } as never);
      for (const executor of ['compiled', 'reference'] as const) {
        const step = (testsPerTurn: number) => () => {
          createWorld(content, { executor, limits: { testsPerTurn } }).step();
        };
        step(15)();
        expect(step(14)).toThrow(expect.objectContaining({ code: 'limit-tests' }));
      }
    }
  },
);

test('what targets are members of is printed as it is written', () => {
  const content = defineContent({
    properties: { a: {} },
    kinds: {
      cell: { node: true, ownership: 'none', properties: ['a'] },
      ewe: { attachesTo: ['cell'], ownership: 'none', properties: ['a'] },
    },
    classes: {
      lamb: {
        kind: 'ewe',
        groups: [
          {
            scope: {
              include: [
                'target in attached(source.cell, ewe).filter(e, e.a > 1).top(2, e, e.a)',
                '!(target in attached(source.cell)) && target.a > 0',
              ],
            },
            effects: [{ property: 'a', add: 1 }],
          },
        ],
      },
    },
  } as never);
  const wording = { model: content.model, first: 'source', longest: 500 } as const;
  expect(content.rules.rules[0].include.map((node) => printExpression(node, wording))).toEqual([
    'target in attached(source.cell, ewe).filter(v2, v2.a > 1).top(2, v2, v2.a)',
    '!(target in attached(source.cell)) && target.a > 0',
  ]);
});

describe.each(['compiled', 'reference'] as const)('what a scope counts, %s,', (executor) => {
  function stepWith(include: string): (testsPerTurn: number) => void {
    const content = defineContent({
      properties: { energy: {} },
      kinds: {
        cell: { node: true, ownership: 'none' },
        ewe: { attachesTo: ['cell'], ownership: 'none', properties: ['energy'] },
      },
      grids: { field: { kind: 'cell', width: 2, height: 2, cells: true } },
      classes: {
        lamb: {
          kind: 'ewe',
          groups: [{ scope: { include }, effects: [{ property: 'energy', add: 'source.energy + 1' }] }],
        },
      },
      start: [{ create: 'lamb', count: 20, in: 'cell(index % 2, index % 4 < 2 ? 0 : 1)' }],
    } as never);
    return (testsPerTurn: number) => {
      createWorld(content, { executor, limits: { testsPerTurn } }).step();
    };
  }

  test.each([
    ['target == source', 20],
    ['target == source.cell', 20],
    ['target in attached(source.cell, ewe)', 20],
    // Five on each cell.
    ['target.kind == ewe && target.cell == source.cell', 20 + 20 * 5],
    ['distance(target, source) <= 0.5', 20 + 20 * 6],
    ['target.kind == ewe', 20 * 24],
    ['target.energy == source.energy', 20 * 24],
  ])('%s: %d tests for 20 sources among 24 objects', (include, count) => {
    const step = stepWith(include);
    step(count);
    expect(() => {
      step(count - 1);
    }).toThrow(expect.objectContaining({ code: 'limit-tests' }));
  });
});
