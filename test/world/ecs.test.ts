import {
  addComponent,
  addEntity,
  getAllEntities,
  getEntityComponents,
  hasComponent,
  observe,
  onAdd,
  onRemove,
  query as askBitEcs,
  removeComponent,
  removeEntity,
  resetWorld,
} from 'bitecs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Any,
  EdictError,
  None,
  Not,
  Or,
  And,
  type EcsView,
  type Handle,
  type QueryTerm,
  type World,
  createWorld,
  defineContent,
  query,
} from '../../src/index.js';
import { heldProgram } from '../support/held-model.js';

const content = defineContent({
  meters: { health: { default: 5 } },
  properties: {
    speed: { type: 'number', default: 2 },
    heading: { type: 'number' },
    friend: { type: 'reference' },
  },
  kinds: {
    realm: { faction: true },
    star: { node: true },
    ship: { attachesTo: ['star'], meters: ['health'], properties: ['speed', 'heading', 'friend'] },
    rock: { properties: ['speed'] },
  },
  classes: { scout: { kind: 'ship' }, cruiser: { kind: 'ship', initial: { speed: 7 } } },
});

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

function idOf(world: World, handle: Handle): number {
  return world.describe(handle).id;
}

/** Three ships of which one is a scout and one a cruiser, and two rocks. */
function fleet() {
  const world = createWorld(content);
  const realm = world.spawn({ kind: 'realm' });
  const ships = [
    world.spawn({ kind: 'ship', owner: realm, place: { x: 1, y: 2 } }),
    world.spawn({ class: 'scout' }),
    world.spawn({ class: 'cruiser' }),
  ];
  const rocks = [world.spawn({ kind: 'rock' }), world.spawn({ kind: 'rock' })];
  return { world, ecs: world.ecs(), realm, ships, rocks };
}

describe('components', () => {
  test('are kinds, classes, columns, sets and what the world has of each object', () => {
    const { ecs, realm, ships, world } = fleet();
    expect([...ecs.kinds.keys()]).toEqual(['realm', 'star', 'ship', 'rock']);
    expect([...ecs.classes.keys()]).toEqual(['scout', 'cruiser']);
    expect([...ecs.columns.keys()]).toEqual(['health', 'speed', 'heading', 'friend']);
    expect([...ecs.components.keys()]).toEqual(['owner', 'attachment', 'faction', 'location', 'visibility']);
    expect(ecs.columns.get('speed')?.value[ships[2]]).toBe(7);
    expect(ecs.components.get('owner')?.owner[ships[0]]).toBe(idOf(world, realm));
    expect([ecs.components.get('location')?.x[ships[0]], ecs.components.get('location')?.y[ships[0]]]).toEqual([1, 2]);
  });

  test('are the words of sets, as bits', () => {
    const world = createWorld(heldProgram);
    const team = world.spawn({ kind: 'team' });
    for (const word of ['tech2', 'tech33']) world.relations.setWord(team, 'techs', word, true);
    const ecs = world.ecs();
    const techs = ecs.sets.get('techs');
    if (techs === undefined) throw new Error('no techs');
    expect(['tech1', 'tech2', 'tech33'].map((word) => techs.has(team, word))).toEqual([false, true, true]);
    const held = (bit: number): boolean => ((techs.bits[techs.first(team) + (bit >>> 5)] >>> (bit & 31)) & 1) === 1;
    expect(Array.from({ length: 40 }, (_, bit) => bit).filter(held)).toHaveLength(2);
    expect([...query(ecs, ['techs', 'team'])]).toEqual([team]);
  });

  test('are found by name, once', () => {
    const { ecs } = fleet();
    expect(ecs.of('ship')).toBe(ecs.kinds.get('ship'));
    expect(ecs.of('speed')).toBe(ecs.columns.get('speed'));
    expect(codeOf(() => ecs.of('shp'))).toBe('unknown-name: edict: there is no component "shp"; did you mean `ship`?');
    const world = createWorld(
      defineContent({
        properties: { pot: { type: 'number' } },
        kinds: { vase: { properties: ['pot'] } },
        classes: { pot: { kind: 'vase' } },
      }),
    );
    expect(codeOf(() => world.ecs().of('pot'))).toMatch(
      /^ambiguous-name: .*"pot" is the name of a class and of a meter/,
    );
  });

  test('show the lanes of nodes', () => {
    const { world, ecs } = fleet();
    const stars = [0, 1, 2].map((x) => world.spawn({ kind: 'star', place: { x, y: 0 } }));
    world.relations.connect(stars[0], stars[1]);
    world.relations.connect(stars[2], stars[1]);
    expect(ecs.lanes.count).toBe(2);
    expect([[...ecs.lanes.ends], [...ecs.lanes.otherEnds]].flat().sort((a, b) => a - b)).toEqual([7, 8, 8, 9]);
  });

  test('are arrays of now, also after growth', () => {
    const { world, ecs, ships } = fleet();
    const speed = ecs.columns.get('speed');
    const before = speed?.value;
    for (let i = 0; i < 2_000; i++) world.spawn({ kind: 'rock' });
    expect(speed?.value).not.toBe(before);
    expect(speed?.value[ships[2]]).toBe(7);
    expect(before?.[ships[2]]).toBeNaN();
  });
});

