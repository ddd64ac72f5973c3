import { ownersOf } from '../../components/ownership.js';
import type { WorldState } from '../../components/state.js';
import { isWorthIndex } from '../../indexes/worth-index.js';
import type { Value } from '../../ir/node.js';
import type { AffiliationMode } from '../data.js';
import { js } from '../emit/code.js';
import { type Form, expression } from '../form.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { idsIn } from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import { kernelsOf } from './kernel.js';
import { type Rows, codeVector, isMissing } from './rows.js';

/** By id, bits of owning factions; undefined where asking each object is cheaper, or the only way. */
export function masksFor(rows: Rows, { state, indexes }: Evaluator): Uint32Array | undefined {
  return isWorthIndex(rows.length, state) || indexes.ready.factions() ? indexes.factions() : undefined;
}

/** There must be no more factions than masks hold. */
export function maskOf(state: WorldState, id: Value): number {
  let mask = 0;
  if (!isAbsent(id)) for (const owner of ownersOf(state, id)) mask |= 1 << state.faction[owner];
  return mask;
}

export function uniformMask(term: Term, rows: Rows, evaluator: Evaluator): number | typeof varies {
  const one = evaluator.uniform(term, rows);
  return one === varies ? one : maskOf(evaluator.state, one);
}

export function masksAt(masks: Uint32Array, ids: Int32Array, length: number, { scratch }: Evaluator): Int32Array {
  const into = scratch.codes(length);
  for (let row = 0; row < length; row++) into[row] = masks[ids[row]];
  return into;
}

export function masksOfTerm(term: Term, masks: Uint32Array, rows: Rows, evaluator: Evaluator): Int32Array {
  return masksAt(masks, idsIn(term, rows, evaluator), rows.length, evaluator);
}

export const affiliations: Readonly<Record<AffiliationMode, Form>> = {
  'empire-inclusive': expression(
    (own, others) => ((own & others) !== 0 ? 1 : 0),
    (own, others) => js`(${own} & ${others}) !== 0 ? 1 : 0`,
  ),
  'empire-exclusive': expression(
    (own, others) => ((own & others) !== 0 && (own & ~others) === 0 ? 1 : 0),
    (own, others) => js`((${own} & ${others}) !== 0 ? 1 : 0) & ((${own} & ~${others}) === 0 ? 1 : 0)`,
  ),
  'enemies-inclusive': expression(
    (own, others) => ((own & ~others) !== 0 ? 1 : 0),
    (own, others) => js`(${own} & ~${others}) !== 0 ? 1 : 0`,
  ),
  'enemies-exclusive': expression(
    (own, others) => (own !== 0 && (own & others) === 0 ? 1 : 0),
    (own, others) => js`(${own} !== 0 ? 1 : 0) & ((${own} & ${others}) === 0 ? 1 : 0)`,
  ),
};

const kernels = kernelsOf(affiliations, ['code', 'code'], 'code');

/** Against the bits of all rows, or each row's own. */
export function affiliate(
  mode: AffiliationMode,
  own: Int32Array,
  others: number | Int32Array,
  into: Int32Array,
  length: number,
): void {
  const { columns, constantSecond } = kernels(mode);
  if (typeof others !== 'number') columns(length, codeVector(into), codeVector(own), codeVector(others));
  else constantSecond(length, codeVector(into), codeVector(own), { value: others, whole: 0 });
}

/** Adds absence; returns whether a row is absent. */
export function missWhereNobody(masks: Int32Array, into: Uint8Array, length: number): boolean {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = into[row] | (masks[row] === 0 ? isMissing : 0);
    into[row] = how;
    count += how;
  }
  return count > 0;
}
