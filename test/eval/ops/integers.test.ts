import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/eval/operation.js';
import type { Mishaps, Node, Value } from '../../../src/ir/node.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, makeNodeOf, printNode } from '../../../src/eval/make-node.js';
import { maximum, minimum } from '../../../src/eval/ops/arithmetic.js';
import * as integers from '../../../src/eval/ops/integers.js';
import { leftFold } from '../../../src/eval/ops/member-folds.js';
import { choose } from '../../../src/eval/ops/logic.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { propertyRuns } from '../../support/choices.js';
import { refusedWith } from '../../support/errors.js';
import { make, modelOf, stateOf } from '../../support/hand-model.js';
import { absences, boolean, evaluated, giving, number, reading, source } from '../../support/nodes.js';
import { byReference, comparerOf, inColumns, plainTerm } from '../columns/compared.js';
import { generating } from '../emit/generated.js';
import { longTest } from '../../support/heavy.js';

const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
const {
  integerAdd,
  integerSubtract,
  integerMultiply,
  integerDivide,
  integerRemainder,
  integerPercentage,
  integerAbsolute,
} = integers;
const model = modelOf({
  kinds: { city: {} },
  columns: { a: { kinds: ['city'], integer: true }, b: { kinds: ['city'], integer: true } },
});
const state = stateOf(model);

interface Outcome {
  readonly value: Value;
  readonly mishaps: Mishaps;
}

function outcome(node: Node): Outcome {
  const frame = createFrame(state, 1);
  const value = frame.evaluate(node);
  return { value, mishaps: frame.mishaps };
}

const fine = { overflows: 0, zeroDivisions: 0 };
const wraps = { overflows: 1, zeroDivisions: 0 };
const byZero = { overflows: 0, zeroDivisions: 1 };
const of = (operation: Operation<undefined>, ...args: readonly number[]): Outcome =>
  outcome(makeNode(operation, undefined, ...args.map(number)));
const over = (a: number, b: number, policy: 'zero' | 'dividend' = 'zero'): Outcome =>
  outcome(makeNode(integerDivide, { byZero: policy }, number(a), number(b)));

