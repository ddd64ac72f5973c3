import { inspect } from '../../src/world/inspect.js';
import { query } from 'bitecs';
import { describe, expect, test } from 'vitest';
import type { GroupSource } from '../../src/content/native/schema.js';
import type { World, WorldOptions } from '../../src/world/api.js';
import { loadWorld } from '../../src/world.js';
import { contentWith, sceneOf } from '../support/content.js';
import { refusal, refusedWith } from '../support/errors.js';
import { header } from '../../src/kernel/arena.js';
import { forged } from '../support/forged-file.js';

const groups: readonly GroupSource[] = [
  {
    scope: { include: 'target.kind == planet && chance(0.7)' },
    effects: [{ create: 'farm', initial: { crew: '10 * random()' } }],
  },
  { scope: { include: 'target.kind == building && chance(0.4)' }, effects: [{ destroy: true }] },
  {
    scope: { include: 'target.kind == planet' },
    effects: [
      { meter: 'limit', add: '5 + source.rank' },
      { meter: 'wealth', add: 'random()' },
    ],
  },
  {
    scope: { include: 'target.kind == ship && chance(0.5)' },
    effects: [
      { move: 'objects(system).filter(s, s.colour == red).first()' },
      { property: 'goal', set: 'objects(building).first()' },
    ],
  },
];
const program = contentWith({ groups });

function galaxy(options: WorldOptions = {}): World {
  const { world, add } = sceneOf(program, { ...options, reserve: { objects: 20, ...options.reserve } });
  const [a, b] = [add('empire', { name: 'Terra' }), add('empire', { name: 'Vega' })];
  const systems = [0, 10, 20].map((x) =>
    add('system', { place: { x, y: 0 }, name: `S${x}`, values: { colour: x === 10 ? 'red' : 'white' } }),
  );
  world.relations.connect(systems[0], systems[1]);
  for (const [i, system] of systems.entries()) add('colony', { owner: i === 1 ? b : a, place: { in: system } });
  add('scout', { owner: b, place: { lane: [systems[0], systems[1]], fraction: 0.5 }, name: 'Argo' });
  world.relations.setVisible(a, systems[2], true);
  world.relations.setAvailable(b, 'farm', true);
  world.relations.setRole('rival', b);
  world.addPhase('movement', 'actions');
  world.addSystem({
    name: 'drift',
    phase: 'movement',
    run(w) {
      const scout = w.query({ kind: 'ship' })[0];
      w.set(scout, 'weight', w.random('drift'));
      if (w.random('drift') < 0.3) w.spawn({ kind: 'ship', name: `drone ${w.turn}`, owner: b });
    },
  });
  return world;
}

const turns = 6;

/** Hashes after each of so many turns. */
function hashes(world: World, count = turns): readonly string[] {
  return Array.from({ length: count }, () => {
    world.step();
    return world.hash();
  });
}

describe('a snapshot', () => {
  test('brings the world back, and from there the same way again', () => {
    const world = galaxy();
    world.run(3);
    const before = world.hash();
    const snapshot = world.snapshot();
    const first = hashes(world);
    world.restore(snapshot);
    expect([world.hash(), world.turn]).toEqual([before, 3]);
    expect(hashes(world)).toEqual(first);
    world.restore(snapshot);
    expect(hashes(world)).toEqual(first);
  });

  test('stays as it was taken, also from a smaller world', () => {
    const world = galaxy({ reserve: { objects: 10 } });
    const snapshot = world.snapshot();
    const before = world.hash();
    for (let i = 0; i < 200; i++) world.spawn({ kind: 'ship', name: `n${i}` });
    world.restore(snapshot);
    expect(world.hash()).toBe(before);
    expect(world.find('n5')).toBeUndefined();
    expect(world.find('Argo')).toBeDefined();
  });

  test('uses the memory of an older one', () => {
    const world = galaxy();
    const old = world.snapshot();
    world.step();
    const before = world.hash();
    const next = world.snapshot(old);
    expect(next).toBe(old);
    world.run(2);
    world.restore(next);
    expect(world.hash()).toBe(before);
  });

  test('is not touched by turns that fail', () => {
    const world = galaxy();
    const snapshot = world.snapshot();
    const first = hashes(world, 3);
    world.restore(snapshot);
    let fails = true;
    world.addSystem({
      name: 'late',
      phase: 'host',
      run: () => {
        if (fails) throw new Error('once');
      },
    });
    expect(() => {
      world.step();
    }).toThrow('once');
    fails = false;
    expect(hashes(world, 3)).toEqual(first);
  });

  test('fits another world of the same content, names and streams too', () => {
    const world = galaxy();
    world.run(4);
    const other = galaxy({ seed: 99 });
    other.spawn({ kind: 'ship', name: 'Somebody' });
    other.random('another');
    other.restore(world.snapshot());
    expect(other.hash()).toBe(world.hash());
    expect(other.find('Argo')).toBe(world.find('Argo'));
    expect(hashes(other)).toEqual(hashes(world));
  });

  test('of a fork that has gone its own way fits the world', () => {
    const world = galaxy();
    const fork = world.fork();
    for (const name of ['Left', 'Lost']) world.spawn({ kind: 'ship', name });
    fork.spawn({ kind: 'ship', name: 'Right' });
    world.restore(fork.snapshot());
    expect(world.find('Right')).toBeDefined();
    expect(world.hash()).toBe(fork.hash());
  });

  test('of other content is refused, and nothing has changed', () => {
    const world = galaxy();
    const before = world.hash();
    const other = sceneOf(contentWith({ groups, classes: { scout: { kind: 'planet' } } })).world;
    other.spawn({ class: 'scout' });
    expect(
      refusedWith(() => {
        world.restore(other.snapshot());
      }),
    ).toBe('foreign-snapshot');
    expect(world.hash()).toBe(before);
  });
});

