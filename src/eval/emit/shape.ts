import type { Rows } from '../columns/rows.js';
import type { Term } from '../term.js';

export interface Shape {
  readonly varying: number;
  readonly kinds: readonly number[];
  /** The term reads the running value, and each row has one. */
  readonly runs: boolean;
}

export function shapeOf(term: Term, rows: Rows): Shape {
  const varying = term.free & rows.varying;
  const kinds: number[] = [];
  for (let slot = 0; varying >>> slot !== 0; slot++)
    kinds.push(((varying >>> slot) & 1) === 1 ? (rows.kinds[slot] ?? 0) : 0);
  return { varying, kinds, runs: term.runs && rows.running !== undefined };
}

export function hasShape(term: Term, rows: Rows, { varying, kinds, runs }: Shape): boolean {
  if ((term.free & rows.varying) !== varying || (term.runs && rows.running !== undefined) !== runs) return false;
  for (let slot = 0; slot < kinds.length; slot++)
    if (((varying >>> slot) & 1) === 1 && (rows.kinds[slot] ?? 0) !== kinds[slot]) return false;
  return true;
}
