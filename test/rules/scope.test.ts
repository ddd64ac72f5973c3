import { describe, expect, test } from 'vitest';
import type { GroupSource } from '../../src/content/native/schema.js';
import type { Handle } from '../../src/world/api.js';
import { type Scene, sceneWith } from '../support/content.js';
import { refusal } from '../support/errors.js';

const mark = [
  { property: 'weight', set: 9 },
  { property: 'fertility', set: 9 },
  { property: 'rank', set: 9 },
] as const;

/** A scene with one object of each sort and a law whose scope marks what is in it. */
function marked(
  scope: GroupSource['scope'] & object,
  activation?: GroupSource['activation'],
): { readonly scene: Scene; readonly inScope: () => readonly string[] } {
  const scene = sceneWith({
    groups: [{ scope, effects: [...mark], ...(activation === undefined ? {} : { activation }) }],
  });
  const { add, world } = scene;
  const empire = add('empire');
  const system = add('system', { place: { x: 0, y: 0 }, values: { colour: 'red' } });
  const planet = add('planet', { owner: empire, place: { in: system }, values: { environment: 'toxic' } });
  const things: Readonly<Record<string, Handle>> = {
    planet,
    farm: add('farm', { place: { in: planet } }),
    docked: add('ship', { place: { in: system } }),
    adrift: add('ship', { place: { x: 1, y: 1 } }),
  };
  return {
    scene,
    inScope() {
      world.step();
      return Object.entries(things)
        .filter(([, id]) => ['weight', 'fertility', 'rank'].some((name) => scene.get(id, name) === 9))
        .map(([name]) => name);
    },
  };
}

const inScope = (...given: Parameters<typeof marked>): readonly string[] => marked(...given).inScope();

