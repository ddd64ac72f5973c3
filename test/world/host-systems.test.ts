import { describe, expect, test } from 'vitest';
import {
  type Commands,
  type Handle,
  type SystemContext,
  type World,
  createWorld,
  defineContent,
  loadWorld,
  query,
} from '../../src/index.js';
import type { ExecutorName, WorldOptions } from '../../src/world/api.js';
import { codeOf } from '../support/code-of.js';
import { heldProgram } from '../support/held-model.js';

const content = defineContent({
  meters: { maxHealth: { reset: true }, health: { default: 5 } },
  properties: {
    x: { type: 'number' },
    vx: { type: 'number', default: 1 },
    open: { type: 'boolean' },
    friend: { type: 'reference' },
  },
  kinds: {
    realm: { faction: true },
    star: { node: true },
    ship: {
      attachesTo: ['star'],
      meters: ['health', 'maxHealth'],
      properties: ['x', 'vx', 'open', 'friend'],
    },
    rock: { attachesTo: ['star'], properties: ['x'] },
  },
  classes: {
    ward: {
      kind: 'rock',
      groups: [
        {
          name: 'far',
          scope: { include: 'target.kind == ship && target.x > 2' },
          effects: [{ meter: 'maxHealth', add: '10' }],
        },
      ],
    },
  },
});

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

function fleet(options: WorldOptions = {}, count = 3) {
  const world = createWorld(content, options);
  world.spawn({ class: 'ward' });
  const ships = Array.from({ length: count }, () => world.spawn({ kind: 'ship' }));
  return { world, ships };
}

function addMove(world: World): void {
  world.addSystem({
    name: 'move',
    phase: 'actions',
    query: ['ship'],
    reads: ['vx'],
    writes: ['x'],
    run({ ids, columns: { x, vx } }) {
      for (const id of ids) x[id] += vx[id];
    },
  });
}

/** Adds a system that gives commands once. */
function command(world: World, give: (commands: Commands, context: SystemContext) => void): void {
  world.addSystem({
    name: 'orders',
    phase: 'host',
    query: [],
    run(context) {
      if (context.turn === 1) give(context.commands, context);
    },
  });
}

