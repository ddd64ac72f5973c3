import { fact } from '../../../model/stamps.js';
import { type Memo, memo } from '../../../model/memo.js';
import type { WorldState } from '../../../components/state.js';
import { idLimit } from '../../../kernel/identity.js';

const known = new WeakMap<WorldState, Memo<readonly Int32Array[]>>();

/**
 * Ids of the objects of each kind, ascending: meters are walked kind by kind, since most kinds lack most meters. Kept
 * while nobody comes or goes.
 */
export function idsByKind(state: WorldState): readonly Int32Array[] {
  let lists = known.get(state);
  if (lists === undefined) known.set(state, (lists = memo(state.stamps, [fact.population], () => listsOf(state))));
  return lists.get();
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
