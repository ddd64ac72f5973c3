import { expect, it } from 'vitest';
import { createWorld } from '../../src/world.js';
import { handSheet, int, sum } from '../support/hand-sheet.js';
import { longTest } from '../support/heavy.js';

const program = handSheet({
  sheet: ['x', 'after'],
  item: ['y'],
  part: ['z'],
  classes: { banner: 'item', rock: 'item', gem: 'part' },
  modifiers: (read) => [
    { by: 'banner', of: 'x', do: 'add', amount: int(5) },
    { by: 'sheet', of: 'after', amount: sum(read('x'), int(1)) },
    { by: 'gem', of: 'y', do: 'add', amount: sum(read('x'), int(1)) },
    { by: 'banner', of: 'y', do: 'add', amount: int(100), others: 'item' },
  ],
});

it.each(['reference', 'compiled'] as const)(
  'what is born, granted, moved and lost in one change is in force (%s)',
  (executor) => {
    const world = createWorld(program, { executor });
    const sheet = world.spawn({ kind: 'sheet' });
    const old = world.spawn({ class: 'gem' });
    let [banner, rock] = [0, 0];
    world.variables.change(() => {
      rock = world.spawn({ class: 'rock', place: { in: sheet } });
      world.spawn({ class: 'gem', place: { in: rock } });
      banner = world.spawn({ class: 'banner', place: { in: sheet }, granted: false });
      world.variables.grant(banner);
    });
    expect([world.get(sheet, 'after'), world.get(rock, 'y'), world.get(banner, 'y')]).toEqual([6, 106, 100]);
    world.variables.change(() => {
      const other = world.spawn({ class: 'rock', place: { in: sheet } });
      world.move(old, { in: other });
      world.destroy(banner);
      banner = world.spawn({ class: 'rock', place: { in: sheet } });
      rock = other;
    });
    expect([world.get(sheet, 'after'), world.get(rock, 'y'), world.get(banner, 'y')]).toEqual([1, 1, 0]);
  },
);

longTest(
  'making many objects, one at a time, does not look at all of them each time',
  () => {
    const world = createWorld(program, { reserve: { objects: 40_001 } });
    for (let i = 0; i < 40_000; i++) world.spawn({ kind: 'sheet' });
    expect(world.size).toBe(40_000);
  },
  20_000,
);
