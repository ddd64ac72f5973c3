import { describe, expect, test } from 'vitest';
import {
  addPhase,
  addSystem,
  builtInPhases,
  createSchedule,
  systemsOf,
  type System,
} from '../../src/systems/schedule.js';
import { sceneWith } from '../support/content.js';
import { refusal, refusedWith } from '../support/errors.js';

const meters = {
  limit: { reset: true, default: 3 },
  stock: { default: 1, bounds: [0, 50] as [number, number], max: 'limit', growth: 'approach(value, self.limit, 4)' },
  wealth: { default: 10 },
  crew: { type: 'integer' as const, default: 5 },
  speed: { type: 'float32' as const },
};

describe('the standard turn', () => {
  test('goes through its phases in order and tells the observer', () => {
    const { world } = sceneWith();
    const seen: string[] = [];
    world.step((phase, stage) => seen.push(`${phase} ${stage}`));
    expect(seen).toEqual(builtInPhases.flatMap((phase) => [`${phase} begin`, `${phase} end`]));
    expect([...builtInPhases]).toEqual(['reset', 'meters', 'growth', 'clamp', 'flows', 'actions', 'host', 'expire']);
  });

  test('resets max meters to their default, keeps current ones, then fires, grows, caps and acts', () => {
    const { world, add, get } = sceneWith({
      sections: { meters },
      groups: [
        { scope: { include: 'target.kind == planet' }, effects: [{ meter: 'limit', add: 10 }] },
        {
          scope: { include: 'target.kind == planet && target.stock >= 5' },
          effects: [{ property: 'fertility', set: 'target.stock' }],
        },
      ],
    });
    const planet = add('planet', { values: { limit: 99, stock: 1 } });
    const seen: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      world.step();
      seen.push([get(planet, 'limit'), get(planet, 'stock'), get(planet, 'fertility')]);
    }
    expect(seen).toEqual([
      [13, 5, 5],
      [13, 9, 9],
      [13, 13, 13],
      [13, 13, 13],
    ]);
    expect(world.turn).toBe(4);
  });

  test('growth formulas all see the values from before the phase', () => {
    const { world, add, get } = sceneWith({
      sections: {
        meters: {
          limit: {},
          speed: {},
          crew: {},
          stock: { default: 1, growth: 'self.wealth' },
          wealth: { default: 10, growth: 'self.stock + objects(planet).count()' },
        },
      },
    });
    const planets = [add('planet'), add('planet')];
    world.step();
    expect(planets.map((planet) => [get(planet, 'stock'), get(planet, 'wealth')])).toEqual([
      [10, 3],
      [10, 3],
    ]);
  });

  test('a growth that is absent changes nothing, one that is no number is refused', () => {
    const growing = (growth: string): ReturnType<typeof sceneWith> =>
      sceneWith({ sections: { meters: { ...meters, wealth: { default: 10, growth } } } });
    const absent = growing('objects(ship).mean(s, s.crew)');
    const planet = absent.add('planet');
    absent.world.step();
    expect(absent.get(planet, 'wealth')).toBe(10);
    for (const growth of ['pow(value, 999)', 'pow(-1, 0.5)']) {
      const broken = growing(growth);
      broken.add('planet');
      const before = broken.world.hash();
      const error = refusal(() => {
        broken.world.step();
      });
      expect([error.code, error.culprit, broken.world.hash()]).toEqual(['not-finite', 'wealth', before]);
    }
    const single = sceneWith({
      sections: { meters: { ...meters, speed: { type: 'float32', growth: 'value + pow(10, 39)' } } },
    });
    single.add('ship');
    expect(
      refusedWith(() => {
        single.world.step();
      }),
    ).toBe('not-finite');
  });

  test('a meter with a target steps toward it by 1', () => {
    const { world, add, get } = sceneWith({
      sections: { meters: { ...meters, wealth: { default: 10, target: 'stock' }, stock: { default: 12.5 } } },
    });
    const planet = add('planet');
    const seen = [1, 2, 3, 4].map(() => {
      world.step();
      return get(planet, 'wealth');
    });
    expect(seen).toEqual([11, 12, 12.5, 12.5]);
  });

  test('clamp caps by the max meter where the object has it, then by the bounds; caps before what they cap', () => {
    const bounds = (low: number, high: number): [number, number] => [low, high];
    const { world, add, get } = sceneWith({
      sections: {
        meters: {
          wealth: { max: 'stock', bounds: bounds(2, 100), default: 50 },
          stock: { max: 'limit', default: 40, bounds: bounds(0, 30) },
          limit: { bounds: bounds(-5, 20), default: 99 },
          crew: {},
          speed: { bounds: bounds(-1, 1) },
        },
      },
    });
    const [planet, poor, ship] = [
      add('planet'),
      add('planet', { values: { limit: -50 } }),
      add('ship', { values: { wealth: 200, speed: -7 } }),
    ];
    world.step();
    expect([planet, poor].map((id) => ['limit', 'stock', 'wealth'].map((name) => get(id, name)))).toEqual([
      [20, 20, 20],
      [-5, 0, 2],
    ]);
    expect([get(ship, 'wealth'), get(ship, 'speed')]).toEqual([100, -1]);
  });

  test('what is created in the actions phase is not reset, grown or capped before the next turn', () => {
    const { world, add, get } = sceneWith({
      sections: { meters },
      groups: [
        {
          activation: 'turn == 1',
          scope: { include: 'target.kind == system' },
          effects: [{ create: 'colony', initial: { stock: 40, limit: 7 } }],
        },
      ],
    });
    add('system', { place: { x: 0, y: 0 } });
    world.step();
    const [colony] = world.query({ class: 'colony' });
    expect([get(colony, 'stock'), get(colony, 'limit')]).toEqual([40, 7]);
    world.step();
    expect([get(colony, 'stock'), get(colony, 'limit')]).toEqual([3, 3]);
  });
});

