import { describe, expect, test } from 'vitest';
import { type Commands, type World, createWorld, defineContent, loadWorld } from '../../src/index.js';
import type { WorldOptions } from '../../src/world/api.js';
import { codeOf } from '../support/code-of.js';
import { forged } from '../support/forged-file.js';

const content = defineContent({
  meters: { health: { default: 5 } },
  properties: { x: { type: 'number' }, friend: { type: 'reference' } },
  kinds: { star: { node: true }, ship: { meters: ['health'], properties: ['x', 'friend'] }, rock: {} },
});

function fleet(options: WorldOptions = {}) {
  const world = createWorld(content, options);
  const velocity = world.component('velocity', { x: 'f64', y: 'i32' });
  const ships = [0, 1, 2].map(() => world.spawn({ kind: 'ship' }));
  return { world, velocity, ships };
}

/** As a system may write it by mistake, past its objects. */
interface Cells {
  [id: number]: number;
}

function cellsOf(world: World, name: string): Cells {
  return world.column(name).values;
}

describe('a component that is given', () => {
  test('begins with zeros, whatever was written there before', () => {
    const { world, velocity, ships } = fleet();
    (velocity.x as Cells)[ships[0]] = 7;
    (velocity.y as Cells)[ships[0]] = 8;
    velocity.add(ships[0], { y: 1 });
    expect(velocity.get(ships[0])).toEqual({ x: 0, y: 1 });
    velocity.set(ships[0], { x: 2 });
    velocity.add(ships[0]);
    expect(velocity.get(ships[0])).toEqual({ x: 2, y: 1 });
    expect(loadWorld(content, world.save()).hash()).toBe(world.hash());
  });

  test('says so to what reads it, and to copies of the world', () => {
    const { world, velocity, ships } = fleet();
    const x = velocity.x as Cells;
    x[ships[0]] = 7;
    world.ecs().changed('velocity');
    world.step();
    velocity.add(ships[0]);
    world.step();
    world.addSystem({
      name: 'fails',
      phase: 'host',
      run() {
        throw new Error('a storm');
      },
    });
    expect(() => world.step()).toThrow('a storm');
    expect(velocity.get(ships[0])).toEqual({ x: 0, y: 0 });
  });

  test('begins with zeros where objects are born in bulk', () => {
    const { world, velocity, ships } = fleet();
    const [x, health, seen] = [velocity.x as Cells, cellsOf(world, 'x'), seenBy(world)];
    world.addSystem({
      name: 'births',
      phase: 'host',
      query: [],
      run({ commands, turn }) {
        if (turn !== 1) return;
        for (let id = 4; id < 40; id++) x[id] = health[id] = seen[id] = 9;
        commands.spawnMany({ kind: 'ship', count: 20, components: { velocity: { y: 3 } } });
        commands.spawnMany({ kind: 'ship', count: 16 });
      },
    });
    world.step();
    const [first, last] = [world.query({ kind: 'ship' })[3], world.query({ kind: 'ship' })[38]];
    expect(velocity.get(first)).toEqual({ x: 0, y: 3 });
    expect([world.get(first, 'x'), world.get(last, 'x'), x[last], seen[last]]).toEqual([0, 0, 0, 0]);
    expect(loadWorld(content, world.save()).hash()).toBe(world.hash());
    expect(ships).toHaveLength(3);
  });
});

function seenBy(world: World): Cells {
  return (world.ecs().of('visibility') as { readonly seenBy: Cells }).seenBy;
}

