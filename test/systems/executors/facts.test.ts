import { inspect } from '../../../src/world/inspect.js';
import { describe, expect, test } from 'vitest';
import type { GroupSource } from '../../../src/content/native/schema.js';
import type { World } from '../../../src/world/api.js';
import { createWorld } from '../../../src/world.js';
import { contentWith } from '../../support/content.js';
import { type Twins, both, turn, twins } from '../../support/twin-worlds.js';
import { heavy, longTest } from '../../support/heavy.js';

/**
 * One condition for each sort of thing that a host can change; each leaves a decimal place of its own in a meter that
 * every turn makes again.
 */
const conditions = [
  'jumps(target, source) <= 1',
  'distance(target, source) < 2',
  'ownedBy(target, source)',
  'sees(source, target)',
  "related(target, source, 'war')",
  "affiliation(target, role('rival'), 'enemies-inclusive')",
  'target.system == source.system',
  'attached(target, building).exists(v0, v0.rank > source.rank)',
  'target == source.planet && available(source, farm)',
  "affiliation(target.system, source, 'empire-exclusive')",
  'target == source.goal',
];
const groups = conditions.map(
  (condition, i): GroupSource => ({
    scope: { include: `target.kind == planet && ${condition}` },
    effects: [{ meter: 'limit', add: String(10 ** i) }],
  }),
);
const program = contentWith({ sections: { relations: { war: {} } }, classes: { mine: { kind: 'building', groups } } });

/** Three systems in a row with two planets and two mines each, of three empires. */
function row(factions: number): Twins {
  return twins(
    (options) => {
      const world = createWorld(program, options);
      const empires = ['Terra', 'Vega', 'Rigel'].map((name) => world.spawn({ kind: 'empire', name }));
      const systems = [0, 1, 2].map((i) =>
        world.spawn({ kind: 'system', name: `system ${i}`, place: { x: 3 * i, y: 0 } }),
      );
      world.relations.connect(systems[0], systems[1]);
      systems.forEach((system, i) => {
        for (const part of ['a', 'b']) {
          const planet = world.spawn({
            kind: 'planet',
            name: `planet ${i}${part}`,
            owner: empires[i],
            place: { in: system },
          });
          world.spawn({
            class: 'mine',
            name: `mine ${i}${part}`,
            owner: empires[i],
            place: { in: planet },
            values: { rank: i },
          });
        }
      });
      world.relations.setRole('rival', empires[0]);
      return world;
    },
    { reserve: { factions } },
  );
}

const find = (world: World, name: string): number => world.find(name) ?? 0;
const limits = ({ compiled }: Twins): readonly unknown[] =>
  compiled.query({ kind: 'planet' }).map((planet) => compiled.get(planet, 'limit'));

const changes: Readonly<Record<string, (world: World) => void>> = {
  connect: (world) => {
    world.relations.connect(find(world, 'system 1'), find(world, 'system 2'));
  },
  disconnect: (world) => {
    world.relations.disconnect(find(world, 'system 0'), find(world, 'system 1'));
  },
  'move of a node': (world) => {
    world.move(find(world, 'system 2'), { x: 4.5, y: 0 });
  },
  'move of a planet': (world) => {
    world.move(find(world, 'planet 2a'), { in: find(world, 'system 0') });
  },
  'move of a mine': (world) => {
    world.move(find(world, 'mine 2a'), { in: find(world, 'planet 0a') });
  },
  'setOwner of a planet': (world) => {
    world.setOwner(find(world, 'planet 1a'), find(world, 'Rigel'));
  },
  'setOwner of a mine': (world) => {
    world.setOwner(find(world, 'mine 1a'), find(world, 'Rigel'));
  },
  setVisible: (world) => {
    world.relations.setVisible(find(world, 'Vega'), find(world, 'planet 0a'), true);
  },
  setVisibleTo: (world) => {
    world.relations.setVisibleTo(find(world, 'planet 0b'), [find(world, 'Rigel')]);
  },
  setRelated: (world) => {
    world.relations.setRelated('war', find(world, 'Terra'), find(world, 'Vega'), true);
  },
  setRole: (world) => {
    world.relations.setRole('rival', find(world, 'Vega'));
  },
  setAvailable: (world) => {
    world.relations.setAvailable(find(world, 'Terra'), 'farm', true);
  },
  'set of a number': (world) => {
    world.set(find(world, 'mine 0b'), 'rank', 9);
  },
  'set of a reference': (world) => {
    world.set(find(world, 'mine 0b'), 'goal', find(world, 'planet 2b'));
  },
  'spawn of a mine': (world) => {
    world.spawn({ class: 'mine', owner: find(world, 'Vega'), place: { in: find(world, 'planet 0a') } });
  },
  'destroy of a mine': (world) => {
    world.destroy(find(world, 'mine 1b'));
  },
  'destroy of a node': (world) => {
    world.destroy(find(world, 'system 1'));
  },
  'destroy of an empire': (world) => {
    world.destroy(find(world, 'Vega'));
  },
};

longTest('forty empires are told apart, also those whose numbers share a bit', () => {
  const worlds = twins(
    (options) => {
      const world = createWorld(program, options);
      const system = world.spawn({ kind: 'system', place: { x: 0, y: 0 } });
      for (let i = 0; i < 40; i++) {
        const owner = world.spawn({ kind: 'empire' });
        const planet = world.spawn({ kind: 'planet', owner, place: { in: system } });
        for (let j = 0; j < 2; j++)
          world.spawn({ class: 'mine', owner, place: { in: planet }, values: { rank: i % 3 } });
      }
      const empires = world.query({ kind: 'empire' });
      empires.forEach((empire, i) => {
        world.relations.setVisible(empire, world.query({ kind: 'planet' })[(3 * i) % 40], true);
        world.relations.setRelated('war', empire, empires[(i + 1) % 40], true);
      });
      return world;
    },
    { reserve: { factions: 40 } },
  );
  for (let i = 0; i < 3; i++) expect(turn(worlds)).toBe(true);
  expect(inspect(worlds.compiled).executor.paths.together).toBeGreaterThan(20);
});

// More than 31 factions are reckoned with in other ways.
describe.each([64, 31].slice(0, heavy(1, 2)))('with room for %i factions', (factions) => {
  test.each(Object.keys(changes))('%s is noticed by what was kept, between turns and in one', (name) => {
    const between = row(factions);
    for (let i = 0; i < 4; i++) turn(between);
    const before = limits(between);
    expect(inspect(between.compiled).executor.paths.putBack).toBeGreaterThan(0);
    both(between, changes[name]);
    turn(between);
    expect(limits(between)).not.toEqual(before);
    for (let i = 0; i < 3; i++) turn(between);
    for (const phase of factions > 31 ? ['reset', 'host'] : ['host']) {
      const within = row(factions);
      both(within, (world) => {
        world.addSystem({
          name: 'host',
          phase,
          run: (now) => {
            if (now.turn === 4) changes[name](now);
          },
        });
      });
      for (let i = 0; i < 8; i++) expect(turn(within)).toBe(true);
      expect(limits(within)).toEqual(limits(between));
    }
  });
});
