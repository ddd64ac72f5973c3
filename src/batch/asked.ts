import type { Rows, Vector } from '../eval/columns/rows.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Freshness, fact, freshness } from '../model/stamps.js';
import { sourceSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type Outers, type Pairs, rowsOfOuters } from '../match/pairs/pair-list.js';

/** Where something lies in what is written of all agents. */
export interface RowPlace<Cells> {
  /** [rows, size] */
  readonly into: Cells;
  readonly size: number;
  /** Where it begins in each row. */
  readonly offset: number;
  /** Row of each agent by its number. */
  readonly rowOf: Int32Array;
}

/** Asked of pairs; what reads outer objects alone, of each of them once. */
export interface Asked {
  readonly term: Term;
  readonly ofOuters: boolean;
  /** By the version of the pairs. */
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

/** By pair, or by outer object where it is `ofOuters`. Lent from scratch memory. */
export function valuesOf(evaluator: Evaluator, asked: Asked, pairs: Pairs, outers: Outers): Vector {
  return evaluator.evaluate(asked.term, rowsOfAsked(asked, pairs, outers));
}

export function rowsOfAsked({ ofOuters }: Asked, pairs: Pairs, outers: Outers): Rows {
  return ofOuters ? rowsOfOuters(outers) : pairs.rows;
}
