import { describe, expect, test } from 'vitest';
import { destroy } from '../../../src/state/object-life.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { choose } from '../../../src/eval/ops/logic.js';
import { follow } from '../../../src/eval/ops/object-links.js';
import { absences, giving, none, source, target } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  columnIndex,
  is,
  itself,
  of,
  onePass,
  planOfPass,
  plus,
  ranked,
  running,
  sign,
  times,
  write,
} from './hand-rules.js';

/** Colonies 1 to 3 and scouts 4 and 5, ranks 1 to 5; goals 2, 3, none, 2, 2. */
const five = ({ add, set }: Maker): void => {
  for (let i = 0; i < 5; i++) add(i < 3 ? 'colony' : 'scout', { rank: i + 1 });
  [2, 3, 0, 2, 2].forEach((goal, i) => {
    set(i + 1, { goal });
  });
};
const toGoal = { holder: of(target, 'goal') };
const all = [1, 2, 3, 4, 5];

test('the cell of another object is written, for each target', () => {
  const { values } = onePass(
    [{ activation: [is(of(source, 'rank'), '==', 1)], include: [ranked], effects: [sign(of(target, 'rank'), toGoal)] }],
    five,
  );
  expect(values('trail', ...all)).toEqual([0, 145, 2, 0, 0]);
});

test('it sees source and target, and the running value is of its cell', () => {
  const { values } = onePass(
    [
      { include: [itself], effects: [write('stock', 'set', of(source, 'rank'))] },
      {
        include: [ranked],
        activation: [is(of(source, 'rank'), '==', 2)],
        effects: [write('stock', 'set', plus(times(running, 10), of(target, 'rank')), { holder: of(source, 'goal') })],
      },
    ],
    five,
  );
  expect(values('stock', ...all)).toEqual([1, 2, 312345, 0, 0]);
});

