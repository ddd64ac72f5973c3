import { describe, expect, test } from 'vitest';
import type { Instances, Seats } from '../../src/batch/instances-and-seats.js';
import { singleInstance } from '../../src/batch/single-instance.js';
import { createSeats } from '../../src/batch/seats.js';
import { shapeOf } from '../../src/ir/environment.js';
import { defineContent } from '../../src/content/native/define.js';
import type { ContentSource, EnvironmentSource } from '../../src/content/native/schema.js';
import type { Handle, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { insideOf } from '../../src/world/core.js';
import { refusal } from '../support/errors.js';
import { smallContent, smallEnvironment } from '../support/small-environment.js';
import { sideBySide } from '../support/side-by-side.js';

/** Two empires, three systems in a row, three planets and a fleet at the first system. */
function smallGame(changed: Partial<ContentSource> = {}) {
  const program = defineContent({ ...smallContent, ...changed });
  const world = createWorld(program, { reserve: { objects: 60 }, fixed: true });
  const [red, blue] = [world.spawn({ kind: 'empire' }), world.spawn({ kind: 'empire', values: { wealth: 60 } })];
  world.spawn({ class: 'rules' });
  const systems = [0, 30, 40].map((x, i) =>
    world.spawn({ kind: 'system', place: { x, y: 0 }, values: { worth: 3 - i } }),
  );
  world.relations.connect(systems[0], systems[1]);
  world.relations.connect(systems[1], systems[2]);
  world.relations.setRole('centre', systems[0]);
  const planet = (system: Handle, size: number, owner: Handle | null): Handle =>
    world.spawn({
      kind: 'planet',
      place: { in: system },
      values: { size, population: 10 * size },
      ...(owner === null ? {} : { owner }),
    });
  const planets = [planet(systems[0], 1, red), planet(systems[1], 3, red), planet(systems[2], 2, blue)];
  const fleet = world.spawn({ kind: 'fleet', place: { in: systems[0] }, owner: red });
  return { program, world, red, blue, systems, planets, fleet };
}

/** The same over an instance of its own: handles are those of the game. */
function seated(
  game: ReturnType<typeof smallGame>,
  executor: 'compiled' | 'reference',
): { readonly instances: Instances; readonly seats: Seats } {
  const instances = singleInstance(game.program, game.world);
  const seats = createSeats(instances, executor);
  seats.seat(0);
  seats.look();
  return { instances, seats };
}

function observed(instances: Instances, seats: Seats): readonly Float32Array[] {
  const { observationSize, agents } = shapeOf(instances.environment);
  const all = new Float32Array(instances.count * agents * observationSize).fill(9);
  seats.observe(all);
  return Array.from({ length: instances.count * agents }, (_, row) =>
    all.subarray(row * observationSize, (row + 1) * observationSize),
  );
}

function masked(instances: Instances, seats: Seats): readonly (readonly number[])[] {
  const { maskSize, agents } = shapeOf(instances.environment);
  const all = new Uint8Array(instances.count * agents * maskSize).fill(9);
  seats.masks(all);
  return Array.from({ length: instances.count * agents }, (_, row) => [
    ...all.subarray(row * maskSize, (row + 1) * maskSize),
  ]);
}

const single = Math.fround;
const zeros = (count: number): number[] => new Array<number>(count).fill(0);

describe.each(['compiled', 'reference'] as const)('seats of a small game, %s', (executor) => {
  test('observe what the environment says, block by block and slot by slot', () => {
    const { instances, seats } = seated(smallGame(), executor);
    const [red, blue] = observed(instances, seats);
    // Largest first: 12 slots of presence and five values, 8 of presence and two, then three of the empire.
    expect([...red.subarray(0, 18)]).toEqual([1, 1.5, 1, 3, single(0.3), 1, 1, 0.5, 1, 1, 0, 1, ...zeros(6)]);
    expect([...red.subarray(72, 78)]).toEqual([1, single(0.3), 1, 0, 0, 0]);
    expect([...red.subarray(96)]).toEqual([single(0.1), single(0.2), 0]);
    expect([...blue.subarray(0, 12)]).toEqual([1, 1, 1, 2, single(0.4), 1, ...zeros(6)]);
    expect([...blue.subarray(72, 96)]).toEqual(zeros(24));
  });

  test('allow what conditions say, and nothing always', () => {
    const { instances, seats } = seated(smallGame(), executor);
    const [red, blue] = masked(instances, seats);
    // Two planets of industry that may turn to research; a fleet that can stay where it is or go on to the next system.
    expect(red).toEqual([
      1,
      0,
      1,
      1,
      0,
      1,
      ...[1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0],
      ...[1, 1, 1, 0, 0, 0, 0],
      ...[1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
      ...[1, 1],
    ]);
    expect(blue.slice(0, 6)).toEqual([1, 0, 1, 1, 0, 0]);
    expect(blue.slice(-2)).toEqual([1, 0]);
  });

  test('prefer what scripts would do, of the rows that are asked about', () => {
    const { instances, seats } = seated(smallGame(), executor);
    const { maskSize } = shapeOf(instances.environment);
    const preferences = new Float32Array(2 * maskSize).fill(9);
    seats.preferences(Uint8Array.of(1, 0), preferences);
    expect([...preferences.subarray(0, 6)]).toEqual([0, 0, 2, 0, 0, 2]);
    expect([...preferences.subarray(18, 25)]).toEqual([0, 2, 1, 0, 0, 0, 0]);
    expect([...preferences.subarray(maskSize)]).toEqual(zeros(maskSize));
  });

  test('find what differs, where it is there', () => {
    const environment: EnvironmentSource = {
      ...smallEnvironment,
      observation: {
        fleets: {
          of: 'fleet',
          slots: 3,
          where: 'self.destination.focus != agent.orderedTax',
          values: { strength: 'self.strength' },
        },
      },
      actions: {
        move: {
          of: 'fleet',
          slots: 3,
          property: 'orderedDestination',
          choices: { of: 'planet', slots: 3, where: 'choice.focus != self.destination.focus' },
        },
      },
    };
    const game = smallGame({ environment });
    // The first fleet goes nowhere: what is not there does not differ from anything.
    for (const strength of [4, 5])
      game.world.spawn({
        kind: 'fleet',
        place: { in: game.systems[0] },
        owner: game.red,
        values: { strength, destination: game.planets[1] },
      });
    game.world.set(game.planets[1], 'focus', 'research');
    game.world.set(game.red, 'orderedTax', 'research');
    const { instances, seats } = seated(game, executor);
    const [red, blue] = observed(instances, seats);
    expect([[...red], [...blue]]).toEqual([zeros(6), [1, 4, 1, 5, 0, 0]]);
    // An outer object of which nothing is found has what is so by default.
    const heads = [
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 0],
    ].flat();
    expect(masked(instances, seats)).toEqual([heads, heads]);
  });

  test('give orders that rules read for a turn, and take them back', () => {
    const game = smallGame();
    const { instances, seats } = seated(game, executor);
    const hash = instances.hash(0);
    const actions = new Int32Array(2 * 11);
    actions.set([2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1]);
    seats.order(actions);
    const ordered = instances.world(0);
    expect([
      ordered.get(game.planets[0], 'orderedFocus'),
      ordered.get(game.planets[1], 'orderedFocus'),
      ordered.get(game.fleet, 'orderedDestination'),
      ordered.get(game.red, 'orderedTax'),
    ]).toEqual(['research', null, game.systems[1], 'industry']);
    seats.withdraw();
    expect(instances.hash(0)).toBe(hash);
    seats.order(actions);
    instances.run();
    seats.withdraw();
    const after = instances.world(0);
    expect([
      after.get(game.planets[0], 'focus'),
      after.get(game.planets[0], 'orderedFocus'),
      after.get(game.fleet, 'destination'),
      after.get(game.fleet, 'orderedDestination'),
    ]).toEqual(['research', null, game.systems[1], null]);
    seats.look();
    const rewards = new Float64Array(2);
    seats.rewards(rewards);
    expect([...rewards]).toEqual([15, 61]);
  });

  test('leave alone what has come to be in the row of an object that was ordered and is gone', () => {
    const game = smallGame();
    const { program, world } = game;
    let put = 0;
    world.addSystem({
      name: 'replacing',
      phase: 'host',
      run(each) {
        each.destroy(game.fleet);
        put = each.spawn({ kind: 'fleet' });
        each.set(put, 'orderedDestination', game.systems[2]);
      },
    });
    const { instances, seats } = seated({ ...game, program, world }, executor);
    const actions = new Int32Array(2 * 11);
    actions[6] = 1;
    seats.order(actions);
    instances.run();
    seats.withdraw();
    expect(instances.world(0).find(put)).toBe(put);
    expect(put % 2 ** 24).toBe(game.fleet);
    expect(instances.world(0).get(put, 'orderedDestination')).toBe(game.systems[2]);
  });

  test('show nothing of agents that do not live, and let them do nothing', () => {
    const game = smallGame();
    const { instances, seats } = seated(game, executor);
    const { state } = insideOf(game.world).core;
    expect(state).not.toBe(instances.state);
    const changed = instances.world(0);
    changed.set(game.blue, 'playing', false);
    instances.restore({ bytes: 0, snapshot: changed.snapshot() } as never);
    seats.look();
    const live = new Uint8Array(2);
    seats.live(live);
    expect([...live]).toEqual([1, 0]);
    expect([...observed(instances, seats)[1]]).toEqual(zeros(99));
    expect(masked(instances, seats)[1].reduce((sum, value) => sum + value, 0)).toBe(11);
    // The reward is asked as long as the object is there.
    const rewards = new Float64Array(2);
    seats.rewards(rewards);
    expect([...rewards]).toEqual([10, 60]);
    changed.destroy(game.blue);
    instances.restore({ bytes: 0, snapshot: changed.snapshot() } as never);
    seats.look();
    seats.rewards(rewards);
    expect([...rewards]).toEqual([10, 0]);
  });

  test('say when it is over: when the condition is true, and when nobody lives', () => {
    const game = smallGame();
    const { instances, seats } = seated(game, executor);
    const over = (change: (world: World) => void): number => {
      const changed = instances.world(0);
      change(changed);
      instances.restore({ bytes: 0, snapshot: changed.snapshot() } as never);
      seats.look();
      const terminated = Uint8Array.of(9);
      seats.terminated(terminated);
      return terminated[0];
    };
    expect(over(() => undefined)).toBe(0);
    expect(
      over((world) => {
        world.set(game.red, 'playing', false);
      }),
    ).toBe(0);
    expect(
      over((world) => {
        world.set(game.blue, 'playing', false);
      }),
    ).toBe(1);
    expect(
      over((world) => {
        world.set(game.blue, 'playing', true);
      }),
    ).toBe(0);
    expect(
      over((world) => {
        for (const planet of game.planets) world.destroy(planet);
      }),
    ).toBe(1);
  });

  test('see solved variables as they are without what was ordered', () => {
    const game = smallGame({
      variables: { income: { default: 2 } },
      kinds: {
        ...smallContent.kinds,
        empire: {
          faction: true,
          meters: ['wealth'],
          properties: ['playing', 'orderedTax'],
          variables: ['income'],
          modifiers: [{ variable: 'income', add: 'self.orderedTax == industry ? 5 : 0' }],
        },
      },
      environment: { ...smallEnvironment, observation: { empire: { values: { income: 'agent.income' } } } },
    });
    const { instances, seats } = seated(game, executor);
    const actions = new Int32Array(2 * 11);
    actions[10] = 1;
    seats.order(actions);
    instances.settle?.();
    seats.look();
    expect(observed(instances, seats).map(([income]) => income)).toEqual([7, 2]);
    seats.withdraw();
    seats.look();
    expect(observed(instances, seats).map(([income]) => income)).toEqual([2, 2]);
  });

  test('want exactly as many agents as the environment says', () => {
    const game = smallGame();
    game.world.set(game.blue, 'playing', false);
    const error = refusal(() => {
      seated(game, executor);
    });
    expect(error.code).toBe('agents');
    expect(error.message).toContain(
      'environment small is for 2 agents, but the episode begins with 1 of the kind empire that `where` is true of; let worlds begin with as many',
    );
  });

  test('name a number that is not finite, and write nothing', () => {
    for (const [text, value] of [
      ['(self.size == 3 ? 1e308 : 0) * 10', 'Infinity'],
      ['self.size == 3 ? -1e39 : 0', '-1e+39'],
    ]) {
      const environment = {
        ...smallEnvironment,
        observation: { planets: { of: 'planet', slots: 3, values: { fine: '1', rate: text } } },
      };
      const { instances, seats } = seated(smallGame({ environment }), executor);
      const into = new Float32Array(2 * 9).fill(9);
      const error = refusal(() => {
        seats.observe(into);
      });
      expect([error.code, error.culprit]).toEqual(['not-finite', 'rate of block planets']);
      expect(error.message).toContain(
        `in environment small rate of block planets is ${value} for object 8, asked by agent 0;`,
      );
      expect(error).toMatchObject({ instance: 0 });
      expect([...into]).toEqual(new Array<number>(18).fill(9));
      // It can be used on when that is over.
      const changed = instances.world(0);
      for (const planet of changed.query({ kind: 'planet' })) changed.set(planet, 'size', 1);
      instances.restore({ bytes: 0, snapshot: changed.snapshot() } as never);
      seats.look();
      expect(observed(instances, seats)[0][1]).toBe(1);
    }
    const { seats } = seated(
      smallGame({ environment: { ...smallEnvironment, reward: '-1e308 * agent.wealth' } }),
      executor,
    );
    const error = refusal(() => {
      seats.rewards(new Float64Array(2));
    });
    expect(error.message).toContain('the reward is -Infinity');
  });

  test('are those of another instance where it is a copy of that', () => {
    const { world, program } = smallGame();
    if (program.environment === undefined) throw new Error('the content has an environment');
    const seats = createSeats(sideBySide(world, program.environment, 2, 32), executor);
    seats.seat(0);
    expect([...seats.agents]).toEqual([1, 2, 0, 0]);
    seats.seatAs(0, [1]);
    expect([...seats.agents]).toEqual([1, 2, 1, 2]);
  });
});
