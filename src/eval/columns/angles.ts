import { cosine, sine } from '../../kernel/angles.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import { type MonadicLoop, monadicColumns } from './numbers.js';
import type { Rows } from './rows.js';
import type { Vector } from './vector.js';

export const sineColumns = columns((a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = sine(a[row]);
});
export const cosineColumns = columns((a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = cosine(a[row]);
});
export const squareRootColumns = columns((a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.sqrt(a[row]);
});

function columns(loop: MonadicLoop): (term: Term, rows: Rows, evaluator: Evaluator) => Vector {
  return (term, rows, evaluator) => monadicColumns(term, rows, evaluator, loop);
}
