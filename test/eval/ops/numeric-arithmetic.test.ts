import { expect, test } from 'vitest';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { running } from '../../../src/eval/ops/time.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { lookup } from '../../../src/eval/ops/constants.js';
import * as numeric from '../../../src/eval/ops/numeric-arithmetic.js';
import type { Operation } from '../../../src/eval/operation.js';
import * as kernel from '../../../src/kernel/numeric-value.js';
import type { Numeric } from '../../../src/kernel/numeric-value.js';
import type { Comparison } from '../../../src/kernel/comparison.js';
import { refusal } from '../../support/errors.js';
import {
  double,
  doubleNode,
  hero,
  int,
  intNode,
  solvedNode,
  variableModel,
  variableState,
  writeVariable,
} from '../../support/variable-state.js';
import { type Shown, byReference, inColumns, plainTerm } from '../columns/compared.js';
import { generating } from '../emit/generated.js';
import { heavy } from '../../support/heavy.js';

/** Every pair of odd numbers, through the reference interpretation, the columns and generated functions. */

const values: readonly Numeric[] = [
  ...[0, 1, -1, 2, -3, 7, 10, 46341, 65536, 2147483647, -2147483648].map(int),
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    0.49999999999999994,
    2.5,
    -2.5,
    7,
    2147483647.5,
    2147483648,
    -2147483648,
    -2147483649,
    4294967297,
    2 ** 63,
    -(2 ** 63) - 2048,
    NaN,
    Infinity,
    -Infinity,
    Number.MIN_VALUE,
  ].map(double),
];

const model = variableModel({ score: { kind: 'hero', type: { name: 'numeric' }, initial: int(0) } });
const state = variableState(model);
const heroes = values.map((value) => {
  const id = hero(state);
  writeVariable(state, id, 'score', value);
  return id;
});

/** Each hero with each running value. */
const ids = Int32Array.from(heroes.flatMap((id) => values.map(() => id)));
const pairs = {
  ...rowsOver(0, ids, ids.length, 1, Float64Array.from(heroes.flatMap(() => values.map(({ value }) => value)))),
  runningClasses: Int32Array.from(heroes.flatMap(() => values.map(({ whole }) => (whole ? 1 : 0)))),
};
const pairAt = (row: number): readonly [Numeric, Numeric] => [
  values[Math.floor(row / values.length)],
  values[row % values.length],
];

const primitive = generating(state, 'never');
const score = solvedNode(model, 'score');
const amount = makeNode(running, { type: { name: 'numeric' } });

/** What all three say of a node in each row; they must agree. */
function everywhere(node: Node): readonly Shown[] {
  const expected = byReference(primitive, node, pairs);
  // An evaluator makes only so many functions.
  const generated = generating(state, 'always');
  expect(inColumns(primitive, plainTerm(node), pairs), printNode(node)).toEqual(expected);
  expect(inColumns(generated, plainTerm(node), pairs), printNode(node)).toEqual(expected);
  expect(generated.counts.generatedCalls).toBe(1);
  return expected;
}

type Two = (a: Numeric, b: Numeric) => Numeric;

test.each<[Operation<undefined>, Two]>([
  [numeric.numericAdd, kernel.addNumeric],
  [numeric.numericSubtract, kernel.subtractNumeric],
  [numeric.numericMultiply, kernel.multiplyNumeric],
  [numeric.numericDivide, kernel.divideNumeric],
  [numeric.numericRemainder, kernel.remainderNumeric],
  [numeric.numericPower, kernel.powerNumeric],
  [numeric.numericMinimum, kernel.minimumNumeric],
  [numeric.numericMaximum, kernel.maximumNumeric],
])('$name of every pair', (operation, apply) => {
  expect(everywhere(makeNode(operation, undefined, score, amount))).toEqual(
    Array.from(ids, (_id, row) => kernel.javaText(apply(...pairAt(row)))),
  );
  // What is known of a constant is left out of the code.
  for (const constant of values.filter((_, i) => i % heavy(4, 1) === 0)) {
    const numeral = makeNode(numeric.numeral, constant);
    expect(everywhere(makeNode(operation, undefined, score, numeral))).toEqual(
      Array.from(ids, (_id, row) => kernel.javaText(apply(pairAt(row)[0], constant))),
    );
    expect(everywhere(makeNode(operation, undefined, numeral, amount))).toEqual(
      Array.from(ids, (_id, row) => kernel.javaText(apply(constant, pairAt(row)[1]))),
    );
  }
});

test.each<[Operation<undefined>, (a: Numeric) => Numeric]>([
  [numeric.numericNegate, kernel.negateNumeric],
  [numeric.numericAbsolute, kernel.absoluteNumeric],
  [numeric.numericFloor, kernel.floorNumeric],
  [numeric.numericCeiling, kernel.ceilNumeric],
  [numeric.numericRound, kernel.roundNumeric],
])('$name of every number', (operation, apply) => {
  const expected = Array.from(ids, (_id, row) => kernel.javaText(apply(pairAt(row)[1])));
  expect(everywhere(makeNode(operation, undefined, amount))).toEqual(expected);
  // Of what is an int for certain, and of what is a double for certain.
  const whole = makeNode(operation, undefined, makeNode(numeric.numericFloor, undefined, amount));
  expect(everywhere(whole)).toEqual(
    Array.from(ids, (_id, row) => kernel.javaText(apply(kernel.floorNumeric(pairAt(row)[1])))),
  );
  const power = makeNode(operation, undefined, makeNode(numeric.numericPower, undefined, amount, intNode(1)));
  expect(everywhere(power)).toEqual(
    Array.from(ids, (_id, row) => kernel.javaText(apply(double(pairAt(row)[1].value)))),
  );
});

test.each<[Comparison]>([['=='], ['!='], ['<'], ['<='], ['>'], ['>=']])('%s of every pair', (comparison) => {
  expect(everywhere(makeNode(numeric.numericCompare, { comparison }, score, amount))).toEqual(
    Array.from(ids, (_id, row) => Number(kernel.compareNumeric(comparison, ...pairAt(row)))),
  );
  for (const constant of values.filter((_, i) => i % heavy(4, 1) === 0)) {
    expect(
      everywhere(makeNode(numeric.numericCompare, { comparison }, amount, makeNode(numeric.numeral, constant))),
    ).toEqual(Array.from(ids, (_id, row) => Number(kernel.compareNumeric(comparison, pairAt(row)[1], constant))));
  }
});

test('numbers of classes are no numbers without', () => {
  expect(
    refusal(() => makeNode(numeric.numericAdd, undefined, intNode(1), makeNode(running, { type: { name: 'number' } })))
      .message,
  ).toContain('takes (numeric, numeric)');
  expect(refusal(() => makeNode(compare, { comparison: '==' }, intNode(1), intNode(1))).message).toContain(
    'numericCompare',
  );
  expect(refusal(() => makeNode(lookup, { table: 0, type: { name: 'number' } }, intNode(1))).message).toContain(
    'takes a row',
  );
});

test('texts of numerals differ where the numbers do', () => {
  expect(printNode(intNode(2))).toBe('(numeral 2)');
  expect(printNode(doubleNode(2))).toBe('(numeral 2.0)');
  expect(printNode(doubleNode(-0))).toBe('(numeral -0.0)');
});
