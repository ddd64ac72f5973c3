import { inspect } from '../../src/world/inspect.js';
import { describe, expect, test } from 'vitest';
import type { PlaceOption, World } from '../../src/world/api.js';
import type { SpawnOptions } from '../../src/world/spawn-api.js';
import { baseContent, contentWith, type Scene, sceneWith } from '../support/content.js';
import { refusal, refusedWith } from '../support/errors.js';
import { createWorld } from '../../src/world.js';

interface Galaxy extends Scene {
  readonly a: number;
  readonly b: number;
  readonly systems: readonly number[];
  readonly planet: number;
  readonly ship: number;
  readonly gone: number;
}

function galaxy(options: Parameters<typeof sceneWith>[1] = {}): Galaxy {
  const scene = sceneWith({}, options);
  const { add, world } = scene;
  const [a, b] = [add('empire', { name: 'Terra' }), add('empire', { name: 'Vega' })];
  const systems = [0, 10].map((x) => add('system', { place: { x, y: 0 } }));
  world.relations.connect(systems[0], systems[1]);
  const planet = add('colony', { owner: a, place: { in: systems[0] }, name: 'Sol III' });
  const ship = add('ship', { owner: b, place: { lane: [systems[0], systems[1]], fraction: 0.5 } });
  const gone = add('ship');
  world.destroy(gone);
  return { ...scene, a, b, systems, planet, ship, gone };
}

describe('spawn', () => {
  test('makes an object of a class or a kind, with name, owner, place and values', () => {
    const { world, add, a, planet } = galaxy();
    const farm = add('farm', { name: 'Barn', owner: a, place: { in: planet }, values: { crew: 9.7, goal: planet } });
    expect(world.describe(farm)).toEqual({
      handle: farm,
      id: world.describe(farm).id,
      kind: 'building',
      class: 'farm',
      name: 'Barn',
      owners: [a],
      parent: planet,
      created: 0,
      invisible: false,
      position: { x: 0, y: 0 },
      values: { crew: 9, goal: planet, rank: 2 },
      holdings: {},
      lists: {},
    });
  });

  test('in a full world makes room, and in a fixed one is refused', () => {
    const small = galaxy({ reserve: { objects: 8 } });
    for (let i = 0; i < 50; i++) small.add('ship');
    expect([small.world.size, inspect(small.world).capacity]).toEqual([57, 64]);
    const fixed = galaxy({ reserve: { objects: 8 }, fixed: true });
    fixed.add('ship');
    const before = fixed.world.hash();
    expect(refusedWith(() => fixed.add('ship'))).toBe('world-full');
    expect([fixed.world.hash(), fixed.world.size, inspect(fixed.world).capacity]).toEqual([before, 8, 8]);
    fixed.world.destroy(fixed.ship);
    expect(() => fixed.add('ship')).not.toThrow();
  });

  test('in a growing world gives the same world as in a large one', () => {
    const build = (capacity: number): string => {
      const { world, add, planet } = galaxy({ reserve: { objects: capacity } });
      for (let i = 0; i < 40; i++) add('farm', { place: { in: planet }, name: `farm ${i % 7}` });
      world.run(3);
      return world.hash();
    };
    expect(new Set([8, 13, 64, 500].map(build)).size).toBe(1);
  });
});

describe('lanes', () => {
  test('find room in a world that may grow', () => {
    const { world, add, systems } = galaxy({ reserve: { lanes: 1 } });
    const more = Array.from({ length: 10 }, (_, i) => add('system', { place: { x: i, y: 1 } }));
    for (const system of more) world.relations.connect(systems[0], system);
    expect(world.relations.neighbours(systems[0])).toEqual([systems[1], ...more]);
    world.relations.disconnect(systems[0], more[3]);
    expect(world.relations.neighbours(more[3])).toEqual([]);
    const fixed = galaxy({ reserve: { lanes: 1 }, fixed: true });
    const third = fixed.add('system', { place: { x: 5, y: 5 } });
    expect(
      refusedWith(() => {
        fixed.world.relations.connect(fixed.systems[0], third);
      }),
    ).toBe('lane');
  });
});