describe('a system by query', () => {
  test.each(executors)('gets ids and arrays, and rules follow what it writes: %s', (executor) => {
    const { world, ships } = fleet({ executor });
    addMove(world);
    const seen: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      world.step();
      seen.push(world.get(ships[0], 'maxHealth'));
    }
    expect(ships.map((ship) => world.get(ship, 'x'))).toEqual([5, 5, 5]);
    expect(seen).toEqual([0, 0, 0, 10, 10]);
  });

  test('is the same by calls and by arrays, in copies and after a restore', () => {
    const [byArrays, byCalls] = [fleet(), fleet()];
    addMove(byArrays.world);
    byCalls.world.addSystem({
      name: 'move',
      phase: 'actions',
      run(now) {
        const [x, vx] = [now.column('x'), now.column('vx')];
        for (const ship of now.query({ kind: 'ship' })) x.set(ship, Number(x.get(ship)) + Number(vx.get(ship)));
      },
    });
    const start = byArrays.world.snapshot();
    for (const { world } of [byArrays, byCalls]) world.run(5);
    expect(byArrays.world.hash()).toBe(byCalls.world.hash());
    const copy = byArrays.world.fork();
    copy.run(2);
    byCalls.world.run(2);
    expect(copy.hash()).toBe(byCalls.world.hash());
    byArrays.world.restore(start);
    byArrays.world.run(7);
    expect(byArrays.world.hash()).toBe(copy.hash());
  });

  test('draws from its own random stream and from others', () => {
    const { world } = fleet();
    const drawn: number[][] = [];
    world.addSystem({
      name: 'dice',
      phase: 'host',
      query: [],
      run: ({ random }) => drawn.push([random(), random('other')]),
    });
    world.run(2);
    const other = fleet().world;
    expect(drawn.map(([own]) => own)).toEqual([other.random('dice'), other.random('dice')]);
    expect(drawn.map(([, own]) => own)).toEqual([other.random('other'), other.random('other')]);
  });

  test('that throws leaves the world as before the turn', () => {
    const { world } = fleet();
    addMove(world);
    command(world, (commands) => {
      commands.spawn({ kind: 'ship' });
      throw new Error('a storm');
    });
    const before = world.hash();
    expect(() => {
      world.step();
    }).toThrow('a storm');
    expect(world.hash()).toBe(before);
  });

  test.each([
    ['unknown names', { query: ['shp'] }, /^unknown-name/],
    ['unknown columns', { query: [], reads: ['vz'] }, /^unknown-name/],
    ['kinds as columns', { query: [], reads: ['ship'] }, /^unknown-name: .*kind or class, which has no values/],
    ['components that calls write', { query: [], writes: ['location'] }, /^read-only/],
    ['sets', { query: [], writes: ['owner'] }, /^read-only/],
    ['writes without a query', { writes: ['x'] }, /^bad-option: .*has no query/],
    ['what is no list', { query: 'ship' }, /^bad-option/],
    ['unknown options', { query: [], write: ['x'] }, /^bad-option/],
  ])('is refused with %s', (_, options, code) => {
    const { world } = fleet();
    const system = { name: 's', phase: 'host', run: () => undefined, ...options };
    expect(codeOf(() => world.addSystem(system as never))).toMatch(code);
    world.addSystem({ name: 's', phase: 'host', query: [], run: () => undefined });
  });

  test('reads only what it declares', () => {
    const { world, ships } = fleet();
    world.component('velocity', { x: 'f64' });
    const codes: string[] = [];
    const shown: unknown[] = [];
    world.addSystem({
      name: 'nosy',
      phase: 'host',
      query: ['ship'],
      reads: ['vx', 'owner'],
      writes: ['x', 'velocity'],
      run(context) {
        const { columns, components } = context as SystemContext;
        shown.push(columns.x[ships[0]], columns.vx[ships[0]], components.velocity.x[0], components.owner.owner[0]);
        shown.push(
          columns.nothing,
          columns.toString,
          components.nothing,
          Object.keys(columns),
          Object.keys(components),
        );
        codes.push(
          codeOf(() => columns.health),
          codeOf(() => components.location),
          codeOf(() => columns.velocity),
          codeOf(() => components.x),
          codeOf(() => columns.late),
          codeOf(() => components.late),
          codeOf(() => {
            const { open } = columns;
            return open;
          }),
        );
      },
    });
    world.component('late', { x: 'f64' });
    world.step();
    expect(shown).toEqual([0, 1, 0, 0, undefined, undefined, undefined, ['vx', 'x'], ['owner', 'velocity']]);
    expect(codes).toEqual([
      'undeclared-read: edict: system nosy reads columns.health and does not declare it; name health in reads or writes of the system',
      'undeclared-read: edict: system nosy reads components.location and does not declare it; name location in reads or writes of the system',
      'undeclared-read: edict: system nosy reads columns.velocity, which is a component; read components.velocity',
      'undeclared-read: edict: system nosy reads components.x, which is a meter or property; read columns.x',
      expect.stringMatching(/^undeclared-read: .*columns.late/),
      expect.stringMatching(/^undeclared-read: .*components.late and does not declare it/),
      expect.stringMatching(/^undeclared-read: .*columns.open and does not declare it/),
    ]);
  });

  test('has plain arrays, also after growth and in copies', () => {
    const { world } = fleet({ reserve: { objects: 8 } });
    addMove(world);
    const kept: object[] = [];
    world.addSystem({
      name: 'keeps',
      phase: 'host',
      query: [],
      reads: ['x'],
      run: ({ columns }) => kept.push(columns),
    });
    world.step();
    const [columns] = kept as [{ readonly x: Float64Array }];
    expect(Object.getOwnPropertyDescriptor(columns, 'x')).toMatchObject({ writable: true, value: columns.x });
    for (let i = 0; i < 20; i++) world.spawn({ kind: 'rock' });
    world.step();
    expect(columns.x).toBe(world.column('x').values);
    world.fork().step();
    expect(kept[2]).not.toBe(columns);
  });

  test.each<['columns' | 'components', string, string]>([
    ['columns', 'x', 'write to columns.x itself, such as columns.x[id]'],
    ['components', 'owner', 'write to the arrays of components.owner'],
  ])('may not put others in place of its %s', (what, of, remedy) => {
    const { world, ships } = fleet();
    let isWrong = true;
    world.addSystem({
      name: 'puts',
      phase: 'host',
      query: [],
      reads: ['owner'],
      writes: ['x'],
      run(context: SystemContext) {
        (context.columns.x as { [id: number]: number })[ships[0]] += 1;
        if (isWrong) Reflect.set(context[what], of, new Float64Array(9));
      },
    });
    const message = `bad-system: edict: system puts put something else in place of ${what}.${of}; ${remedy}`;
    expect([codeOf(() => world.step()), codeOf(() => world.step())]).toEqual([message, message]);
    expect([world.turn, world.get(ships[0], 'x')]).toEqual([0, 0]);
    isWrong = false;
    world.step();
    expect(world.get(ships[0], 'x')).toBe(1);
  });

  test('gets its arrays again after it has failed', () => {
    const { world, ships } = fleet();
    let turns = 0;
    world.addSystem({
      name: 'puts',
      phase: 'host',
      query: [],
      writes: ['x'],
      run({ columns }: SystemContext) {
        if (turns++ > 0) (columns.x as { [id: number]: number })[ships[0]] = 5;
        else {
          Reflect.set(columns, 'x', new Float64Array(9));
          throw new Error('a storm');
        }
      },
    });
    expect(() => world.step()).toThrow('a storm');
    world.step();
    expect(world.get(ships[0], 'x')).toBe(5);
  });

  test('is told how to write where it puts an array in a column that it does not declare', () => {
    const { world } = fleet();
    world.addSystem({
      name: 'puts',
      phase: 'host',
      query: [],
      run({ columns }: SystemContext) {
        Reflect.set(columns, 'x', new Float64Array(9));
      },
    });
    expect(codeOf(() => world.step())).toMatch(
      /^undeclared-write: .*system puts writes columns.x and does not declare/,
    );
  });

  test('may not return a promise', () => {
    const { world } = fleet();
    world.addSystem({ name: 'late', phase: 'host', query: [], run: async () => Promise.resolve() });
    expect(codeOf(() => world.step())).toMatch(/^bad-system: .*late/);
  });
});

