import type { WorldState } from '../components/state.js';
import { resolve } from '../kernel/identity.js';
import type { IdList } from './indexes.js';

/**
 * By id of some objects: the object to which a reference property of each leads; 0 where it leads nowhere. What it
 * holds of others means nothing.
 */
export function referredBy(state: WorldState, column: number, { ids, length }: IdList): Int32Array {
  const { identity } = state;
  const { kinds: has } = state.model.columns[column];
  const cells = state.cells[column];
  const referred = new Int32Array(identity.kind.length);
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    const handle = has[identity.kind[id]] === 1 ? cells[id] : 0;
    referred[id] = handle === 0 ? 0 : resolve(identity, handle);
  }
  return referred;
}
