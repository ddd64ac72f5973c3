import { describe, expect, it } from 'vitest';
import type { Handle, World } from '../../src/world/api.js';
import { createWorld, loadWorld } from '../../src/world.js';
import { handSheet, int, sum } from '../support/hand-sheet.js';
import { heavy, longTest } from '../support/heavy.js';

const write = (world: World, object: Handle, name: string, value: number): void => {
  world.set(object, name, { type: 'numeric', value, whole: true });
};
const valueOf = (world: World, object: Handle, name: string): number => {
  const value = world.variables.typed(object, name);
  return value.type === 'numeric' ? value.value : NaN;
};

/** An input that feeds a ladder of diamonds. */
function ladder(rungs: number): World {
  const names = ['=in', 'a0', ...Array.from({ length: rungs }, (_, i) => [`b${i}`, `c${i}`, `a${i + 1}`]).flat()];
  return createWorld(
    handSheet({
      sheet: names,
      modifiers: (read) => [
        { by: 'sheet', of: 'a0', amount: read('in') },
        ...Array.from({ length: rungs }, (_, i) => [
          { by: 'sheet', of: `b${i}`, amount: read(`a${i}`) },
          { by: 'sheet', of: `c${i}`, amount: read(`a${i}`) },
          { by: 'sheet', of: `a${i + 1}`, amount: sum(read(`b${i}`), read(`c${i}`)) },
        ]).flat(),
      ],
    }),
  );
}

describe('a change', () => {
  it('solves each variable once, however many ways lead to it', () => {
    const world = ladder(16);
    const sheet = world.spawn({ kind: 'sheet' });
    write(world, sheet, 'in', 1);
    expect(world.variables.lastChange.solves).toBe(49);
    expect(valueOf(world, sheet, 'a16')).toBe(65_536);
    const { changed } = world.variables.lastChange;
    expect(changed).toHaveLength(49);
    const place = (name: string): number => changed.findIndex(({ variable }) => variable === name);
    for (let i = 0; i < 16; i++) {
      expect(place(`b${i}`)).toBeGreaterThan(place(`a${i}`));
      expect(place(`a${i + 1}`)).toBeGreaterThan(Math.max(place(`b${i}`), place(`c${i}`)));
    }
  });

  it('that writes what is there solves nothing', () => {
    const world = ladder(2);
    const sheet = world.spawn({ kind: 'sheet' });
    write(world, sheet, 'in', 3);
    write(world, sheet, 'in', 3);
    expect(world.variables.lastChange).toEqual({ solves: 0, changed: [] });
  });

  it('ends where a value stays', () => {
    const world = createWorld(
      handSheet({
        sheet: ['=in', 'capped', 'after'],
        modifiers: (read) => [
          { by: 'sheet', of: 'capped', amount: read('in') },
          { by: 'sheet', of: 'capped', do: 'minimum', amount: int(5) },
          { by: 'sheet', of: 'after', amount: read('capped') },
        ],
      }),
    );
    const sheet = world.spawn({ kind: 'sheet' });
    write(world, sheet, 'in', 6);
    write(world, sheet, 'in', 7);
    expect(world.variables.lastChange).toEqual({ solves: 1, changed: [] });
  });

  it('of several parts is one', () => {
    const world = createWorld(
      handSheet({
        sheet: ['=a', '=b', 'both'],
        modifiers: (read) => [{ by: 'sheet', of: 'both', amount: sum(read('a'), read('b')) }],
      }),
    );
    const sheet = world.spawn({ kind: 'sheet' });
    world.variables.change(() => {
      write(world, sheet, 'a', 1);
      write(world, sheet, 'b', 2);
    });
    expect(world.variables.lastChange.solves).toBe(1);
    expect(valueOf(world, sheet, 'both')).toBe(3);
  });

  it('that throws half way changes nothing', () => {
    const world = ladder(3);
    const sheet = world.spawn({ kind: 'sheet' });
    write(world, sheet, 'in', 2);
    const before = world.hash();
    expect(() => {
      world.variables.change(() => {
        write(world, sheet, 'in', 9);
        world.variables.revoke(sheet);
        throw new Error('enough');
      });
    }).toThrow('enough');
    expect(world.hash()).toBe(before);
    expect(valueOf(world, sheet, 'a3')).toBe(16);
    write(world, sheet, 'in', 3);
    expect(valueOf(world, sheet, 'a3')).toBe(24);
  });
});