describe('a scope', () => {
  test('starts empty: without inclusive conditions nothing is in it', () => {
    expect(inScope({ exclude: 'false' })).toEqual([]);
    expect(inScope({})).toEqual([]);
  });

  test('is the union of the inclusive conditions without what an exclusive one takes', () => {
    expect(inScope({ include: 'true' })).toEqual(['planet', 'farm', 'docked', 'adrift']);
    expect(inScope({ include: ['target.kind == planet', 'target.kind == ship', 'target.kind == planet'] })).toEqual([
      'planet',
      'docked',
      'adrift',
    ]);
    expect(inScope({ include: 'true', exclude: ['target.kind == planet', 'target.kind == building'] })).toEqual([
      'docked',
      'adrift',
    ]);
  });

  test('leaves out who lacks a property all the way up, inclusive or exclusive', () => {
    expect(inScope({ include: ['true', 'target.colour == red'] })).toEqual(['planet', 'farm', 'docked']);
    expect(inScope({ include: 'true', exclude: 'target.colour == blue' })).toEqual(['planet', 'farm', 'docked']);
    expect(inScope({ include: 'target.kind == ship', exclude: '!(target.colour != blue)' })).toEqual(['docked']);
    expect(inScope({ include: 'target.environment == toxic' })).toEqual(['planet', 'farm']);
  });

  test('and logic decides before absence does', () => {
    expect(inScope({ include: 'target.kind == ship || target.colour == red' })).toEqual([
      'planet',
      'farm',
      'docked',
      'adrift',
    ]);
    expect(inScope({ include: 'true', exclude: 'target.kind == building && target.colour == red' })).toEqual([
      'planet',
      'docked',
      'adrift',
    ]);
    expect(inScope({ include: 'true', exclude: 'applies(target.colour == red)' })).toEqual(['adrift']);
    expect(inScope({ include: 'default(target.colour, white) == white' })).toEqual(['adrift']);
    expect(inScope({ include: 'has(target.colour)' })).toEqual(['planet', 'farm', 'docked']);
  });

  test('a condition on a meter that is not there does not apply: it neither adds nor removes', () => {
    expect(inScope({ include: 'target.wealth >= 0' })).toEqual(['planet', 'docked', 'adrift']);
    expect(inScope({ include: 'true', exclude: 'target.wealth >= 0' })).toEqual(['farm']);
    expect(inScope({ include: 'true', exclude: '!(target.wealth >= 0)' })).toEqual([
      'planet',
      'farm',
      'docked',
      'adrift',
    ]);
    expect(inScope({ include: ['target.wealth >= 0', 'target.kind == building'] })).toEqual([
      'planet',
      'farm',
      'docked',
      'adrift',
    ]);
  });

  test('likewise for stockpiles, sight, distance and jumps', () => {
    expect(inScope({ include: 'stockpile(target, minerals) >= 0' })).toEqual(['planet']);
    expect(inScope({ include: 'true', exclude: 'stockpile(target, minerals) < 1000' })).toEqual([
      'farm',
      'docked',
      'adrift',
    ]);
    expect(inScope({ include: '!sees(target, source)' })).toEqual(['planet']);
    expect(inScope({ include: '!sees(source, target)' })).toEqual([]);
    expect(inScope({ include: 'distance(source, target) >= 0' })).toEqual([]);
    expect(inScope({ include: 'distanceTo(target, farm) <= 0' })).toEqual(['planet', 'farm', 'docked']);
    expect(inScope({ include: 'distanceTo(target, farm) <= 2' })).toEqual(['planet', 'farm', 'docked', 'adrift']);
    expect(inScope({ include: 'true', exclude: 'jumpsTo(target, farm) >= 0' })).toEqual(['adrift']);
  });

  test('a source without empire, asked for its empire, applies to nothing', () => {
    for (const mode of ['empire-inclusive', 'empire-exclusive', 'enemies-inclusive', 'enemies-exclusive']) {
      expect(inScope({ include: `affiliation(target, source, '${mode}')` })).toEqual([]);
      expect(inScope({ include: 'true', exclude: `affiliation(target, source, '${mode}')` })).toEqual([
        'planet',
        'farm',
        'docked',
        'adrift',
      ]);
    }
  });

  test('of no empire are those that nobody owns', () => {
    for (const mode of ['empire-inclusive', 'empire-exclusive'])
      expect(inScope({ include: `affiliation(target, null, '${mode}')` })).toEqual(['farm', 'docked', 'adrift']);
    for (const mode of ['enemies-inclusive', 'enemies-exclusive'])
      expect(inScope({ include: `affiliation(target, null, '${mode}')` })).toEqual(['planet']);
  });

  test('is fixed before any effect fires', () => {
    const { world, add, get } = sceneWith({
      groups: [
        {
          scope: { include: 'target.kind == ship && objects(ship).all(s, s.weight == 1)' },
          effects: [
            { property: 'weight', add: 1 },
            { property: 'weight', multiply: 2 },
          ],
        },
      ],
    });
    const ships = [add('ship'), add('ship')];
    world.step();
    expect(ships.map((ship) => get(ship, 'weight'))).toEqual([4, 4]);
  });
});

