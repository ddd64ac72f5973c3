import { describe, expect, test } from 'vitest';
import { createWorld, type PlaceOption, type World } from '../../../src/index.js';
import { sound } from '../../content/native/samples.js';

/** Storms hang on nothing; so do ships that have lost their hold, and probes hang on ships alone. */
const base = `
meters: { damage: { default: 0 }, far: { default: 0 }, near: { default: 0 }, close: { default: 0 } }
kinds:
  star: { node: true, meters: [damage, far, near, close] }
  planet: { attachesTo: [star], meters: [damage, far, near, close] }
  farm: { attachesTo: [planet], meters: [damage, far, near, close] }
  ship: { attachesTo: [star], orphan: detach, meters: [damage, far, near, close] }
  probe: { attachesTo: [ship], orphan: detach, meters: [damage, far, near, close] }
  storm: { meters: [damage, far, near, close] }
classes:
  gale:
    kind: storm
    groups:
      - { scope: { include: "jumps(source, target) <= 0" }, effects: [{ meter: damage, add: 1 }] }
      - { scope: { include: "jumps(target, source) == 1" }, effects: [{ meter: far, add: 1 }] }
      - { scope: { include: "distance(source, target) <= 0" }, effects: [{ meter: close, add: 1 }] }
      - { scope: { include: "instances(gale).anyWithinJumps(target, 1) && instances(gale).anyWithinDistance(target, 0)" }, effects: [{ meter: near, add: 1 }] }
  bug: { kind: probe }
  seed: { kind: planet, groups: [{ scope: { include: "target == source" }, activation: "turn == 1", effects: [{ create: gale }, { create: bug }] }] }
  plough: { kind: farm, groups: [{ scope: { include: "target == source" }, activation: "turn == 1", effects: [{ create: gale }, { create: bug }] }] }
  witch: { kind: ship, groups: [{ scope: { include: "target == source" }, activation: "turn == 1", effects: [{ create: gale }] }] }
  sun: { kind: star, groups: [{ scope: { include: "target == source" }, activation: "turn == 1", effects: [{ create: gale }, { create: bug }] }] }
`;

interface Stage {
  readonly world: World;
  /** Objects by name: three stars in a row, a planet at each of the first two, and whatever creates. */
  readonly objects: Readonly<Record<string, number>>;
}

/** A world in which something of a class has created a storm in its first turn, after the storm's own first turn. */
function stage(
  maker: string,
  placeIn: (objects: Record<string, number>) => PlaceOption,
  executor: 'compiled' | 'reference',
): Stage {
  const world = createWorld(sound(base), { executor });
  const objects: Record<string, number> = {};
  ['a', 'b', 'c'].forEach((name, i) => {
    objects[name] = world.spawn({ kind: 'star', place: { x: 10 * i, y: 0 } });
  });
  world.relations.connect(objects.a, objects.b);
  world.relations.connect(objects.b, objects.c);
  objects.earth = world.spawn({ kind: 'planet', place: { in: objects.a } });
  objects.mars = world.spawn({ kind: 'planet', place: { in: objects.b } });
  objects.maker = world.spawn({ class: maker, place: placeIn(objects) });
  world.run(1);
  [objects.storm] = world.query({ class: 'gale' });
  world.run(1);
  return { world, objects };
}

/** Names of the objects that have got some of a meter. */
const having = ({ world, objects }: Stage, meter: string): readonly string[] =>
  Object.keys(objects).filter((name) => Number(world.describe(objects[name]).values[meter]) > 0);

const measure = ({ world, objects }: Stage, text: string, target: string): unknown =>
  world.questions.evaluate(text, { source: objects.storm, target: objects[target] });

const rows: readonly (readonly [
  where: string,
  maker: string,
  place: (objects: Record<string, number>) => PlaceOption,
  together: readonly string[],
  oneJump: readonly string[],
])[] = [
  ['a planet', 'seed', ({ a }) => ({ in: a }), ['a', 'earth', 'maker', 'storm'], ['b', 'mars']],
  ['something on a planet', 'plough', ({ earth }) => ({ in: earth }), ['a', 'earth', 'maker', 'storm'], ['b', 'mars']],
  ['a node', 'sun', () => ({ x: 0, y: 0 }), ['maker', 'storm'], []],
  [
    'a ship on a lane',
    'witch',
    ({ a, b }) => ({ lane: [a, b], fraction: 0.25 }),
    ['maker', 'storm'],
    ['a', 'b', 'earth', 'mars'],
  ],
];

