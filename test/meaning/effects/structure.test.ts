import { describe, expect, test } from 'vitest';
import type { EffectSource, GroupSource } from '../../../src/content/native/schema.js';
import { refusal } from '../../support/errors.js';
import { type Additions, type Scene, sceneWith } from '../../support/content.js';
import type { WorldOptions } from '../../../src/world/api.js';

function lawOn(
  include: string,
  effects: readonly EffectSource[],
  more: Additions = {},
  options: WorldOptions = {},
): Scene {
  return sceneWith(
    { ...more, groups: [{ scope: { include }, effects: [...effects] }, ...(more.groups ?? [])] },
    options,
  );
}

describe('step', () => {
  const once = { include: 'target.kind == planet && turn == 1' };
  function sizesAfter(
    steps: readonly (number | string)[],
    initial: Readonly<Record<string, string | null>>,
  ): readonly unknown[] {
    const groups = steps.map(
      (by, i): GroupSource => ({
        scope: { include: `target.kind == planet && turn == ${i + 1}` },
        effects: [{ step: 'size', by }],
      }),
    );
    const { world, add, get } = sceneWith({ groups });
    const planet = add('planet', { values: initial });
    return steps.map(() => {
      world.step();
      return [get(planet, 'size'), get(planet, 'environment'), get(planet, 'former')];
    });
  }

  test('moves along the order and is held at the ends', () => {
    expect(sizesAfter([1, -2, 0], {})).toEqual([
      ['large', 'terran', null],
      ['small', 'terran', null],
      ['small', 'terran', null],
    ]);
    expect(sizesAfter([99, 99], {})).toEqual([
      ['gasGiant', 'gas', 'terran'],
      ['gasGiant', 'gas', 'terran'],
    ]);
    expect(sizesAfter([-99], {})).toEqual([['asteroids', 'asteroids', 'terran']]);
  });

  test('rounds toward zero', () => {
    expect(sizesAfter([1.9, -0.9], {}).map((row) => (row as string[])[0])).toEqual(['large', 'large']);
  });

  test('takes the environment of a belt or giant, remembers the old one and gives it back', () => {
    expect(sizesAfter([3, -1], { size: 'medium', environment: 'ocean' })).toEqual([
      ['gasGiant', 'gas', 'ocean'],
      ['huge', 'ocean', null],
    ]);
    expect(sizesAfter([-3, 3], { environment: 'swamp' })).toEqual([
      ['asteroids', 'asteroids', 'swamp'],
      ['medium', 'swamp', null],
    ]);
  });

  test('a born belt that grows is barren, a born giant that shrinks toxic', () => {
    expect(sizesAfter([1], { size: 'asteroids', environment: 'asteroids' })).toEqual([['tiny', 'barren', null]]);
    expect(sizesAfter([-1], { size: 'gasGiant', environment: 'gas' })).toEqual([['huge', 'toxic', null]]);
  });

  test('from one end to the other keeps what was remembered', () => {
    expect(sizesAfter([3, -6, 1], { environment: 'desert' })).toEqual([
      ['gasGiant', 'gas', 'desert'],
      ['asteroids', 'asteroids', 'desert'],
      ['tiny', 'desert', null],
    ]);
    // As in two steps: a born belt that grew out of its belt has become barren.
    expect(sizesAfter([6, -3], { size: 'asteroids', environment: 'asteroids' })).toEqual([
      ['gasGiant', 'gas', 'barren'],
      ['medium', 'barren', null],
    ]);
    expect(sizesAfter([3, 3, -3], { size: 'asteroids', environment: 'asteroids' }).at(-1)).toEqual([
      'medium',
      'barren',
      null,
    ]);
  });

  test('what was only set to be a giant keeps the environment that it has', () => {
    expect(sizesAfter([-1], { size: 'gasGiant', environment: 'ocean' })).toEqual([['huge', 'ocean', null]]);
  });

  test('is ignored where the object lacks it, it is none, or the number is absent', () => {
    expect(sizesAfter([1], { size: null })).toEqual([[null, 'terran', null]]);
    expect(sizesAfter(['distance(source, target)'], {})).toEqual([['medium', 'terran', null]]);
    const { world, add } = lawOn('true', [{ step: 'size', by: 1 }]);
    add('ship');
    expect(() => {
      world.step();
    }).not.toThrow();
  });

  test('set writes the word alone', () => {
    const { world, add, get } = sceneWith({
      groups: [{ scope: once, effects: [{ property: 'size', set: 'gasGiant' }] }],
    });
    const planet = add('planet');
    world.step();
    expect([get(planet, 'size'), get(planet, 'environment')]).toEqual(['gasGiant', 'terran']);
  });
});