describe('a call that is refused leaves the world as it was', () => {
  const odd = (value: unknown): never => value as never;
  const calls: readonly (readonly [string, string, (world: World, given: Galaxy) => unknown])[] = [
    ['spawn of an unknown class', 'unknown-name', (world) => world.spawn({ class: 'fram' })],
    ['spawn of an unknown kind', 'unknown-name', (world) => world.spawn({ kind: '__proto__' })],
    ['spawn of nothing', 'bad-option', (world) => world.spawn({})],
    ['spawn of a class of another kind', 'bad-value', (world) => world.spawn({ class: 'farm', kind: 'ship' })],
    [
      'spawn with a name that is too long',
      'bad-value',
      (world) => world.spawn({ kind: 'ship', name: 'x'.repeat(1_001) }),
    ],
    [
      'spawn with an unknown meter',
      'unknown-name',
      (world) => world.spawn({ kind: 'ship', values: { constructor: 1 } }),
    ],
    ['spawn with a meter of others', 'bad-value', (world) => world.spawn({ kind: 'ship', values: { stock: 1 } })],
    [
      'spawn with a value that is no number',
      'bad-value',
      (world) => world.spawn({ kind: 'ship', values: { wealth: NaN } }),
    ],
    [
      'spawn with a reference to nobody',
      'no-object',
      (world, { gone }) => world.spawn({ kind: 'ship', values: { goal: gone } }),
    ],
    ['spawn for an owner who is gone', 'no-object', (world, { gone }) => world.spawn({ kind: 'ship', owner: gone })],
    [
      'spawn for an owner who is no empire',
      'owner',
      (world, { planet }) => world.spawn({ kind: 'ship', owner: planet }),
    ],
    ['spawn of what has no owner', 'owner', (world, { a }) => world.spawn({ kind: 'law', owner: a })],
    ['spawn of an empire for an empire', 'owner', (world, { a }) => world.spawn({ kind: 'empire', owner: a })],
    [
      'spawn in what cannot hold it',
      'attachment',
      (world, { a }) => world.spawn({ kind: 'building', place: { in: a } }),
    ],
    ['spawn in what is gone', 'no-object', (world, { gone }) => world.spawn({ kind: 'ship', place: { in: gone } })],
    ['spawn of a node nowhere', 'place', (world) => world.spawn({ kind: 'system' })],
    ['spawn of a node at no point', 'place', (world) => world.spawn({ kind: 'system', place: { x: Infinity, y: 0 } })],
    [
      'spawn on a lane between others',
      'place',
      (world, { planet, a }) => world.spawn({ kind: 'ship', place: { lane: [planet, a], fraction: 0.5 } }),
    ],
    [
      'spawn on a lane beyond its end',
      'place',
      (world, { systems: [p, q] }) => world.spawn({ kind: 'ship', place: { lane: [p, q], fraction: 1.5 } }),
    ],
    [
      'destroy of what is gone',
      'no-object',
      (world, { gone }) => {
        world.destroy(gone);
      },
    ],
    [
      'destroy of nobody',
      'no-object',
      (world) => {
        world.destroy(0);
      },
    ],
    [
      'destroy of nonsense',
      'no-object',
      (world) => {
        world.destroy(odd('7'));
      },
    ],
    ['get of what is gone', 'no-object', (world, { gone }) => world.get(gone, 'wealth')],
    ['get of an unknown meter', 'unknown-name', (world, { ship }) => world.get(ship, 'weatlh')],
    [
      'set of what is gone',
      'no-object',
      (world, { gone }) => {
        world.set(gone, 'wealth', 1);
      },
    ],
    [
      'set of an unknown meter',
      'unknown-name',
      (world, { ship }) => {
        world.set(ship, 'toString', 1);
      },
    ],
    [
      'set of a meter of others',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'stock', 1);
      },
    ],
    [
      'set to what is no number',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'wealth', '5');
      },
    ],
    [
      'set to NaN',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'wealth', NaN);
      },
    ],
    [
      'set to what is too large for a single number',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'speed', 1e39);
      },
    ],
    [
      'set to what is no truth',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'armed', 1);
      },
    ],
    [
      'set to an unknown word',
      'bad-value',
      (world, { planet }) => {
        world.set(planet, 'environment', 'lava');
      },
    ],
    [
      'set to a number for a word',
      'bad-value',
      (world, { planet }) => {
        world.set(planet, 'environment', 2);
      },
    ],
    [
      'set to an unknown class',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'studying', '__proto__');
      },
    ],
    [
      'set to a reference that is none',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'goal', 'Sol III');
      },
    ],
    [
      'set to a reference to what is gone',
      'no-object',
      (world, { ship, gone }) => {
        world.set(ship, 'goal', gone);
      },
    ],
    [
      'set to nothing',
      'bad-value',
      (world, { ship }) => {
        world.set(ship, 'wealth', odd(undefined));
      },
    ],
    [
      'an owner for a node',
      'owner',
      (world, { systems, a }) => {
        world.setOwner(systems[0], a);
      },
    ],
    [
      'an owner for an empire',
      'owner',
      (world, { a, b }) => {
        world.setOwner(a, b);
      },
    ],
    [
      'an owner who is none',
      'owner',
      (world, { ship, planet }) => {
        world.setOwner(ship, planet);
      },
    ],
    [
      'move into what cannot hold it',
      'attachment',
      (world, { ship, planet }) => {
        world.move(ship, { in: planet });
      },
    ],
    [
      'move into itself',
      'attachment',
      (world, { planet }) => {
        world.move(planet, { in: planet });
      },
    ],
    [
      'move to no point',
      'place',
      (world, { ship }) => {
        world.move(ship, { x: NaN, y: 0 });
      },
    ],
    [
      'move of a node onto a lane',
      'place',
      (world, { systems: [p, q] }) => {
        world.move(p, { lane: [p, q], fraction: 0.5 });
      },
    ],
    [
      'move of a node to nowhere',
      'place',
      (world, { systems: [p] }) => {
        world.move(p, null);
      },
    ],
    [
      'move onto a lane without length',
      'place',
      (world, { ship, systems: [p] }) => {
        world.move(ship, { lane: [p, p], fraction: 0.5 });
      },
    ],
    [
      'move of what is gone',
      'no-object',
      (world, { gone }) => {
        world.move(gone, null);
      },
    ],
    [
      'a lane to itself',
      'lane',
      (world, { systems: [p] }) => {
        world.relations.connect(p, p);
      },
    ],
    [
      'a lane to what is no node',
      'lane',
      (world, { systems: [p], ship }) => {
        world.relations.connect(p, ship);
      },
    ],
    [
      'a lane to what is gone',
      'no-object',
      (world, { systems: [p], gone }) => {
        world.relations.connect(p, gone);
      },
    ],
    [
      'no lane to what is gone',
      'no-object',
      (world, { systems: [p], gone }) => {
        world.relations.disconnect(p, gone);
      },
    ],
    ['neighbours of what is gone', 'no-object', (world, { gone }) => world.relations.neighbours(gone)],
    [
      'sight of what is no empire',
      'no-faction',
      (world, { ship, planet }) => {
        world.relations.setVisible(ship, planet, true);
      },
    ],
    [
      'sight of what is gone',
      'no-object',
      (world, { a, gone }) => {
        world.relations.setVisible(a, gone, true);
      },
    ],
    ['asking what no empire sees', 'no-faction', (world, { ship, planet }) => world.relations.isVisible(ship, planet)],
    [
      'availability to what is no empire',
      'no-faction',
      (world, { ship }) => {
        world.relations.setAvailable(ship, 'farm', true);
      },
    ],
    [
      'availability of an unknown class',
      'unknown-name',
      (world, { a }) => {
        world.relations.setAvailable(a, 'fram', true);
      },
    ],
    [
      'asking the availability of an unknown class',
      'unknown-name',
      (world, { a }) => world.relations.isAvailable(a, 'constructor'),
    ],
    [
      'an unknown role',
      'unknown-name',
      (world, { a }) => {
        world.relations.setRole('rivals', a);
      },
    ],
    [
      'a role for what is gone',
      'no-object',
      (world, { gone }) => {
        world.relations.setRole('rival', gone);
      },
    ],
    ['describe of what is gone', 'no-object', (world, { gone }) => world.describe(gone)],
    ['query of an unknown kind', 'unknown-name', (world) => world.query({ kind: 'shp' })],
    ['query of an unknown class', 'unknown-name', (world) => world.query({ class: 'hasOwnProperty' })],
    ['query of an owner who is gone', 'no-object', (world, { gone }) => world.query({ owner: gone })],
    ['explain before the first turn', 'no-turn', (world, { ship }) => world.explain(ship, 'wealth')],
    ['explain of what is gone', 'no-object', (world, { gone }) => world.explain(gone, 'wealth')],
    ['explain of an unknown meter', 'unknown-name', (world, { ship }) => world.explain(ship, 'welth')],
    ['explain of a meter of others', 'bad-value', (world, { ship }) => world.explain(ship, 'stock')],
    [
      'half a turn',
      'bad-option',
      (world) => {
        world.run(0.5);
      },
    ],
    [
      'turns back',
      'bad-option',
      (world) => {
        world.run(-1);
      },
    ],
    [
      'no number of turns',
      'bad-option',
      (world) => {
        world.run(NaN);
      },
    ],
    [
      'a phase that is there',
      'phase',
      (world) => {
        world.addPhase('host', 'reset');
      },
    ],
    [
      'a phase after none',
      'phase',
      (world) => {
        world.addPhase('new', 'toString');
      },
    ],
    [
      'a system that is there',
      'system',
      (world) => {
        world.addSystem({ name: 'reset', phase: 'host', run: () => {} });
      },
    ],
    [
      'a system in no phase',
      'phase',
      (world) => {
        world.addSystem({ name: 'new', phase: 'nowhere', run: () => {} });
      },
    ],
  ];

  test.each(calls)('%s', (_, code, call) => {
    const given = galaxy();
    const { world } = given;
    const twin = world.fork();
    const before = world.hash();
    expect(refusal(() => call(world, given)).code).toBe(code);
    expect([world.hash(), world.size]).toEqual([before, twin.size]);
    // Nothing hidden has changed either: what follows is the same.
    for (const each of [world, twin]) {
      each.spawn({ kind: 'ship', name: 'Next' });
      each.run(2);
    }
    expect(world.hash()).toBe(twin.hash());
  });

  test.each([
    ['query', (world: World, text: string) => world.query({ where: text })],
    ['evaluate', (world: World, text: string) => world.questions.evaluate(text)],
  ])('%s of what is no expression', (_, call) => {
    const { world } = galaxy();
    const before = world.hash();
    for (const text of [
      '',
      '1 +',
      'self.',
      'nobody.wealth',
      'self.nothing == 1',
      '"',
      'a'.repeat(100),
      '('.repeat(20_000),
      'constructor',
      'self.__proto__',
      'self["wealth"]',
      '\u0000',
      '💫',
      'eval(1)',
      '1 == true',
    ]) {
      refusal(() => call(world, text));
      expect(world.hash()).toBe(before);
    }
    expect(refusedWith(() => world.query({ where: 'self.wealth' }))).not.toBe('');
  });
});