describe('durations', () => {
  test('are whole turns after the turn of creation', () => {
    const { world, add } = sceneWith({
      classes: { flare: { kind: 'ship', duration: 2 }, spark: { kind: 'ship', duration: 1 }, star: { kind: 'ship' } },
      groups: [
        {
          activation: 'turn == 1',
          scope: { include: 'target == source' },
          effects: [{ create: 'flare' }, { create: 'spark' }, { create: 'star' }],
        },
      ],
    });
    const [early] = [add('flare')];
    const alive = [1, 2, 3, 4].map(() => {
      world.step();
      return [world.isLive(early), ...['flare', 'spark', 'star'].map((name) => world.query({ class: name }).length)];
    });
    expect(alive).toEqual([
      [true, 2, 1, 1],
      [false, 1, 0, 1],
      [false, 0, 0, 1],
      [false, 0, 0, 1],
    ]);
  });

  test('run out for what hangs on the object too, after its last turn of rules', () => {
    const { world, add, get } = sceneWith({
      classes: {
        world: { kind: 'planet', duration: 2 },
        shrine: {
          kind: 'building',
          groups: [{ scope: { include: 'target.kind == empire' }, effects: [{ stockpile: 'minerals', add: 1 }] }],
        },
      },
    });
    const empire = add('empire');
    const planet = add('world');
    const shrine = add('shrine', { place: { in: planet } });
    world.run(5);
    expect([world.isLive(planet), world.isLive(shrine), get(empire, 'minerals')]).toEqual([false, false, 102]);
  });
});

describe('a schedule', () => {
  const system = (name: string, phase: string): System => ({ name, phase, run: () => {} });

  test('keeps systems of one phase in the order of their addition', () => {
    const schedule = createSchedule([system('a', 'host'), system('b', 'reset'), system('c', 'host')]);
    addPhase(schedule, 'combat', 'host');
    addPhase(schedule, 'movement', 'host');
    addSystem(schedule, system('d', 'combat'));
    expect(schedule.phases).toEqual([
      'reset',
      'meters',
      'growth',
      'clamp',
      'flows',
      'actions',
      'host',
      'movement',
      'combat',
      'expire',
    ]);
    expect(systemsOf(schedule, 'host').map((s) => s.name)).toEqual(['a', 'c']);
    expect(systemsOf(schedule, 'nowhere')).toEqual([]);
  });

  test('refuses what is there already and what is not there', () => {
    const schedule = createSchedule([system('a', 'host')]);
    expect(
      refusedWith(() => {
        addPhase(schedule, 'host', 'reset');
      }),
    ).toBe('phase');
    expect(
      refusedWith(() => {
        addPhase(schedule, 'new', 'nowhere');
      }),
    ).toBe('phase');
    expect(
      refusedWith(() => {
        addSystem(schedule, system('a', 'reset'));
      }),
    ).toBe('system');
    expect(
      refusal(() => {
        addSystem(schedule, system('b', '__proto__'));
      }).message,
    ).toContain('the phases are reset');
    expect(schedule.phases).toEqual([...builtInPhases]);
    expect(schedule.systems.length).toBe(1);
  });
});