describe('explain', () => {
  test.each(executors)('has what host systems write, whichever way: %s', (executor) => {
    const { world, ships } = fleet({ executor });
    addMove(world);
    world.addSystem({
      name: 'raw',
      phase: 'host',
      run(now) {
        const ecs = now.ecs();
        const { value = [] } = ecs.columns.get('x') ?? {};
        (value as number[])[ships[0]] *= 2;
        ecs.changed('x');
        now.set(ships[0], 'x', 9);
        now.set(ships[0], 'x', 10);
      },
    });
    world.run(2);
    expect(world.explain(ships[0], 'x')).toMatchObject({
      initial: 10,
      current: 10,
      steps: [
        { rule: 'move', source: 0, label: 'host', before: 10, after: 11 },
        { rule: 'raw', source: 0, label: 'host', before: 22, after: 9 },
        { rule: 'raw', source: 0, label: 'host', before: 9, after: 10 },
      ],
    });
    expect(world.explain(ships[1], 'x').steps).toMatchObject([
      { rule: 'move', source: 0, label: 'host', before: 1, after: 2 },
    ]);
  });
});

describe('commands', () => {
  test('are made at the end of a system, in a fixed order', () => {
    const { world, ships } = fleet();
    const realm = world.spawn({ kind: 'realm' });
    const stars = [0, 3].map((x) => world.spawn({ kind: 'star', place: { x, y: 0 } }));
    const sizes: number[] = [];
    command(world, (commands) => {
      commands.connect(stars[0], stars[1]);
      commands.move(ships[0], { x: 4, y: 5 });
      commands.give(ships[0], realm);
      commands.destroy(ships[1]);
      commands.destroy(ships[1]);
      commands.spawn({ kind: 'rock', place: { in: stars[0] } });
      sizes.push(world.size);
    });
    world.step();
    expect(sizes).toEqual([7]);
    expect(world.size).toBe(7);
    expect(world.positionOf(ships[0])).toEqual({ x: 4, y: 5 });
    expect(world.ownersOf(ships[0])).toEqual([realm]);
    expect(world.relations.neighbours(stars[0])).toEqual([stars[1]]);
    // Spawned before anything was destroyed, so that it does not take the row.
    expect(world.describe(world.query({ kind: 'rock' })[1]).id).toBe(8);
  });

  test('in bulk are the same as one by one', () => {
    const many = 40;
    const numbers = Array.from({ length: many }, (_, i) => i);
    const [bulk, single] = [fleet({}, many), fleet({}, many)].map(({ world, ships }) => {
      const realm = world.spawn({ kind: 'realm' });
      world.component('velocity', { x: 'f64', y: 'f32' });
      return { world, ships, realm };
    });
    command(bulk.world, (commands) => {
      commands.spawnMany({
        kind: 'ship',
        count: many,
        owner: bulk.realm,
        place: { x: numbers, y: numbers.map((i) => -i) },
        values: { x: Float32Array.from(numbers), open: true, friend: bulk.ships[30] },
        components: { velocity: { x: numbers, y: 0.5 } },
      });
      commands.spawnMany({ class: 'ward', count: 20, place: { x: 1, y: 2 } });
      commands.destroyMany(Uint32Array.from(bulk.ships.slice(0, 20)));
      commands.moveMany(bulk.ships.slice(20), numbers.slice(20), numbers.slice(20));
      commands.giveMany(bulk.ships.slice(25), bulk.realm);
    });
    command(single.world, (commands) => {
      for (const i of numbers)
        commands.spawn({
          kind: 'ship',
          owner: single.realm,
          place: { x: i, y: -i },
          values: { x: i, open: true, friend: single.ships[30] },
          components: { velocity: { x: i, y: 0.5 } },
        });
      for (let i = 0; i < 20; i++) commands.spawn({ class: 'ward', place: { x: 1, y: 2 } });
      for (const ship of single.ships.slice(0, 20)) commands.destroy(ship);
      for (const i of numbers.slice(20)) commands.move(single.ships[i], { x: i, y: i });
      for (const ship of single.ships.slice(25)) commands.give(ship, single.realm);
    });
    for (const { world } of [bulk, single]) world.run(3);
    expect(bulk.world.size).toBe(1 + many + 1 + many + 20 - 20);
    expect(bulk.world.hash()).toBe(single.world.hash());
    expect([...query(bulk.world.ecs(), ['velocity'])]).toEqual([...query(single.world.ecs(), ['velocity'])]);
    for (const { world } of [bulk, single]) world.run(2);
    expect(bulk.world.hash()).toBe(single.world.hash());
  });

  test('in bulk for no objects change nothing', () => {
    const open = () => {
      const { world } = fleet({}, 20);
      const velocity = world.component('velocity', { x: 'f64' });
      for (const ship of world.query({ kind: 'ship' })) {
        world.set(ship, 'x', 4);
        velocity.add(ship, { x: 5 });
      }
      return world;
    };
    const [world, other] = [open(), open()];
    command(other, () => undefined);
    command(world, (commands) => {
      const none = { x: [], y: [] };
      commands.spawnMany({
        kind: 'ship',
        count: 0,
        place: none,
        values: { x: [] },
        components: { velocity: { x: [] } },
      });
      commands.spawnMany({ kind: 'ship', count: 0, place: { x: 1, y: 2 }, components: { velocity: { x: 3 } } });
      commands.destroyMany([]);
    });
    for (const each of [world, other]) each.step();
    expect(world.hash()).toBe(other.hash());
  });

  test('hold words of sets', () => {
    const world = createWorld(heldProgram);
    const teams = [0, 1, 2].map(() => world.spawn({ kind: 'team' }));
    command(world, (commands) => {
      commands.holdMany(teams, 'techs', 'tech33');
      commands.hold(teams[1], 'techs', 'tech33', false);
    });
    world.step();
    expect(teams.map((team) => world.relations.hasWord(team, 'techs', 'tech33'))).toEqual([true, false, true]);
  });

  test.each<[string, (commands: Commands, ships: readonly Handle[]) => void, RegExp]>([
    ['a destroyed object', (c) => c.move(99, null), /^no-object/],
    [
      'one that is destroyed first',
      (c, [a]) => {
        c.destroy(a);
        c.move(a, null);
      },
      /^no-object: .*command of system orders.*destroys/,
    ],
    ['no numbers', (c) => c.destroyMany('ships' as never), /^bad-option/],
    ['lists of other lengths', (c, ships) => c.moveMany(ships, [1], [2, 3, 4]), /^bad-option: .*1 numbers for 3/],
    ['unknown kinds', (c) => c.spawnMany({ kind: 'shp', count: 1 }), /^unknown-name/],
    ['unknown values', (c) => c.spawnMany({ kind: 'ship', count: 1, values: { y: 1 } }), /^unknown-name/],
    ['values of other kinds', (c) => c.spawnMany({ kind: 'rock', count: 1, values: { vx: 1 } }), /^bad-value/],
    ['NaN', (c) => c.spawnMany({ kind: 'ship', count: 2, values: { x: [1, NaN] } }), /^bad-value/],
    ['a point at infinity', (c, ships) => c.moveMany(ships, [1, Infinity, 2], [1, 2, 3]), /^place/],
    ['places at infinity', (c) => c.spawnMany({ kind: 'ship', count: 1, place: { x: [NaN], y: [1] } }), /^place/],
    ['a count', (c) => c.spawnMany({ kind: 'ship', count: -1 }), /^bad-option/],
    ['unknown sets', (c, [a]) => c.hold(a, 'techs', 'iron'), /^unknown-name/],
    ['owners that are none', (c, [a, b]) => c.give(a, b), /^owner/],
    ['unknown components', (c) => c.spawn({ kind: 'ship', components: { wings: {} } }), /^unknown-name/],
  ])('with %s fail the turn, and the world is as before', (_, give, code) => {
    const { world, ships } = fleet();
    command(world, (commands) => {
      commands.spawn({ kind: 'rock' });
      give(commands, ships);
    });
    const before = world.hash();
    expect(codeOf(() => world.step())).toMatch(code);
    expect(world.hash()).toBe(before);
  });

  test('make a full world grow, and leave a fixed one as it was', () => {
    const { world } = fleet({ reserve: { objects: 8 } });
    const fixed = fleet({ reserve: { objects: 8 }, fixed: true }).world;
    for (const each of [world, fixed]) command(each, (commands) => commands.spawnMany({ kind: 'ship', count: 100 }));
    world.step();
    expect(world.size).toBe(104);
    const before = fixed.hash();
    expect(codeOf(() => fixed.step())).toMatch(/^world-full/);
    expect(fixed.hash()).toBe(before);
  });

  test('destroy trees of attached objects together', () => {
    const nested = defineContent({
      kinds: {
        base: { node: true },
        hull: { attachesTo: ['base'] },
        crew: { attachesTo: ['hull', 'base'], orphan: 'detach' },
      },
    });
    const open = (): { world: World; all: readonly Handle[] } => {
      const world = createWorld(nested);
      const bases = [0, 1].map((x) => world.spawn({ kind: 'base', place: { x, y: 0 } }));
      const hulls = Array.from({ length: 12 }, (_, i) => world.spawn({ kind: 'hull', place: { in: bases[i % 2] } }));
      const crews = hulls.map((hull) => world.spawn({ kind: 'crew', place: { in: hull } }));
      return { world, all: [bases[0], ...hulls.slice(1, 4), crews[1]] };
    };
    const [bulk, single] = [open(), open()];
    command(bulk.world, (commands) => commands.destroyMany(bulk.all));
    bulk.world.step();
    single.world.step();
    for (const each of single.all.toReversed()) if (single.world.isLive(each)) single.world.destroy(each);
    expect(bulk.world.query()).toEqual(single.world.query());
    const loaded = loadWorld(nested, bulk.world.save());
    expect(loaded.hash()).toBe(bulk.world.hash());
  });
});

