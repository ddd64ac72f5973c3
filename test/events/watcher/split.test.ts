import { expect, test } from 'vitest';
import { testOf } from '../../../src/kernel/comparison.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { draw } from '../../../src/eval/ops/draws.js';
import { and, or } from '../../../src/eval/ops/logic.js';
import { type Parts, takeApart } from '../../../src/events/watcher/split.js';
import { boardModel, comparing, counting, numberOf, triggersOf } from '../../support/watched-board.js';

const below = (role: number, value: number): Node => comparing(numberOf(role), '<', value);
const apart = (...conditions: readonly Node[]): Parts => takeApart(triggersOf(conditions), boardModel);

test('leaves of one shape are in the order of their role, then of their number, and each trigger finds its own', () => {
  const { groups, conditions, count } = apart(below(3, 9), below(1, 7), below(3, -2), below(1, 8));
  expect(groups).toHaveLength(1);
  expect([...groups[0].roles[0]]).toEqual([1, 1, 3, 3]);
  expect([...groups[0].numbers]).toEqual([7, 8, -2, 9]);
  expect([...conditions]).toEqual([3, 0, 2, 1]);
  expect(count).toBe(4);
});

test('equal leaves are one, also within others', () => {
  const { groups, gates, conditions, count } = apart(
    below(1, 7),
    makeNode(and, {}, below(2, 5), below(1, 7)),
    below(1, 7),
  );
  expect([...groups[0].numbers]).toEqual([7, 5]);
  expect(gates).toEqual([{ members: [1, 0], passes: testOf('=='), value: 2 }]);
  expect([...conditions]).toEqual([0, 2, 0]);
  expect(count).toBe(3);
});

test('shapes are told apart by their comparison and by how many roles they name', () => {
  const { groups } = apart(
    below(1, 7),
    comparing(numberOf(1), '<=', 7),
    comparing(numberOf(1), '<', numberOf(2)),
    comparing(numberOf(2), '<', numberOf(2)),
  );
  expect(groups.map(({ start, count, roles }) => [start, count, roles.map((named) => [...named])])).toEqual([
    [0, 1, [[1]]],
    [1, 1, [[1]]],
    [2, 1, [[1], [2]]],
    [3, 1, [[2]]],
  ]);
});

test('gates within gates come after their members', () => {
  const { gates, conditions } = apart(counting([makeNode(or, {}, below(0, 1), below(1, 1)), below(2, 1)], '!=', 1));
  expect(gates).toEqual([
    { members: [0, 1], passes: testOf('>='), value: 1 },
    { members: [3, 2], passes: testOf('!='), value: 1 },
  ]);
  expect([...conditions]).toEqual([4]);
});

test('what draws is asked by itself, for each trigger again', () => {
  const drawing = comparing(makeNode(draw, { site: 0, slots: 0 }), '<', 1);
  const { groups, alone, conditions } = apart(below(0, 1), drawing, drawing);
  expect(groups).toHaveLength(1);
  expect(alone.map(({ drawsFor }) => drawsFor)).toEqual([1, 2]);
  expect([...conditions]).toEqual([0, 1, 2]);
});
