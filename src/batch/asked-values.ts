import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import type { Vector } from '../eval/columns/vector.js';
import { fact } from '../model/stamps.js';
import { sourceSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type Freshness, freshness } from '../model/memo.js';
import type { Outers } from './matcher.js';
import type { Pairs } from './pairs.js';

/** A term that is asked of pairs. What looks at outer objects alone is asked of each of them once. */
export interface Asked {
  readonly term: Term;
  readonly ofOuters: boolean;
  /** Of its answers, by the version of the pairs that it was asked of. */
  readonly answers: Freshness;
}

export function createAsked({ state }: Evaluator, term: Term): Asked {
  return {
    term,
    ofOuters: !term.draws && term.free === 1 << sourceSlot,
    // What is drawn is known at no other time.
    answers: freshness(state.stamps, term.draws ? [fact.occurrence] : term.stamps),
  };
}

/** The values of a term: by pair, or by outer object where it is `ofOuters`. Lent from scratch memory. */
export function valuesOf(evaluator: Evaluator, { term, ofOuters }: Asked, pairs: Pairs, outers: Outers): Vector {
  const rows: Rows = ofOuters ? rowsOver(sourceSlot, outers.ids, outers.length, outers.kind) : pairs.rows;
  return evaluator.evaluate(term, rows);
}
