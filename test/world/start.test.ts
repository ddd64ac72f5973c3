import { describe, expect, test } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { defineContent } from '../../src/index.js';
import type { ContentSource } from '../../src/content/native/content-source.js';
import type { Program } from '../../src/ir/rule.js';
import type { ExecutorName, World, WorldOptions } from '../../src/world/api.js';
import { createWorld, loadWorld } from '../../src/world.js';
import { refusal } from '../support/errors.js';

const model = {
  enumerations: { soil: ['sand', 'clay', 'loam'] },
  grids: { field: { kind: 'patch', width: 5, height: 4 } },
  meters: { hunger: { default: 3 } },
  properties: {
    green: { type: 'boolean' },
    countdown: {},
    energy: {},
    soil: { type: 'soil' },
    number: { type: 'integer' },
    home: { type: 'reference' },
  },
  kinds: {
    side: { faction: true },
    patch: { node: true, properties: ['green', 'countdown', 'soil', 'number'] },
    animal: { attachesTo: ['patch'], meters: ['hunger'], properties: ['energy', 'home', 'number', 'soil'] },
    bird: { properties: ['energy', 'number'], ownership: 'none' },
  },
  classes: { sheep: { kind: 'animal', initial: { energy: 7 } } },
} as const satisfies ContentSource;

const patches = {
  kind: 'patch',
  count: 20,
  at: { x: 'mod5(index)', y: 'floor(index / 5)' },
} as const;

const functions = { mod5: { arguments: ['n'], value: 'n - 5 * floor(n / 5)' } } as const;

function content(start: ContentSource['start'], more: Partial<ContentSource> = {}): Program {
  const source: ContentSource = { ...model, functions, ...more, start };
  return defineContent(source as never);
}

function begun(start: ContentSource['start'], options: WorldOptions = {}): World {
  return createWorld(content(start), options);
}

/** In both executors, whose worlds must be equal; the first is returned. */
function agreed(start: ContentSource['start'], options: WorldOptions = {}): World {
  const program = content(start);
  const [first, second] = (['compiled', 'reference'] as const).map((executor: ExecutorName) =>
    createWorld(program, { ...options, executor }),
  );
  expect(second.hash()).toBe(first.hash());
  expect(second.size).toBe(first.size);
  return first;
}

function values(world: World, kind: string, name: string): unknown[] {
  return world.query({ kind }).map((handle) => world.describe(handle).values[name]);
}

function places(world: World, kind: string): (readonly [number, number])[] {
  return world.query({ kind }).map((handle) => {
    const { position } = world.describe(handle);
    if (position === null) throw new Error('the object is nowhere');
    return [position.x, position.y] as const;
  });
}

function parents(world: World, kind: string): number[] {
  return world.query({ kind }).map((handle) => Number(world.describe(handle).parent));
}

const byNumber = 'objects(patch).filter(each, each.number == index).first()';
const numbered = { ...patches, values: { number: 'index' } } as const;

