import { ownersOf } from '../../components/ownership.js';
import { isWorthIndex } from '../../indexes/worth-index.js';
import type { WorldState } from '../../components/state.js';
import { type Value } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import { type Evaluator, varies } from './evaluator.js';
import type { Term } from '../term.js';
import type { Rows } from './rows.js';

/**
 * By id, bits of the factions that an object belongs to; undefined where asking each object is cheaper, or the only
 * way.
 */
export function masksFor(rows: Rows, { state, indexes }: Evaluator): Uint32Array | undefined {
  return isWorthIndex(rows.length, state) || indexes.ready.factions() ? indexes.factions() : undefined;
}

/** Bits of the factions that one object stands for; there must be no more than masks hold. */
export function maskOf(state: WorldState, id: Value): number {
  let mask = 0;
  if (!isAbsent(id)) for (const owner of ownersOf(state, id)) mask |= 1 << state.faction[owner];
  return mask;
}

/** The mask of a term that is the same in all rows. */
export function uniformMask(term: Term, rows: Rows, evaluator: Evaluator): number | typeof varies {
  const one = evaluator.uniform(term, rows);
  return one === varies ? one : maskOf(evaluator.state, one);
}
