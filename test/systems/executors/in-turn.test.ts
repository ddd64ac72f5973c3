import { describe, expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { Program } from '../../../src/ir/rule.js';
import type { PlaceOption, World } from '../../../src/world/api.js';
import { inspect } from '../../../src/world/inspect.js';
import { createWorld } from '../../../src/world.js';
import { type Choices, choicesOf } from '../../support/choices.js';
import { type Twins, turn, twins } from '../../support/twin-worlds.js';

/** An empire of its own for each council; planets in systems, with houses and guests on them. */
function contentOf(groups: Record<'council' | 'guest' | 'law', readonly object[]>): Program {
  return defineContent({
    relations: { war: {} },
    stacking: { 1: 'first', 2: 'largest', 3: 'smallest', 4: 'mean' },
    meters: { yield: { reset: true, default: 1 }, glow: { reset: true, type: 'float32', default: 2 }, people: {} },
    properties: {
      gold: { type: 'number', default: 40 },
      level: { type: 'integer', default: 1 },
      met: { type: 'integer', default: 0 },
    },
    kinds: {
      empire: { faction: true, properties: ['gold'] },
      system: { node: true, ownership: { through: 'planet' }, meters: ['glow'] },
      planet: { attachesTo: ['system'], meters: ['yield', 'glow', 'people'] },
      house: { attachesTo: ['planet'], properties: ['level'] },
      guest: { attachesTo: ['system'], orphan: 'detach', ownership: 'none', properties: ['level', 'met'] },
      council: {},
      law: { ownership: 'none' },
    },
    classes: {
      hut: { kind: 'house' },
      council: { kind: 'council', groups: groups.council },
      guest: { kind: 'guest', groups: groups.guest },
      law: { kind: 'law', groups: groups.law },
    },
  } as never);
}

function worldsOf(program: Program, choices: Choices, systems = 12): Twins {
  return twins((options) => {
    const own = choices.split('world');
    const world: World = createWorld(program, options);
    const empires = Array.from({ length: 4 }, () => world.spawn({ kind: 'empire' }));
    const places = Array.from({ length: systems }, (_, i) =>
      world.spawn({ kind: 'system', place: { x: i % 7, y: Math.floor(i / 7) } }),
    );
    places.forEach((system, i) => {
      if (i > 0 && !own.oneIn(9)) world.relations.connect(system, places[own.between(Math.max(0, i - 4), i - 1)]);
    });
    for (const owner of empires) world.spawn({ class: 'council', owner });
    world.spawn({ class: 'law' });
    for (let i = 0; i < 60; i++)
      world.spawn({
        kind: 'planet',
        owner: own.oneIn(3) ? null : own.pick(empires),
        place: { in: own.pick(places) },
        values: { people: own.below(9) },
      });
    const place = (): PlaceOption => {
      // Several on one lane.
      const [from, to] = own.oneIn(2) ? [own.pick(places), own.pick(places)] : [places[0], places[own.between(1, 2)]];
      if (own.oneIn(2) && from !== to) return { lane: [from, to], fraction: own.pick([0.25, 0.5]) };
      return own.oneIn(5) ? { x: own.below(7), y: own.below(3) } : { in: from };
    };
    for (let i = 0; i < 40; i++) world.spawn({ class: 'guest', place: place(), values: { level: own.below(4) } });
    return world;
  });
}

const seeds = [1, 2, 3, 4];
const planets = 'target.kind == planet';

describe('what effects change is tested of each source in its turn', () => {
  test.each<[string, readonly object[]]>([
    [
      'cells that they write',
      [
        {
          scope: { include: `${planets} && target.people > 2 && target.yield < 3` },
          effects: [{ meter: 'yield', add: '0.5 + 0.25 * source.owner.gold' }],
        },
        {
          scope: { include: `${planets} && ownedBy(target, source) && target.glow > 0`, exclude: 'target.glow > 5' },
          effects: [{ meter: 'glow', multiply: 1.5, stacking: 2 }],
        },
      ],
    ],
    [
      'objects that they make, and what these cost',
      [
        {
          activation: 'stockpile(source, gold) >= 10',
          scope: {
            include: `${planets} && target.people >= 3 && chance(0.4)`,
            exclude: 'attached(target, house).count() >= 2',
          },
          effects: [{ create: 'hut' }, { stockpile: 'gold', add: -4 }],
        },
      ],
    ],
    [
      'owners, and objects that end',
      [
        {
          scope: { include: `${planets} && target.people > 1 && !ownedBy(target, source) && chance(0.1)` },
          effects: [{ give: 'source.owner' }],
        },
        {
          scope: { include: 'target.kind == house && ownedBy(target.planet, source) && chance(0.5)' },
          effects: [{ destroy: true }],
        },
        {
          scope: { include: 'target.kind == system && ownedBy(target, source)' },
          effects: [{ meter: 'glow', add: 1 }],
        },
      ],
    ],
  ])('%s', (_, council) => {
    for (const seed of seeds) {
      const worlds = worldsOf(contentOf({ council, guest: [], law: [] }), choicesOf(seed));
      for (let i = 0; i < 6; i++) expect(turn(worlds)).toBe(true);
      expect(inspect(worlds.compiled).executor.paths.late).toBeGreaterThan(0);
    }
  });
});

test('objects with logged cells are written beside the others', () => {
  const guest = [
    {
      scope: { include: `${planets} && jumps(target, source) <= 1` },
      effects: [{ meter: 'glow', add: 1, stacking: 4 }],
    },
    {
      scope: { include: `${planets} && target.parent == source.system` },
      effects: [{ meter: 'yield', multiply: 'source.level / 2', stacking: 2 }],
    },
    // Replays what was written in between.
    {
      priority: 500,
      scope: { include: `${planets} && jumps(target, source) <= 2` },
      effects: [
        { meter: 'glow', add: 'source.level', stacking: 4 },
        { meter: 'yield', multiply: 'source.level', stacking: 2 },
      ],
    },
  ];
  const law = [
    { scope: { include: planets }, effects: [{ meter: 'glow', add: 'target.people / 3' }] },
    {
      scope: { include: `${planets} && target.people > 2` },
      effects: [
        { meter: 'yield', set: '2 * value + 1' },
        { meter: 'glow', multiply: 1.1 },
        { meter: 'yield', max: 2 },
      ],
    },
    { scope: { include: 'true' }, effects: [{ meter: 'glow', min: 7 }] },
  ];
  const council = [
    {
      scope: { include: `${planets} && ownedBy(target, source)` },
      effects: [{ meter: 'yield', add: 'target.people' }],
    },
  ];
  for (const seed of seeds) {
    const worlds = worldsOf(contentOf({ council, guest, law }), choicesOf(seed));
    for (let i = 0; i < 4; i++) expect(turn(worlds)).toBe(true);
    expect(inspect(worlds.compiled).executor.paths.together).toBeGreaterThan(0);
  }
});

test('near objects are found from nodes and lanes, by bounds and by numbers of jumps', () => {
  const near = [0, 0.5, 1, 2, 3].flatMap((most) => [
    { scope: { include: `${planets} && jumps(target, source) <= ${most}` }, effects: [{ meter: 'yield', add: 1 }] },
    {
      scope: { include: `target.kind == source.kind && jumps(target, source) < ${most}` },
      effects: [{ property: 'met', add: 1 }],
    },
    {
      scope: { include: `${planets} && jumps(source, target) == ${most}` },
      effects: [{ meter: 'glow', add: 'target.people' }],
    },
  ]);
  const wander = [
    {
      activation: 'chance(0.7)',
      scope: { include: 'target == source' },
      effects: [{ move: 'objects(system).filter(s, jumps(s, source) == 1 && chance(0.5)).first()' }],
    },
    {
      scope: { include: 'target == source' },
      effects: [
        {
          property: 'level',
          set: 'objects(system).filter(s, jumps(s, source) <= 2 && distance(s, source) < 3).count()',
        },
      ],
    },
  ];
  for (const seed of seeds) {
    const worlds = worldsOf(contentOf({ council: [], guest: [...near, ...wander], law: [] }), choicesOf(seed), 150);
    for (let i = 0; i < 3; i++) expect(turn(worlds)).toBe(true);
    const { paths } = inspect(worlds.compiled).executor;
    expect(paths.jumps).toBeGreaterThan(100);
    expect(paths.fitting).toBeGreaterThan(0);
  }
});

test('gates about members hold only until what they read of them changes', () => {
  // Members stand in the slot of the target, but are of another kind.
  const program = contentOf({
    council: [
      {
        activation: 'objects(house).filter(h, h.planet.people > 4).count() >= 1',
        scope: { include: `${planets} && target.people <= 4` },
        effects: [
          { move: 'target', on: 'objects(house).first()' },
          { meter: 'glow', add: 1 },
        ],
      },
    ],
    guest: [],
    law: [],
  });
  const worlds = twins((options) => {
    const world: World = createWorld(program, options);
    const system = world.spawn({ kind: 'system', place: { x: 0, y: 0 } });
    const [rich] = [9, 1].map((people) => world.spawn({ kind: 'planet', place: { in: system }, values: { people } }));
    world.spawn({ class: 'hut', place: { in: rich } });
    for (let i = 0; i < 4; i++) world.spawn({ class: 'council' });
    return world;
  });
  for (let i = 0; i < 2; i++) expect(turn(worlds)).toBe(true);
});

test('who hangs on what is owned through others belongs to the same owner after a move', () => {
  const wander = {
    priority: 200,
    activation: 'source.level == 9',
    scope: { include: 'target == source' },
    effects: [{ move: 'objects(system).filter(s, s != source.system).first()' }],
  };
  const greet = {
    scope: { include: 'target.kind == guest && ownedBy(target, source)' },
    effects: [{ property: 'met', add: 1 }],
  };
  const program = contentOf({ council: [greet], guest: [wander], law: [] });
  const worlds = twins((options) => {
    const world: World = createWorld(program, options);
    const owner = world.spawn({ kind: 'empire' });
    const systems = Array.from({ length: 40 }, (_, i) => world.spawn({ kind: 'system', place: { x: i, y: 0 } }));
    for (const system of systems) world.spawn({ kind: 'planet', owner, place: { in: system } });
    for (let i = 0; i < 8; i++) world.spawn({ class: 'council', owner });
    for (let i = 0; i < 5; i++) world.spawn({ class: 'guest', place: { in: systems[i + 4] } });
    world.spawn({ class: 'guest', values: { level: 9 }, place: { in: systems[3] } });
    return world;
  });
  for (let i = 0; i < 4; i++) expect(turn(worlds)).toBe(true);
});

test('late tests of too many candidates are given up, once', () => {
  const program = contentOf({
    council: [
      {
        scope: { include: `${planets} && target.people > source.owner.gold && target.yield < 1000` },
        effects: [{ meter: 'yield', set: 'value + 1' }],
      },
    ],
    guest: [],
    law: [],
  });
  const worlds = twins((options) => {
    const world: World = createWorld(program, options);
    const owner = world.spawn({ kind: 'empire', values: { gold: -1 } });
    const system = world.spawn({ kind: 'system', place: { x: 0, y: 0 } });
    for (let i = 0; i < 60; i++) world.spawn({ kind: 'planet', place: { in: system } });
    for (let i = 0; i < 60; i++) world.spawn({ class: 'council', owner });
    return world;
  });
  for (let i = 0; i < 2; i++) expect(turn(worlds)).toBe(true);
  expect(inspect(worlds.compiled).executor.paths.late).toBe(0);
});
