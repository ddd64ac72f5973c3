import { describe, expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';
import { turn, twins } from '../../support/twin-worlds.js';

/**
 * Planets that go to their goals while a condition holds of objects of another kind, which belong to whoever has a
 * planet in them. In an activation these have the slot that targets have in a scope.
 */
function movers(effects: readonly object[]) {
  const program = defineContent({
    properties: { goal: { type: 'reference' }, moves: { type: 'number', default: 0 } },
    kinds: {
      empire: { faction: true },
      system: { node: true, ownership: { through: 'planet' } },
      planet: { attachesTo: ['system'], ownership: 'stored', properties: ['goal', 'moves'] },
    },
    classes: {
      mover: {
        kind: 'planet',
        groups: [
          {
            name: 'go',
            activation: 'objects().filter(o, o.kind == system && o.owner == source.owner).count() < 2',
            scope: { include: 'target == source' },
            effects: [...effects] as never,
          },
        ],
      },
    },
  });
  return twins((options) => {
    const world = createWorld(program, options);
    const empire = world.spawn({ kind: 'empire' });
    const systems = [0, 1, 2].map((x) => world.spawn({ kind: 'system', place: { x, y: 0 } }));
    for (const goal of systems.slice(1))
      world.spawn({ class: 'mover', owner: empire, place: { in: systems[0] }, values: { goal } });
    return world;
  });
}

describe('what an activation says of objects of other kinds than targets', () => {
  test.each([
    ['one move', [{ move: 'source.goal' }]],
    ['a move and a write', [{ move: 'source.goal' }, { property: 'moves', add: 1 }]],
  ])('is asked again when %s has changed it', (_, effects) => {
    const worlds = movers(effects);
    expect(turn(worlds)).toBe(true);
    // The second planet sees that the first one has taken another system.
    const first = worlds.compiled.query({ kind: 'system' })[0];
    expect(
      worlds.compiled.query({ kind: 'planet' }).filter((planet) => worlds.compiled.describe(planet).parent === first),
    ).toHaveLength(1);
  });
});