describe('create', () => {
  test('gives place and owner of the object fired on', () => {
    const { world, add } = lawOn('target.kind == planet', [{ create: 'farm' }, { create: 'scout', count: 2 }]);
    const empire = add('empire');
    const system = add('system', { place: { x: 3, y: 4 } });
    const planet = add('planet', { owner: empire, place: { in: system } });
    world.step();
    const [farm, ...scouts] = [...world.query({ class: 'farm' }), ...world.query({ class: 'scout' })].map((id) =>
      world.describe(id),
    );
    expect([farm.parent, farm.owners, farm.position]).toEqual([planet, [empire], { x: 3, y: 4 }]);
    expect(scouts.map((scout) => [scout.parent, scout.owners, scout.created])).toEqual([
      [system, [empire], 1],
      [system, [empire], 1],
    ]);
  });

  test('gives the first values of column, class and effect, the latter over the former', () => {
    const { world, add, get } = lawOn('target.kind == planet', [
      { create: 'farm', count: 2, initial: { crew: '7 + target.fertility', goal: 'target' } },
      { create: 'farm', initial: { rank: 9.9 } },
    ]);
    const planet = add('planet');
    world.step();
    expect(
      world.query({ class: 'farm' }).map((farm) => [get(farm, 'rank'), get(farm, 'crew'), get(farm, 'goal')]),
    ).toEqual([
      [2, 8, planet],
      [2, 8, planet],
      [9, 5, null],
    ]);
  });

  test.each([
    [0, 0],
    [0.9, 0],
    [1.9, 1],
    [-3, 0],
    ['pow(-1, 0.5)', 0],
    ['distance(source, target)', 0],
  ])('a count of %s makes %d', (count, made) => {
    const { world, add } = lawOn('target.kind == planet', [{ create: 'farm', count }]);
    add('planet');
    world.step();
    expect(world.query({ class: 'farm' }).length).toBe(made);
  });

  test('is ignored where the object cannot hold one', () => {
    const { world, add } = lawOn('true', [{ create: 'farm' }, { create: 'colony' }]);
    const planet = add('planet');
    add('ship');
    world.step();
    expect(world.query({ class: 'farm' }).map((farm) => world.describe(farm).parent)).toEqual([planet]);
    expect(world.query({ class: 'colony' })).toEqual([]);
  });

  test('of no class makes nothing and leaves its number', () => {
    const { world, add } = lawOn('target.kind == ship', [
      { create: 'target.studying', stacking: 7 },
      { create: 'scout', stacking: 7 },
    ]);
    const ship = add('ship');
    world.step();
    expect(world.query({ kind: 'ship' }).length).toBe(2);
    world.set(ship, 'studying', 'scout');
    world.step();
    expect(world.query({ kind: 'ship' }).length).toBe(4);
  });

  test('on an empire makes its own, nowhere', () => {
    const { world, add } = lawOn('target.kind == empire', [{ create: 'scout' }]);
    const empire = add('empire');
    world.step();
    const [ship] = world.query({ class: 'scout' }).map((id) => world.describe(id));
    expect([ship.owners, ship.parent, ship.position]).toEqual([[empire], null, null]);
  });

  test('beside a ship on a lane puts a ship at the same position', () => {
    const { world, add } = lawOn('target.kind == ship', [{ create: 'scout' }]);
    const [a, b] = [0, 8].map((x) => add('system', { place: { x, y: 0 } }));
    world.relations.connect(a, b);
    const ship = add('ship', { place: { lane: [a, b], fraction: 0.25 } });
    world.step();
    const [scout] = world.query({ class: 'scout' });
    expect(world.describe(scout).position).toEqual({ x: 2, y: 0 });
    expect(
      world.questions.evaluate('jumps(source, target) == 0 && distance(source, target) == 0', {
        source: ship,
        target: scout,
      }),
    ).toBe(true);
  });

  test('makes nodes and factions too', () => {
    const { world, add } = lawOn('target.kind == ship', [{ create: 'nebula' }, { create: 'dominion' }]);
    add('ship', { place: { x: 5, y: 6 } });
    add('ship');
    world.step();
    expect(world.query({ class: 'nebula' }).map((id) => world.describe(id).position)).toEqual([{ x: 5, y: 6 }]);
    expect(world.query({ class: 'dominion' }).map((id) => world.describe(id).owners)).toEqual(
      world.query({ class: 'dominion' }).map((id) => [id]),
    );
    expect(world.query({ class: 'dominion' }).length).toBe(2);
  });

  test('what is created is a target at once and a source from the next turn on', () => {
    const { world, add, get } = sceneWith({
      groups: [
        { scope: { include: 'target.kind == planet' }, effects: [{ create: 'shrine' }] },
        { scope: { include: 'target.class == shrine' }, effects: [{ property: 'rank', add: 10 }] },
      ],
      classes: {
        shrine: {
          kind: 'building',
          groups: [{ scope: { include: 'target.kind == planet' }, effects: [{ property: 'fertility', add: 1 }] }],
        },
      },
    });
    const planet = add('planet');
    const ranks = (): readonly unknown[] => world.query({ class: 'shrine' }).map((id) => get(id, 'rank'));
    world.step();
    expect([ranks(), get(planet, 'fertility')]).toEqual([[11], 1]);
    world.step();
    expect([ranks(), get(planet, 'fertility')]).toEqual([[21, 11], 2]);
  });

  test('is limited in a turn by name of the rule', () => {
    const { world, add } = lawOn(
      'target.kind == planet',
      [{ create: 'farm', count: 'pow(10, 9)' }],
      {},
      { limits: { createdPerTurn: 1000 } },
    );
    add('planet');
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.hash(), world.size]).toEqual(['limit-created', 'law/1', before, 2]);
    expect(error.message).toContain('1000');
  });

  test('with a first value that is no number names the rule', () => {
    for (const initial of [{ wealth: 'pow(-1, 0.5)' }, { speed: 'pow(10, 40)' }]) {
      const { world, add } = lawOn('target.kind == ship', [{ create: 'scout', initial }]);
      add('ship');
      const before = world.hash();
      const error = refusal(() => {
        world.step();
      });
      expect([error.code, error.culprit, world.hash()]).toEqual(['not-finite', 'law/1', before]);
    }
  });

  test('of more factions than there is room for names the rule', () => {
    const { world, add } = lawOn(
      'target.kind == planet',
      [{ create: 'dominion', count: 3 }],
      {},
      { reserve: { factions: 2 } },
    );
    add('planet');
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.hash()]).toEqual(['world-full', 'law/1', before]);
  });
});

