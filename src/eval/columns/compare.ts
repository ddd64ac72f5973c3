import { type Value } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { copyBytes, graverOf } from './absence.js';
import { compareCodesWith, compareTwoCodes } from './compare-codes.js';
import { type ComparisonName, compareNumbersWith, compareTwoNumbers } from './compare-numbers.js';
import { type Evaluator, varies } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

/** What a comparison becomes when its sides change places. */
const mirrored: Record<ComparisonName, ComparisonName> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Compares two terms; one that has the same value in every row is never written out. */
export function compareColumns(
  term: Term<{ readonly comparison: ComparisonName }>,
  rows: Rows,
  evaluator: Evaluator,
): Vector {
  const { comparison } = term.node.data;
  const [left, right] = term.args;
  const one = evaluator.uniform(right, rows);
  if (isValue(one)) return compareWithConstant(left, comparison, one, rows, evaluator);
  const other = one === varies ? evaluator.uniform(left, rows) : varies;
  if (isValue(other)) return compareWithConstant(right, mirrored[comparison], other, rows, evaluator);
  return compareBoth(left, right, comparison, rows, evaluator);
}

function isValue(value: Value | typeof varies): value is number {
  return value !== varies && !isAbsent(value);
}

function compareWithConstant(
  term: Term,
  comparison: ComparisonName,
  constant: number,
  rows: Rows,
  evaluator: Evaluator,
): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term, rows);
  if (term.node.type.name === 'number') compareNumbersWith[comparison](a.numbers, constant, into, length);
  else compareCodesWith[comparison](a.codes, constant, into, length);
  if (a.absence !== undefined) copyBytes(a.absence, absence, length);
  scratch.release(mark);
  return codeVector(into, a.absence === undefined ? undefined : absence);
}

function compareBoth(left: Term, right: Term, comparison: ComparisonName, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(left, rows);
  const b = evaluator.evaluate(right, rows);
  if (left.node.type.name === 'number') compareTwoNumbers[comparison](a.numbers, b.numbers, into, length);
  else compareTwoCodes[comparison](a.codes, b.codes, into, length);
  const told = graverOf(absence, a.absence, b.absence, length);
  scratch.release(mark);
  return codeVector(into, told);
}
