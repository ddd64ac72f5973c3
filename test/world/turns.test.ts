import { inspect } from '../../src/world/inspect.js';
import { describe, expect, test } from 'vitest';
import type { GroupSource } from '../../src/content/native/schema.js';
import type { ExecutorName, Handle, HostSystem, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { contentWith, type Scene, sceneOf, sceneWith } from '../support/content.js';
import { refusal } from '../support/errors.js';

const breeding: readonly GroupSource[] = [
  { name: 'breed', scope: { include: 'target.kind == planet' }, effects: [{ create: 'farm', count: 3 }] },
  { name: 'age', scope: { include: 'target.kind == building' }, effects: [{ property: 'rank', add: 1 }] },
];

function fill(scene: Scene): Scene {
  const empire = scene.add('empire', { name: 'Terra' });
  const system = scene.add('system', { place: { x: 1, y: 2 } });
  scene.add('planet', { owner: empire, place: { in: system } });
  return scene;
}

describe('a world that fills up in a turn', () => {
  test('grows, and is then the same as a larger one', () => {
    const program = contentWith({ groups: breeding });
    const hashes = [5, 6, 64, 1000].map((capacity) => {
      const { world } = fill(sceneOf(program, { reserve: { objects: capacity } }));
      world.run(6);
      expect(world.size).toBe(22);
      expect(inspect(world).capacity).toBeGreaterThanOrEqual(22);
      return world.hash();
    });
    expect(new Set(hashes).size).toBe(1);
  });

  test('that is fixed names the rule and stays as it was', () => {
    const { world } = fill(sceneWith({ groups: breeding }, { reserve: { objects: 9 }, fixed: true }));
    world.step();
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.hash(), world.turn, world.size, inspect(world).capacity]).toEqual([
      'world-full',
      'rule law/breed',
      before,
      1,
      7,
      9,
    ]);
    expect(error.message).toMatch(/all 9 places.*law\/breed.*reserve more objects/);
  });

  test('runs what happened before in the turn once only', () => {
    const program = contentWith({ groups: breeding });
    const { world, law } = fill(sceneOf(program, { reserve: { objects: 6 } }));
    const draws: number[] = [];
    world.addPhase('early', 'reset');
    world.addSystem({ name: 'draw', phase: 'early', run: (w) => draws.push(w.random('early')) });
    world.run(3);
    const wide = fill(sceneOf(program, { reserve: { objects: 600 } }));
    wide.world.addPhase('early', 'reset');
    wide.world.addSystem({ name: 'draw', phase: 'early', run: (w) => w.random('early') });
    wide.world.run(3);
    expect([world.hash(), world.isLive(law)]).toEqual([wide.world.hash(), true]);
    expect(new Set(draws).size).toBe(3);
  });
});

describe('run', () => {
  test('of many turns is as many steps', () => {
    const program = contentWith({ groups: breeding });
    const [one, other] = [fill(sceneOf(program)).world, fill(sceneOf(program)).world];
    one.run(4);
    for (let i = 0; i < 4; i++) other.step();
    other.run(0);
    expect([one.hash(), one.turn]).toEqual([other.hash(), 4]);
  });

  test('is wholly done or not at all', () => {
    const { world } = fill(
      sceneWith({
        groups: [
          ...breeding,
          {
            name: 'end',
            activation: 'turn == 4',
            scope: { include: 'target.kind == planet' },
            effects: [{ property: 'fertility', set: 'pow(10, 999)' }],
          },
        ],
      }),
    );
    world.step();
    const before = world.hash();
    const size = world.size;
    expect(
      refusal(() => {
        world.run(5);
      }).culprit,
    ).toBe('law/end');
    expect([world.hash(), world.turn, world.size]).toEqual([before, 1, size]);
    world.run(2);
    expect(world.turn).toBe(3);
  });

  test('that fails leaves what can be explained as it was', () => {
    const { world, add } = fill(
      sceneWith({
        groups: [
          { scope: { include: 'target.kind == ship' }, effects: [{ meter: 'wealth', add: 1 }] },
          {
            activation: 'turn == 3',
            scope: { include: 'target.kind == ship' },
            effects: [{ property: 'weight', set: 'pow(10, 999)' }],
          },
        ],
      }),
    );
    const ship = add('ship');
    world.step();
    const before = world.explain(ship, 'wealth');
    refusal(() => {
      world.run(5);
    });
    expect(world.explain(ship, 'wealth')).toEqual(before);
    refusal(() => {
      world.run(2);
    });
    expect(world.explain(ship, 'wealth')).toEqual(before);
  });
});

