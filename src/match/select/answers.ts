import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Rows } from '../../eval/columns/rows.js';
import { isAbsent } from '../../eval/operation.js';
import type { Term } from '../../eval/term.js';

/**
 * Result of a selection: for each outer row the number of its answer, and the answers' ids. Rows with equal keys share
 * an answer. The arrays are reused by the next selection.
 */
export interface Answers {
  /** By row; −1: nobody. */
  groupOf: Int32Array;
  /** By answer: range of its ids. */
  start: Int32Array;
  end: Int32Array;
  ids: Int32Array;
  groups: number;
  /** Ids of each answer ascend. */
  ordered: boolean;
}

export function createAnswers(): Answers {
  return {
    groupOf: new Int32Array(64),
    start: new Int32Array(64),
    end: new Int32Array(64),
    ids: new Int32Array(1024),
    groups: 0,
    ordered: true,
  };
}

/** Makes room for the rows of a selection, without answers. */
export function beginAnswers(answers: Answers, rows: number): void {
  if (answers.groupOf.length < rows) answers.groupOf = new Int32Array(2 * rows);
  answers.groupOf.fill(-1, 0, rows);
  answers.groups = 0;
  answers.ordered = true;
}

/** Makes room for more ids after the used ones. */
export function reserveIds(answers: Answers, used: number, more: number): void {
  if (answers.ids.length >= used + more) return;
  const larger = new Int32Array(Math.max(used + more, 2 * answers.ids.length));
  larger.set(answers.ids.subarray(0, used));
  answers.ids = larger;
}

/** Adds an answer with ids from `start` to `end`; returns its number. */
export function addAnswer(answers: Answers, start: number, end: number): number {
  const group = answers.groups++;
  if (group >= answers.start.length) {
    answers.start = grown(answers.start);
    answers.end = grown(answers.end);
  }
  answers.start[group] = start;
  answers.end[group] = end;
  return group;
}

function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Sorts the ids of every answer. */
export function orderAnswers(answers: Answers): void {
  if (answers.ordered) return;
  for (let group = 0; group < answers.groups; group++) {
    if (answers.end[group] - answers.start[group] > 1)
      answers.ids.subarray(answers.start[group], answers.end[group]).sort();
  }
  answers.ordered = true;
}

/** Values of a term by row. */
export interface RowValues {
  /** NaN where the value is absent. */
  at(row: number): number;
}

export const noValue = NaN;

/** Values of a term in all rows, lent from scratch memory. */
export function rowValues(evaluator: Evaluator, term: Term, rows: Rows): RowValues {
  const one = evaluator.uniform(term, rows);
  if (typeof one !== 'symbol') return { at: () => (isAbsent(one) ? noValue : one) };
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const values = term.type.name === 'number' ? numbers : codes;
  return { at: (row) => (absence !== undefined && absence[row] !== 0 ? noValue : values[row]) };
}

/** Codes of a term that is no number in all rows, −1 where absent; lent too. */
export function rowCodes(evaluator: Evaluator, term: Term, rows: Rows): Int32Array {
  const { length } = rows;
  const into = evaluator.scratch.codes(length);
  const { codes, absence } = evaluator.evaluate(term, rows);
  if (absence === undefined) for (let row = 0; row < length; row++) into[row] = codes[row];
  else for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? codes[row] : -1;
  return into;
}
