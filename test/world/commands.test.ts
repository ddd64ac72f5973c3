import { describe, expect, test } from 'vitest';
import {
  type Commands,
  type SystemContext,
  type World,
  createWorld,
  defineContent,
  loadWorld,
} from '../../src/index.js';
import type { WorldOptions } from '../../src/world/api.js';
import { heldProgram } from '../support/held-model.js';
import { codeOf } from '../support/code-of.js';

const content = defineContent({
  enumerations: { tech: ['iron', 'bronze'] },
  properties: {
    x: { type: 'number' },
    friend: { type: 'reference' },
    techs: { type: 'set', of: 'tech' },
    crew: { type: 'list', of: 'ship' },
  },
  kinds: {
    realm: { faction: true, properties: ['techs'] },
    star: { node: true },
    ship: { attachesTo: ['star'], properties: ['x', 'friend', 'crew'] },
    rock: { properties: ['x'] },
  },
});

function fleet(options: WorldOptions = {}) {
  const world: World = createWorld(content, options);
  const velocity = world.component('velocity', { x: 'f64', y: 'f32' });
  const realm = world.spawn({ kind: 'realm' });
  const stars = [0, 3, 6].map((x) => world.spawn({ kind: 'star', place: { x, y: 0 } }));
  const ships = [0, 1, 2, 3].map(() => world.spawn({ kind: 'ship' }));
  return { world, velocity, realm, stars, ships };
}

type Fleet = ReturnType<typeof fleet>;

/** Runs a turn in which a system gives commands. */
function commanded(of: Fleet, give: (commands: Commands, of: Fleet, context: SystemContext) => void): Fleet {
  of.world.addSystem({
    name: 'orders',
    phase: 'host',
    query: [],
    run(context: SystemContext) {
      if (context.turn === 1) give(context.commands, of, context);
    },
  });
  of.world.step();
  return of;
}

