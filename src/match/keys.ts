import { operationOf } from '../eval/make-node.js';
import type { Lens } from '../eval/operation.js';
import type { Term } from '../eval/term.js';

/**
 * What outer objects are to a test: the value of a term, or only where that object is, or which factions it stands for;
 * or the object in a slot itself.
 */
export type Key =
  | { readonly text: string; readonly of: 'term'; readonly term: Term; readonly lens: Lens | undefined }
  | { readonly text: string; readonly of: 'slot'; readonly slot: number };

export function termKey(term: Term, lens?: Lens): Key {
  return { text: `term ${term.id} ${lens ?? ''}`, of: 'term', term, lens };
}

/**
 * All that a test takes from outer objects: the largest parts that depend on them alone. Outer objects that agree in
 * them get the same answer.
 */
export function keysOf(term: Term, slot: number): readonly Key[] {
  const keys = new Map<string, Key>();
  collect(term, undefined, term.free & ~(1 << slot), keys, new Set());
  return [...keys.values()];
}

/** `known` holds the parts that have been looked into: what an expression says twice is one term. */
function collect(term: Term, lens: Lens | undefined, outer: number, keys: Map<string, Key>, known: Set<Term>): void {
  const taken = term.free & outer;
  if (taken === 0) return;
  if ((term.free & ~outer) === 0 && !term.draws) {
    const key = termKey(term, lens);
    keys.set(key.text, key);
    return;
  }
  // A part that is no key itself gives the same keys through every lens.
  if (known.has(term)) return;
  known.add(term);
  const operation = operationOf(term);
  // An operation that looks into slots itself sees the very objects.
  const own = (operation.slots?.(term.data) ?? 0) & outer;
  for (let slot = 0; own >>> slot !== 0; slot++)
    if (((own >>> slot) & 1) === 1) keys.set(`slot ${slot}`, { text: `slot ${slot}`, of: 'slot', slot });
  term.args.forEach((arg, i) => {
    collect(arg, operation.lens?.(term.data, i), outer, keys, known);
  });
}
