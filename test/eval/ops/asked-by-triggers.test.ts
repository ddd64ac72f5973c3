import { describe, expect, test } from 'vitest';
import { setTimeOf } from '../../../src/components/clock.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, operationOf } from '../../../src/eval/make-node.js';
import { type Node, missing, notFound } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { countTrue } from '../../../src/eval/ops/member-folds.js';
import * as integers from '../../../src/eval/ops/integers.js';
import { numeral } from '../../../src/eval/ops/numeric-arithmetic.js';
import { provided } from '../../../src/eval/ops/logic.js';
import { time } from '../../../src/eval/ops/time.js';
import { refusedWith } from '../../support/errors.js';
import { make, stateOf } from '../../support/hand-model.js';
import { absences, boolean, evaluated, giving, none, number, source } from '../../support/nodes.js';
import { byReference, comparerOf, inColumns, plainTerm } from '../columns/compared.js';

const given = (...values: readonly (0 | 1 | null | undefined)[]): Node =>
  makeNode(countTrue, undefined, ...values.map((value) => giving(value, 'boolean')));
const where = (value: Node, condition: Node): Node => makeNode(provided, undefined, value, condition);

describe('time', () => {
  test('is what the clock shows, and is noted to depend on it', () => {
    const state = stateOf();
    const node = makeNode(time, undefined);
    expect(evaluated(state, node)).toBe(0);
    for (const ticks of [90, -3]) {
      setTimeOf(state, ticks);
      expect(evaluated(state, node)).toBe(ticks);
      const comparer = comparerOf(state);
      expect(inColumns(comparer, plainTerm(node), rowsOver(0, Int32Array.of(0, 0), 2))).toEqual([ticks, ticks]);
    }
    expect(operationOf(node).facts?.(undefined)).toEqual(['clock']);
    expect(refusedWith(() => makeNode(time, undefined, number(1)))).toBe('ir-type');
  });
});

describe('countTrue', () => {
  test.each([
    [0, []],
    [0, [0]],
    [1, [1]],
    [2, [1, 0, 1]],
    [3, [1, 1, 1]],
    [1, [undefined, 1, null]],
    [0, [undefined, null]],
  ] as const)('is %i of %j', (count, values) => {
    expect(evaluated(stateOf(), given(...values))).toBe(count);
  });

  test('counts the same condition as often as it stands there', () => {
    const same = giving(1, 'boolean');
    expect(evaluated(stateOf(), makeNode(countTrue, undefined, same, same))).toBe(2);
  });

  test('takes conditions only', () => {
    for (const args of [[number(1)], [boolean(true), none]])
      expect(refusedWith(() => makeNode(countTrue, undefined, ...args))).toBe('ir-type');
    expect(given().type).toEqual({ name: 'number' });
  });
});

describe('provided', () => {
  test('is the value where the condition is true, and missing elsewhere', () => {
    const state = stateOf();
    expect(evaluated(state, where(number(7), boolean(true)))).toBe(7);
    expect(evaluated(state, where(number(7), boolean(false)))).toBe(missing);
    for (const [, absent] of absences) {
      expect(evaluated(state, where(number(7), giving(absent, 'boolean')))).toBe(missing);
      expect(evaluated(state, where(giving(absent), boolean(true)))).toBe(absent);
    }
    expect(evaluated(state, where(giving(notFound), boolean(false)))).toBe(missing);
  });

  test('does not evaluate the value where the condition is not true', () => {
    const state = stateOf();
    const dividing = makeNode(integers.integerDivide, { byZero: 'zero' }, number(1), number(0));
    const mishapsOf = (node: Node): number => {
      const frame = createFrame(state, 1);
      frame.evaluate(node);
      return frame.mishaps.zeroDivisions;
    };
    expect([true, false].map((condition) => mishapsOf(where(dividing, boolean(condition))))).toEqual([1, 0]);
  });

  test('has the type of its value, and keeps the class of a number', () => {
    expect([number(1), none, boolean(true)].map((value) => where(value, boolean(true)).type.name)).toEqual([
      'number',
      'entity',
      'boolean',
    ]);
    const frame = createFrame(stateOf(), 1);
    expect(
      [true, false].map((whole) => {
        frame.evaluate(where(makeNode(numeral, { value: 3, whole }), boolean(true)));
        return frame.whole;
      }),
    ).toEqual([true, false]);
    for (const args of [[number(1)], [number(1), number(2)], [number(1), boolean(true), boolean(true)]])
      expect(refusedWith(() => makeNode(provided, undefined, ...args))).toBe('ir-type');
  });

  test('differs from row to row', () => {
    const state = stateOf();
    const ids = Int32Array.from(['ship', 'planet', 'ship', 'empire'].map((kind) => make(state, kind)));
    const comparer = comparerOf(state);
    const rows = rowsOver(0, ids, ids.length);
    const isFirst = makeNode(
      compare,
      { comparison: '==' as const },
      source,
      makeNode(provided, undefined, source, boolean(true)),
    );
    const others = makeNode(compare, { comparison: '!=' as const }, source, none);
    for (const node of [
      where(source, isFirst),
      where(number(3), others),
      makeNode(countTrue, undefined, isFirst, others, boolean(true), giving(undefined, 'boolean')),
    ]) {
      const expected = byReference(comparer, node, rows);
      expect(inColumns(comparer, plainTerm(node), rows)).toEqual(expected);
    }
    expect(byReference(comparer, where(source, isFirst), rows)).toEqual([...ids]);
  });
});
