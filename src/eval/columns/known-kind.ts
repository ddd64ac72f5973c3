import type { Term } from '../term.js';
import type { Rows } from './rows.js';

/** The one kind of the objects that a term names in these rows, all of which are there; 0 where that is not known. */
export function knownKind(term: Term, rows: Rows): number {
  return term.node.op === 'slot' ? (rows.kinds[(term.node.data as { readonly slot: number }).slot] ?? 0) : 0;
}
