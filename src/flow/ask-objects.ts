import { sourceSlot } from '../ir/node.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { rowsOver } from '../eval/columns/rows.js';
import type { Term } from '../eval/term.js';

/**
 * What a term says of objects, one after the other: whole numbers that wrap at 32 bits, 0 where it says nothing.
 * `kind`: of all objects, 0 where they differ.
 */
export function askObjects(
  evaluator: Evaluator,
  rule: number,
  term: Term,
  ids: Int32Array,
  length: number,
  kind: number,
  into: Int32Array,
): void {
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  frame.rule = rule;
  const { numbers, codes, absence } = evaluator.evaluate(term, rowsOver(sourceSlot, ids, length, kind));
  const { name } = term.type;
  if (name === 'number' || name === 'numeric') for (let i = 0; i < length; i++) into[i] = numbers[i];
  else for (let i = 0; i < length; i++) into[i] = codes[i];
  if (absence !== undefined) for (let i = 0; i < length; i++) if (absence[i] !== 0) into[i] = 0;
  scratch.release(mark);
}