describe('start', () => {
  test('creates objects of a class with values over self and index, at their places', () => {
    const world = agreed([
      numbered,
      {
        create: 'sheep',
        count: 6,
        in: byNumber,
        values: { energy: 'self.energy + index', number: 'self.energy * 2', hunger: 1.5, soil: 'loam', home: 'self' },
      },
    ]);
    expect(world.size).toBe(26);
    expect(values(world, 'animal', 'energy')).toEqual([7, 8, 9, 10, 11, 12]);
    expect(values(world, 'animal', 'number')).toEqual([14, 16, 18, 20, 22, 24]);
    expect(values(world, 'animal', 'hunger')).toEqual([1.5, 1.5, 1.5, 1.5, 1.5, 1.5]);
    expect(values(world, 'animal', 'soil')).toEqual(Array(6).fill('loam'));
    expect(values(world, 'animal', 'home')).toEqual([...world.query({ kind: 'animal' })]);
    expect(places(world, 'animal').slice(3)).toEqual([
      [3, 0],
      [4, 0],
      [0, 1],
    ]);
  });

  test('evaluates a value for all objects of a step before it writes one', () => {
    const world = agreed([
      numbered,
      { kind: 'bird', count: 4, values: { number: 'index + 1', energy: 'objects(bird).sum(each, each.number)' } },
      { kind: 'bird', count: 2, values: { number: 'objects(bird).sum(each, each.number)' } },
    ]);
    expect(values(world, 'bird', 'energy')).toEqual([10, 10, 10, 10, 0, 0]);
    expect(values(world, 'bird', 'number')).toEqual([1, 2, 3, 4, 10, 10]);
  });

  test('draws for each object, step and repetition, by the seed alone', () => {
    const steps = [
      { kind: 'bird', count: 50, values: { energy: 'random()', number: 'floor(100 * random())' } },
      { repeat: 2, do: [{ kind: 'bird', count: 'floor(1 + 1000000 * random())', values: {} }] },
    ];
    const drawn = [steps[0], { repeat: 3, do: [steps[0]] }];
    const world = agreed(drawn, { seed: 'a' });
    expect(new Set(values(world, 'bird', 'energy')).size).toBe(200);
    expect(begun(drawn as never, { seed: 'a' }).hash()).toBe(world.hash());
    expect(begun(drawn as never, { seed: 'b' }).hash()).not.toBe(world.hash());
    const counts = begun(
      [
        { kind: 'bird', values: { number: 1 } },
        {
          repeat: 4,
          do: [
            { kind: 'side', values: {} },
            { kind: 'bird', count: 'floor(1 + 100 * random())' },
          ],
        },
      ] as never,
      { seed: 7 },
    );
    expect(counts.size).toBeGreaterThan(10);
  });

  test('gives each repetition draws of its own where no object takes part', () => {
    const step = { kind: 'bird', count: 'floor(1000 * random())' };
    const once = begun([step] as never).size;
    const four = begun([{ repeat: 4, do: [step] }] as never).size;
    expect(four).not.toBe(4 * once);
  });

  test('places objects at points, or drawn among others without a second at one', () => {
    const world = agreed([
      numbered,
      { kind: 'bird', count: 3, at: { x: '10 * random()', y: 'index' } },
      { create: 'sheep', count: 12, among: { kind: 'patch', where: 'self.number >= 5' } },
    ]);
    expect(places(world, 'bird').map(([, y]) => y)).toEqual([0, 1, 2]);
    const sheep = parents(world, 'animal');
    expect(new Set(sheep).size).toBe(12);
    expect(Math.min(...sheep)).toBe(6);
    expect(sheep).not.toEqual(sheep.toSorted((a, b) => a - b));
  });

  test('puts one at each of the others where there is no count', () => {
    const world = agreed([numbered, { create: 'sheep', among: { kind: 'patch', where: 'self.number < 3' } }]);
    expect(parents(world, 'animal')).toEqual([1, 2, 3]);
  });

  test('draws each of the others equally often', () => {
    const counts = new Array<number>(20).fill(0);
    const program = content([patches, { create: 'sheep', count: 5, among: 'patch' }]);
    for (let seed = 0; seed < 100; seed++)
      for (const id of parents(createWorld(program, { seed }), 'animal')) counts[id - 1]++;
    // 25 each: five standard deviations of a binomial of 100 and 1/4.
    for (const count of counts) expect(Math.abs(count - 25)).toBeLessThan(22);
  });

  test('gives objects owners that exist by then', () => {
    const world = agreed(
      [
        { kind: 'side', count: 3 },
        numbered,
        { create: 'sheep', count: 4, in: byNumber, owner: 'objects(side).maxBy(each, each.size)' },
      ]
        .slice(0, 2)
        .concat([{ create: 'sheep', count: 4, in: byNumber, owner: 'objects(side).first()' }] as never),
    );
    const [side] = world.query({ kind: 'side' });
    expect(world.query({ owner: side, kind: 'animal' })).toHaveLength(4);
  });

  test('sets values of the objects on a grid', () => {
    const world = agreed([
      numbered,
      { kind: 'patch', at: { x: 0.5, y: 0 } },
      { grid: 'field', values: { green: 'random() < 0.5', countdown: 'self.green ? 0 : 1 + index' } },
    ]);
    const green = values(world, 'patch', 'green');
    expect(new Set(green.slice(0, 20)).size).toBe(2);
    expect(values(world, 'patch', 'countdown')).toEqual(
      green.map((each, i) => (each === true || i === 20 ? 0 : i + 1)),
    );
  });

  test('sets values of the cells that a grid has made', () => {
    const grids: ContentSource['grids'] = { field: { kind: 'patch', width: 5, height: 4, wrap: true, cells: true } };
    const program = content(
      [
        {
          grid: 'field',
          values: {
            number: '10 * row(self) + column(self)',
            green: 'random() < 0.5',
            countdown: 'neighbours(self).filter(p, p.green).count() + 100 * index',
          },
        },
        {
          create: 'sheep',
          count: 6,
          in: 'objects(patch).random()',
          values: { home: 'neighbours(self.parent).random()' },
        },
      ],
      { grids },
    );
    const [world, reference] = (['compiled', 'reference'] as const).map((executor) =>
      createWorld(program, { executor, seed: 'cells' }),
    );
    expect(reference.hash()).toBe(world.hash());
    expect(world.size).toBe(26);
    const cells = Array.from({ length: 20 }, (_, cell) => ({ x: cell % 5, y: Math.floor(cell / 5) }));
    expect(places(world, 'patch')).toEqual(cells.map(({ x, y }) => [x, y]));
    expect(values(world, 'patch', 'number')).toEqual(cells.map(({ x, y }) => 10 * y + x));
    const green = values(world, 'patch', 'green');
    expect(new Set(green).size).toBe(2);
    const around = ({ x, y }: { readonly x: number; readonly y: number }): number =>
      [-1, 0, 1]
        .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]))
        .filter(([dx, dy]) => (dx !== 0 || dy !== 0) && green[((y + dy + 4) % 4) * 5 + ((x + dx + 5) % 5)] === true)
        .length;
    expect(values(world, 'patch', 'countdown')).toEqual(cells.map((cell, i) => around(cell) + 100 * i));
    expect(values(world, 'animal', 'home').every((home) => typeof home === 'number')).toBe(true);
    expect(createWorld(program, { start: false }).size).toBe(0);
  });

  test('leaves the first value where one is absent', () => {
    const world = agreed(
      [
        numbered,
        { create: 'sheep', count: 3, in: 'objects(patch).first()' },
        { create: 'sheep', count: 3, in: byNumber, values: { energy: 'index > 0 ? 1 : parent(self).energy' } },
      ].slice(0, 2),
    );
    expect(values(world, 'animal', 'energy')).toEqual([7, 7, 7]);
  });

  test('makes room for all objects', () => {
    const world = agreed([{ kind: 'bird', count: 3_000, values: { energy: 'index' } }], { reserve: { objects: 10 } });
    expect(world.size).toBe(3_000);
    expect(
      refusal(() => begun([{ kind: 'bird', count: 11 }], { reserve: { objects: 10 }, fixed: true })).message,
    ).toContain('the step create of start (start[0]:1): the world is full: all 10 places are taken');
  });

  test('runs once: not where a world begins empty, is loaded, forked or restored', () => {
    const program = content([{ kind: 'bird', count: 3 }]);
    expect(createWorld(program, { start: false }).size).toBe(0);
    const world = createWorld(program);
    const snapshot = world.snapshot();
    world.run(1);
    expect(world.fork().size).toBe(3);
    expect(loadWorld(program, world.save()).size).toBe(3);
    world.restore(snapshot);
    expect(world.hash()).toBe(createWorld(program).hash());
    expect(world.turn).toBe(0);
  });

  test('is part of compiled content and of its fingerprint', () => {
    const steps = [
      numbered,
      { grid: 'field', values: { green: 'random() < 0.5' } },
      { kind: 'side' },
      {
        repeat: 2,
        do: [
          { create: 'sheep', count: 2, among: { kind: 'patch', where: 'self.green' }, owner: 'objects(side).first()' },
        ],
      },
      { create: 'sheep', in: byNumber },
      { csv: 'data/birds.csv', kind: 'bird', columns: { e: 'energy' } },
    ] as const;
    const program = content(steps);
    const read = readProgram(writeProgram(program));
    expect(read.fingerprint).toBe(program.fingerprint);
    const options = { seed: 3, tables: { 'data/birds.csv': 'e\n1\n2\n' } };
    expect(createWorld(read, options).hash()).toBe(createWorld(program, options).hash());
    const prints = [undefined, steps, steps.slice(1), steps.slice(0, 4), [...steps].reverse()].map(
      (start) => content(start as never).fingerprint,
    );
    expect(new Set(prints).size).toBe(prints.length);
    expect(content(undefined).fingerprint).toBe(defineContent({ ...model, functions } as never).fingerprint);
  });
});

