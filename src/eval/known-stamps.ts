import { fact } from '../model/stamps.js';
import { type Model, keepsOwner } from '../model/model.js';
import { asFollow, asRead, partsIn, slotOf } from './shape.js';
import type { Term } from './term.js';
import { ownStamps } from './term-book.js';

/**
 * Stamps that a term depends on, ascending, by the known kinds of objects in slots (0: unknown). A lookup along
 * attachment ignores places where the object itself has the value.
 */
export function stampsKnowing(term: Term, kinds: readonly number[], model: Model): readonly number[] {
  const stamps = new Set<number>();
  for (const each of partsIn(term)) {
    const isFixed = isFound(each, kinds, model);
    for (const stamp of ownStamps(each)) if (!isFixed || stamp !== fact.place) stamps.add(stamp);
  }
  return [...stamps].sort((a, b) => a - b);
}

/** True if an object of a known kind itself has the value that is looked up from it. */
function isFound(term: Term, kinds: readonly number[], model: Model): boolean {
  const { args } = term;
  if (args.length !== 1) return false;
  const kind = kinds.at(slotOf(args[0]) ?? kinds.length) ?? 0;
  if (kind === 0) return false;
  const read = asRead(term);
  if (read !== undefined) return model.columns[read.column].kinds[kind] === 1;
  const follow = asFollow(term);
  if (follow === undefined) return false;
  return follow.relation === 'owner' ? keepsOwner(model, kind) : follow.relation === 'ancestor' && follow.kind === kind;
}
