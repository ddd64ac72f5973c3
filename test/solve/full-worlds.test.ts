import { describe, expect, it } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { handSheet, int, sum } from '../support/hand-sheet.js';

describe.each(['reference', 'compiled'] as const)('a change in which a world becomes too small (%s)', (executor) => {
  const program = handSheet({
    sheet: ['x', 'after'],
    classes: { banner: 'item', rock: 'item' },
    modifiers: (read) => [
      { by: 'banner', of: 'x', amount: int(5) },
      { by: 'sheet', of: 'after', amount: sum(read('x'), int(1)) },
    ],
  });
  const changed = (change: (world: World, banner: number, rock: number) => void): unknown[] => {
    const world = createWorld(program, { reserve: { objects: 8 }, executor });
    const sheet = world.spawn({ kind: 'sheet' });
    const [banner, rock] = ['banner', 'rock'].map((name) => world.spawn({ class: name, place: { in: sheet } }));
    world.variables.change(() => {
      change(world, banner, rock);
      for (let i = 0; i < 20; i++) world.spawn({ class: 'rock', place: { in: sheet } });
    });
    return [
      ...['x', 'after'].map((name) => world.get(sheet, name)),
      ...world.variables.lastChange.changed.map(({ variable }) => variable),
    ];
  };

  it('takes back what an object did that is gone', () => {
    expect(
      changed((world, banner) => {
        world.destroy(banner);
      }),
    ).toEqual([0, 1, 'x', 'after']);
  });

  it('takes back what a revoked object did, when another one is gone', () => {
    expect(
      changed((world, banner, rock) => {
        world.variables.revoke(banner);
        world.destroy(rock);
      }),
    ).toEqual([0, 1, 'x', 'after']);
  });
});

describe.each(['reference', 'compiled'] as const)('cells that move within a change (%s)', (executor) => {
  const content = defineContent({
    properties: { friend: { type: 'reference' } },
    variables: { pull: { input: true, default: 1 }, mirror: {} },
    kinds: {
      hero: {
        properties: ['friend'],
        variables: ['pull', 'mirror'],
        modifiers: [{ variable: 'mirror', add: 'self.friend.pull' }],
      },
    },
  });

  it('are read by another object that is named in it', () => {
    const world = createWorld(content, { reserve: { objects: 4 }, executor });
    const [hero, other] = [world.spawn({ kind: 'hero' }), world.spawn({ kind: 'hero' })];
    world.set(other, 'pull', 7);
    world.variables.change(() => {
      world.set(hero, 'friend', other);
      for (let i = 0; i < 20; i++) world.spawn({ kind: 'hero' });
    });
    expect(world.get(hero, 'mirror')).toBe(7);
  });

  it('keep what hosts have written, when they take the place of what is gone', () => {
    const world = createWorld(content, { reserve: { objects: 100, cells: 8 }, executor });
    const [first, second, hero] = [0, 1, 2].map(() => world.spawn({ kind: 'hero' }));
    world.set(hero, 'pull', 7);
    world.destroy(first);
    world.variables.change(() => {
      world.set(hero, 'friend', second);
      for (let i = 0; i < 2; i++) world.spawn({ kind: 'hero' });
    });
    expect([world.get(hero, 'pull'), world.get(hero, 'mirror')]).toEqual([7, 1]);
  });
});