describe('a value without the component', () => {
  test.each<[string, number, string]>([
    ['of an object', 2, 'object 2 does not have it'],
    ['beyond the objects', 40, 'row 40 belongs to no object'],
    ['in row 0', 0, 'row 0 belongs to no object'],
  ])('%s is refused by save', (_, id, reason) => {
    const { world, velocity } = fleet();
    (velocity.y as Cells)[id] = 3;
    expect(codeOf(() => world.save())).toMatch(
      new RegExp(`^bad-value: edict: y of component velocity is 3 in row ${id}, .*${reason}`),
    );
    (velocity.y as Cells)[id] = 0;
    expect(loadWorld(content, world.save()).hash()).toBe(world.hash());
  });

  test('is found by checked writes', () => {
    const { world, velocity } = fleet({ check: 'writes' });
    world.addSystem({
      name: 'sly',
      phase: 'host',
      query: [velocity],
      writes: ['velocity'],
      run({ components }) {
        (components.velocity.x as Cells)[3] = NaN;
      },
    });
    expect(codeOf(() => world.step())).toMatch(
      /^bad-value: edict: x of component velocity is NaN in row 3, which system sly wrote/,
    );
  });

  test('in row 0 of a column of content is refused, too', () => {
    const { world } = fleet();
    cellsOf(world, 'x')[0] = 1;
    expect(codeOf(() => world.save())).toMatch(/^bad-value: edict: x is 1 in row 0, .*row 0 belongs to no object/);
    cellsOf(world, 'x')[0] = 0;
    seenBy(world)[0] = 4;
    expect(codeOf(() => world.save())).toMatch(/^bad-value: edict: visibility is 4 in row 0/);
  });
});

test('explain does not repeat a turn from before a component was declared', () => {
  const { world, ships } = fleet();
  world.step();
  expect(world.explain(ships[0], 'x').steps).toEqual([]);
  world.component('mass', { kg: 'f64' });
  expect(codeOf(() => world.explain(ships[0], 'x'))).toMatch(/^no-turn: .*component/);
  world.step();
  expect(world.explain(ships[0], 'x').steps).toEqual([]);
});

test('ends of lanes that a host keeps across growth are found when they are written', () => {
  const world = createWorld(content, { reserve: { objects: 8 } });
  const stars = [0, 1].map((x) => world.spawn({ kind: 'star', place: { x, y: 0 } }));
  world.relations.connect(stars[0], stars[1]);
  const { ends, otherEnds } = world.ecs().lanes;
  for (let i = 0; i < 20; i++) world.spawn({ kind: 'rock' });
  expect([...ends, ...otherEnds]).toEqual([-1, -1]);
  world.addSystem({
    name: 'keeps',
    phase: 'host',
    run() {
      ends[0] = 1;
    },
  });
  expect(codeOf(() => world.step())).toMatch(/^stale-column: .*an array of lane.end/);
});

describe('checked writes', () => {
  const sly = (world: World): void => {
    cellsOf(world, 'x')[1] += 3;
  };

  test.each<[string, (world: World) => World]>([
    ['before the first turn', (world) => world],
    ['after a component is declared', (world) => (world.component('mass', { kg: 'f64' }), world)],
    ['after growth', (world) => (spawnRocks(world, 2_000), world)],
    ['in a copy', (world) => world.fork()],
    ['after a restore', (world) => (world.restore(world.snapshot()), world)],
    ['in a loaded world', (world) => loadWorld(content, world.save(), { check: 'writes' })],
    ['after a turn that failed', failed],
  ])('find those between turns: %s', (_, prepare) => {
    const made = createWorld(content, { check: 'writes' });
    const world = prepare(made);
    sly(world);
    expect(codeOf(() => world.step())).toMatch(/^undeclared-write: .*the host wrote x of object 1/);
  });

  test('find those before a component is declared', () => {
    const world: World = createWorld(content, { check: 'writes' });
    sly(world);
    expect(codeOf(() => world.component('mass', { kg: 'f64' }))).toMatch(/^undeclared-write/);
  });

  function failed(world: World): World {
    const fails = { isOn: true };
    world.addSystem({
      name: 'fails',
      phase: 'host',
      run() {
        if (fails.isOn) throw new Error('a storm');
      },
    });
    expect(() => world.step()).toThrow('a storm');
    fails.isOn = false;
    return world;
  }
});

