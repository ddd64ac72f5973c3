import { liveIds } from '../../components/live-objects.js';
import type { WorldState } from '../../components/state.js';
import { type Carried, carries } from '../../meaning/answering.js';
import { byNumber, fact, memo } from '../../model/stamps.js';

/** The ids that carry an ability, by its index, while the population is the same. */
export function carriersIn(state: WorldState, abilities: readonly Carried[]): (index: number) => Int32Array {
  const known = byNumber((index) =>
    memo(state.stamps, [fact.population], () =>
      Int32Array.from(
        [...liveIds(state)].filter((id) => carries(abilities[index], state.identity.kind[id], state.class[id])),
      ),
    ),
  );
  return (index) => known(index).get();
}