test('nothing is written where it is none, absent, or has no such cell; it counts as fired', () => {
  const effects = [
    write('stock', 'add', 1, { holder: none }),
    ...absences.map(([, absent]) => write('stock', 'add', 1, { holder: giving(absent, 'entity') })),
    write('crew', 'add', 1, toGoal),
  ];
  const { values, outcome } = onePass(
    [{ include: [ranked], activation: [is(of(source, 'rank'), '==', 1)], effects }],
    five,
  );
  expect([...values('stock', ...all), ...values('crew', 4, 5)]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(outcome).toMatchObject({ fired: 20, wrote: 0 });
});

test('nothing is written where a choice among holders cannot be made', () => {
  const choice = (condition: Node): Node => makeNode(choose, undefined, condition, source, source);
  const effects = [
    sign(1, { holder: choice(is(of(target, 'rank'), '>', 0)) }),
    sign(of(target, 'rank'), { holder: choice(is(of(target, 'crew'), '>', 1)) }),
  ];
  const { values } = onePass(
    [{ include: [ranked], activation: [is(of(source, 'rank'), '==', 1)], effects }],
    (maker) => {
      five(maker);
      maker.set(5, { crew: 2 });
    },
  );
  // Planets have no crew at all; of scouts one has enough and one not, which is a choice too.
  expect(values('trail', ...all)).toEqual([1111145, 0, 0, 0, 0]);
});

test('who is gone is nobody', () => {
  const { values } = onePass([{ include: [ranked], effects: [write('stock', 'add', 1, toGoal)] }], (maker) => {
    five(maker);
    destroy(maker.state, 2);
    maker.add('planet');
  });
  expect(values('stock', ...all)).toEqual([0, 0, 0, 0, 0]);
});

test('it counts as the cell of the holder, in explain too', () => {
  const { outcome } = onePass(
    [
      {
        include: [itself],
        label: 'gift',
        effects: [write('stock', 'add', 3, { ...toGoal, label: 'for the goal' }), write('stock', 'add', 1, toGoal)],
      },
    ],
    five,
  );
  expect(outcome.writes).toEqual(
    [
      [1, 2, 'for the goal', 0, 3],
      [1, 2, 'gift', 3, 4],
      [2, 3, 'for the goal', 0, 3],
      [2, 3, 'gift', 3, 4],
    ].map(([by, object, label, before, after]) => ({
      rule: 'rule 0',
      column: columnIndex('stock'),
      source: by,
      object,
      label,
      before,
      after,
    })),
  );
});

test('is found as it was before the first effect of the pass where nothing in it can change, else at its turn', () => {
  const planned: RuleParts = { include: [itself], effects: [sign(1, toGoal)] };
  expect(planOfPass([planned]).rules[0].writes?.steps).toHaveLength(1);
  // A rule that turns everybody to 3 comes first: then goals are read at the turn.
  const turning: RuleParts = {
    include: [itself],
    effects: [
      write('goal', 'set', of(source, 'goal')),
      { ...write('goal', 'set', 0), amount: makeNode(follow, { relation: 'parent', kind: 0 }, target) },
    ],
  };
  expect(planOfPass([turning, planned]).rules[1].writes).toBeUndefined();
  const { values } = onePass([turning, planned], five);
  expect(values('trail', ...all)).toEqual([0, 0, 0, 0, 0]);
});

describe('one cell that several write', () => {
  test('each source has all its effects before the next', () => {
    // All colonies write to the second, which they reach by goals and by name.
    const rule: RuleParts = {
      include: [itself],
      effects: [
        sign(of(source, 'rank'), { holder: of(source, 'goal') }),
        write('trail', 'multiply', 2, { holder: of(source, 'goal') }),
      ],
    };
    const { values } = onePass([rule], ({ add, set }) => {
      for (let i = 0; i < 3; i++) add('colony', { rank: i + 1 });
      for (let i = 1; i <= 3; i++) set(i, { goal: 2 });
    });
    expect(values('trail', 2)).toEqual([((1 * 2 * 10 + 2) * 2 * 10 + 3) * 2]);
  });

  test('a target that is another source’s holder', () => {
    const rule: RuleParts = { include: [itself], effects: [sign(1, { holder: of(source, 'goal') }), sign(2)] };
    const { values } = onePass([rule], ({ add, set }) => {
      for (let i = 0; i < 3; i++) add('colony');
      set(1, { goal: 2 });
      set(2, { goal: 3 });
      set(3, { goal: 1 });
    });
    // 1 writes 2 and itself, then 2 writes 3 and itself, then 3 writes 1 and itself.
    expect(values('trail', 1, 2, 3)).toEqual([21, 12, 12]);
  });

  test('one effect for all targets before the next effect', () => {
    const rule: RuleParts = {
      activation: [is(of(source, 'rank'), '==', 1)],
      include: [ranked],
      effects: [sign(of(target, 'rank'), toGoal), sign(9, toGoal)],
    };
    expect(onePass([rule], five).values('trail', 2, 3)).toEqual([145999, 29]);
  });

  test('stacking is by the holder, on which it fires', () => {
    const rule: RuleParts = {
      include: [itself],
      effects: [sign(1, { ...toGoal, stacking: 5 }), sign(2, { ...toGoal, stacking: 5 })],
    };
    const { values } = onePass([rule, { ...rule, effects: [sign(3, { stacking: 5 })] }], five);
    // The first rule wrote 2 and 3 once each, so the number is free on 1 alone.
    expect(values('trail', 1, 2, 3)).toEqual([3, 1, 1]);
  });
});

test('a number of 32 bits is rounded at every write, whoever holds it', () => {
  const { values } = onePass(
    [{ include: [itself], effects: [write('light', 'add', 0.1, toGoal), write('light', 'add', 0.2, toGoal)] }],
    five,
  );
  expect(values('light', 2, 3)).toEqual(
    Array.from({ length: 2 }, () => Math.fround(Math.fround(Math.fround(0.1)) + 0.2)),
  );
});