describe.each(['compiled', 'reference'] as const)(
  'what hangs on nothing is where the object is that created it (%s)',
  (executor) => {
    test.each(rows)('%s', (_where, maker, placeIn, together, oneJump) => {
      const made = stage(maker, placeIn, executor);
      for (const meter of ['damage', 'close', 'near'])
        expect([meter, ...having(made, meter)]).toEqual([meter, ...together]);
      expect(having(made, 'far')).toEqual(oneJump);
      expect(made.world.parentOf(made.objects.storm)).toBeNull();
      expect(['distance', 'jumps'].map((of) => measure(made, `${of}(source, target)`, 'maker'))).toEqual([0, 0]);
      expect(['distance', 'jumps'].map((of) => measure(made, `${of}(source, source)`, 'maker'))).toEqual([0, 0]);
    });

    test('at a free point it is at that point, and nowhere it is nowhere', () => {
      const point = stage('witch', () => ({ x: 3, y: 4 }), executor);
      expect([
        measure(point, 'distance(source, target)', 'maker'),
        measure(point, 'jumps(source, target)', 'maker'),
      ]).toEqual([0, undefined]);
      const nowhere = stage('witch', () => null, executor);
      expect([
        nowhere.world.positionOf(nowhere.objects.storm),
        measure(nowhere, 'distance(source, target)', 'maker'),
      ]).toEqual([null, undefined]);
    });

    test('so is what could hang on something, but on nothing there', () => {
      const { world, objects } = stage('plough', ({ earth }) => ({ in: earth }), executor);
      const [bug] = world.query({ class: 'bug' });
      expect([
        world.parentOf(bug),
        world.questions.evaluate('jumps(source, target)', { source: bug, target: objects.mars }),
        world.questions.evaluate('distance(source, target)', { source: bug, target: objects.storm }),
      ]).toEqual([null, 1, 0]);
    });
  },
);

test('both executors give one world, which goes on as it was from a snapshot', () => {
  for (const [, maker, placeIn] of rows) {
    const [compiled, reference] = (['compiled', 'reference'] as const).map(
      (executor) => stage(maker, placeIn, executor).world,
    );
    expect(compiled.hash()).toBe(reference.hash());
    const restored = createWorld(sound(base));
    restored.restore(compiled.snapshot());
    for (const world of [compiled, reference, restored]) world.run(2);
    expect([reference.hash(), restored.hash()]).toEqual([compiled.hash(), compiled.hash()]);
  }
});

describe('objects that are created', () => {
  test.each(['compiled', 'reference'] as const)('count as several where their kind is wide (%s)', (executor) => {
    const names = Array.from({ length: 130 }, (_, i) => `m${String(i)}`);
    const content = (kind: string): string => `
meters: { ${names.map((name) => `${name}: {}`).join(', ')} }
kinds: { maker: {}, wide: { meters: [${names.join(', ')}] }, narrow: { meters: [m0] } }
classes:
  wideOne: { kind: wide }
  narrowOne: { kind: narrow }
  maker: { kind: maker, groups: [{ scope: { include: "target == source" }, effects: [{ create: ${kind}One, count: 10 }] }] }
`;
    const stepped = (kind: string, createdPerTurn: number): World => {
      const world = createWorld(sound(content(kind)), { executor, limits: { createdPerTurn } });
      world.spawn({ class: 'maker' });
      world.step();
      return world;
    };
    expect(stepped('narrow', 10).size).toBe(11);
    expect(stepped('wide', 30).size).toBe(11);
    expect(() => stepped('wide', 29)).toThrow(
      expect.objectContaining({
        code: 'limit-created',
        culprit: 'maker/1',
        message: expect.stringContaining('to 30, where each wide counts as 3, the limit is 29') as unknown,
      }) as Error,
    );
  });
});