describe('host systems', () => {
  test('run in their phase, each turn, with the world', () => {
    const { world, add, get } = sceneWith();
    const ship = add('ship');
    expect(world.addPhase('movement', 'actions')).toBe('movement');
    world.addSystem({
      name: 'second',
      phase: 'host',
      run: (w) => {
        w.set(ship, 'wealth', Number(w.get(ship, 'wealth')) * 2);
      },
    });
    world.addSystem({
      name: 'first',
      phase: 'movement',
      run: (w) => {
        w.set(ship, 'wealth', Number(w.get(ship, 'wealth')) + 1);
      },
    });
    world.run(2);
    expect(get(ship, 'wealth')).toBe(46);
  });

  test('see the turn that runs, and what they make is a source from the next one on', () => {
    const { world, add, get } = sceneWith({
      classes: {
        shrine: {
          kind: 'building',
          groups: [{ scope: { include: 'target.kind == empire' }, effects: [{ stockpile: 'minerals', add: 1 }] }],
        },
      },
    });
    const empire = add('empire');
    world.addPhase('early', 'reset');
    world.addSystem({
      name: 'builder',
      phase: 'early',
      run: (w) => {
        if (w.turn === 0) w.spawn({ class: 'shrine' });
        expect(w.questions.evaluate('turn')).toBe(w.turn + 1);
      },
    });
    world.step();
    const [shrine] = world.query({ class: 'shrine' });
    expect([get(empire, 'minerals'), world.describe(shrine).created]).toEqual([100, 1]);
    world.step();
    expect(get(empire, 'minerals')).toBe(101);
  });

  test('that throw leave the world as it was, whatever they throw and whatever they did', () => {
    const { world, add } = fill(sceneWith({ groups: breeding }, { reserve: { objects: 8 } }));
    const ship = add('ship');
    let isBroken = false;
    world.addSystem({
      name: 'broken',
      phase: 'host',
      run(w) {
        w.random('broken');
        for (let i = 0; i < 40; i++) w.spawn({ kind: 'ship', name: `wreck ${i}` });
        w.set(ship, 'wealth', 0);
        w.relations.connect(...(w.query({ kind: 'system' }) as [Handle, Handle]));
        w.destroy(ship);
        if (isBroken) throw new TypeError('of the host');
      },
    });
    const other = world.spawn({ kind: 'system', place: { x: 9, y: 9 } });
    const before = world.hash();
    isBroken = true;
    expect(() => {
      world.step();
    }).toThrow(TypeError);
    expect(() => {
      world.run(3);
    }).toThrow('of the host');
    expect([world.hash(), world.turn, world.isLive(ship), world.relations.neighbours(other)]).toEqual([
      before,
      0,
      true,
      [],
    ]);
    isBroken = false;
    world.step();
    expect(world.turn).toBe(1);
  });

  test('may not tear the turn apart', () => {
    const { world, add } = sceneWith();
    const ship = add('ship');
    const snapshot = world.snapshot();
    const calls: readonly ((w: World) => unknown)[] = [
      (w) => {
        w.step();
      },
      (w) => {
        w.run(1);
      },
      (w) => w.snapshot(),
      (w) => {
        w.restore(snapshot);
      },
      (w) => w.fork(),
      (w) => w.save(),
      (w) => w.explain(ship, 'wealth'),
      (w) => {
        w.addPhase('x', 'host');
      },
      (w) => {
        w.addSystem({ name: 'x', phase: 'host', run: () => {} });
      },
    ];
    let tried = 0;
    world.addSystem({
      name: 'meddler',
      phase: 'host',
      run(w) {
        for (const call of calls) {
          expect(refusal(() => call(w)).code).toBe('turn-running');
          tried++;
        }
        w.hash();
      },
    });
    world.step();
    expect([tried, world.turn]).toEqual([calls.length, 1]);
  });

  test('an observer that throws leaves the world as it was', () => {
    const { world } = fill(sceneWith({ groups: breeding }));
    const before = world.hash();
    expect(() => {
      world.step((phase, stage) => {
        if (phase === 'host' && stage === 'end') throw new Error('seen enough');
      });
    }).toThrow('seen enough');
    expect([world.hash(), world.turn]).toEqual([before, 0]);
  });

  test('draw from streams that the seed and the past decide', () => {
    const system: HostSystem = {
      name: 'luck',
      phase: 'host',
      run(w) {
        for (const planet of w.query({ kind: 'planet' })) w.set(planet, 'fertility', w.random('luck'));
      },
    };
    const build = (seed: string): World => {
      const { world } = fill(sceneWith({}, { seed }));
      world.addSystem(system);
      return world;
    };
    const [one, same, other] = ['a', 'a', 'b'].map(build);
    for (const world of [one, same, other]) world.run(3);
    expect(one.hash()).toBe(same.hash());
    expect(one.hash()).not.toBe(other.hash());
    expect([one.random('luck'), one.random('else')]).toEqual([same.random('luck'), same.random('else')]);
  });

  test('have room for as many streams as the world was made with', () => {
    const { world } = sceneWith({}, { reserve: { streams: 2 } });
    world.random('a');
    world.random('b');
    const before = world.hash();
    expect(refusal(() => world.random('c')).code).toBe('streams');
    expect(world.hash()).toBe(before);
  });
});