describe('a host component', () => {
  const open = () => {
    const { world, ships } = fleet();
    const velocity = world.component('velocity', { x: 'f64', y: 'i32' });
    return { world, ships, velocity };
  };

  test('is given, read, written, queried and taken', () => {
    const { world, ships, velocity } = open();
    velocity.add(ships[0], { x: 1.5 });
    velocity.add(ships[1]);
    velocity.set(ships[1], { y: 7 });
    expect(velocity.get(ships[0])).toEqual({ x: 1.5, y: 0 });
    expect(velocity.get(ships[1])).toEqual({ x: 0, y: 7 });
    expect(velocity.get(ships[2])).toBeUndefined();
    expect(velocity.x[ships[0]]).toBe(1.5);
    expect([...query(world.ecs(), [velocity])]).toEqual([ships[0], ships[1]]);
    velocity.remove(ships[0]);
    expect([velocity.has(ships[0]), velocity.x[ships[0]]]).toEqual([false, 0]);
    expect([...query(world.ecs(), ['velocity', 'ship'])]).toEqual([ships[1]]);
    world.destroy(ships[1]);
    const next = world.spawn({ kind: 'ship' });
    expect(velocity.has(next)).toBe(false);
    expect(world.component('velocity')).toBe(velocity);
  });

  test('is part of hash, snapshots, forks, growth and saves', () => {
    const { world, ships, velocity } = open();
    velocity.add(ships[0], { x: 1 });
    const [hash, snapshot] = [world.hash(), world.snapshot()];
    velocity.set(ships[0], { x: 2 });
    expect(world.hash()).not.toBe(hash);
    world.restore(snapshot);
    expect([world.hash(), velocity.get(ships[0])]).toEqual([hash, { x: 1, y: 0 }]);
    const copy = world.fork();
    expect([copy.hash(), copy.component('velocity').get(ships[0])]).toEqual([hash, { x: 1, y: 0 }]);
    copy.component('velocity').set(ships[0], { y: 3 });
    expect(world.hash()).toBe(hash);
    for (let i = 0; i < 2_000; i++) world.spawn({ kind: 'rock' });
    expect(velocity.get(ships[0])).toEqual({ x: 1, y: 0 });
    const loaded = loadWorld(content, world.save());
    expect(loaded.hash()).toBe(world.hash());
    expect(loaded.component('velocity', { x: 'f64', y: 'i32' }).get(ships[0])).toEqual({ x: 1, y: 0 });
    expect(codeOf(() => loaded.component('velocity', { x: 'f64', y: 'i32' }))).toMatch(/^component-exists/);
  });

  test('is written by systems', () => {
    const { world, ships, velocity } = open();
    velocity.add(ships[1], { x: 1, y: 2 });
    world.addSystem({
      name: 'push',
      phase: 'host',
      query: [velocity],
      writes: ['velocity'],
      run({ ids, components }) {
        const { x, y } = components.velocity;
        for (const id of ids) x[id] += y[id];
      },
    });
    world.run(3);
    expect(velocity.get(ships[1])).toEqual({ x: 7, y: 2 });
    const copy = world.fork();
    copy.run(1);
    expect(copy.component('velocity').get(ships[1])).toEqual({ x: 9, y: 2 });
  });

  test('may group columns of content, which rules read', () => {
    const { world, ships } = fleet();
    const motion = world.component('motion', { at: 'x', by: 'vx' });
    expect([...query(world.ecs(), [motion])]).toEqual(ships);
    motion.set(ships[0], { at: 5 });
    expect([world.get(ships[0], 'x'), motion.get(ships[0])]).toEqual([5, { at: 5, by: 1 }]);
    world.step();
    expect(world.get(ships[0], 'maxHealth')).toBe(10);
    world.addSystem({
      name: 'stop',
      phase: 'host',
      query: ['motion'],
      writes: ['motion'],
      run({
        ids,
        components: {
          motion: { at },
        },
      }) {
        for (const id of ids) at[id] = 0;
      },
    });
    world.run(2);
    expect(world.get(ships[0], 'maxHealth')).toBe(0);
    expect(loadWorld(content, world.save()).hash()).toBe(world.hash());
    expect(codeOf(() => motion.remove(ships[0]))).toMatch(/^bad-value/);
    expect(codeOf(() => motion.set(1, { at: 1 }))).toMatch(/^bad-value/);
  });

  test('sets all of the columns that it groups, or none', () => {
    const { world, ships } = fleet();
    const motion = world.component('motion', { at: 'x', by: 'vx' });
    const before = motion.get(ships[0]);
    expect(codeOf(() => motion.set(ships[0], { at: 5, by: NaN }))).toMatch(/^bad-value: .*vx cannot be NaN/);
    expect(codeOf(() => motion.set(ships[0], { at: 5, by: '1' } as never))).toMatch(/^bad-option/);
    expect(motion.get(ships[0])).toEqual(before);
  });

  test('takes the numbers that the arrays of its columns hold', () => {
    const grouped = defineContent({
      enumerations: { tech: ['iron', 'bronze'] },
      properties: { open: { type: 'boolean' }, tool: { type: 'tech' }, friend: { type: 'reference' } },
      kinds: { ship: { properties: ['open', 'tool', 'friend'] } },
    });
    const world = createWorld(grouped);
    const [ship, other] = [world.spawn({ kind: 'ship' }), world.spawn({ kind: 'ship' })];
    const state = world.component('state', { isOpen: 'open', tool: 'tool', friend: 'friend' });
    const none = { isOpen: 0, tool: 0, friend: 0 };
    expect(state.get(ship)).toEqual(none);
    const given = { isOpen: 1, tool: 2, friend: other };
    state.set(ship, given);
    expect(state.get(ship)).toEqual(given);
    expect([world.get(ship, 'open'), world.get(ship, 'tool'), world.get(ship, 'friend')]).toEqual([
      true,
      'bronze',
      other,
    ]);
    expect(codeOf(() => state.set(ship, { isOpen: 0, tool: 3 }))).toBe(
      'bad-value: edict: tool of state cannot be 3; give a whole number from 0 to 2',
    );
    expect(codeOf(() => state.set(ship, { isOpen: 2 }))).toMatch(/^bad-value: .* from 0 to 1/);
    expect(codeOf(() => state.set(ship, { tool: 0.5 }))).toMatch(/^bad-value: .* from 0 to 2/);
    expect(codeOf(() => state.set(ship, { friend: 99 }))).toMatch(/^no-object/);
    expect(state.get(ship)).toEqual(given);
    state.set(ship, none);
    expect(state.get(ship)).toEqual(none);
  });

  test('says where the first values of the columns that it groups belong', () => {
    const { world } = fleet();
    world.component('motion', { at: 'x', by: 'vx' });
    expect(codeOf(() => world.spawn({ kind: 'ship', components: { motion: { at: 1 } } }))).toBe(
      'bad-value: edict: component motion groups columns of content; give their first values in values, as x and vx',
    );
    expect(codeOf(() => world.spawn({ kind: 'ship', components: { speed: { at: 1 } } }))).toMatch(/^unknown-name/);
  });

  test.each<[string, (world: World) => unknown, RegExp]>([
    ['twice', (w) => w.component('velocity', { x: 'f64', y: 'i32' }), /^component-exists: .*declared already/],
    [
      'otherwise',
      (w) => w.component('velocity', { x: 'f32' }),
      /^component-exists: .*\{ x: f64, y: i32 \}, not \{ x: f32 \}/,
    ],
    ['with the name of a column', (w) => w.component('vx', {}), /^component-exists/],
    ['with the name of another', (w) => w.component('owner', {}), /^component-exists/],
    ['with no name', (w) => w.component('a b', {}), /^bad-option/],
    ['with an unknown type', (w) => w.component('mass', { kg: 'f16' }), /^bad-option: .*f64, f32, i32, u32, u8/],
    ['with fields of both sorts', (w) => w.component('mass', { kg: 'f64', x: 'x' }), /^bad-option/],
    ['with a reserved field', (w) => w.component('mass', { get: 'f64' }), /^bad-option/],
    ['with no fields at all', (w) => w.component('mass', 3 as never), /^bad-option/],
    ['never', (w) => w.component('mass'), /^unknown-name/],
  ])('declared %s is refused', (_, act, code) => {
    const { world } = open();
    const hash = world.hash();
    expect(codeOf(() => act(world))).toMatch(code);
    expect(world.hash()).toBe(hash);
  });

  test('refuses unknown fields, other values and objects without it', () => {
    const { ships, velocity } = open();
    expect(codeOf(() => velocity.add(ships[0], { z: 1 } as never))).toMatch(/^unknown-name/);
    expect(codeOf(() => velocity.add(ships[0], { x: '1' } as never))).toMatch(/^bad-option/);
    expect(velocity.has(ships[0])).toBe(false);
    expect(codeOf(() => velocity.set(ships[0], { x: 1 }))).toMatch(/^bad-value/);
    expect(codeOf(() => velocity.add(99, {}))).toMatch(/^no-object/);
  });

  test('makes snapshots from before foreign, and is limited in number', () => {
    const { world } = fleet();
    const before = world.snapshot();
    for (let i = 0; i < 64; i++) world.component(`c${i}`, { x: 'u8' });
    expect(codeOf(() => world.restore(before))).toMatch(/^foreign-snapshot: .*host components/);
    expect(codeOf(() => world.component('more', {}))).toMatch(/^limit-components/);
    world.step();
  });
});

