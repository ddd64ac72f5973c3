import { fact } from '../../components/stamps.js';
import { memo } from '../../state/memo.js';
import type { WorldState } from '../../state/world-state.js';
import { idLimit, isLive } from '../../kernel/identity.js';

/** Which objects carry what, by index: looked for once, until somebody comes, goes or becomes something else. */
export interface Carriers {
  /** Ids, ascending. */
  of(index: number): Int32Array;
}

/** Of so many things that are carried; `isCarrier` is asked of those who are there. */
export function createCarriers(
  state: WorldState,
  count: number,
  isCarrier: (index: number, id: number) => boolean,
): Carriers {
  const known = Array.from({ length: count }, (_, index) => memo(state.stamps, [fact.population], () => look(index)));
  return { of: (index) => known[index].get() };

  function look(index: number): Int32Array {
    const { identity } = state;
    const ids: number[] = [];
    for (let id = 1; id < idLimit(identity); id++) if (isLive(identity, id) && isCarrier(index, id)) ids.push(id);
    return Int32Array.from(ids);
  }
}