describe('an activation', () => {
  test('holds only if all its conditions hold of the source; none means always', () => {
    expect(inScope({ include: 'true' }, [])).not.toEqual([]);
    expect(inScope({ include: 'true' }, ['true', 'turn == 1'])).not.toEqual([]);
    expect(inScope({ include: 'true' }, ['true', 'turn == 2'])).toEqual([]);
  });

  test('fails on what is absent, whichever way it is asked', () => {
    for (const condition of [
      'source.colour == red',
      'source.colour != red',
      '!(source.colour == red)',
      'source.wealth > 0',
      'source.wealth <= 0',
      'stockpile(source, minerals) >= 0',
      "role('rival') == null",
      "ownedBy(source, role('rival'))",
    ]) {
      expect(inScope({ include: 'true' }, condition)).toEqual([]);
    }
  });

  test('sees the values of the source and of what it hangs on', () => {
    const groups: GroupSource[] = [
      {
        activation: ['source.environment == toxic', 'source.rank >= 2', 'source.crew == 5'],
        scope: { include: 'target == source.planet' },
        effects: [{ property: 'fertility', set: 7 }],
      },
    ];
    const { world, add, get } = sceneWith({ classes: { shrine: { kind: 'building', groups } } });
    const planets = ['toxic', 'ocean', 'toxic'].map((environment) => add('planet', { values: { environment } }));
    planets.forEach((planet, i) => add('shrine', { place: { in: planet }, values: { rank: i + 1 } }));
    world.step();
    expect(planets.map((planet) => get(planet, 'fertility'))).toEqual([1, 1, 7]);
  });

  test('by a role is active for the one that the host has named', () => {
    const groups: GroupSource[] = [
      {
        activation: "ownedBy(source, role('rival'))",
        scope: { include: 'target == source' },
        effects: [{ property: 'weight', add: 1 }],
      },
    ];
    const { world, add, get } = sceneWith({ classes: { raider: { kind: 'ship', groups } } });
    const [a, b] = [add('empire'), add('empire')];
    const ships = [a, b, null].map((owner) => add('raider', { owner }));
    world.step();
    world.relations.setRole('rival', b);
    world.step();
    world.relations.setRole('rival', null);
    world.step();
    expect(ships.map((ship) => get(ship, 'weight'))).toEqual([1, 2, 1]);
  });

  test('by chance draws once for each source and turn', () => {
    const groups: GroupSource[] = [
      {
        activation: 'chance(0.5)',
        scope: { include: 'target.kind == ship' },
        effects: [{ property: 'weight', add: 1 }],
      },
    ];
    const { world, add, get } = sceneWith({ groups });
    const ships = [add('ship'), add('ship'), add('ship')];
    world.run(40);
    const weights = ships.map((ship) => Number(get(ship, 'weight')) - 1);
    expect(new Set(weights).size).toBe(1);
    expect(weights[0]).toBeGreaterThan(8);
    expect(weights[0]).toBeLessThan(32);
  });
});

describe('chance in a scope', () => {
  test('draws for each object, turn and place in the text on its own', () => {
    const { world, add, get } = sceneWith(
      {
        groups: [
          { scope: { include: 'target.kind == ship && chance(0.5)' }, effects: [{ property: 'weight', add: 1 }] },
          { scope: { include: 'target.kind == ship && chance(0.5)' }, effects: [{ property: 'weight', add: 1000 }] },
        ],
      },
      { reserve: { objects: 500 } },
    );
    const ships = Array.from({ length: 400 }, () => add('ship'));
    world.step();
    const counts = [1, 2, 1001, 1002].map((weight) => ships.filter((ship) => get(ship, 'weight') === weight).length);
    for (const count of counts) expect(Math.abs(count - 100)).toBeLessThan(40);
    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
  });

  test('of 0 and 1 is never and always', () => {
    const { world, add, get } = sceneWith({
      groups: [
        { scope: { include: 'target.kind == ship && chance(0)' }, effects: [{ property: 'weight', add: 100 }] },
        { scope: { include: 'target.kind == ship && chance(1)' }, effects: [{ property: 'weight', add: 1 }] },
      ],
    });
    const ship = add('ship');
    world.run(20);
    expect(get(ship, 'weight')).toBe(21);
  });
});

