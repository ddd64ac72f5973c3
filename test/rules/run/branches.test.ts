import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { draw } from '../../../src/eval/ops/draws.js';
import type { Effect } from '../../../src/ir/rule.js';
import { absences, boolean, giving, number, source, target } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  any,
  branch,
  columnIndex,
  is,
  not,
  of,
  onePass,
  plus,
  ranked,
  sign,
  write,
} from './hand-rules.js';

/** Colonies with the ranks 1 to 4; the first has the rule. */
const four = ({ add }: Maker): void => {
  add('colony', { rank: 1 });
  for (const rank of [2, 3, 4]) add('planet', { rank });
};
const isHigh = is(of(target, 'rank'), '>', 2);

function signed(...effects: readonly Effect[]): readonly number[] {
  return onePass([{ include: [ranked], effects }], four).values('trail', 1, 2, 3, 4);
}

test('those of whom a condition is true get some effects, the rest others', () => {
  expect(signed(branch(isHigh, [sign(1)], [sign(2)]))).toEqual([2, 2, 1, 1]);
  expect(signed(branch(isHigh, [sign(1)]))).toEqual([0, 0, 1, 1]);
  expect(signed(branch(isHigh, [], [sign(2)]))).toEqual([2, 2, 0, 0]);
  expect(signed(branch(boolean(true), [sign(1)], [sign(2)]), branch(boolean(false), [sign(3)], [sign(4)]))).toEqual([
    14, 14, 14, 14,
  ]);
});

test.each(absences)('a condition that is %s is false', (_, absent) => {
  expect(signed(branch(giving(absent, 'boolean'), [sign(1)], [sign(2)]))).toEqual([2, 2, 2, 2]);
  expect(signed(branch(not(giving(absent, 'boolean')), [sign(1)], [sign(2)]))).toEqual([2, 2, 2, 2]);
});

test('all are asked when it is their turn, before either list fires', () => {
  // What comes before it is seen; what its own effects write is not.
  expect(signed(write('rank', 'add', 1), branch(isHigh, [sign(1)], [sign(2)]))).toEqual([2, 1, 1, 1]);
  expect(signed(branch(isHigh, [write('rank', 'set', 0), sign(1)], [write('rank', 'set', 9), sign(2)]))).toEqual([
    2, 2, 1, 1,
  ]);
  // Also not what is written to others.
  const holder = of(target, 'goal');
  const { values } = onePass(
    [{ include: [ranked], effects: [branch(isHigh, [write('rank', 'set', 0, { holder }), sign(1)], [sign(2)])] }],
    ({ add, set }) => {
      for (const rank of [3, 3]) add('colony', { rank });
      set(1, { goal: 2 });
      set(2, { goal: 1 });
    },
  );
  // The first source leaves both without a rank, so the second has them in the other list.
  expect(values('trail', 1, 2)).toEqual([12, 12]);
});

test('the first list fires wholly, effect by effect, before the second', () => {
  // Each of the first list adds to the cell of the first object; so does each of the second.
  const holder = source;
  const mark = (digit: number): Effect => sign(digit, { holder });
  const { values, outcome } = onePass(
    [{ include: [ranked], effects: [branch(isHigh, [mark(1), mark(2)], [mark(3), mark(4)]), mark(5)] }],
    four,
  );
  expect(values('trail', 1)).toEqual([112233445555]);
  expect(outcome.fired).toBe(12);
});

test('one in another', () => {
  const isOdd = any(is(of(target, 'rank'), '==', 1), is(of(target, 'rank'), '==', 3));
  expect(
    signed(
      branch(isHigh, [branch(isOdd, [sign(1)], [sign(2)]), sign(3)], [sign(4), branch(isOdd, [], [sign(5)])]),
      sign(6),
    ),
  ).toEqual([46, 456, 136, 236]);
  expect(signed(branch(isHigh, [branch(isHigh, [branch(isOdd, [sign(1)])])]))).toEqual([0, 0, 1, 0]);
});