describe('checked writes', () => {
  const raw = (write: (x: { [id: number]: number }, ships: readonly Handle[]) => void, options: WorldOptions) => {
    const { world, ships } = fleet(options);
    world.addSystem({
      name: 'sly',
      phase: 'host',
      query: ['ship'],
      reads: ['x'],
      writes: ['vx'],
      run: ({ columns: { x } }) => {
        write(x, ships);
      },
    });
    return world;
  };

  test('find what a system writes and does not declare', () => {
    const write = (x: { [id: number]: number }): void => {
      x[3] = 8;
    };
    const world = raw(write, { check: 'writes' });
    const before = world.hash();
    expect(codeOf(() => world.step())).toBe(
      'undeclared-write: edict: system sly wrote x of object 3 without declaring it; name x in writes of a system, or call changed of ecs() afterwards',
    );
    expect(world.hash()).not.toBe('');
    expect(codeOf(() => raw(write, {}).step())).toBe('none');
    expect(before).toBe(fleet().world.hash());
  });

  test('find what is written between turns, and accept what is said', () => {
    const { world, ships } = fleet({ check: 'writes' });
    addMove(world);
    world.step();
    const { value = new Float64Array(0) } = world.ecs().columns.get('vx') ?? {};
    value[ships[0]] = 3;
    expect(codeOf(() => world.step())).toMatch(/^undeclared-write: .*the host wrote vx of object 2/);
    world.ecs().changed('vx');
    world.step();
    world.set(ships[0], 'vx', 4);
    world.spawn({ kind: 'ship' });
    world.run(3);
    expect(world.get(ships[0], 'x')).toBe(1 + 3 + 3 * 4);
  });

  test('find what is written before the world grows', () => {
    const { world, ships } = fleet({ check: 'writes', reserve: { objects: 4 } });
    world.addSystem({
      name: 'sly',
      phase: 'host',
      run(given) {
        (given.column('x').values as { [id: number]: number })[ships[0]] = 8;
        given.spawn({ kind: 'rock' });
      },
    });
    expect(world.size).toBe(4);
    expect(codeOf(() => world.step())).toMatch(/^undeclared-write: .*system sly wrote x of object 2/);
  });

  test('do not look at what a restore replaces', () => {
    const { world, ships } = fleet({ check: 'writes', reserve: { objects: 4 } });
    const larger = fleet({ reserve: { objects: 4 } }).world;
    for (let i = 0; i < 30; i++) larger.spawn({ kind: 'rock' });
    world.step();
    (world.column('x').values as { [id: number]: number })[ships[0]] = 8;
    world.restore(larger.snapshot());
    expect(world.hash()).toBe(larger.hash());
    world.step();
  });

  test('find values that no call would accept', () => {
    const { world } = fleet({ check: 'writes' });
    world.addSystem({
      name: 'wild',
      phase: 'host',
      query: ['ship'],
      writes: ['x'],
      run({ ids, columns: { x } }) {
        x[ids[0]] = NaN;
      },
    });
    expect(codeOf(() => world.step())).toMatch(/^bad-value: .*x of object 2 is NaN, which system wild wrote/);
  });

  test('are not needed to keep such values out of saves', () => {
    const { world, ships } = fleet();
    const ecs = world.ecs();
    const { value = new Float64Array(0) } = ecs.columns.get('x') ?? {};
    value[ships[0]] = Infinity;
    ecs.changed('x');
    expect(codeOf(() => world.save())).toMatch(/^bad-value: .*x of object 2 is Infinity/);
  });

  test('refuse columns that calls write', () => {
    const ecs = fleet().world.ecs();
    expect(codeOf(() => ecs.changed('location'))).toMatch(/^read-only/);
    expect(codeOf(() => ecs.changed('ship'))).toMatch(/^read-only/);
    expect(codeOf(() => ecs.changed('y'))).toMatch(/^unknown-name/);
  });
});

