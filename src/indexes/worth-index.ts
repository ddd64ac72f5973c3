import type { WorldState } from '../components/state.js';
import { population } from '../state/object-life.js';

/** With fewer than one row for so many objects, an index of the whole world costs more than it saves. */
const worthShare = 64;

export function isWorthIndex(length: number, state: WorldState): boolean {
  return length * worthShare >= population(state);
}
