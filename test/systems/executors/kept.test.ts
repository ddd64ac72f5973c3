import { inspect } from '../../../src/world/inspect.js';
import { describe, expect, test } from 'vitest';
import type { World } from '../../../src/world/api.js';
import type { GroupSource } from '../../../src/content/native/schema.js';
import { createWorld } from '../../../src/world.js';
import { contentWith } from '../../support/content.js';
import { type Twins, both, turn, twins } from '../../support/twin-worlds.js';

/** Steady rules over a capped meter, which every turn resets: turn after turn is the same while nothing changes. */
const groups: readonly GroupSource[] = [
  {
    scope: { include: 'target.kind == planet && target.fertility > 0' },
    effects: [{ meter: 'limit', add: 'source.rank + target.fertility' }],
  },
  {
    activation: 'source.rank > 0',
    scope: { include: 'target == source.planet' },
    effects: [{ meter: 'limit', add: 'target.system.colour == red ? 3 : 1' }],
  },
];
const program = contentWith({ classes: { mine: { kind: 'building', groups: [...groups] } } });

/** Worlds in which the phase is put back already, with a planet in a system and two mines on it. */
function settled(prepare: (world: World) => void = () => {}): Twins {
  const worlds = twins((options) => {
    const world = createWorld(program, options);
    const system = world.spawn({ kind: 'system', name: 'Sol', place: { x: 0, y: 0 } });
    const planet = world.spawn({ kind: 'planet', name: 'Terra', place: { in: system } });
    for (const rank of [1, 2]) world.spawn({ class: 'mine', place: { in: planet }, values: { rank } });
    prepare(world);
    return world;
  });
  return worlds;
}

const find = (world: World, name: string): number => world.find(name) ?? 0;

function putBack({ compiled }: Twins, turns: number): void {
  const before = inspect(compiled).executor.paths.putBack;
  compiled.run(turns);
  expect(inspect(compiled).executor.paths.putBack).toBe(before + turns);
}

function lockstep(worlds: Twins, turns: number): void {
  for (let i = 0; i < turns; i++) expect(turn(worlds)).toBe(true);
}

describe('what is kept of a turn', () => {
  test('is put back as long as nothing changes', () => {
    const worlds = settled();
    lockstep(worlds, 4);
    putBack(worlds, 3);
    expect(worlds.compiled.get(find(worlds.compiled, 'Terra'), 'limit')).toBe(1 + 2 + 2 * 1 + 2 * 1);
  });

  test.each<[string, (world: World) => void]>([
    [
      'a cell is set',
      (world) => {
        world.set(find(world, 'Terra'), 'fertility', 4);
      },
    ],
    [
      'a word is set far up',
      (world) => {
        world.set(find(world, 'Sol'), 'colour', 'red');
      },
    ],
    [
      'a cell is written past all calls',
      (world) => {
        (world.ecs().columns.get('fertility') ?? { value: [] }).value[world.describe(find(world, 'Terra')).id] = 5;
        world.ecs().changed('fertility');
      },
    ],
    [
      'a source is made',
      (world) => {
        world.spawn({ class: 'mine', place: { in: find(world, 'Terra') } });
      },
    ],
    [
      'a source goes',
      (world) => {
        world.destroy(world.query({ class: 'mine' })[0]);
      },
    ],
    [
      'a source moves',
      (world) => {
        const other = world.spawn({ kind: 'planet', name: 'Luna', place: { in: find(world, 'Sol') } });
        world.move(world.query({ class: 'mine' })[0], { in: other });
      },
    ],
    [
      'a target moves',
      (world) => {
        world.move(find(world, 'Terra'), {
          in: world.spawn({ kind: 'system', place: { x: 1, y: 0 }, values: { colour: 'red' } }),
        });
      },
    ],
    [
      'a target is made',
      (world) => {
        world.spawn({ kind: 'planet' });
      },
    ],
    [
      'what was written is written by the host',
      (world) => {
        world.set(find(world, 'Terra'), 'limit', 77);
      },
    ],
  ])('is no longer so when %s, between turns and in one', (_, change) => {
    const worlds = settled();
    lockstep(worlds, 4);
    both(worlds, change);
    lockstep(worlds, 4);
    for (const phase of ['reset', 'meters', 'clamp', 'host']) {
      const inTurn = settled((world) => {
        world.addSystem({
          name: 'host',
          phase,
          run: (now) => {
            if (now.turn === 4) change(now);
          },
        });
      });
      lockstep(inTurn, 9);
      expect(
        inspect(inTurn.compiled).executor.paths.putBack + inspect(inTurn.compiled).executor.paths.reused,
        phase,
      ).toBeGreaterThan(2);
    }
  });

  test('notices columns that a host has kept in hand', () => {
    const worlds = settled();
    const hands = [worlds.compiled, worlds.reference].map((world) => world.ecs().columns.get('fertility'));
    lockstep(worlds, 3);
    for (const value of [3, 8]) {
      const { id } = worlds.compiled.describe(find(worlds.compiled, 'Terra'));
      for (const hand of hands) if (hand !== undefined) hand.value[id] = value;
      for (const world of [worlds.compiled, worlds.reference]) world.ecs().changed('fertility');
      lockstep(worlds, 3);
      expect(worlds.compiled.get(find(worlds.compiled, 'Terra'), 'limit')).toBe(3 + 2 * value + 2);
    }
  });

  test('does not outlive a restore', () => {
    const worlds = settled();
    lockstep(worlds, 1);
    const early = worlds.compiled.snapshot();
    lockstep(worlds, 3);
    both(worlds, (world) => {
      world.set(find(world, 'Terra'), 'fertility', 4);
    });
    lockstep(worlds, 4);
    both(worlds, (world) => {
      world.restore(early);
    });
    lockstep(worlds, 4);
    putBack(worlds, 1);
  });
});