describe('order', () => {
  const group = (digit: number, priority?: number): GroupSource => ({
    scope: { include: 'target.kind == ship' },
    effects: [{ meter: 'wealth', set: `value * 10 + ${digit}` }],
    ...(priority === undefined ? {} : { priority }),
  });

  test('is by priority, then by definition, whatever the class', () => {
    const { world, add, get } = sceneWith({
      groups: [group(1), group(2, 5), group(3), group(4, 100), group(5, -1), group(6, 5)],
      classes: { second: { kind: 'law', groups: [group(7), group(8, 5)] } },
    });
    add('second');
    const ship = add('ship', { values: { wealth: 0 } });
    world.step();
    expect(get(ship, 'wealth')).toBe(52_681_347);
  });

  test('of one group is by ascending id of the sources, each wholly before the next', () => {
    const groups: GroupSource[] = [
      {
        scope: { include: 'target.kind == planet' },
        effects: [
          { property: 'fertility', set: 'value * 10 + source.rank' },
          { property: 'fertility', set: 'value * 10 + 9' },
        ],
      },
    ];
    const { world, add, get } = sceneWith({ classes: { shrine: { kind: 'building', groups } } });
    const planet = add('planet', { values: { fertility: 0 } });
    const [first] = [3, 1, 2].map((rank) => add('shrine', { values: { rank } }));
    world.destroy(first);
    add('shrine', { values: { rank: 4 } });
    world.step();
    expect(get(planet, 'fertility')).toBe(491_929);
  });

  test('of effects is as listed, each on all targets by ascending id before the next', () => {
    const { world, add, get } = sceneWith({
      groups: [
        {
          scope: { include: 'target.kind == ship' },
          effects: [
            { property: 'weight', set: 'objects(ship).sum(s, s.weight)' },
            { property: 'weight', add: 100 },
          ],
        },
      ],
    });
    const ships = [add('ship'), add('ship'), add('ship')];
    world.step();
    expect(ships.map((ship) => get(ship, 'weight'))).toEqual([103, 105, 109]);
  });

  test('groups that write no meters see what earlier ones did', () => {
    const { world, add, get } = sceneWith({
      groups: [
        { scope: { include: 'target.kind == ship && target.weight == 1' }, effects: [{ property: 'weight', set: 2 }] },
        { scope: { include: 'target.kind == ship && target.weight == 2' }, effects: [{ property: 'weight', set: 3 }] },
      ],
    });
    const ship = add('ship');
    world.step();
    expect(get(ship, 'weight')).toBe(3);
  });
});

describe('limits', () => {
  test('on effects name the rule, and the world stays', () => {
    const { world, add } = sceneWith(
      {
        groups: [
          {
            name: 'flood',
            scope: { include: 'target.kind == ship' },
            effects: [
              { meter: 'wealth', add: 1 },
              { meter: 'crew', add: 1 },
            ],
          },
        ],
      },
      { limits: { effectsPerTurn: 5 } },
    );
    for (let i = 0; i < 2; i++) add('ship');
    world.run(3);
    add('ship');
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.hash(), world.turn]).toEqual(['limit-effects', 'law/flood', before, 3]);
    expect(error.message).toMatch(/law\/flood.*limit is 5/);
  });

  test('on what aggregates look at name the rule', () => {
    const { world, add } = sceneWith(
      {
        groups: [
          {
            name: 'census',
            scope: { include: 'objects().exists(o, o.kind == ship && o != target)' },
            effects: [{ property: 'weight', add: 1 }],
          },
        ],
      },
      { limits: { visitsPerTurn: 50 } },
    );
    for (let i = 0; i < 12; i++) add('ship');
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit]).toEqual(['limit-visits', 'law/census']);
    expect(error.message).toContain('law/census');
  });

  test('on what aggregates of a growth formula look at name the meter', () => {
    const { world, add } = sceneWith(
      {
        sections: {
          meters: {
            limit: {},
            stock: { growth: 'objects().filter(o, o != self).count()' },
            wealth: {},
            crew: {},
            speed: {},
          },
        },
      },
      { limits: { visitsPerTurn: 10 } },
    );
    for (let i = 0; i < 6; i++) add('planet');
    const error = refusal(() => {
      world.step();
    });
    expect(error.code).toBe('limit-visits');
    expect(error.message).toContain('stock');
  });
});