describe('an object', () => {
  test('is moved, given and taken', () => {
    const { world, systems, ship, a, b } = galaxy();
    const places: readonly PlaceOption[] = [
      { in: systems[1] },
      { x: 3, y: 4 },
      { lane: [systems[1], systems[0]], fraction: 0.25 },
      null,
    ];
    const seen = places.map((place) => {
      world.move(ship, place);
      return [world.describe(ship).parent, world.describe(ship).position];
    });
    expect(seen).toEqual([
      [systems[1], { x: 10, y: 0 }],
      [null, { x: 3, y: 4 }],
      [null, { x: 7.5, y: 0 }],
      [null, null],
    ]);
    world.setOwner(ship, a);
    expect(world.query({ owner: a, kind: 'ship' })).toEqual([ship]);
    world.setOwner(ship, null);
    expect(world.query({ owner: null, kind: 'ship' })).toEqual([ship]);
    expect(world.query({ owner: b, kind: 'ship' })).toEqual([]);
  });

  test('is found by id, handle and name; of several of one name the first', () => {
    const { world, add, planet, gone } = galaxy();
    const twin = add('planet', { name: 'Sol III' });
    expect(world.describe(twin).id).toBe(gone);
    expect([world.find('Sol III'), world.find(planet), world.find(twin), world.find(gone)]).toEqual([
      planet,
      planet,
      twin,
      twin,
    ]);
    for (const nobody of ['', 'nobody', '__proto__', 0, -1, 1.5, NaN, Infinity, 999, 2 ** 40])
      expect(world.find(nobody)).toBeUndefined();
  });

  test('may have any name', () => {
    const { world, add } = galaxy();
    const names = ['__proto__', 'constructor', 'a\nb', '\u0000', '💫', '\ud800', '$&', '%s', '<b>', ' '];
    const handles = names.map((name) => add('ship', { name }));
    expect(names.map((name) => world.find(name))).toEqual(handles);
    expect(handles.map((handle) => world.describe(handle).name)).toEqual(names);
  });

  test('shows every cell in the words of the host', () => {
    const { world, ship, planet } = galaxy();
    for (const [name, value] of [
      ['armed', true],
      ['studying', 'farm'],
      ['goal', planet],
      ['wealth', 2.5],
      ['crew', -3],
    ] as const) {
      world.set(ship, name, value);
      expect(world.get(ship, name)).toBe(value);
    }
    world.set(ship, 'crew', 2.9);
    world.set(ship, 'speed', 0.1);
    expect([
      world.get(ship, 'crew'),
      world.get(ship, 'speed'),
      world.get(ship, 'limit'),
      world.get(planet, 'armed'),
    ]).toEqual([2, Math.fround(0.1), undefined, undefined]);
    for (const name of ['studying', 'goal']) {
      world.set(ship, name, null);
      expect(world.get(ship, name)).toBeNull();
    }
  });

  test('is seen by those who see it, and classes are available to whom they are', () => {
    const { world, a, b, ship, planet } = galaxy();
    world.relations.setVisible(a, ship, true);
    expect([
      world.relations.isVisible(a, ship),
      world.relations.isVisible(b, ship),
      world.relations.isVisible(b, planet),
      world.relations.isVisible(a, planet),
    ]).toEqual([true, true, false, true]);
    world.relations.setAvailable(b, 'farm', true);
    expect([world.relations.isAvailable(a, 'farm'), world.relations.isAvailable(b, 'farm')]).toEqual([false, true]);
  });
});

