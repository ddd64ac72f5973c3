import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import type { Vector } from '../eval/columns/vector.js';
import { sourceSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type StampGuard, createGuard } from '../state/stamp-guard.js';
import type { Outers } from './matcher.js';
import type { Pairs } from './pairs.js';

/** A term that is asked of pairs. What looks at outer objects alone is asked of each of them once. */
export interface Asked {
  readonly term: Term;
  readonly ofOuters: boolean;
  readonly guard: StampGuard;
  /** Of the pairs that it was last asked of. */
  version: number;
}

export function createAsked({ state }: Evaluator, term: Term): Asked {
  return {
    term,
    ofOuters: !term.draws && term.free === 1 << sourceSlot,
    guard: createGuard(state.stamps, term.stamps),
    version: -1,
  };
}

/** Whether a term still has the values that it had when `note` was called. */
export function isKnown({ term, guard, version }: Asked, pairs: Pairs): boolean {
  return !term.draws && version === pairs.version && guard.holds();
}

export function note(asked: Asked, pairs: Pairs): void {
  asked.guard.note();
  asked.version = pairs.version;
}

/** The values of a term: by pair, or by outer object where it is `ofOuters`. Lent from scratch memory. */
export function valuesOf(evaluator: Evaluator, { term, ofOuters }: Asked, pairs: Pairs, outers: Outers): Vector {
  const rows: Rows = ofOuters ? rowsOver(sourceSlot, outers.ids, outers.length, outers.kind) : pairs.rows;
  return evaluator.evaluate(term, rows);
}