describe('a step of start that fails', () => {
  test.each<[string, ContentSource['start'], string]>([
    [
      'finds no place',
      [patches, { create: 'sheep', in: byNumber }, { create: 'sheep', count: 30, in: 'null' }] as never,
      'finds no place',
    ],
    [
      'finds too few places',
      [patches, { create: 'sheep', count: 21, among: 'patch' }],
      '21 objects are to be put among 20',
    ],
    [
      'gives another owner than a faction',
      [patches, { create: 'sheep', in: 'objects(patch).first()', owner: 'self' }],
      'is not a faction',
    ],
    [
      'writes no finite number',
      [{ kind: 'bird', values: { energy: '1e300 * 1e300' } }],
      'energy of object 0 of the step would be Infinity',
    ],
    ['has no finite coordinate', [{ kind: 'bird', at: { x: '1e300 * 1e300', y: 0 } }], 'is not finite'],
    [
      'has an absent coordinate',
      [{ kind: 'bird', at: { x: 0, y: 'objects(animal).max(each, each.energy)' } }],
      'object 0 of the step has no y',
    ],
    [
      'finds no table',
      [{ csv: 'birds.csv', kind: 'bird', columns: {} }],
      'nothing was given for the table "birds.csv"',
    ],
  ])('%s', (_what, start, message) => {
    for (const executor of ['compiled', 'reference'] as const)
      expect(refusal(() => createWorld(content(start), { executor })).message).toContain(message);
  });

  test.each<[string, ContentSource['start'], NonNullable<WorldOptions['limits']>, string]>([
    [
      'creates too much',
      [{ repeat: 3, do: [{ kind: 'bird', count: 4 }] }],
      { createdAtStart: 10 },
      'raise limits.createdAtStart',
    ],
    [
      'writes too much',
      [{ kind: 'bird', count: 5, values: { energy: 1, number: 2 } }],
      { effectsPerTurn: 9 },
      'raise limits.effectsPerTurn',
    ],
    [
      'looks at too much',
      [{ kind: 'bird', count: 50, values: { energy: 'objects(bird).filter(each, each.number > index).count()' } }],
      { visitsPerTurn: 100 },
      'raise limits.visitsPerTurn',
    ],
    ['repeats too much', [{ repeat: '1e9', do: [{ kind: 'bird', count: 0 }] }], {}, 'more than 100000 steps'],
  ])('stops at a limit where it %s', (_what, start, limits, message) => {
    for (const executor of ['compiled', 'reference'] as const)
      expect(refusal(() => createWorld(content(start), { executor, limits })).message).toContain(message);
  });
});

