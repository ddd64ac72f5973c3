import { header } from '../kernel/arena.js';
import { damaged } from '../components/damage.js';
import { liveIds } from '../components/identity.js';
import { components } from '../components/index.js';
import type { WorldState } from '../components/state.js';

/**
 * Throws when a state that came from a file holds what no world could: rows that point nowhere, kinds or words that
 * content does not have.
 */
export function checkState(state: WorldState): void {
  const { layout, columns } = state.arena;
  layout.columns.forEach(({ name, width }, i) => {
    if (columns[i].subarray(0, width).some((value) => value !== 0))
      throw damaged(`row 0 of ${name}, which is none, holds something`);
  });
  let live = 0;
  for (const id of liveIds(state)) {
    live++;
    for (const { checkOf } of components) checkOf?.(state, id);
  }
  for (const { check } of components) check?.(state);
  if (live !== state.arena.header[header.live])
    throw damaged(`it holds ${live} objects and counts ${state.arena.header[header.live]}`);
}
