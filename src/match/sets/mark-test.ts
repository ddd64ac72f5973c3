import type { DirectTest, Evaluator } from '../../eval/columns/evaluator.js';
import { directTestOf, markDirect } from '../../eval/columns/direct-test.js';
import type { Rows } from '../../eval/columns/rows.js';
import type { Test } from '../selection-plan.js';
import type { Term } from '../../eval/term.js';
import { markVerdicts } from './marks.js';

/**
 * Marks the rows of which a test holds: in one loop where it looks at nothing but cells of the objects themselves, else
 * by way of its term's values.
 */
export function markTest(evaluator: Evaluator, test: Test, rows: Rows, into: Uint8Array): void {
  const { term, wanted } = test;
  const direct = wanted === 'found' ? undefined : knownDirect(evaluator, term);
  // A direct test is never absent, so that what is not true is clear.
  if (direct !== undefined && markDirect(evaluator, direct, wanted === 'true' ? 1 : 0, rows, into)) return;
  const mark = evaluator.scratch.mark();
  markVerdicts(test, evaluator.evaluate(term, rows), rows.length, into);
  evaluator.scratch.release(mark);
}

function knownDirect({ directs, state }: Evaluator, term: Term): DirectTest | undefined {
  if (term.id >= directs.length || directs[term.id] === undefined) {
    while (directs.length <= term.id) directs.push(undefined);
    directs[term.id] = directTestOf(term, state.model) ?? 'none';
  }
  const known = directs[term.id];
  return known === 'none' ? undefined : known;
}
