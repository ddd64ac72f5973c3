import { initialOf, variablesOf } from '../components/cell-blocks.js';
import { liveIds } from '../components/identity.js';
import type { WorldState } from '../components/state.js';
import type { CellTables } from './cell-tables.js';
import { isSame } from './same-value.js';
import type { WaveCounts } from '../meaning/solver.js';
import { fitChanges } from './wave.js';

/**
 * Gives all cells that have no place in the order, because nothing modifies them, their initial values: for when it
 * cannot be told which ones have lost their modifiers, and no wave would come by. Returns those that have changed.
 */
export function resetUnmodified(state: WorldState, tables: CellTables, counts: WaveCounts): readonly number[] {
  const { model, identity, block, cellValues, cellClasses } = state;
  const reset: number[] = [];
  for (const id of liveIds(state)) {
    for (const { index, input, offset } of variablesOf(model, identity.kind[id])) {
      const cell = block[id] + offset;
      if (input || tables.position[cell] !== 0) continue;
      const initial = initialOf(state, index);
      if (cellClasses[cell] === initial.class && isSame(cellValues[cell], initial.value)) continue;
      cellValues[cell] = initial.value;
      cellClasses[cell] = initial.class;
      reset.push(cell);
    }
  }
  fitChanges(counts, reset.length);
  for (const cell of reset) counts.changed[counts.changes++] = cell;
  counts.solves += reset.length;
  return reset;
}
