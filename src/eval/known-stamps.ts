import { fact } from '../components/stamps.js';
import { type Model, keepsOwner } from '../components/model.js';
import type { FollowData } from './ops/follow.js';
import type { ReadData } from './ops/read.js';
import type { Term } from './term.js';
import { ownStamps, termsIn } from './term-book.js';

/**
 * Stamps that a term depends on, ascending, where the kinds of the objects in some slots are known (0: not known). What
 * is looked up along what an object hangs on until it is found does not depend on places where the object has it
 * itself.
 */
export function stampsKnowing(term: Term, kinds: readonly number[], model: Model): readonly number[] {
  const stamps = new Set<number>();
  for (const each of termsIn(term)) {
    const isFixed = isFound(each, kinds, model);
    for (const stamp of ownStamps(each.node)) if (!isFixed || stamp !== fact.place) stamps.add(stamp);
  }
  return [...stamps].sort((a, b) => a - b);
}

/** Whether an object of a known kind has by itself what is looked up from it. */
function isFound({ node, args }: Term, kinds: readonly number[], model: Model): boolean {
  if (args.length !== 1 || args[0].node.op !== 'slot') return false;
  const kind = kinds.at((args[0].node.data as { readonly slot: number }).slot) ?? 0;
  if (kind === 0) return false;
  if (node.op === 'read') return model.columns[(node.data as ReadData).column].kinds[kind] === 1;
  if (node.op !== 'follow') return false;
  const { relation, kind: wanted } = node.data as FollowData;
  return relation === 'owner' ? keepsOwner(model, kind) : relation === 'ancestor' && wanted === kind;
}
