import { expect, test, vi } from 'vitest';
import { operationsTable } from '../../scripts/operations-table.mjs';
import { sourceOf } from '../../src/eval/emit/code.js';
import { evaluationOf } from '../../src/eval/emit/make-function.js';
import { makeNode } from '../../src/eval/make-node.js';
import { age } from '../../src/eval/ops/time.js';
import { operationList } from '../../src/eval/ops/index.js';
import { printExpression } from '../../src/eval/print-expression.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { possibleOf } from '../../src/plans/never-true.js';
import { amountWriter } from '../../src/solve/modifier-book.js';
import { createShapeBook, opcode } from '../../src/solve/cell-forms.js';
import { emitShape } from '../../src/solve/shape-function.js';
import { choicesOf } from '../support/choices.js';
import { evaluated, number, source } from '../support/nodes.js';
import { rowsOver } from '../../src/eval/columns/rows.js';
import { byReference, expectSame, inColumns, plainTerm } from './columns/compared.js';
import { randomState } from './columns/random-state.js';
import { generating, sourceOrRefusal } from './emit/generated.js';

vi.mock(import('../../src/eval/ops/index.js'), async (original) => {
  const real = await original();
  const { hypotenuse } = await import('./hypotenuse.js');
  const operationList = [...real.operationList, hypotenuse];
  return { ...real, operationList, operations: new Map(operationList.map((each) => [each.name, each])) };
});

/** A new operation: one record, of which nothing here says what it does, added to the list of all operations. */
const { hypotenuse: operation } = await import('./hypotenuse.js');
const state = randomState(choicesOf(3), 40);
const rows = rowsOver(
  0,
  Int32Array.from({ length: 40 }, (_, id) => id),
  40,
);
const ages = makeNode(operation, undefined, makeNode(age, undefined, source), number(4));

test('it is interpreted, and absent where an argument is', () => {
  expect(evaluated(state, makeNode(operation, undefined, number(3), number(4)))).toBe(5);
  expect(evaluated(state, ages)).toBeUndefined();
});

test('it is vectorised: its columns say what the interpreter says', () => {
  const comparer = generating(state, 'never');
  expect(inColumns(comparer, plainTerm(ages), rows)).toEqual(byReference(comparer, ages, rows));
});

test('it is emitted in rows', () => {
  const comparer = generating(state, 'always');
  expectSame(comparer, ages, rows);
  expect(comparer.counts.generatedCalls).toBeGreaterThan(0);
  expect(sourceOrRefusal(plainTerm(ages), rows, state).source).toContain('Math.sqrt(');
});

test('it is emitted in frames', () => {
  const { frame } = generating(state, 'never');
  const evaluate = evaluationOf(ages, state.model);
  for (let id = 1; id < 30; id++) {
    frame.slots[0] = id;
    expect(evaluate(frame)).toBe(frame.evaluate(ages));
  }
});

test('it is emitted in cells', () => {
  const amount = amountWriter().plan(makeNode(operation, undefined, number(3), number(4)));
  expect(amount.isCoded).toBe(true);
  const shapes = createShapeBook();
  const step = shapes.step(amount.code, opcode.setPlain, amount.inputs.length, amount.constants.length);
  const { statements } = emitShape(shapes.of(shapes.next(shapes.begin(false), step)));
  expect(sourceOf(statements)).toContain('Math.sqrt(');
});

test('it is simplified and bounded', () => {
  const folded = termOf(createTermBook(), makeNode(operation, undefined, number(3), number(4)));
  expect(folded).toMatchObject({ op: 'constant', data: { value: 5 } });
  const bounds = possibleOf(termOf(createTermBook(), ages), { model: state.model, kinds: new Map() });
  expect(bounds.least).toBe(0);
});

test('it is printed and documented', () => {
  expect(printExpression(ages, { model: state.model, first: 'source', longest: 100 })).toBe(
    'hypotenuse(age(source), 4)',
  );
  expect(operationsTable(operationList)).toContain('| `hypotenuse` | the longest side of a right triangle |');
});