describe('destroy', () => {
  test('is immediate: later effects, rules and scopes do not see the object', () => {
    const { world, add, get } = sceneWith({
      groups: [
        {
          scope: { include: 'target.kind == ship' },
          effects: [{ property: 'weight', add: 1 }, { destroy: true }, { create: 'scout' }],
        },
        {
          scope: { include: 'target.kind == planet' },
          effects: [{ property: 'fertility', add: 'objects(ship).count()' }],
        },
      ],
    });
    const [planet, ship] = [add('planet'), add('ship')];
    world.step();
    expect([world.isLive(ship), world.query({ kind: 'ship' }), get(planet, 'fertility')]).toEqual([false, [], 1]);
  });

  test('takes along what hangs on it, and those are out of the scope as well', () => {
    const { world, add } = sceneWith({
      groups: [
        { scope: { include: 'target.kind == planet || target.kind == building' }, effects: [{ destroy: true }] },
      ],
    });
    const system = add('system', { place: { x: 1, y: 1 } });
    const planet = add('planet', { place: { in: system } });
    const [farm, ship] = [add('farm', { place: { in: planet } }), add('ship', { place: { in: system } })];
    world.step();
    expect([planet, farm, ship].map((id) => world.isLive(id))).toEqual([false, false, true]);
  });

  test('of the source lets the group go on, with a source that is absent', () => {
    const groups: GroupSource[] = [
      {
        scope: { include: 'target.kind == planet' },
        effects: [
          { property: 'fertility', set: 'source.rank' },
          { destroy: true, on: 'source' },
          { property: 'fertility', add: 'source.crew + 10' },
          { property: 'former', set: 'ocean' },
        ],
      },
      { scope: { include: 'target.kind == planet' }, effects: [{ property: 'fertility', add: 1000 }] },
    ];
    const { world, add, get } = sceneWith({ classes: { bomb: { kind: 'building', groups } } });
    const [planet, bomb] = [add('planet'), add('bomb', { values: { rank: 4 } })];
    world.step();
    expect([world.isLive(bomb), get(planet, 'fertility'), get(planet, 'former')]).toEqual([false, 14, 'ocean']);
  });

  test('of another source takes its rules with it, from then on', () => {
    const { world, add, get } = sceneWith({
      groups: [{ priority: 1, scope: { include: 'target.class == shrine' }, effects: [{ destroy: true }] }],
      classes: {
        shrine: {
          kind: 'building',
          groups: [
            { priority: 2, scope: { include: 'target.kind == planet' }, effects: [{ property: 'fertility', add: 1 }] },
          ],
        },
      },
    });
    const planet = add('planet');
    add('shrine');
    world.step();
    expect(get(planet, 'fertility')).toBe(1);
  });

  test('a new tenant of a row is neither a target nor a source in its place', () => {
    const { world, add, get } = sceneWith({
      groups: [
        {
          priority: 1,
          scope: { include: 'target.class == shrine || target.kind == planet' },
          effects: [{ destroy: true }, { create: 'shrine' }],
        },
      ],
      classes: {
        shrine: {
          kind: 'building',
          groups: [
            { priority: 2, scope: { include: 'target.kind == empire' }, effects: [{ stockpile: 'minerals', add: 1 }] },
          ],
        },
      },
    });
    const [empire, planet] = [add('empire'), add('planet')];
    const shrine = add('shrine', { place: { in: planet } });
    world.step();
    expect([get(empire, 'minerals'), world.isLive(shrine), world.query({ class: 'shrine' })]).toEqual([100, false, []]);
  });

  test('and create in one turn use the row again, and old handles stay stale', () => {
    const { world, add, get } = sceneWith({
      groups: [
        { priority: 1, scope: { include: 'target.class == scout' }, effects: [{ destroy: true }] },
        { priority: 2, scope: { include: 'target.kind == planet' }, effects: [{ create: 'scout' }] },
        {
          priority: 3,
          scope: { include: 'target.kind == building' },
          effects: [{ property: 'rank', set: 'target.goal == null ? 50 : 60' }],
        },
      ],
    });
    const planet = add('planet');
    const scout = add('scout');
    const farm = add('farm', { values: { goal: scout } });
    world.step();
    const [next] = world.query({ class: 'scout' });
    expect(world.describe(next).id).toBe(scout);
    expect([next === scout, world.isLive(scout), get(farm, 'goal'), get(farm, 'rank'), world.isLive(planet)]).toEqual([
      false,
      false,
      null,
      50,
      true,
    ]);
  });

  test('of a faction leaves its objects to nobody within the turn', () => {
    const { world, add, get } = sceneWith({
      groups: [
        { priority: 1, scope: { include: 'target.kind == empire' }, effects: [{ destroy: true }] },
        {
          priority: 2,
          scope: { include: "affiliation(target, null, 'empire-inclusive')" },
          effects: [{ property: 'weight', add: 1 }],
        },
      ],
    });
    const empire = add('empire');
    const ship = add('ship', { owner: empire });
    world.step();
    expect([get(ship, 'weight'), world.describe(ship).owners]).toEqual([2, []]);
  });
});

