import { byNumber, fact, memo } from '../../model/stamps.js';
import { liveIds } from '../../components/identity.js';
import type { WorldState } from '../../components/state.js';

/** The ids that carry something, by its index: found again when somebody comes, goes or becomes something else. */
export function carriersIn(
  state: WorldState,
  isCarrier: (index: number, id: number) => boolean,
): (index: number) => Int32Array {
  const known = byNumber((index) =>
    memo(state.stamps, [fact.population], () =>
      Int32Array.from([...liveIds(state)].filter((id) => isCarrier(index, id))),
    ),
  );
  return (index) => known(index).get();
}
