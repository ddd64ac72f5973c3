import { slotOf } from '../shape.js';
import type { Term } from '../term.js';
import type { Rows } from './rows.js';

/** The one kind of the objects that a term names in these rows, all of which are there; 0 where that is not known. */
export function knownKind(term: Term, rows: Rows): number {
  return rows.kinds[slotOf(term) ?? rows.kinds.length] ?? 0;
}