describe('available, give and move', () => {
  test('available makes a class available to the empires, or not', () => {
    const { world, add } = lawOn('target.kind == planet', [
      { available: 'farm', to: true },
      { available: 'scout', to: 'target.fertility > 5' },
    ]);
    const [a, b] = [add('empire'), add('empire')];
    world.relations.setAvailable(a, 'scout', true);
    add('planet', { owner: a });
    world.step();
    expect([a, b].map((empire) => ['farm', 'scout'].map((name) => world.relations.isAvailable(empire, name)))).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  test('available is ignored on what is no empire, and for no class', () => {
    const { world, add, get } = lawOn('target.kind == ship', [
      { available: 'target.studying', to: true, on: 'target', stacking: 7 },
      { property: 'weight', add: 1, stacking: 7 },
    ]);
    const ship = add('ship', { values: { studying: 'farm' } });
    world.step();
    expect(get(ship, 'weight')).toBe(2);
  });

  test('give changes the owner, or takes it', () => {
    const { world, add } = sceneWith({
      groups: [
        { scope: { include: 'target.kind == ship' }, effects: [{ give: "role('rival')" }] },
        { scope: { include: 'target.kind == planet' }, effects: [{ give: 'null' }] },
      ],
    });
    const [a, b] = [add('empire'), add('empire')];
    const [ship, planet] = [add('ship', { owner: a }), add('planet', { owner: a })];
    world.step();
    expect([ship, planet].map((id) => world.describe(id).owners)).toEqual([[a], []]);
    world.relations.setRole('rival', b);
    world.step();
    expect(world.describe(ship).owners).toEqual([b]);
  });

  test('give is ignored where there is no owner to give, or nobody to give to', () => {
    const { world, add } = lawOn('true', [{ give: 'objects(planet).first()' }, { give: 'objects(empire).first()' }]);
    const empire = add('empire');
    const [system, planet, other] = [add('system', { place: { x: 0, y: 0 } }), add('planet'), add('empire')];
    world.step();
    expect([planet, system, other].map((id) => world.describe(id).owners)).toEqual([[empire], [], [other]]);
  });

  test('move puts an object where another one is', () => {
    const { world, add } = lawOn('target.kind == ship', [{ move: 'target.goal' }]);
    const [a, b] = [0, 8].map((x) => add('system', { place: { x, y: 0 } }));
    world.relations.connect(a, b);
    const planet = add('planet', { place: { in: b } });
    const farm = add('farm', { place: { in: planet } });
    const scout = add('scout', { place: { lane: [a, b], fraction: 0.25 } });
    const drifting = add('scout', { place: { x: 7, y: 7 } });
    const goals = [b, planet, farm, scout, drifting, null];
    const ships = goals.map((goal) => add('ship', { place: { in: a }, values: { goal } }));
    world.step();
    expect(ships.map((ship) => [world.describe(ship).parent, world.describe(ship).position?.x])).toEqual([
      [b, 8],
      [b, 8],
      [b, 8],
      [null, 2],
      [null, 7],
      [a, 0],
    ]);
    expect(world.questions.evaluate('jumps(source, target)', { source: ships[3], target: scout })).toBe(0);
  });

  test('move is ignored for nodes, factions, oneself, and where the kind cannot be', () => {
    const { world, add } = lawOn('true', [{ move: 'target' }, { move: 'objects(ship).first()' }]);
    const system = add('system', { place: { x: 1, y: 0 } });
    const planet = add('planet', { place: { in: system } });
    const [ship, empire] = [add('ship', { place: { x: 9, y: 9 } }), add('empire')];
    const places = (): readonly unknown[] =>
      [system, planet, ship, empire].map((id) => [world.describe(id).parent, world.describe(id).position]);
    const before = places();
    world.step();
    expect(places()).toEqual(before);
  });

  test('move takes along what hangs on the object', () => {
    const { world, add } = lawOn('target.kind == planet', [
      { move: 'objects(system).filter(s, s.colour == red).first()' },
    ]);
    const [a, b] = [
      add('system', { place: { x: 0, y: 0 } }),
      add('system', { place: { x: 5, y: 0 }, values: { colour: 'red' } }),
    ];
    const planet = add('planet', { place: { in: a } });
    const farm = add('farm', { place: { in: planet } });
    world.step();
    expect([world.describe(planet).parent, world.describe(farm).parent, world.describe(farm).position]).toEqual([
      b,
      planet,
      { x: 5, y: 0 },
    ]);
  });
});