describe('query and evaluate', () => {
  test('query gives handles by ascending id that meet everything', () => {
    const { world, law, a, b, systems, planet, ship } = galaxy();
    expect(world.query()).toEqual([law, a, b, ...systems, planet, ship]);
    expect(world.query({ kind: 'planet' })).toEqual([planet]);
    expect(world.query({ class: 'colony', owner: a })).toEqual([planet]);
    expect(world.query({ class: 'colony', owner: b })).toEqual([]);
    expect(world.query({ owner: a })).toEqual([a, systems[0], planet]);
    expect(world.query({ owner: null })).toEqual([law, systems[1]]);
    expect(world.query({ where: 'self.wealth >= 10' })).toEqual([planet, ship]);
    expect(world.query({ kind: 'planet', class: 'farm' })).toEqual([]);
  });

  test('query leaves out of whom the condition is absent', () => {
    const { world, planet, systems, ship } = galaxy();
    expect(world.query({ where: 'self.colour == white' })).toEqual([...systems, planet]);
    expect(world.query({ where: '!(self.colour == blue)' })).toEqual([...systems, planet]);
    expect(world.query({ where: 'self.crew > 0' })).toEqual([ship]);
  });

  test('evaluate gives values as hosts see them, and undefined for what is absent', () => {
    const { world, a, systems, planet, ship } = galaxy();
    const of = (text: string): unknown => world.questions.evaluate(text, { source: planet, target: ship });
    expect(of('source.wealth + target.crew')).toBe(15);
    expect(of('self.environment')).toBe('terran');
    expect(of('source.owner')).toBe(a);
    expect(of('target.owner == source.owner')).toBe(false);
    expect(of('source.system')).toBe(systems[0]);
    expect(of('target.system')).toBeNull();
    expect(of('source.kind')).toBe('planet');
    expect(of('target.class')).toBeNull();
    expect(of('jumps(source, target)')).toBe(1);
    expect(of('objects().count()')).toBe(7);
    expect(of('objects(building).mean(b, b.crew)')).toBeUndefined();
    expect(of('turn')).toBe(0);
    expect(world.questions.evaluate('source == null')).toBe(true);
  });

  test('of the same text is the same in other worlds of the content, and after changes', () => {
    const { world, planet } = galaxy();
    expect(world.questions.evaluate('self.wealth', { source: planet })).toBe(10);
    world.set(planet, 'wealth', 4);
    expect(world.questions.evaluate('self.wealth', { source: planet })).toBe(4);
  });
});