describe('integer operations', () => {
  test('wrap at 32 bits, and count each time', () => {
    expect(of(integerAdd, most, 1)).toEqual({ value: least, mishaps: wraps });
    expect(of(integerAdd, least, least)).toEqual({ value: 0, mishaps: wraps });
    expect(of(integerSubtract, least, 1)).toEqual({ value: most, mishaps: wraps });
    expect(of(integerSubtract, 0, least)).toEqual({ value: least, mishaps: wraps });
    expect(of(integerMultiply, 65536, 65536)).toEqual({ value: 0, mishaps: wraps });
    expect(of(integerMultiply, most, most)).toEqual({ value: 1, mishaps: wraps });
    expect(of(integerMultiply, least, -1)).toEqual({ value: least, mishaps: wraps });
    expect(of(integerAbsolute, least)).toEqual({ value: least, mishaps: wraps });
    expect(over(least, -1)).toEqual({ value: least, mishaps: wraps });
    expect(of(integerPercentage, most, 101)).toEqual({ value: -2126008813, mishaps: wraps });
    expect(of(integerPercentage, least, -100)).toEqual({ value: least, mishaps: wraps });
  });

  test('count nothing where nothing wraps', () => {
    expect(
      [
        of(integerAdd, most, least),
        of(integerSubtract, -1, most),
        of(integerMultiply, 46340, 46340),
        of(integerAbsolute, -most),
        of(integerAbsolute, 0),
      ].map(({ value }) => value),
    ).toEqual([-1, least, 2147395600, most, 0]);
    for (const { mishaps } of [
      of(integerAdd, most, least),
      of(integerSubtract, -1, most),
      of(integerMultiply, 46340, 46340),
      of(integerMultiply, least, 1),
      of(integerAbsolute, -most),
      over(least, 1),
    ])
      expect(mishaps).toEqual(fine);
  });

  test('divide toward zero; the remainder has the sign of the dividend', () => {
    expect(
      [over(7, 2), over(-7, 2), over(7, -2), over(-7, -2), over(1, most), over(least, most), over(most, least)].map(
        ({ value }) => value,
      ),
    ).toEqual([3, -3, -3, 3, 0, -1, 0]);
    expect(
      [
        [7, 3],
        [-7, 3],
        [7, -3],
        [-7, -3],
        [least, -1],
        [least, most],
        [most, least],
      ].map(([a, b]) => of(integerRemainder, a, b)),
    ).toEqual([1, -1, 1, -1, 0, -1, most].map((value) => ({ value, mishaps: fine })));
  });

  test('take percentages toward zero, by products of any size', () => {
    expect(
      [
        [7, 150],
        [-7, 150],
        [7, -150],
        [-7, -150],
        [most, 100],
        [least, 100],
        [100, least],
        [-1, 99],
      ].map(([a, b]) => of(integerPercentage, a, b)),
    ).toEqual([10, -10, -10, 10, most, least, least, 0].map((value) => ({ value, mishaps: fine })));
    // 46,116,860,141,324,206: doubles of that size are 8 apart.
    expect(of(integerPercentage, most, most)).toEqual({ value: 987842478, mishaps: wraps });
  });

  test('by zero give 0 or the dividend, and count it', () => {
    for (const a of [5, -5, 0, least, most]) {
      expect(over(a, 0)).toEqual({ value: 0, mishaps: byZero });
      expect(over(a, 0, 'dividend')).toEqual({ value: a, mishaps: byZero });
      expect(of(integerRemainder, a, 0)).toEqual({ value: 0, mishaps: byZero });
    }
  });

  test('never give −0', () => {
    for (const { value } of [
      over(-1, 2),
      over(0, -5),
      over(-0, 3, 'dividend'),
      over(-0, 0, 'dividend'),
      of(integerRemainder, -4, 2),
      of(integerPercentage, -200, 0),
      of(integerPercentage, -1, 1),
      of(integerMultiply, 0, -3),
      of(integerAdd, -0, -0),
      of(integerSubtract, -0, 0),
      of(integerAbsolute, -0),
    ]) {
      expect(Object.is(value, 0)).toBe(true);
    }
  });

  test('are absent where an argument is, and count nothing then', () => {
    for (const [, absent] of absences) {
      for (const [operation, data] of [
        [integerAdd, undefined],
        [integerSubtract, undefined],
        [integerMultiply, undefined],
        [integerRemainder, undefined],
        [integerPercentage, undefined],
        [integerDivide, { byZero: 'zero' }],
      ] as const) {
        expect(outcome(makeNode(operation as Operation, data, giving(absent), number(0)))).toEqual({
          value: absent,
          mishaps: fine,
        });
        expect(outcome(makeNode(operation as Operation, data, number(most), giving(absent)))).toEqual({
          value: absent,
          mishaps: fine,
        });
      }
      expect(evaluated(state, makeNode(integerAbsolute, undefined, giving(absent)))).toBe(absent);
    }
  });

  test('count only the branch that is chosen, and what stands twice twice', () => {
    const wrapping = makeNode(integerAdd, undefined, number(most), number(1));
    expect(outcome(makeNode(choose, undefined, boolean(true), number(1), wrapping)).mishaps).toEqual(fine);
    expect(outcome(makeNode(integerSubtract, undefined, wrapping, wrapping))).toEqual({
      value: 0,
      mishaps: { overflows: 2, zeroDivisions: 0 },
    });
  });

  test('take numbers, and show how they divide', () => {
    expect(printNode(makeNode(integerDivide, { byZero: 'dividend' }, number(1), number(2)))).toBe(
      '(integerDivide dividend (constant number 1) (constant number 2))',
    );
    expect(refusedWith(() => makeNode(integerAdd, undefined, number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(integerAbsolute, undefined, source))).toBe('ir-type');
    expect(refusedWith(() => makeNode(integerRemainder, undefined, number(1), boolean(true)))).toBe('ir-type');
  });
});

const edges = [least, least + 1, -65537, -46341, -2, -1, 0, 1, 2, 3, 46341, 65536, most - 1, most];

test('are what integers without bounds say, wrapped', () => {
  const int = fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min: least, max: most }),
    fc.integer({ min: -9, max: 9 }),
  );
  const big = (exact: bigint): Outcome => {
    const value = Number(BigInt.asIntN(32, exact));
    return { value, mishaps: BigInt(value) === exact ? fine : wraps };
  };
  fc.assert(
    fc.property(int, int, (x, y) => {
      const [a, b] = [BigInt(x), BigInt(y)];
      expect(of(integerAdd, x, y)).toEqual(big(a + b));
      expect(of(integerSubtract, x, y)).toEqual(big(a - b));
      expect(of(integerMultiply, x, y)).toEqual(big(a * b));
      expect(of(integerAbsolute, x)).toEqual(big(a < 0n ? -a : a));
      expect(of(integerPercentage, x, y)).toEqual(big((a * b) / 100n));
      if (y === 0) return;
      expect(over(x, y)).toEqual(big(a / b));
      expect(of(integerRemainder, x, y)).toEqual(big(a % b));
    }),
    propertyRuns(2000),
  );
});