describe('content is refused', () => {
  test.each<[string, ContentSource['start'], string]>([
    ['where a count is of an object', [{ kind: 'bird', count: 'self.number' }], '`self` stands for nobody here'],
    ['where a count is of a number', [{ kind: 'bird', count: 'index' }], '`index` stands for nobody here'],
    [
      'where the kind lacks a value',
      [{ kind: 'bird', values: { green: 'true' } }],
      'objects of kind `bird` have no `green`',
    ],
    ['where a node has no coordinates', [{ kind: 'patch' }], 'are nodes, which have coordinates'],
    ['for two places', [{ create: 'sheep', in: 'self', among: 'patch' }], 'has both `in` and `among`'],
    ['for a table of no kind', [{ csv: 'a.csv', columns: {} }], 'neither a class nor a kind'],
    ['for a file elsewhere', [{ csv: '../a.csv', kind: 'bird', columns: {} }], 'no path below the folder'],
    ['for a column of references', [{ csv: 'a.csv', class: 'sheep', columns: { a: 'home' } }], 'refers to objects'],
    ['for an unknown class', [{ create: 'shep' }], 'did you mean `sheep`?'],
    ['for an unknown grid', [{ grid: 'feld' }], 'did you mean `field`?'],
    ['for a value of another type', [{ kind: 'bird', values: { energy: 'self.number > 1' } }], 'expected a number'],
  ])('%s', (_what, start, message) => {
    expect(refusal(() => content(start)).message).toContain(message);
  });

  test('for steps that repeat others too deeply', () => {
    const bird = { kind: 'bird' } as const;
    const within = (levels: number): NonNullable<ContentSource['start']>[number] =>
      levels === 0 ? bird : { repeat: 1, do: [within(levels - 1)] };
    expect(refusal(() => content([within(9)])).message).toContain('more than 8 levels deep');
    expect(begun([within(8)]).size).toBe(1);
  });

  test('where a rule has no index', () => {
    const expressions = { e: { of: 'bird', is: 'index' } } as const;
    expect(refusal(() => content(undefined, { expressions })).message).toContain('there is no `index` here');
  });
});