describe('arrays kept across growth', () => {
  test('are found when a system writes to them', () => {
    const { world, ships } = fleet({ reserve: { objects: 8 } });
    const { value: kept = new Float64Array(0) } = world.ecs().columns.get('x') ?? {};
    world.addSystem({
      name: 'keeps',
      phase: 'host',
      run() {
        if (world.turn > 0) kept[ships[0]] = 1;
      },
    });
    world.step();
    for (let i = 0; i < 20; i++) world.spawn({ kind: 'rock' });
    expect(kept[ships[0]]).toBeNaN();
    const before = world.hash();
    expect(codeOf(() => world.step())).toMatch(
      /^stale-column: .*system keeps wrote to an array of x from before the world grew/,
    );
    expect(world.hash()).toBe(before);
  });

  test.each(['f64', 'f32', 'i32', 'u32', 'u8'] as const)('are found when a system calculates with them: %s', (type) => {
    const { world, ships } = fleet({ reserve: { objects: 8 } });
    const own = world.component('own', { n: type });
    own.add(ships[0], { n: 2 });
    const kept = own.n;
    world.addSystem({
      name: 'keeps',
      phase: 'host',
      query: [own],
      writes: ['own'],
      run: ({ ids }) => (kept[ids[0]] += 1),
    });
    world.step();
    expect(own.get(ships[0])).toEqual({ n: 3 });
    for (let i = 0; i < 20; i++) world.spawn({ kind: 'rock' });
    expect(codeOf(() => world.step())).toMatch(/^stale-column: .*system keeps wrote to an array of own.n/);
    expect(own.get(ships[0])).toEqual({ n: 3 });
  });
});