/** What a fold from the left is made of two at a time. */
const folds = [
  { by: 'add', operation: integerAdd },
  { by: 'multiply', operation: integerMultiply },
  { by: 'minimum', operation: minimum },
  { by: 'maximum', operation: maximum },
] as const;

describe('a fold from the left', () => {
  test('is what operations of two inside one another are, counts and absences included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...edges), fc.integer()), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (values, someAbsent) => {
          const operands = [
            ...values.map(number),
            ...(someAbsent ? [giving(absences[values.length % absences.length][1]), number(3)] : []),
          ];
          for (const { by, operation } of folds) {
            const nested = operands.reduce((left, right) => makeNode<undefined>(operation, undefined, left, right));
            expect(outcome(makeNode(leftFold, { by }, ...operands))).toEqual(outcome(nested));
          }
        },
      ),
      propertyRuns(300),
    );
  });

  longTest('takes more operands than a call takes arguments', () => {
    const operands = Array.from({ length: 300_000 }, () => number(65_536));
    expect(outcome(makeNodeOf(leftFold, { by: 'add' }, operands))).toEqual({
      value: (65_536 * 300_000) | 0,
      mishaps: { overflows: 5, zeroDivisions: 0 },
    });
  });

  test('takes numbers, and not none', () => {
    expect(refusedWith(() => makeNode(leftFold, { by: 'add' }))).toBe('ir-type');
    expect(refusedWith(() => makeNode(leftFold, { by: 'add' }, number(1), boolean(true)))).toBe('ir-type');
  });
});

test('columns and generated code say the same of every pair of edges, and count nothing', () => {
  const world = stateOf(model, { capacity: 300 });
  const pairs = edges.flatMap((a) => edges.map((b) => [a, b] as const));
  const ids = Int32Array.from(pairs, ([a, b]) => {
    const id = make(world, 'city');
    [world.cells[0][id], world.cells[1][id]] = [a, b];
    return id;
  });
  const [a, b] = [reading(world, 'a', source, 'zero'), reading(world, 'b', source, 'zero')];
  const nodes = [
    ...[integerAdd, integerSubtract, integerMultiply, integerRemainder, integerPercentage].map((operation) =>
      makeNode(operation, undefined, a, b),
    ),
    makeNode(integerDivide, { byZero: 'zero' }, a, b),
    makeNode(integerDivide, { byZero: 'dividend' }, a, b),
    makeNode(integerAbsolute, undefined, a),
    makeNode(
      integerMultiply,
      undefined,
      makeNode(integerAdd, undefined, a, b),
      makeNode(integerDivide, { byZero: 'dividend' }, b, makeNode(integerSubtract, undefined, number(1), a)),
    ),
    ...folds.map(({ by }) => makeNode(leftFold, { by }, a, b, b, number(3), a, number(most))),
    // The same in all rows, which the interpreter is asked of once.
    makeNode(integerAdd, undefined, a, makeNode(integerAdd, undefined, number(most), number(1))),
  ];
  for (const comparer of [comparerOf(world), generating(world, 'always')]) {
    for (const node of nodes) {
      const rows = rowsOver(0, ids, ids.length, 1);
      const expected = byReference(comparer, node, rows);
      expect(inColumns(comparer, plainTerm(node), rows), printNode(node)).toEqual(expected);
      expect(expected.some((value) => Object.is(value, -0))).toBe(false);
    }
    expect(comparer.frame.mishaps.overflows).toBeGreaterThan(100);
  }
});

test('constants fold where nothing goes wrong', () => {
  const simplest = (node: Node): string => printNode(termOf(createTermBook(), node));
  expect(
    simplest(makeNode(integerAdd, undefined, number(2), makeNode(integerMultiply, undefined, number(3), number(-4)))),
  ).toBe('(constant number -10)');
  expect(simplest(makeNode(integerDivide, { byZero: 'zero' }, number(-7), number(2)))).toBe('(constant number -3)');
  expect(simplest(makeNode(integerPercentage, undefined, number(-7), number(150)))).toBe('(constant number -10)');
  for (const node of [
    makeNode(integerAdd, undefined, number(most), number(1)),
    makeNode(integerDivide, { byZero: 'dividend' }, number(3), number(0)),
    makeNode(integerRemainder, undefined, number(3), number(0)),
    makeNode(integerAbsolute, undefined, number(least)),
    makeNode(integerDivide, { byZero: 'zero' }, number(least), number(-1)),
    makeNode(integerPercentage, undefined, number(most), number(101)),
  ]) {
    expect(simplest(node)).toBe(printNode(node));
    expect(outcome(termOf(createTermBook(), node))).toEqual(outcome(node));
  }
});