describe('what a command is given', () => {
  /** Clears what the host has given, as hosts that reuse arrays and objects do. */
  function reused<Given extends object>(given: Given): Given {
    later.push(() => {
      for (const key of Object.keys(given)) Reflect.set(given, key, 0);
    });
    return given;
  }
  const later: (() => void)[] = [];

  const same = <Given extends object>(given: Given): Given => given;

  test.each<[string, (commands: Commands, of: Fleet, keep: typeof same) => void]>([
    [
      'spawn',
      (c, { ships, stars }, keep) => {
        const values = keep({ x: 3, friend: ships[0] });
        const lists = keep({ crew: keep([ships[1], ships[2]]) });
        c.spawn(keep({ kind: 'ship', name: 'late', place: keep({ in: stars[1] }), values, lists }));
        c.spawn({ kind: 'realm', holdings: keep({ techs: keep(['iron']) }) });
        c.spawn({ kind: 'ship', components: keep({ velocity: keep({ x: 5 }) }) });
        c.spawn({ kind: 'ship', place: { lane: keep([stars[0], stars[1]]) as never, fraction: 0.25 } });
      },
    ],
    [
      'spawnMany',
      (c, { ships }, keep) => {
        const place = keep({ x: keep([1, 2, 3]), y: keep(Float32Array.of(4, 5, 6)) });
        const values = keep({ x: keep([7, 8, 9]), friend: ships[0] });
        const components = keep({ velocity: keep({ x: keep([1, 2, 3]), y: 4 }) });
        c.spawnMany(keep({ kind: 'ship', count: 3, place, values, components }));
      },
    ],
    ['destroyMany', (c, { ships }, keep) => c.destroyMany(keep([ships[0], ships[2]]))],
    ['destroyMany of a typed array', (c, { ships }, keep) => c.destroyMany(keep(Uint32Array.from(ships)))],
    ['move', (c, { ships, stars }, keep) => c.move(ships[0], keep({ in: stars[0] }))],
    [
      'moveMany',
      (c, { ships }, keep) => c.moveMany(keep([...ships]), keep([1, 2, 3, 4]), keep(Float64Array.of(1, 2, 3, 4))),
    ],
    ['giveMany', (c, { ships, realm }, keep) => c.giveMany(keep([...ships]), realm)],
    ['holdMany', (c, { realm }, keep) => c.holdMany(keep([realm]), 'techs', 'iron')],
    ['connectMany', (c, { stars: [a, b, d] }, keep) => c.connectMany(keep([a, a]), keep(Uint32Array.of(b, d)))],
  ])('%s is copied at once', (_, give) => {
    const [kept, fresh] = [fleet(), fleet()];
    commanded(fresh, (commands, of) => give(commands, of, same));
    commanded(kept, (commands, of) => {
      give(commands, of, reused);
      for (const forget of later.splice(0)) forget();
    });
    expect(kept.world.hash()).toBe(fresh.world.hash());
    expect(kept.world.hash()).not.toBe(commanded(fleet(), () => undefined).world.hash());
  });

  test('is read once', () => {
    const read: string[] = [];
    const once = <Given extends object>(what: string, given: Given): Given =>
      new Proxy(given, {
        get(target, key) {
          read.push(`${what}.${String(key)}`);
          return Reflect.get(target, key) as unknown;
        },
      });
    commanded(fleet(), (c, { ships, realm, stars }) => {
      c.spawn(once('spawn', { kind: 'ship', owner: realm, place: once('place', { in: stars[0] }) }));
      c.spawn({ kind: 'ship', values: once('values', { x: 1, friend: ships[0] }) });
      c.spawnMany(once('many', { kind: 'ship', count: 1, place: once('places', { x: [1], y: [2] }) }));
      c.spawnMany({ kind: 'ship', count: 1, components: { velocity: once('velocity', { x: once('list', [1]) }) } });
      c.moveMany(once('ships', [ships[0]]), once('xs', [1]), once('ys', [2]));
      c.connectMany(once('from', [stars[0]]), once('to', [stars[1]]));
      read.push('run returns');
    });
    const values = read.filter((each) => !/\.(length|constructor|Symbol\(.*)$/.test(each));
    expect(values.at(-1)).toBe('run returns');
    expect(values.filter((each, i) => values.indexOf(each) !== i)).toEqual([]);
    expect(values).toEqual(expect.arrayContaining(['place.in', 'places.x', 'velocity.x', 'list.0', 'xs.0', 'to.0']));
  });

  test.each<[string, unknown]>([
    ['text', '7'],
    ['a BigInt', 7n],
    ['a fraction', 7.5],
    ['NaN', NaN],
    ['less than nothing', -1],
    ['0', 0],
    ['null', null],
    ['nothing', undefined],
    ['an object', {}],
    ['no object', 99],
    ['a row of no generation so far', 2 ** 24 * 3 + 7],
  ])('is refused at once where an id is %s', (_, id) => {
    const bad = id as number;
    const of = fleet();
    const codes: string[] = [];
    const { world } = commanded(of, (c, { ships: [a], stars, realm }) => {
      codes.push(
        codeOf(() => c.destroy(bad)),
        codeOf(() => c.destroyMany([a, bad])),
        codeOf(() => c.move(bad, null)),
        codeOf(() => c.moveMany([bad], [1], [2])),
        codeOf(() => c.give(bad, realm)),
        codeOf(() => c.giveMany([bad], realm)),
        codeOf(() => c.hold(bad, 'techs', 'iron')),
        codeOf(() => c.holdMany([bad], 'techs', 'iron')),
        codeOf(() => c.connect(bad, stars[0])),
        codeOf(() => c.connectMany([stars[0]], [bad])),
        codeOf(() => c.disconnect(stars[0], bad)),
        codeOf(() => c.move(a, { in: bad ?? 'none' })),
        codeOf(() => c.move(a, { lane: [stars[0], bad], fraction: 0.5 } as never)),
        codeOf(() => c.spawn({ kind: 'ship', owner: bad ?? 'none' })),
        codeOf(() => c.spawnMany({ kind: 'ship', count: 1, owner: bad ?? 'none' })),
        codeOf(() => c.spawnMany({ kind: 'ship', count: 1, place: { in: bad ?? 'none' } })),
      );
      if (bad !== null) codes.push(codeOf(() => c.give(a, bad)));
    });
    for (const code of codes) expect(code).toMatch(/^no-object: /);
    expect(world.hash()).toBe(commanded(fleet(), () => undefined).world.hash());
  });

  test.each<[string, (commands: Commands, of: Fleet) => void, RegExp]>([
    ['an id', (c) => c.move('7' as never, null), /^no-object: edict: the object of move: "7" is not the id/],
    ['one of many', (c, { ships }) => c.giveMany([ships[0], 99], null), /: entry 1 of the objects of giveMany: .* 99/],
    ['an owner', (c, { ships }) => c.give(ships[0], 99), /^no-object: edict: the owner of give: there is no object 99/],
    ['an end', (c, { stars }) => c.connect(stars[0], 99), /^no-object: edict: the second node of connect: /],
    ['a number', (c, { ships }) => c.moveMany([ships[0]], ['1'] as never, [2]), /: entry 0 of x of moveMany is "1"/],
    [
      'BigInts',
      (c) => c.destroyMany(BigInt64Array.of(5n) as never),
      /: entry 0 of the objects of destroyMany: a bigint/,
    ],
    ['lists', (c) => c.giveMany({ length: 1 }, null), /: the objects of giveMany is an object; give a list/],
    ['no place', (c, { ships }) => c.move(ships[0], 5 as never), /^bad-option: edict: .*place/],
    ['a place', (c, { ships }) => c.move(ships[0], { x: NaN, y: 1 }), /^place: .*not finite/],
    ['places', (c) => c.spawnMany({ kind: 'ship', count: 1, place: { x: [NaN], y: [1] } }), /^place: .*not finite/],
    ['points', (c, { ships }) => c.moveMany([ships[0]], [1], [Infinity]), /^place: .*not finite/],
    ['a kind', (c) => c.spawn({ kind: 'shp' }), /^unknown-name/],
    ['values', (c) => c.spawnMany({ kind: 'ship', count: 2, values: { x: [1, '2'] } } as never), /entry 1 of .*x.*"2"/],
    [
      'fields',
      (c) => c.spawnMany({ kind: 'ship', count: 1, components: { velocity: { x: [null] } } } as never),
      /: entry 0 of x of velocity is null/,
    ],
    ['a count', (c) => c.spawnMany({ kind: 'ship', count: 2 ** 24 }), /: count of spawnMany is 16777216; give a whole/],
    [
      'a long list',
      (c) => c.destroyMany(new Array<number>(2 ** 24)),
      /: the objects of destroyMany has 16777216 entries.*16777215/,
    ],
    ['a held', (c, { realm }) => c.hold(realm, 'techs', 'iron', 1 as never), /^bad-option: .*held/],
    [
      'what throws',
      (c) => c.destroyMany(new Proxy([1], { get: (_, key) => fail(key) })),
      /^bad-option: edict: the objects of destroyMany cannot be read/,
    ],
  ])('is refused at once with its name: %s', (_, give, message) => {
    const codes: string[] = [];
    const { world } = commanded(fleet(), (commands, of) => {
      codes.push(codeOf(() => give(commands, of)));
    });
    expect(codes[0]).toMatch(message);
    expect(world.hash()).toBe(commanded(fleet(), () => undefined).world.hash());
  });

  function fail(key: unknown): never {
    throw new Error(`there is no ${String(key)}`);
  }
});

describe('commands about what the same system destroys', () => {
  test.each<[string, (commands: Commands, of: Fleet) => void, RegExp]>([
    ['a parent', (c, { ships, stars }) => c.move(ships[0], { in: stars[1] }), /the place of move/],
    ['a lane', (c, { ships, stars }) => c.move(ships[0], { lane: [stars[0], stars[1]], fraction: 0.5 }), /the place/],
    ['an end', (c, { stars }) => c.connect(stars[0], stars[1]), /the second node of connect/],
    ['another end', (c, { stars }) => c.connectMany([stars[1]], [stars[0]]), /the first node of connectMany/],
    ['one of many', (c, { stars }) => c.moveMany([stars[1]], [1], [2]), /an object of moveMany/],
    ['what is given', (c, { stars, realm }) => c.give(stars[1], realm), /an object of give /],
  ])('fail the turn clearly: %s', (_, give, what) => {
    const of = fleet();
    const before = of.world.hash();
    const code = codeOf(() =>
      commanded(of, (commands, { stars }) => {
        commands.destroy(stars[1]);
        give(commands, of);
      }),
    );
    expect(code).toMatch(/^no-object: edict: a command of system orders: .* object 3, which the same system destroys/);
    expect(code).toMatch(what);
    expect(of.world.hash()).toBe(before);
  });

  test('fail also where it destroys an owner', () => {
    const of = fleet();
    const code = codeOf(() =>
      commanded(of, (commands, { realm, ships }) => {
        commands.destroy(realm);
        commands.give(ships[0], realm);
      }),
    );
    expect(code).toMatch(/^no-object: .*the owner of give is object 1, which the same system destroys/);
  });

  test.each<[string, (commands: Commands, of: Fleet) => void]>([
    ['spawn in it', (c, { stars }) => c.spawn({ kind: 'ship', place: { in: stars[1] } })],
    ['spawnMany in it', (c, { stars }) => c.spawnMany({ kind: 'ship', count: 2, place: { in: stars[1] } })],
    ['spawn with a reference', (c, { stars }) => c.spawn({ kind: 'ship', values: { friend: stars[1] } })],
    [
      'spawnMany with a reference',
      (c, { stars }) => c.spawnMany({ kind: 'ship', count: 1, values: { friend: stars[1] } }),
    ],
    ['move', (c, { stars }) => c.move(stars[1], { x: 1, y: 2 })],
  ])('never meet the next object of its id: %s', (_, give) => {
    const of = fleet();
    const before = of.world.hash();
    const code = codeOf(() =>
      commanded(of, (commands, { stars, world }) => {
        give(commands, of);
        world.destroy(stars[1]);
        world.spawn({ kind: 'star', place: { x: 9, y: 9 } });
      }),
    );
    expect(code).toMatch(/^no-object: .* object 3, which the same system destroys/);
    expect(of.world.hash()).toBe(before);
  });

  test('may destroy what is gone by then', () => {
    const { world, ships } = commanded(fleet(), (commands, of) => {
      commands.destroy(of.ships[0]);
      commands.destroyMany(of.ships.slice(0, 3));
      of.world.destroy(of.ships[1]);
      of.world.destroy(of.ships[2]);
      of.world.spawn({ kind: 'rock', values: { x: 4 } });
    });
    expect(ships.map((ship) => world.isLive(ship))).toEqual([false, false, false, true]);
    expect(world.size).toBe(1 + 3 + 1 + 1);
    expect(loadWorld(content, world.save()).hash()).toBe(world.hash());
  });
});

describe('spawnMany', () => {
  test.each([1, 2, 3])('lets a turn that fails bring back fields of own components: %d turns later', (turns) => {
    const { world, velocity } = fleet();
    const fails = { isOn: false };
    // Free rows, so that the births take no new ones.
    const rocks = Array.from({ length: 10 }, () => world.spawn({ kind: 'rock' }));
    for (const rock of rocks) world.destroy(rock);
    world.addSystem({
      name: 'births',
      phase: 'host',
      query: [],
      run({ commands, turn }: SystemContext) {
        if (turn === 4) commands.spawnMany({ kind: 'rock', count: 10, components: { velocity: { x: 3, y: 4 } } });
        if (fails.isOn) throw new Error('a storm');
      },
    });
    for (let i = 0; i < 3 + turns; i++) world.step();
    const hash = world.hash();
    fails.isOn = true;
    expect(() => world.step()).toThrow('a storm');
    expect(world.hash()).toBe(hash);
    expect(velocity.get(world.query({ kind: 'rock' })[0])).toEqual({ x: 3, y: 4 });
  });
});

describe('lists of spawned objects', () => {
  test('have room when the objects are made', () => {
    const reserve = { links: 8 };
    const [growing, fixed] = [fleet({ reserve }), fleet({ reserve, fixed: true })];
    const give = (c: Commands, { ships }: Fleet): void => {
      for (let i = 0; i < 3; i++) c.spawn({ kind: 'ship', lists: { crew: [...ships] } });
    };
    commanded(growing, give);
    const made = growing.world.query({ kind: 'ship' }).slice(4);
    expect(made.map((ship) => growing.world.relations.listOf(ship, 'crew').length)).toEqual([4, 4, 4]);
    const before = fixed.world.hash();
    expect(codeOf(() => commanded(fixed, give))).toMatch(/^world-full: .*links/);
    expect(fixed.world.hash()).toBe(before);
  });
});

describe('a context that a host keeps', () => {
  const outside = /^bad-system: edict: .* of the commands of system keeps was called outside its run/;

  test('gives no commands after run', () => {
    const { world, ships, realm, stars } = fleet();
    const kept: Commands[] = [];
    world.addSystem({ name: 'keeps', phase: 'host', query: [], run: ({ commands }) => kept.push(commands) });
    world.step();
    const hash = world.hash();
    const [c] = kept;
    for (const act of [
      () => c.spawn({ kind: 'rock' }),
      () => c.spawnMany({ kind: 'rock', count: 1 }),
      () => c.destroy(ships[0]),
      () => c.destroyMany(ships),
      () => c.move(ships[0], null),
      () => c.moveMany([], [], []),
      () => c.give(ships[0], realm),
      () => c.giveMany([], realm),
      () => c.hold(realm, 'techs', 'iron'),
      () => c.holdMany([], 'techs', 'iron'),
      () => c.connect(stars[0], stars[1]),
      () => c.connectMany([], []),
      () => c.disconnect(stars[0], stars[1]),
    ])
      expect(codeOf(act)).toMatch(outside);
    expect(world.hash()).toBe(hash);
  });

  test('gives none while its commands are made, nor after it has failed', async () => {
    const { world } = fleet();
    const heard: string[] = [];
    world.addSystem({
      name: 'keeps',
      phase: 'host',
      query: [],
      async run({ commands }: SystemContext) {
        await Promise.resolve();
        heard.push(codeOf(() => commands.spawn({ kind: 'rock' })));
      },
    });
    expect(codeOf(() => world.step())).toMatch(/^bad-system: .*promise/);
    await Promise.resolve();
    await Promise.resolve();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatch(outside);
  });

  test('draws random numbers only where the world does', () => {
    const { world, ships } = fleet();
    const kept: SystemContext[] = [];
    world.addSystem({
      name: 'keeps',
      phase: 'host',
      query: [],
      run(context: SystemContext) {
        kept.push(context);
        kept[0].random();
      },
    });
    world.step();
    const hash = world.hash();
    expect(codeOf(() => world.explain(ships[0], 'x'))).toMatch(/^world-locked/);
    expect(world.hash()).toBe(hash);
    expect(codeOf(() => kept[0].random(3 as never))).toMatch(/^bad-option: .*random stream/);
  });
});

test('hold words of sets of the content alone', () => {
  const world: World = createWorld(heldProgram);
  const team = world.spawn({ kind: 'team' });
  const codes: string[] = [];
  world.addSystem({
    name: 'orders',
    phase: 'host',
    query: [],
    run({ commands }: SystemContext) {
      codes.push(
        codeOf(() => commands.hold(team, 'tecks', 'tech33')),
        codeOf(() => commands.hold(team, 'techs', '')),
      );
    },
  });
  world.step();
  for (const code of codes) expect(code).toMatch(/^unknown-name/);
});