describe('modifiers that come and go', () => {
  const program = handSheet({
    sheet: ['total'],
    item: ['weight'],
    classes: { first: 'item', second: 'item', banner: 'item' },
    modifiers: (read) => [
      { by: 'first', of: 'total', amount: int(1) },
      { by: 'second', of: 'total', amount: int(2) },
      { by: 'banner', of: 'weight', do: 'add', amount: int(10), others: 'item' },
      { by: 'item', of: 'weight', do: 'add', amount: int(1) },
      { by: 'item', of: 'total', do: 'add', amount: read('weight'), priority: 1 },
    ],
  });

  it('apply by when their carrier was first granted, where priorities are equal', () => {
    const world = createWorld(program);
    const sheet = world.spawn({ kind: 'sheet' });
    const place = { in: sheet };
    const first = world.spawn({ class: 'first', place, granted: false });
    const second = world.spawn({ class: 'second', place, granted: false });
    world.variables.grant(second);
    world.variables.grant(first);
    expect(valueOf(world, sheet, 'total')).toBe(1 + 2);
    world.variables.revoke(second);
    world.variables.grant(second);
    expect(valueOf(world, sheet, 'total')).toBe(1 + 2);
    world.variables.revoke(first);
    expect(valueOf(world, sheet, 'total')).toBe(2 + 1);
  });

  it('reach all others that are granted, the carrier among them, once each', () => {
    const world = createWorld(program);
    const [sheet, other] = [world.spawn({ kind: 'sheet' }), world.spawn({ kind: 'sheet' })];
    const items = Array.from({ length: 3 }, () => world.spawn({ kind: 'item', place: { in: sheet } }));
    const stranger = world.spawn({ kind: 'item', place: { in: other } });
    const banner = world.spawn({ class: 'banner', place: { in: sheet } });
    for (const item of [...items, banner]) expect(valueOf(world, item, 'weight')).toBe(11);
    expect(valueOf(world, stranger, 'weight')).toBe(1);
    world.variables.revoke(items[0]);
    expect(valueOf(world, items[0], 'weight')).toBe(0);
    expect(valueOf(world, sheet, 'total')).toBe(33);
    world.destroy(banner);
    expect(valueOf(world, sheet, 'total')).toBe(2);
    world.move(items[1], { in: other });
    expect([valueOf(world, sheet, 'total'), valueOf(world, other, 'total')]).toEqual([1, 2]);
  });

  it('are as they were after restore, fork and load', () => {
    const world = createWorld(program);
    const sheet = world.spawn({ kind: 'sheet' });
    const banner = world.spawn({ class: 'banner', place: { in: sheet } });
    world.spawn({ class: 'first', place: { in: sheet } });
    const [before, snapshot, bytes, twin] = [world.hash(), world.snapshot(), world.save(), world.fork()];
    world.variables.revoke(banner);
    expect(world.hash()).not.toBe(before);
    world.restore(snapshot);
    for (const each of [world, twin, loadWorld(program, bytes)]) {
      expect(each.hash()).toBe(before);
      each.variables.revoke(banner);
      expect(valueOf(each, sheet, 'total')).toBe(2);
      expect(each.explain(sheet, 'total').steps.map(({ rule }) => rule)).toEqual(['first/0', 'item/4']);
    }
  });
});

describe('a loop', () => {
  const program = handSheet({
    sheet: ['x', 'y', 'after'],
    classes: { forth: 'item', back: 'item' },
    modifiers: (read) => [
      { by: 'forth', of: 'y', amount: sum(read('x'), int(1)) },
      { by: 'back', of: 'x', amount: read('y') },
      { by: 'sheet', of: 'after', amount: read('y') },
    ],
  });

  it.each(['grant', 'spawn', 'change'] as const)(
    'that a %s would close is refused and named, and everything stays',
    (way) => {
      const world = createWorld(program);
      const sheet = world.spawn({ kind: 'sheet' });
      world.spawn({ class: 'forth', place: { in: sheet } });
      const back = way === 'spawn' ? 0 : world.spawn({ class: 'back', place: { in: sheet }, granted: false });
      const before = world.hash();
      const close = {
        grant: () => {
          world.variables.grant(back);
        },
        spawn: () => {
          world.spawn({ class: 'back', place: { in: sheet } });
        },
        change: () => {
          world.variables.change(() => {
            world.variables.grant(back);
          });
        },
      }[way];
      expect(close).toThrow(/variables depend on themselves: (x → y → x|y → x → y)/);
      expect(world.hash()).toBe(before);
      expect(valueOf(world, sheet, 'after')).toBe(1);
      // It works on, and is refused again.
      expect(close).toThrow('depend on themselves');
      const other = world.spawn({ kind: 'sheet' });
      world.spawn({ class: 'back', place: { in: other } });
      expect(valueOf(world, other, 'x')).toBe(0);
    },
  );

  it('of siblings is none', () => {
    const items = createWorld(
      handSheet({
        item: ['x', 'y'],
        classes: { forth: 'item', back: 'item' },
        modifiers: (read) => [
          { by: 'forth', of: 'y', amount: sum(read('x'), int(1)) },
          { by: 'back', of: 'x', amount: sum(read('y'), int(1)) },
        ],
      }),
    );
    const sheet = items.spawn({ kind: 'sheet' });
    const [forth, back] = ['forth', 'back'].map((name) => items.spawn({ class: name, place: { in: sheet } }));
    expect([valueOf(items, forth, 'y'), valueOf(items, back, 'x')]).toEqual([1, 1]);
  });
});

