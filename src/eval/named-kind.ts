import type { Model } from '../model/model.js';
import { type Bounding, anyNumber, condition, someone } from './bounds.js';
import { operationOf } from './make-node.js';
import type { Term } from './term.js';

/** The kind of the object that a term names, if it names one; 0: unknown. */
export function kindNamedBy(term: Term, model: Model): number {
  const known: Bounding = { model, of: () => anyNumber, slot: someone, ofMember: () => condition(true, true, true) };
  return operationOf(term).bounds?.(term, known).kind ?? 0;
}