describe('explain', () => {
  const groups: readonly GroupSource[] = [
    {
      name: 'base',
      label: 'Base',
      scope: { include: 'target.kind == planet' },
      effects: [
        { meter: 'limit', add: 6 },
        { meter: 'limit', add: 2, label: 'Bonus' },
      ],
    },
    {
      name: 'best',
      scope: { include: 'target.kind == planet' },
      effects: [
        { meter: 'limit', add: 1, stacking: 2, label: 'Small' },
        { meter: 'limit', add: 3, stacking: 2, label: 'Large' },
      ],
    },
    {
      name: 'none',
      scope: { include: 'target.kind == planet' },
      effects: [
        { meter: 'limit', add: 0 },
        { meter: 'stock', add: 0.5 },
        { meter: 'wealth', add: 1 },
      ],
    },
  ];

  test('lists every write of the last turn in order, from the first value to the present one', () => {
    const { world, law, add, get } = sceneWith({ groups });
    const planet = add('planet', { values: { limit: 50, stock: 11.8 } });
    world.addSystem({
      name: 'tax',
      phase: 'host',
      run: (w) => {
        w.set(planet, 'limit', Number(w.get(planet, 'limit')) - 1);
      },
    });
    world.step();
    const before = world.hash();
    const limit = world.explain(planet, 'limit');
    expect(limit.initial).toBe(50);
    expect(limit.current).toBe(get(planet, 'limit'));
    expect(limit.steps).toMatchObject([
      { rule: 'reset', source: 0, label: 'reset', before: 50, after: 0 },
      { rule: 'law/base', source: law, label: 'Base', before: 0, after: 6 },
      { rule: 'law/base', source: law, label: 'Bonus', before: 6, after: 8 },
      { rule: 'law/best', source: law, label: 'Small (keeps the largest)', before: 8, after: 9 },
      { rule: 'law/best', source: law, label: 'Large (keeps the largest)', before: 9, after: 11 },
      { rule: 'law/none', source: law, label: 'none', before: 11, after: 11 },
      { rule: 'tax', source: 0, label: 'host', before: 11, after: 10 },
    ]);
    expect(world.explain(planet, 'stock').steps.map(({ rule, after }) => [rule, after])).toEqual([
      ['law/none', 12.3],
      ['growth', 11.3],
      ['clamp', 11],
    ]);
    expect(world.hash()).toBe(before);
    expect(world.explain(planet, 'limit')).toEqual(limit);
    expect(world.turn).toBe(1);
  });

  test('shows words and references as hosts see them, steps along an order too', () => {
    const { world, law, add } = sceneWith({
      groups: [
        { name: 'swell', scope: { include: 'target.kind == planet' }, effects: [{ step: 'size', by: 4 }] },
        {
          name: 'aim',
          scope: { include: 'target.kind == ship' },
          effects: [{ property: 'goal', set: 'objects(planet).first()' }],
        },
      ],
    });
    const [planet, ship] = [add('planet'), add('ship')];
    world.step();
    const step = (rule: string, before: unknown, after: unknown): unknown => ({
      rule,
      source: law,
      label: rule.split('/')[1],
      before,
      after,
    });
    expect(world.explain(planet, 'size')).toMatchObject({
      initial: 'medium',
      current: 'gasGiant',
      steps: [step('law/swell', 'medium', 'gasGiant')],
    });
    expect(world.explain(planet, 'environment').steps).toMatchObject([step('law/swell', 'terran', 'gas')]);
    expect(world.explain(planet, 'former').steps).toMatchObject([step('law/swell', null, 'terran')]);
    expect(world.explain(ship, 'goal')).toMatchObject({
      initial: null,
      current: planet,
      steps: [step('law/aim', null, planet)],
    });
  });

  test('of an object that was born in the turn starts without a value', () => {
    const { world, add } = sceneWith({
      groups: [
        {
          activation: 'turn == 2',
          scope: { include: 'target.kind == ship && target.armed' },
          effects: [{ destroy: true }],
        },
        { activation: 'turn == 2', scope: { include: 'target.kind == planet' }, effects: [{ create: 'scout' }] },
        { scope: { include: 'target.class == scout' }, effects: [{ property: 'weight', add: 1 }] },
      ],
    });
    add('planet');
    const old = add('ship', { values: { armed: true } });
    world.run(2);
    const [scout] = world.query({ class: 'scout' });
    expect(world.describe(scout).id).toBe(old);
    const history = world.explain(scout, 'weight');
    expect([history.initial, history.current, history.steps.map(({ before, after }) => [before, after])]).toEqual([
      null,
      2,
      [
        [null, 1],
        [1, 2],
      ],
    ]);
  });

  test('names sources and references as they were when they wrote, also those that are gone', () => {
    const groups: GroupSource[] = [
      {
        name: 'boom',
        scope: { include: 'target.kind == ship' },
        effects: [
          { property: 'goal', set: 'objects(planet).first()' },
          { property: 'weight', add: 3 },
          { destroy: true, on: 'source' },
        ],
      },
    ];
    const { world, law, add } = sceneWith({
      classes: { bomb: { kind: 'building', groups } },
      groups: [
        {
          priority: 200,
          scope: { include: 'target.kind == planet' },
          effects: [{ create: 'scout', count: 3 }, { destroy: true }],
        },
      ],
    });
    const [ship, planet, bomb] = [add('ship'), add('planet'), add('bomb')];
    world.step();
    expect([planet, bomb].map((handle) => world.isLive(handle))).toEqual([false, false]);
    expect(world.explain(ship, 'weight').steps).toMatchObject([
      { rule: 'bomb/boom', source: bomb, label: 'boom', before: 1, after: 4 },
    ]);
    expect(world.explain(ship, 'goal').steps).toMatchObject([
      { rule: 'bomb/boom', source: bomb, label: 'boom', before: null, after: planet },
      { rule: 'law/1', source: law, label: 'what it referred to is gone', before: planet, after: null },
    ]);
  });

  test('chains through a world that grew in the turn', () => {
    const { world } = fill(sceneWith({ groups: breeding }, { reserve: { objects: 5 } }));
    world.run(2);
    const [farm] = world.query({ class: 'farm' });
    const { initial, current, steps } = world.explain(farm, 'rank');
    expect([initial, current, steps.length]).toEqual([3, 4, 1]);
  });

  test('is not there for turns that are no more', () => {
    const { world, add } = sceneWith({ groups });
    const planet = add('planet');
    const snapshot = world.snapshot();
    world.step();
    world.restore(snapshot);
    expect(refusal(() => world.explain(planet, 'limit')).code).toBe('no-turn');
    world.step();
    expect(world.explain(planet, 'limit').steps.length).toBeGreaterThan(0);
  });

  test('of a turn in which a rule fails is that of the turn before', () => {
    const { world, add } = sceneWith({
      groups: [
        ...groups,
        {
          activation: 'turn == 3',
          scope: { include: 'target.kind == planet' },
          effects: [{ property: 'fertility', set: 'pow(10, 999)' }],
        },
      ],
    });
    const planet = add('planet');
    world.run(2);
    const history = world.explain(planet, 'wealth');
    expect([history.initial, history.current]).toEqual([11, 12]);
    refusal(() => {
      world.step();
    });
    expect(world.explain(planet, 'wealth')).toEqual(history);
  });
});

test('worlds of one program do not meet', () => {
  const program = contentWith({ groups: breeding });
  const [one, other] = [fill(sceneOf(program)), fill(sceneOf(program))];
  const before = other.world.hash();
  one.world.run(3);
  expect(other.world.hash()).toBe(before);
  expect(createWorld(program).size).toBe(0);
});

test.each<ExecutorName>(['compiled', 'reference'])(
  'a query counts what its condition tests, by itself (%s)',
  (executor) => {
    const { world } = fill(sceneOf(contentWith({}), { executor, limits: { testsPerTurn: 4 } }));
    for (let i = 0; i < 2; i++) expect(world.query({ where: 'self.kind == planet' })).toHaveLength(1);
    world.spawn({ kind: 'system', place: { x: 3, y: 4 } });
    const where = 'self.kind == system';
    expect(refusal(() => world.query({ where }))).toMatchObject({
      code: 'limit-tests',
      culprit: where,
      message: expect.stringContaining('the query tests more than 4 objects; ask of a kind') as unknown,
    });
    expect(world.query({ kind: 'system', where })).toHaveLength(2);
    expect(world.query()).toHaveLength(5);
  },
);