longTest('a very long chain is solved without recursion, in whatever order it was declared', () => {
  const length = heavy(20_000, 100_000);
  const names = Array.from({ length }, (_, i) => `v${String((i * 7_919) % length)}`);
  const program = handSheet({ sheet: ['=in', ...names], modifiers: () => [] });
  const index = new Map(program.model.variables.map((variable) => [variable.name, variable.index]));
  const { modifiers } = handSheet({
    sheet: ['=in', 'v0', 'v1'],
    modifiers: (read) => [
      { by: 'sheet', of: 'v0', amount: read('in') },
      { by: 'sheet', of: 'v1', amount: sum(read('v0'), int(1)) },
    ],
  }).rules;
  const [first, link] = modifiers;
  const rewire = (i: number) => {
    const [add] = [link.amount];
    const [read, one] = add.args;
    return {
      ...link,
      index: i,
      variable: index.get(`v${String(i)}`) ?? 0,
      amount: {
        ...add,
        args: [{ ...read, data: { ...(read.data as object), variable: index.get(`v${String(i - 1)}`) } }, one],
      },
    };
  };
  const all = [
    { ...first, variable: index.get('v0') ?? 0 },
    ...Array.from({ length: length - 1 }, (_, i) => rewire(i + 1)),
  ];
  const world = createWorld({ ...program, rules: { ...program.rules, modifiers: all } });
  const sheet = world.spawn({ kind: 'sheet' });
  write(world, sheet, 'in', 5);
  expect(world.variables.lastChange.solves).toBe(length);
  expect(valueOf(world, sheet, `v${String(length - 1)}`)).toBe(5 + length - 1);
});

longTest('a variable whose formulas come and go in every combination stays right, and leaves nothing after', () => {
  const classes = Object.fromEntries(Array.from({ length: 18 }, (_, i) => [`feat${i}`, 'item' as const]));
  // Each formula has another shape.
  const world = createWorld(
    handSheet({
      sheet: ['=in', 'total'],
      classes,
      modifiers: (read) =>
        Object.keys(classes).map((name, i) => ({
          by: name,
          of: 'total',
          do: 'add' as const,
          amount: sum(...Array.from({ length: i + 1 }, () => read('in'))),
        })),
    }),
  );
  const sheet = world.spawn({ kind: 'sheet' });
  const feats = Object.keys(classes).map((name) => world.spawn({ class: name, place: { in: sheet }, granted: false }));
  write(world, sheet, 'in', 1);
  for (let step = 1; step < heavy(5_001, 20_000); step++) {
    // Counting in Gray code toggles one at a time and comes through all combinations.
    const bit = 31 - Math.clz32(step & -step);
    const gray = step ^ (step >> 1);
    if (((gray >> bit) & 1) === 1) world.variables.grant(feats[bit]);
    else world.variables.revoke(feats[bit]);
    if (step % 1_000 !== 0) continue;
    let expected = 0;
    for (let i = 0; i < feats.length; i++) expected += ((gray >> i) & 1) * (i + 1);
    expect(valueOf(world, sheet, 'total')).toBe(expected);
  }
});

it('a fixed world without room for the variables of another object says so; others grow', () => {
  const program = handSheet({ sheet: ['a', 'b', 'c'], modifiers: () => [{ by: 'sheet', of: 'a', amount: int(7) }] });
  const fixed = createWorld(program, { fixed: true, reserve: { cells: 7 } });
  const first = fixed.spawn({ kind: 'sheet' });
  fixed.spawn({ kind: 'sheet' });
  expect(() => fixed.spawn({ kind: 'sheet' })).toThrow('all 7 cells are taken; reserve more cells');
  // The room of what is gone is used again.
  fixed.destroy(first);
  const third = fixed.spawn({ kind: 'sheet' });
  expect(valueOf(fixed, third, 'a')).toBe(7);
  const growing = createWorld(program, { reserve: { cells: 7 } });
  const sheets = Array.from({ length: 50 }, () => growing.spawn({ kind: 'sheet' }));
  expect(sheets.map((sheet) => valueOf(growing, sheet, 'a'))).toEqual(sheets.map(() => 7));
});