describe('query', () => {
  test('gives ascending ids for components, names and operators', () => {
    const { ecs, realm, ships, rocks } = fleet();
    const { ship, rock } = Object.fromEntries(ecs.kinds);
    const cases: readonly (readonly [readonly QueryTerm[], readonly number[]])[] = [
      [[], [realm, ...ships, ...rocks]],
      [[ship], ships],
      [['ship', 'health'], ships],
      [['speed'], [...ships, ...rocks]],
      [[Or(ship, rock)], [...ships, ...rocks]],
      [[Any('scout', 'rock')], [ships[1], ...rocks]],
      [['speed', Not(rock)], ships],
      [
        ['speed', None('scout', 'rock')],
        [ships[0], ships[2]],
      ],
      [[And('ship', 'cruiser')], [ships[2]]],
      [['scout', 'cruiser'], []],
      [['owner', 'attachment'], ships],
      [['faction'], [realm]],
    ];
    for (const [terms, ids] of cases) expect([...query(ecs, terms)]).toEqual(ids);
  });

  test('keeps the answer until the population changes, and never overwrites one', () => {
    const { world, ecs, ships, rocks } = fleet();
    const first = query(ecs, ['rock']);
    world.step();
    world.set(rocks[0], 'speed', 9);
    expect(query(ecs, ['rock'])).toBe(first);
    world.destroy(rocks[0]);
    expect([...query(ecs, ['rock'])]).toEqual([rocks[1]]);
    expect([...first]).toEqual(rocks);
    const kept = query(ecs, ['rock']);
    world.destroy(ships[0]);
    expect(query(ecs, ['rock'])).toBe(kept);
  });

  test('refuses what bitECS answers wrongly, and what is unknown', () => {
    const { ecs } = fleet();
    const { ship, rock } = Object.fromEntries(ecs.kinds);
    const own = {};
    for (const terms of [
      [Or(And('ship', 'scout'), 'rock')],
      [Not(Or(ship, rock))],
      [Or('ship', Not('scout'))],
      [Or('ship', 'rock'), Or('scout', 'cruiser')],
      [Or()],
      [onAdd(ship)],
    ])
      expect(codeOf(() => query(ecs, terms))).toMatch(/^bad-query: edict: a query has /);
    expect(codeOf(() => query(ecs, [own]))).toMatch(/^unknown-component/);
    expect(codeOf(() => query(ecs, ['shipp']))).toMatch(/^unknown-name/);
    expect(codeOf(() => query(ecs, [fleet().ecs.of('ship')]))).toMatch(/^unknown-component/);
    expect(codeOf(() => query({} as EcsView, []))).toMatch(/^bad-option/);
    expect(codeOf(() => query(ecs, 'ship' as never))).toMatch(/^bad-option/);
    expect(codeOf(() => query(ecs, [undefined as never]))).toMatch(/^bad-option/);
  });

  test('is equal to a look at all objects, and to bitECS, through random lives', () => {
    const terms: readonly (readonly QueryTerm[])[] = [
      ['ship'],
      ['scout'],
      ['speed', Not('scout')],
      [Or('scout', 'rock')],
      ['mark'],
      [Or('mark', 'rock'), Not('cruiser')],
      [Not('mark')],
    ];
    const judges: readonly ((world: World, handle: Handle) => boolean)[] = [
      (w, h) => w.kindOf(h) === 'ship',
      (w, h) => w.classOf(h) === 'scout',
      (w, h) => ['ship', 'rock'].includes(w.kindOf(h)) && w.classOf(h) !== 'scout',
      (w, h) => w.classOf(h) === 'scout' || w.kindOf(h) === 'rock',
      (w, h) => w.component('mark').has(h),
      (w, h) => (w.component('mark').has(h) || w.kindOf(h) === 'rock') && w.classOf(h) !== 'cruiser',
      (w, h) => !w.component('mark').has(h),
    ];
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_000 }), { minLength: 20, maxLength: 80 }), (choices) => {
        const world: World = createWorld(content, { reserve: { objects: 8 } });
        const mark = world.component('mark', {});
        const ecs = world.ecs();
        const start = world.snapshot();
        for (const choice of choices) {
          const handles = world.query();
          const some = handles[choice % Math.max(1, handles.length)];
          if (choice % 7 < 3 || handles.length === 0)
            world.spawn([{ kind: 'ship' }, { class: 'scout' }, { class: 'cruiser' }, { kind: 'rock' }][choice % 4]);
          else if (choice % 7 === 3) world.destroy(some);
          else if (choice % 7 === 4) mark.add(some);
          else if (choice % 7 === 5) mark.remove(some);
          else if (choice % 50 === 6) world.restore(start);
          if (choice % 3 === 0) continue;
          for (const [i, each] of terms.entries()) {
            const expected = world
              .query()
              .filter((handle) => judges[i](world, handle))
              .map((handle) => idOf(world, handle));
            expect([...query(ecs, each)]).toEqual(expected);
            const named = each.map((term) => (typeof term === 'string' ? ecs.of(term) : withObjects(ecs, term)));
            expect([...askBitEcs(ecs.world, named)].sort((a, b) => a - b)).toEqual(expected);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** bitECS takes no names. */
function withObjects(ecs: EcsView, term: object): object {
  const [type, inner] = Object.getOwnPropertySymbols(term);
  const { [inner]: terms } = term as Record<symbol, readonly string[]>;
  return { ...term, [type]: (term as Record<symbol, unknown>)[type], [inner]: terms.map((each) => ecs.of(each)) };
}

describe('the bitECS world', () => {
  test('has the objects as entities, with their components', () => {
    const { world, ecs, ships, rocks } = fleet();
    expect([...getAllEntities(ecs.world)].sort((a, b) => a - b)).toEqual(
      world.query().map((each) => idOf(world, each)),
    );
    expect(new Set(getEntityComponents(ecs.world, ships[1]))).toEqual(
      new Set([
        ecs.of('ship'),
        ecs.of('scout'),
        ...['health', 'speed', 'heading', 'friend', 'owner', 'attachment', 'location', 'visibility'].map((name) =>
          ecs.of(name),
        ),
      ]),
    );
    expect(hasComponent(ecs.world, rocks[0], ecs.of('health'))).toBe(false);
  });

  test('tells observers of bitECS what is born and what goes', () => {
    const { world, ecs, rocks } = fleet();
    const heard: string[] = [];
    observe(ecs.world, onAdd(ecs.of('rock')), (id: number) => heard.push(`+${id}`));
    observe(ecs.world, onRemove(ecs.of('rock')), (id: number) => heard.push(`-${id}`));
    world.destroy(rocks[0]);
    const next = world.spawn({ kind: 'rock' });
    expect(idOf(world, next)).toBe(rocks[0]);
    askBitEcs(ecs.world, [ecs.of('rock')]);
    expect(heard).toEqual([`-${rocks[0]}`, `+${rocks[0]}`]);
  });

  test('keeps what the host adds with bitECS until the object goes', () => {
    const { world, ecs, rocks } = fleet();
    const glow = {};
    addComponent(ecs.world, rocks[0], glow);
    addComponent(ecs.world, rocks[1], glow);
    const hash = world.hash();
    expect([...askBitEcs(ecs.world, [glow, ecs.of('rock')])].sort((a, b) => a - b)).toEqual(rocks);
    world.step();
    world.destroy(rocks[0]);
    world.spawn({ kind: 'rock' });
    expect([...askBitEcs(ecs.world, [glow])]).toEqual([rocks[1]]);
    expect(getEntityComponents(ecs.world, rocks[0])).not.toContain(glow);
    expect(hash).not.toBe(world.hash());
  });

  test('refuses to add and remove entities and components of the world, and stays right', () => {
    const { world, ecs, ships, rocks } = fleet();
    expect(codeOf(() => addEntity(ecs.world))).toMatch(/^bad-view: edict: addEntity .*call spawn/);
    expect(codeOf(() => removeEntity(ecs.world, rocks[0]))).toMatch(/^bad-view: edict: removeEntity .*call destroy/);
    expect(codeOf(() => addComponent(ecs.world, rocks[0], ecs.of('ship')))).toMatch(/^bad-view: edict: addComponent/);
    expect(codeOf(() => removeComponent(ecs.world, ships[0], ecs.of('ship')))).toMatch(/^bad-view/);
    expect(codeOf(() => resetWorld(ecs.world))).toMatch(/^bad-view: edict: resetWorld/);
    expect([...askBitEcs(ecs.world, [ecs.of('ship')])]).toEqual(ships);
    expect([...askBitEcs(ecs.world, [ecs.of('rock')])]).toEqual(rocks);
    const next = world.spawn({ kind: 'rock' });
    expect([...query(ecs, ['rock'])]).toEqual([...rocks, next]);
    expect([...askBitEcs(ecs.world, [ecs.of('rock')])]).toEqual([...rocks, next]);
  });

  test('has more than 31 components', () => {
    const names = Array.from({ length: 70 }, (_, i) => `p${i}`);
    const world = createWorld(
      defineContent({
        properties: Object.fromEntries(names.map((name) => [name, { type: 'number' as const }])),
        kinds: { even: { properties: names.filter((_, i) => i % 2 === 0) }, all: { properties: names } },
      }),
    );
    const [even, all] = [world.spawn({ kind: 'even' }), world.spawn({ kind: 'all' })];
    const ecs = world.ecs();
    for (const [i, name] of names.entries())
      expect([...askBitEcs(ecs.world, [ecs.of(name)])]).toEqual(i % 2 === 0 ? [even, all] : [all]);
  });
});

describe('observers of bitECS', () => {
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

  function watched() {
    const made = fleet();
    const { world, ecs } = made;
    const mark = world.component('mark', { of: 'u8' });
    const rocks = () => [sorted(askBitEcs(ecs.world, [ecs.of('rock')])), [...query(ecs, ['rock'])]];
    const marked = () => [
      sorted(askBitEcs(ecs.world, [mark, Not(ecs.of('ship'))])),
      [...query(ecs, [mark, Not('ship')])],
    ];
    for (const ask of [rocks, marked]) ask();
    return { ...made, mark, rocks, marked };
  }

  test('that throw leave no part behind', () => {
    const { world, ecs, mark, ships, rocks: known, ...asked } = watched();
    const rage = { isOn: true };
    observe(ecs.world, onAdd(ecs.of('rock')), () => {
      if (rage.isOn) throw new Error('a storm');
    });
    world.destroy(known()[0][0] as Handle);
    for (let i = 0; i < 4; i++) world.spawn({ kind: 'rock' });
    mark.add(ships[0]);
    expect(() => ecs.world).toThrow('a storm');
    expect(() => ecs.world).toThrow('a storm');
    rage.isOn = false;
    for (const ask of [known, asked.marked]) {
      const [bitEcs, own] = ask();
      expect(bitEcs).toEqual(own);
    }
    expect(sorted([...getAllEntities(ecs.world)])).toEqual(world.query().map((each) => idOf(world, each)));
  });

  test('that throw when an object goes leave no part behind', () => {
    const { world, ecs, mark, ships, rocks, marked } = watched();
    const [first, second] = rocks()[0];
    mark.add(second);
    expect(marked()[0]).toEqual([second]);
    const rage = { isOn: true };
    observe(ecs.world, onRemove(ecs.of('rock')), () => {
      if (rage.isOn) throw new Error('a storm');
    });
    world.destroy(first as Handle);
    world.destroy(ships[0]);
    world.spawn({ kind: 'ship' });
    mark.remove(second);
    expect(() => ecs.world).toThrow('a storm');
    rage.isOn = false;
    for (const ask of [rocks, marked]) expect(ask()[0]).toEqual(ask()[1]);
    expect(marked()[0]).toEqual([]);
    expect(sorted([...getAllEntities(ecs.world)])).toEqual(world.query().map((each) => idOf(world, each)));
  });

  test('may ask the view, and change the world', () => {
    const { world, ecs, mark, rocks, marked } = watched();
    const heard: number[] = [];
    observe(ecs.world, onAdd(ecs.of('rock')), (id: number) => {
      heard.push(id);
      expect(askBitEcs(ecs.world, [ecs.of('rock')])).toContain(id);
      expect([...query(ecs, ['rock'])]).toContain(id);
      mark.add(id);
      if (heard.length === 2) world.spawn({ kind: 'rock' });
    });
    const born = [0, 1, 2].map(() => world.spawn({ kind: 'rock' }));
    for (const ask of [rocks, marked]) {
      ask();
      expect(ask()[0]).toEqual(ask()[1]);
    }
    expect(heard).toHaveLength(4);
    expect(new Set(heard).size).toBe(4);
    expect(heard).toEqual(expect.arrayContaining(born));
  });

  test('may declare a component, which the view then shows', () => {
    const { world, ecs, ships } = fleet();
    const made: object[] = [];
    observe(ecs.world, onAdd(ecs.of('rock')), () => {
      if (made.length === 0) made.push(world.component('late', { of: 'health' }));
    });
    world.spawn({ kind: 'rock' });
    askBitEcs(ecs.world, [ecs.of('rock')]);
    expect([...askBitEcs(ecs.world, made)]).toEqual(ships);
  });
});
