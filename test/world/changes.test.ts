import { expect, it } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { handSheet, int } from '../support/hand-sheet.js';

const program = handSheet({
  sheet: ['x'],
  classes: { banner: 'item' },
  modifiers: () => [{ by: 'banner', of: 'x', amount: int(5) }],
});

// What they would keep or begin with is a state whose variables are not solved yet.
const torn: Readonly<Record<string, (world: World) => void>> = {
  snapshot: (world) => {
    world.snapshot();
  },
  fork: (world) => {
    world.fork();
  },
  save: (world) => {
    world.save();
  },
  run: (world) => {
    world.run(1);
  },
  step: (world) => {
    world.step();
  },
};

it.each(Object.entries(torn))('%s is refused within a change, which is undone', (what, call) => {
  const world = createWorld(program);
  const sheet = world.spawn({ kind: 'sheet' });
  const banner = world.spawn({ class: 'banner', place: { in: sheet }, granted: false });
  const before = world.hash();
  expect(() => {
    world.variables.change(() => {
      world.variables.grant(banner);
      call(world);
    });
  }).toThrow(`${what} was called within change(…); call it before or after that`);
  expect(world.hash()).toBe(before);
  call(world);
  world.variables.change(() => {
    world.variables.grant(banner);
  });
  expect(world.get(sheet, 'x')).toBe(5);
});

it('a role that would close a loop is not bound, and the world goes on', () => {
  const content = defineContent({
    roles: ['rival'],
    variables: { a: {}, b: {} },
    kinds: {
      hero: {
        variables: ['a', 'b'],
        modifiers: [
          { variable: 'a', add: 'role("rival").b + 1' },
          { variable: 'b', set: 'self.a' },
        ],
      },
    },
  });
  const world = createWorld(content);
  const [hero, other] = [world.spawn({ kind: 'hero' }), world.spawn({ kind: 'hero' })];
  const before = world.hash();
  expect(() => {
    world.relations.setRole('rival', hero);
  }).toThrow('depend on themselves');
  expect(world.hash()).toBe(before);
  expect([world.get(hero, 'a'), world.get(other, 'b')]).toEqual([1, 1]);
  world.run(1);
});