describe('a fork', () => {
  test('is the same world and goes its own way', () => {
    const world = galaxy();
    world.run(2);
    const fork = world.fork();
    expect([fork.hash(), fork.turn, fork.size, inspect(fork).capacity]).toEqual([
      world.hash(),
      2,
      world.size,
      inspect(world).capacity,
    ]);
    const before = world.hash();
    const there = hashes(fork);
    fork.spawn({ kind: 'ship', name: 'Only there' });
    expect([world.hash(), world.find('Only there')]).toEqual([before, undefined]);
    expect(hashes(world)).toEqual(there);
  });

  test('of a fork has the systems and phases once', () => {
    const world = galaxy();
    const fork = world.fork().fork();
    expect(hashes(fork)).toEqual(hashes(world));
    expect(
      refusedWith(() => {
        fork.addPhase('movement', 'actions');
      }),
    ).toBe('phase');
    expect(
      refusedWith(() => {
        fork.addSystem({ name: 'drift', phase: 'host', run: () => {} });
      }),
    ).toBe('system');
  });

  test('gives its systems its own world, and later additions stay apart', () => {
    const world = galaxy();
    const seen: World[] = [];
    world.addSystem({
      name: 'who',
      phase: 'host',
      run: (w) => {
        seen.push(w);
      },
    });
    const fork = world.fork();
    fork.step();
    world.step();
    expect(seen.map((w) => [w === world, w === fork])).toEqual([
      [false, true],
      [true, false],
    ]);
    fork.addSystem({
      name: 'more',
      phase: 'host',
      run: (w) => {
        w.random('more');
      },
    });
    world.step();
    fork.step();
    expect(world.hash()).not.toBe(fork.hash());
  });

  test('keeps whether the world may grow', () => {
    const { world } = sceneOf(program, { reserve: { objects: 2 }, fixed: true });
    const fork = world.fork();
    fork.spawn({ kind: 'ship' });
    expect(refusedWith(() => fork.spawn({ kind: 'ship' }))).toBe('world-full');
  });
});