function spawnRocks(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.spawn({ kind: 'rock' });
}

describe('a reference that is written past all calls', () => {
  test.each([-1, 0.5, NaN, Infinity, 2 ** 60])('is refused when it is %d', (value) => {
    const { world, ships } = fleet();
    cellsOf(world, 'friend')[ships[1]] = value;
    expect(codeOf(() => world.save())).toMatch(/^bad-value: edict: friend of object 2 is .*write a handle, or 0/);
  });

  test('may be a handle, even a stale one, or 0', () => {
    const { world, ships } = fleet();
    const rock = world.spawn({ kind: 'rock' });
    cellsOf(world, 'friend')[ships[1]] = rock;
    world.ecs().changed('friend');
    expect(world.get(ships[1], 'friend')).toBe(rock);
    world.destroy(rock);
    expect(loadWorld(content, world.save()).get(ships[1], 'friend')).toBeNull();
  });
});

describe('a saved file', () => {
  test('may have thousands of names for columns of content', () => {
    const world = createWorld(content);
    for (let i = 0; i < 1_500; i++) world.component(`c${i}`, { of: 'x' });
    const loaded = loadWorld(content, world.save());
    expect(loaded.hash()).toBe(world.hash());
    expect(loaded.component('c1499').name).toBe('c1499');
  });

  test('with an absurd number of components is refused', () => {
    const file = createWorld(content).save();
    const components = Array.from({ length: 100_001 }, (_, i) => [`c${i}`, [['of', 'x']]] as const);
    expect(
      codeOf(() =>
        loadWorld(
          content,
          forged(file, (head) => ({ ...head, components })),
        ),
      ),
    ).toMatch(/^damaged-file: .*it has 100001 host components, and a world has 100000 at most/);
    const own = components.slice(0, 65).map(([name]) => [name, [['of', 'u8']]] as const);
    expect(
      codeOf(() =>
        loadWorld(
          content,
          forged(file, (head) => ({ ...head, components: own })),
        ),
      ),
    ).toMatch(/^foreign-file/);
  });
});

describe('numbers of a host component', () => {
  const types = [
    ['f64', 1e300, [NaN, Infinity]],
    ['f32', 1e30, [NaN, 1e300]],
    ['i32', -5, [1e12, 1.5, NaN]],
    ['u32', 4e9, [-1, 2 ** 32]],
    ['u8', 255, [256, -1, 0.5]],
  ] as const;

  test.each(types)('fit into arrays of %s', (type, good, bad) => {
    const { world, ships } = fleet();
    const own = world.component('own', { n: type });
    own.add(ships[0], { n: good });
    const commanding = (give: (of: Commands) => void) => {
      const twin = world.fork();
      twin.addSystem({
        name: 'gives',
        phase: 'host',
        query: [],
        run: (of) => {
          give(of.commands);
        },
      });
      twin.step();
    };
    for (const n of bad) {
      const many = (of: number | readonly number[]) => (commands: Commands) => {
        commands.spawnMany({ kind: 'ship', count: 2, components: { own: { n: of } } });
      };
      const refusals = [
        () => {
          own.set(ships[0], { n });
        },
        () => world.spawn({ kind: 'ship', components: { own: { n } } }),
        () => {
          commanding((commands) => {
            commands.spawn({ kind: 'ship', components: { own: { n } } });
          });
        },
        () => {
          commanding(many(n));
        },
        () => {
          commanding(many([good, n]));
        },
      ];
      for (const refusal of refusals) expect(codeOf(refusal)).toMatch(/n of own is .*; give a (?:finite|whole) number/);
    }
    expect(own.get(ships[0])?.n).toBe(type === 'f32' ? Math.fround(good) : good);
    expect(world.size).toBe(3);
  });

  test('need a name that no kind or class has', () => {
    const { world } = fleet();
    expect(codeOf(() => world.component('ship', {}))).toMatch(
      /^component-exists: .*component, kind or class ship already/,
    );
  });
});