describe('a system that has captured what belongs to its world', () => {
  const captured = (use: (world: World, ships: readonly Handle[]) => () => void) => {
    const { world, ships } = fleet({ fixed: true, reserve: { objects: 8 } });
    world.component('own', { n: 'f64' }).add(ships[0], { n: 1 });
    const run = use(world, ships);
    world.addSystem({ name: 'captures', phase: 'host', query: ['own'], writes: ['own', 'x'], run });
    return { world, ship: ships[0] };
  };
  const uses: readonly (readonly [string, Parameters<typeof captured>[0]])[] = [
    ['a component', (world) => () => void (world.component('own').n[1] += 1)],
    ['a column', (world) => () => void (world.column('x').values[1] += 1)],
    ['the view', (world) => () => void ((world.ecs().columns.get('x')?.value ?? [])[1] += 1)],
    ['calls', (world, ships) => () => world.component('own').set(ships[0], { n: 7 })],
  ];

  test.each(uses)('does not change it from a copy: %s', (_, use) => {
    const { world, ship } = captured(use);
    world.step();
    const before = world.hash();
    const fork = world.fork();
    expect(codeOf(() => fork.step())).toMatch(
      /^world-locked: .*take the world, columns and components from what run is/,
    );
    expect(codeOf(() => world.explain(ship, 'x'))).toMatch(/^world-locked/);
    expect(world.hash()).toBe(before);
    world.step();
  });

  test('is told from one that looks ahead on a copy', () => {
    const { world, ship } = captured((of) => {
      const ahead = of.fork();
      return () => {
        ahead.component('own').set(ship0, { n: 5 });
        ahead.run(1);
      };
    });
    const ship0 = ship;
    world.step();
    expect(world.component('own').get(ship)).toEqual({ n: 1 });
  });

  test('and keeps its arrays leaves the world as it was, also where it fails then', () => {
    const { world, ship } = captured((of) => {
      const { n } = of.component('own');
      return () => {
        n[1] += 1;
        of.component('own').set(ship0, { n: n[1] });
      };
    });
    const ship0 = ship;
    world.step();
    const [before, value] = [world.hash(), world.component('own').n[1]];
    expect(codeOf(() => world.explain(ship, 'x'))).toMatch(/^world-locked: .*a copy of a world/);
    expect(world.hash()).toBe(before);
    expect(world.component('own').n[1]).toBe(value);
  });

  test('and keeps its arrays is found when explain runs a copy', () => {
    const { world, ship } = captured((of) => {
      const { n } = of.component('own');
      return () => void (n[1] += 1);
    });
    world.step();
    const [before, value] = [world.hash(), world.component('own').n[1]];
    expect(codeOf(() => world.explain(ship, 'x'))).toMatch(
      /^world-locked: .*wrote to arrays that it kept of this world/,
    );
    expect(world.hash()).toBe(before);
    expect(world.component('own').n[1]).toBe(value);
  });
});

describe('a column', () => {
  test('reads and writes by handle', () => {
    const { ships, ...made } = fleet();
    const world: World = made.world;
    const [x, open, friend] = ['x', 'open', 'friend'].map((name) => world.column(name));
    x.set(ships[0], 4);
    open.set(ships[0], true);
    friend.set(ships[0], ships[1]);
    expect([x.get(ships[0]), open.get(ships[0]), friend.get(ships[0])]).toEqual([4, true, ships[1]]);
    expect([x.values[ships[0]], x.name, x.has(ships[0]), open.has(1), open.get(1)]).toEqual([
      4,
      'x',
      true,
      false,
      undefined,
    ]);
    expect(codeOf(() => x.get(99))).toMatch(/^no-object/);
    expect(codeOf(() => open.set(1, true))).toMatch(/^bad-value/);
    expect(codeOf(() => x.set(ships[0], NaN))).toMatch(/^bad-value/);
    expect(codeOf(() => world.column('y'))).toMatch(/^unknown-name/);
  });
});