describe('a saved world', () => {
  test('goes on exactly as the original would', () => {
    const world = galaxy();
    world.run(3);
    const loaded = loadWorld(program, world.save(), { seed: 'ignored', reserve: { objects: 3 } });
    expect([loaded.hash(), loaded.turn, loaded.size, loaded.find('Argo')]).toEqual([
      world.hash(),
      3,
      world.size,
      world.find('Argo'),
    ]);
    loaded.addPhase('movement', 'actions');
    loaded.addSystem({
      name: 'drift',
      phase: 'movement',
      run(w) {
        const scout = w.query({ kind: 'ship' })[0];
        w.set(scout, 'weight', w.random('drift'));
        if (w.random('drift') < 0.3) w.spawn({ kind: 'ship', name: `drone ${w.turn}`, owner: w.find('Vega') ?? null });
      },
    });
    expect(hashes(loaded)).toEqual(hashes(world));
    expect(loadWorld(program, loaded.save()).hash()).toBe(world.hash());
  });

  test('is the same bytes each time', () => {
    expect(Buffer.from(galaxy().save()).equals(Buffer.from(galaxy().save()))).toBe(true);
  });

  test('of extreme values reads back', () => {
    const world = galaxy();
    const ship = world.query({ kind: 'ship' })[0];
    for (const [name, value] of [
      ['wealth', 1e308],
      ['crew', 1e300],
      ['speed', 3.4e38],
    ] as const)
      world.set(ship, name, value);
    expect(loadWorld(program, world.save()).hash()).toBe(world.hash());
  });

  test('with attachments moved below one another reads back or was refused before', () => {
    const { world, add } = sceneOf(program, { limits: { attachmentDepth: 3 } });
    const system = add('system', { place: { x: 0, y: 0 } });
    const planet = add('planet');
    add('farm', { place: { in: planet } });
    world.move(planet, { in: system });
    expect(loadWorld(program, world.save(), { limits: { attachmentDepth: 3 } }).hash()).toBe(world.hash());
  });

  test('of other content is refused where that is asked for', () => {
    const file = galaxy().save();
    expect(refusedWith(() => loadWorld(contentWith({ groups: groups.slice(1) }), file, { strict: true }))).toBe(
      'foreign-file',
    );
    expect(refusedWith(() => loadWorld(contentWith(), file, { strict: true }))).toBe('foreign-file');
    expect(loadWorld(contentWith({ groups }), file).size).toBe(galaxy().size);
  });

  const isForgery = (value: unknown): boolean => {
    const world = galaxy();
    world.run(2);
    const file = forged(world.save(), value as Parameters<typeof forged>[1]);
    const code = refusedWith(() => loadWorld(program, file));
    return ['damaged-file', 'foreign-file', 'foreign-snapshot', 'bad-option'].includes(code);
  };

  test.each([
    ['no objects', header.live, 0],
    ['more objects', header.live, 999],
    ['more lanes than there is room for', header.lanes, 4_000],
    ['four thousand million lanes', header.lanes, 2 ** 32 - 1],
    ['more streams than there is room for', header.streams, 17],
    ['four thousand million streams', header.streams, 2 ** 32 - 1],
    ['no rows', header.highWater, 0],
    ['fewer rows', header.highWater, 3],
    ['more rows', header.highWater, 2 ** 31],
    ['another magic', header.magic, 7],
    ['another layout', header.layoutHash, 7],
  ])('whose header claims %s is refused', (_, wordIndex, value) => {
    expect(
      isForgery((head: { header: number[] }) => ({
        ...head,
        header: head.header.map((word, i) => (i === wordIndex ? value : word)),
      })),
    ).toBe(true);
  });

  test.each([
    ['version', header.version, 9, 'is of version 9, and this build of edict reads version 1;'],
    ['layout', header.layoutHash, 7, 'is of layout 00000007, and this build of edict reads layout '],
  ])('of another %s is refused with both', (_, wordIndex, value, words) => {
    const file = forged(galaxy().save(), (head) => ({
      ...head,
      header: head.header.map((word, i) => (i === wordIndex ? value : word)),
    }));
    const error = refusal(() => loadWorld(program, file));
    expect(error.code).toBe('foreign-file');
    expect(error.message).toContain(words);
  });

  test.each([
    ['more lanes than any world has', [21, 2 ** 30, 32, 17, 2]],
    ['no sizes', []],
    ['other roles', [21, 81, 32, 17, 9]],
  ])('whose sizes claim %s is refused', (_, sizes) => {
    expect(isForgery((head: object) => ({ ...head, sizes }))).toBe(true);
  });

  test('whose capacity claims more than any world has takes no more room than its objects need', () => {
    const world = galaxy();
    const file = forged(world.save(), (head) => ({ ...head, sizes: [2 ** 30, ...head.sizes.slice(1)] }));
    const loaded = loadWorld(program, file);
    expect(inspect(loaded).capacity).toBe(1_024);
    expect(loaded.hash()).toBe(world.hash());
  });
});

describe('the bitECS view of a world', () => {
  test('is in step at each call: through turns, growth and restores', () => {
    const world = galaxy({ reserve: { objects: 10 } });
    const check = (): void => {
      const view = world.ecs();
      for (const kind of program.model.kinds) {
        const component = view.kinds.get(kind.name);
        if (component === undefined) throw new Error(kind.name);
        const ids = [...query(view.world, [component])].sort((a, b) => a - b);
        expect(ids).toEqual(world.query({ kind: kind.name }).map((handle) => world.describe(handle).id));
      }
      for (const handle of world.query({ kind: 'planet' }))
        expect(view.columns.get('wealth')?.value[world.describe(handle).id]).toBe(world.get(handle, 'wealth'));
    };
    const snapshot = world.snapshot();
    check();
    for (let i = 0; i < 5; i++) {
      world.step();
      check();
    }
    world.restore(snapshot);
    check();
    world.run(2);
    check();
  });

  test('writes to the world, and asking for it changes nothing', () => {
    const world = galaxy();
    const before = world.hash();
    const view = world.ecs();
    expect(world.hash()).toBe(before);
    const [planet] = world.query({ kind: 'planet' });
    const wealth = view.columns.get('wealth');
    if (wealth === undefined) throw new Error('no wealth');
    wealth.value[world.describe(planet).id] = 77;
    expect(world.get(planet, 'wealth')).toBe(77);
    expect(hashes(world)).not.toEqual(hashes(galaxy()));
  });
});