describe('options', () => {
  test.each([
    ['objects', 0],
    ['objects', -1],
    ['objects', 1.5],
    ['objects', NaN],
    ['objects', 2 ** 24],
    ['objects', Infinity],
    ['lanes', 0],
    ['lanes', 1.5],
    ['factions', 256],
    ['factions', 0],
    ['streams', -1],
    ['streams', 1_001],
  ])('%s: %d is refused', (name, value) => {
    const error = refusal(() => createWorld(contentWith(), { reserve: { [name]: value } }));
    expect(error.code).toBe('bad-option');
    expect(error.message).toContain(name);
  });

  test.each([
    ['effectsPerTurn', NaN],
    ['createdPerTurn', -1],
    ['visitsPerTurn', Number.NaN],
    ['attachmentDepth', 0],
  ])('a limit of %s: %d is refused', (name, value) => {
    expect(refusedWith(() => createWorld(contentWith(), { limits: { [name]: value } }))).toBe('bad-option');
  });

  test('a limit that is undefined is the default', () => {
    const world = createWorld(contentWith(), { limits: { createdPerTurn: undefined } as never });
    expect(() => {
      world.step();
    }).not.toThrow();
  });

  test('seeds are texts: a number and its text are one', () => {
    const hash = (seed?: string | number): string =>
      createWorld(contentWith(), seed === undefined ? {} : { seed }).hash();
    expect(hash(7)).toBe(hash('7'));
    expect(hash()).toBe(hash(1));
    expect(hash(7)).not.toBe(hash(8));
  });

  test('shared memory changes nothing', () => {
    const run = (shared: boolean): string => {
      const { world } = galaxy({ shared });
      world.run(3);
      return world.hash();
    };
    expect(run(true)).toBe(run(false));
  });

  test('a world says how large it is', () => {
    const { world } = galaxy({ reserve: { objects: 100 } });
    expect([world.size, inspect(world).capacity, world.turn]).toEqual([7, 100, 0]);
    expect(inspect(world).bytes).toBeGreaterThan(100 * Object.keys(baseContent.meters).length * 4);
    expect(world.program.model.kindByName.has('planet')).toBe(true);
  });
});

test('spawn options may be frozen and are not changed', () => {
  const { world } = galaxy();
  const options: SpawnOptions = Object.freeze({ kind: 'ship', values: Object.freeze({ wealth: 3 }), place: null });
  expect(world.get(world.spawn(options), 'wealth')).toBe(3);
});
