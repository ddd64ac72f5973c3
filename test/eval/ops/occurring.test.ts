import { describe, expect, test } from 'vitest';
import { fact, freshness, touchAll } from '../../../src/model/stamps.js';
import {
  keepPast,
  popMemories,
  popOccurrences,
  pushMemories,
  pushOccurrence,
  setField,
} from '../../../src/components/occurrence-stack.js';
import { destroy } from '../../../src/state/object-life.js';
import { setStep } from '../../../src/components/clock.js';
import type { ColumnType } from '../../../src/model/model.js';
import { createState } from '../../../src/state/world-state.js';
import { type WorldState } from '../../../src/components/state.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { makeNode, operationOf, printNode } from '../../../src/eval/make-node.js';
import { type Node, type Value, missing, notFound } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { controller, occurring, remembered, step } from '../../../src/eval/ops/occurrence-reads.js';
import { numeral } from '../../../src/eval/ops/numeric-arithmetic.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { defaultLimits } from '../../../src/kernel/world-limits.js';
import { handleOf } from '../../../src/kernel/identity.js';
import { refusedWith } from '../../support/errors.js';
import { galaxyModel, make } from '../../support/hand-model.js';
import { giving, number, source } from '../../support/nodes.js';
import { comparerOf, inColumns, plainTerm } from '../columns/compared.js';

const [amount, flag, card]: readonly ColumnType[] = [{ name: 'number' }, { name: 'boolean' }, { name: 'entity' }];
const field = (index: number, type: ColumnType): Node => makeNode(occurring, { field: index, type });
const was = (numbered: number, node: Node): Node => makeNode(remembered, { number: numbered }, node);

function stage(): WorldState {
  return createState(
    {
      ...galaxyModel,
      occurrences: [
        { name: 'strike', fields: 3 },
        { name: 'rest', fields: 1 },
      ],
    },
    defaultLimits,
    { capacity: 20, lanes: 1, factions: 4, streams: 1 },
    '1',
    false,
  );
}

/** What the reference interpretation says where an occurrence is answered; the columns must say the same. */
function answered(state: WorldState, node: Node, occurrence: number, who = 0): Value {
  const comparer = comparerOf(state);
  Object.assign(comparer.frame, { occurrence, controller: who });
  const value = comparer.frame.evaluate(node);
  expect(inColumns(comparer, plainTerm(node), rowsOver(0, Int32Array.of(1, 1), 2))).toEqual([value, value]);
  return value;
}

function strike(state: WorldState, values: readonly number[]): number {
  const row = pushOccurrence(state, 0, 0);
  values.forEach((value, i) => {
    setField(state, row, i, value);
  });
  return row;
}

/** Remembers values by their numbers. */
function remember(state: WorldState, row: number, values: readonly (readonly [number, number])[]): void {
  const first = (state.occurrences.memo[row] = pushMemories(state, 1 + 2 * values.length));
  state.memories.set([values.length, ...values.flat()], first);
}

describe('occurring', () => {
  test('is a field of the occurrence that is answered', () => {
    const state = stage();
    const ship = make(state, 'ship');
    const first = strike(state, [3, 1, handleOf(state.identity, ship)]);
    const second = strike(state, [-0.5, 0, NaN]);
    expect([field(0, amount), field(1, flag), field(2, card)].map((node) => answered(state, node, first))).toEqual([
      3,
      1,
      ship,
    ]);
    expect([field(0, amount), field(1, flag), field(2, card)].map((node) => answered(state, node, second))).toEqual([
      -0.5,
      0,
      missing,
    ]);
  });

  test('of a row below 0 is that of one of the past', () => {
    const state = stage();
    for (const value of [7, 8]) keepPast(state, strike(state, [value]));
    popOccurrences(state, 0);
    expect([-1, -2].map((row) => answered(state, field(0, amount), row))).toEqual([7, 8]);
  });

  test.each([0, NaN])('is missing where none is answered: row %d', (row) => {
    const state = stage();
    strike(state, [1, 1, 1]);
    expect(answered(state, field(0, amount), row)).toBe(missing);
  });

  test('is missing of an object that is gone, of none, and in content in which nothing occurs', () => {
    const state = stage();
    const ship = make(state, 'ship');
    const row = strike(state, [0, 0, handleOf(state.identity, ship)]);
    destroy(state, ship);
    make(state, 'ship');
    expect(answered(state, field(2, card), row)).toBe(missing);
    setField(state, row, 2, 0);
    expect(answered(state, field(2, card), row)).toBe(missing);
    expect(
      answered(
        createState(galaxyModel, defaultLimits, { capacity: 2, lanes: 1, factions: 1, streams: 1 }, '1', false),
        field(0, amount),
        1,
      ),
    ).toBe(missing);
  });

  test('tells its place and its type', () => {
    expect([field(2, card), field(1, { name: 'enumeration', index: 4 })].map(printNode)).toEqual([
      '(occurring 2 entity)',
      '(occurring 1 enumeration 4)',
    ]);
    expect(refusedWith(() => makeNode(occurring, { field: 0, type: amount }, number(1)))).toBe('ir-type');
  });
});

