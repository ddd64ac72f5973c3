import { fact } from '../../../components/stamps.js';
import type { WorldState } from '../../../state/world-state.js';
import { idLimit } from '../../../kernel/identity.js';

interface Known {
  readonly population: number;
  readonly lists: readonly Int32Array[];
}

const known = new WeakMap<WorldState, Known>();

/**
 * Ids of the objects of each kind, ascending: meters are walked kind by kind, since most kinds lack most meters. Kept
 * while nobody comes or goes.
 */
export function idsByKind(state: WorldState): readonly Int32Array[] {
  const population = state.stamps.values[fact.population];
  const before = known.get(state);
  if (before?.population === population) return before.lists;
  const lists = listsOf(state);
  known.set(state, { population, lists });
  return lists;
}

function listsOf({ model, identity }: WorldState): readonly Int32Array[] {
  const limit = idLimit(identity);
  const counts = new Int32Array(model.kinds.length + 1);
  const { kind } = identity;
  // What is of no kind of the model is a row that is free for ever.
  for (let id = 1; id < limit; id++) if (kind[id] < counts.length) counts[kind[id]]++;
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let id = 1; id < limit; id++) if (kind[id] < counts.length) lists[kind[id]][counts[kind[id]]++] = id;
  return lists;
}