describe('tables of start', () => {
  const step = {
    csv: 'sheep.csv',
    class: 'sheep',
    columns: { Energy: 'energy', n: 'number', soil: 'soil' },
    in: 'objects(patch).filter(each, each.number == self.number).first()',
    values: { hunger: 'self.energy' },
  } as const;
  const expected = { energy: [1.5, -20, 7], number: [3, 4, 5], soil: ['clay', null, 'loam'], hunger: [1.5, -20, 7] };

  test.each<[string, NonNullable<WorldOptions['tables']>[string]]>([
    ['CSV', '\uFEFFn,Energy,"soil",unused\r\n3,1.5,clay,"a ""b"", c\r\nd"\r\n4,-2e1,,\r\n5,,loam,x'],
    [
      'rows',
      [
        { n: 3, Energy: 1.5, soil: 'clay' },
        { n: 4, Energy: -20 },
        { n: 5, Energy: null, soil: 'loam' },
      ],
    ],
    ['columns', { n: Int32Array.of(3, 4, 5), Energy: [1.5, -20, null], soil: ['clay', '', 'loam'] }],
  ])('are given as %s', (_what, table) => {
    const world = agreed([numbered, step], { tables: { 'sheep.csv': table } });
    const found = Object.keys(expected).map((name) => [name, values(world, 'animal', name)]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(parents(world, 'animal')).toEqual([4, 5, 6]);
  });

  test.each<[string, NonNullable<WorldOptions['tables']>[string], string]>([
    ['a word that is none', 'n,Energy,soil\n3,1,mud\n', 'sheep.csv:2:5 is "mud", expected a word of soil for soil'],
    ['a number that is none', 'n,Energy,soil\n3,0x1,clay\n', 'sheep.csv:2:3 is "0x1", expected a number'],
    ['an infinite number', 'n,Energy,soil\n3,1e999,clay\n', 'sheep.csv:2:3 is "1e999", expected a number'],
    ['a missing column', 'n,energy,soil\n', 'sheep.csv has no column "Energy", expected one of "n", "energy", "soil"'],
    ['a column twice', 'n,n\n', 'sheep.csv:1:3 has a second column "n"'],
    ['nothing', '', 'sheep.csv is empty'],
    ['a short line', 'n,Energy,soil\n3,1,clay\n3,1\n', 'sheep.csv:3:1 has 2 cells, expected 3'],
    ['an empty line', 'n,Energy,soil\n\n', 'sheep.csv:2:1 has 1 cell, expected 3'],
    ['an open quote', 'n,Energy,soil\n3,"1,clay\n', 'sheep.csv:2:3 has a quote that is not closed'],
    ['text after a quote', 'n,Energy,soil\n3,"1"2,clay\n', 'sheep.csv:2:6 has text after the closing quote'],
    ['a quote in a cell', 'n,Energy,soil\n3,1"2",clay\n', 'sheep.csv:2:4 has a quote within a cell'],
    ['a carriage return alone', 'n,Energy,soil\r3,1,clay\n', 'sheep.csv:1:14 has a carriage return'],
    ['a wrong row', [{ n: {}, Energy: 1, soil: 'clay' }] as never, 'n in row 0 of the table sheep.csv'],
    ['unequal columns', { n: [1], Energy: [1, 2], soil: [] }, 'has 2 values, expected 1 as in n'],
    ['no table', 7 as never, 'the table sheep.csv is 7'],
  ])('are refused with %s', (_what, table, message) => {
    expect(refusal(() => begun([numbered, step], { tables: { 'sheep.csv': table } })).message).toContain(message);
  });

  test('of a line of names alone create nothing', () => {
    expect(agreed([numbered, step], { tables: { 'sheep.csv': 'n,Energy,soil\n' } }).size).toBe(20);
  });
});