describe('effects inside on others than targets', () => {
  /** Empires 1 and 2 own the planets 3 to 5; planet 3 carries the rule. */
  const owned = ({ add }: Maker): void => {
    for (let i = 0; i < 2; i++) add('empire');
    [1, 1, 2].forEach((owner, i) => add(i === 0 ? 'colony' : 'planet', { rank: i + 1 }, { owner }));
  };
  const hasRank = is(of(target, 'rank'), '>', 1);
  const inPlanets = is(of(target, 'stock'), '>=', 0);

  test('land on the source once in each list', () => {
    const { values, outcome } = onePass(
      [
        {
          include: [inPlanets],
          effects: [branch(hasRank, [sign(1, { recipient: 'source' }), sign(2)], [sign(3, { recipient: 'source' })])],
        },
      ],
      owned,
    );
    expect(values('trail', 3, 4, 5)).toEqual([13, 2, 2]);
    expect(outcome.fired).toBe(4);
  });

  test('land on the source only in a list that has objects', () => {
    const rich = is(of(target, 'rank'), '>', 9);
    const { values, outcome } = onePass(
      [
        {
          include: [inPlanets],
          effects: [branch(rich, [sign(1, { recipient: 'source' })], [sign(2, { recipient: 'source' })])],
        },
      ],
      owned,
    );
    expect(values('trail', 3, 4, 5)).toEqual([2, 0, 0]);
    expect(outcome.fired).toBe(1);
  });

  test('land on each empire that the objects of a list stand for, once', () => {
    const pay = (amount: number): Effect => write('stock', 'add', amount, { recipient: 'empires' });
    const { values } = onePass(
      [{ include: [is(of(target, 'trail'), '>=', 0)], effects: [branch(hasRank, [pay(1)], [pay(10)]), pay(100)] }],
      owned,
    );
    expect(values('stock', 1, 2)).toEqual([111, 101]);
  });
});

test('stacking and claims count inside as they do outside', () => {
  expect(
    signed(
      branch(isHigh, [sign(1, { stacking: 5 })], [sign(2, { stacking: 6 })]),
      sign(3, { stacking: 5 }),
      sign(4, { stacking: 6 }),
    ),
  ).toEqual([23, 23, 14, 14]);
  const { values } = onePass(
    [
      { include: [isHigh], claims: 1, effects: [branch(isHigh, [sign(1)])] },
      { include: [ranked], claims: 1, effects: [branch(boolean(true), [sign(2)])] },
    ],
    four,
  );
  expect(values('trail', 1, 2, 3, 4)).toEqual([2, 2, 1, 1]);
});

test('draws are those of the rule, wherever they stand', () => {
  const chance = is(makeNode(draw, { site: 0, slots: 2 }), '<', 0.5);
  const rule: RuleParts = {
    include: [ranked],
    effects: [branch(chance, [sign(1)], [sign(2)]), branch(chance, [sign(1)], [sign(2)])],
  };
  const { values } = onePass([rule, rule], ({ add }) => {
    for (let i = 0; i < 12; i++) add(i === 0 ? 'colony' : 'planet');
  });
  const trails = values('trail', ...Array.from({ length: 12 }, (_, i) => i + 1));
  // A rule asks the same twice, and another rule draws for itself.
  for (const trail of trails) expect([1111, 1122, 2211, 2222]).toContain(trail);
  expect(new Set(trails).size).toBeGreaterThan(2);
});

test('what is destroyed in one is there for the rest of the pass', () => {
  const { state, values } = onePass(
    [
      {
        include: [ranked],
        effects: [branch(isHigh, [{ kind: 'destroy', recipient: 'target', stacking: 0, label: '' }]), sign(1)],
      },
      { include: [ranked], effects: [sign(2), write('stock', 'set', 5, { holder: source })] },
    ],
    four,
  );
  expect([...state.identity.kind.subarray(1, 5)].map((kind) => kind !== 0)).toEqual([true, true, false, false]);
  expect(values('trail', 1, 2)).toEqual([12, 12]);
});

test('explain tells of what it writes', () => {
  const { outcome } = onePass(
    [
      {
        include: [ranked],
        label: 'rule',
        effects: [
          branch(isHigh, [write('stock', 'add', 1, { label: 'high' })], [write('stock', 'add', plus(number(1), 1))]),
        ],
      },
    ],
    four,
  );
  expect(
    outcome.writes.map(({ object, label, column, before, after }) => [object, label, column, before, after]),
  ).toEqual([
    [3, 'high', columnIndex('stock'), 0, 1],
    [4, 'high', columnIndex('stock'), 0, 1],
    [1, 'rule', columnIndex('stock'), 0, 2],
    [2, 'rule', columnIndex('stock'), 0, 2],
  ]);
});