describe('remembered', () => {
  test('is what it is now, where nothing was recorded', () => {
    const state = stage();
    const row = strike(state, [3]);
    expect(answered(state, was(5, field(0, amount)), row)).toBe(3);
    expect(answered(state, was(5, giving(notFound)), row)).toBe(notFound);
    remember(state, row, [[4, 10]]);
    expect([row, 0, -1].map((at) => answered(state, was(5, number(2)), at))).toEqual([2, 2, 2]);
  });

  test('is what was recorded of that occurrence, by its number', () => {
    const state = stage();
    const [one, other] = [strike(state, [1]), strike(state, [2])];
    remember(state, one, [
      [5, 11],
      [10, 5],
      [6, NaN],
    ]);
    remember(state, other, [[6, 13]]);
    expect([5, 10, 6].map((index) => answered(state, was(index, number(0)), one))).toEqual([11, 5, missing]);
    expect([5, 10, 6].map((index) => answered(state, was(index, number(0)), other))).toEqual([0, 0, 13]);
    popMemories(state, 0);
    popOccurrences(state, 0);
    expect(answered(state, was(5, number(0)), strike(state, [1]))).toBe(0);
  });

  test('of an object that is gone is none; what was none is none', () => {
    const state = stage();
    const ship = make(state, 'ship');
    const row = strike(state, []);
    remember(state, row, [
      [1, handleOf(state.identity, ship)],
      [2, 0],
    ]);
    expect([1, 2].map((index) => answered(state, was(index, source), row))).toEqual([ship, 0]);
    destroy(state, ship);
    expect(answered(state, was(1, source), row)).toBe(0);
  });

  test('differs from row to row where nothing was recorded, and does not where something was', () => {
    const state = stage();
    const ids = Int32Array.from(['ship', 'planet'].map((kind) => make(state, kind)));
    const row = strike(state, []);
    remember(state, row, [[1, 1]]);
    const comparer = comparerOf(state);
    comparer.frame.occurrence = row;
    const isFirst = makeNode(
      compare,
      { comparison: '==' as const },
      source,
      makeNode(remembered, { number: 2 }, source),
    );
    const rows = rowsOver(0, ids, 2);
    expect(inColumns(comparer, plainTerm(was(2, source)), rows)).toEqual([...ids]);
    expect(inColumns(comparer, plainTerm(was(1, isFirst)), rows)).toEqual([1, 1]);
  });

  test('has the type of its expression, which is one that columns have', () => {
    expect([was(0, number(1)), was(0, source)].map(({ type }) => type.name)).toEqual(['number', 'entity']);
    expect(printNode(was(7, source))).toBe('(remembered 7 (slot 0))');
    for (const args of [[], [number(1), number(2)], [makeNode(numeral, { value: 1, whole: true })]])
      expect(refusedWith(() => makeNode(remembered, { number: 0 }, ...args))).toBe('ir-type');
  });
});

test('the controller is whoever controls the ability that answers', () => {
  const state = stage();
  const ship = make(state, 'ship');
  expect(answered(state, makeNode(controller, undefined), 0, ship)).toBe(ship);
  expect(answered(state, makeNode(controller, undefined), 0)).toBe(missing);
});

describe('step', () => {
  const node = makeNode(step, { enumeration: 0 });

  test('is the word of the step that is under way', () => {
    const state = stage();
    expect(answered(state, node, 0)).toBe(missing);
    setStep(state, 2);
    expect(answered(state, node, 0)).toBe(2);
    setStep(state, 0);
    expect(answered(state, node, 0)).toBe(missing);
    expect([node.type, printNode(node)]).toEqual([{ name: 'enumeration', index: 0 }, '(step 0)']);
  });

  test('changes its stamp when it changes, and then only', () => {
    const state = stage();
    const stamp = (): number => state.stamps.values[fact.step];
    const before = stamp();
    setStep(state, 1);
    const after = stamp();
    expect(after).not.toBe(before);
    setStep(state, 1);
    expect(stamp()).toBe(after);
    expect(operationOf(node).facts?.(node.data)).toEqual(['step']);
  });
});

describe('what follows from the occurrence that is answered', () => {
  test.each([
    ['a field', field(0, amount)],
    ['what is remembered', was(1, number(1))],
    ['the controller', makeNode(controller, undefined)],
  ])('is never kept: %s', (_what, node) => {
    const state = stage();
    const guard = freshness(
      state.stamps,
      termOf(createTermBook(), makeNode(compare, { comparison: '==' as const }, node, node)).stamps,
    );
    guard.note();
    expect(guard.isFresh()).toBe(false);
    const lasting = freshness(state.stamps, [fact.step]);
    lasting.note();
    expect(lasting.isFresh()).toBe(true);
  });

  test('has a stamp that is equal to none, also when all stamps are given again', () => {
    const { stamps } = stage();
    expect(stamps.values[fact.occurrence]).toBeNaN();
    touchAll(stamps);
    expect(stamps.values[fact.occurrence]).toBeNaN();
    expect(stamps.values[fact.step]).toBe(stamps.last);
  });
});

test('fields are looked for among all types once, however many operations read them', () => {
  let looks = 0;
  const occurrences = Array.from({ length: 50 }, (_, i) => ({
    name: `type ${i}`,
    get fields() {
      looks++;
      return i === 49 ? 3 : 0;
    },
  }));
  const model = { ...galaxyModel, occurrences };
  for (let i = 0; i < 50; i++) occurring.check?.({ field: 2, type: amount }, model);
  expect(looks).toBeLessThanOrEqual(100);
  expect(() => occurring.check?.({ field: 3, type: amount }, model)).toThrow('a field that nothing has');
});
