import { columnStamp, touch } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';

/** The cells of a column that flows, by id, as they were and are expected to be. */
export interface Tank {
  readonly column: number;
  cells: Int32Array;
  /** When the phase began. */
  begun: Int32Array;
  /** When a later stage began; the first begins with the phase. */
  before: Int32Array;
  /** As all of the stage predict it. */
  expected: Int32Array;
}

export function createTank(column: number): Tank {
  const empty = new Int32Array(0);
  return { column, cells: empty, begun: empty, before: empty, expected: empty };
}

/** Takes the values with which a phase begins. */
export function beginPhase(tank: Tank, { cells: columns }: WorldState): void {
  const cells = columns[tank.column];
  // Flows were checked for this when the world was made (see flow-book.ts).
  if (!(cells instanceof Int32Array)) return;
  tank.cells = cells;
  if (tank.begun.length !== cells.length) {
    tank.begun = new Int32Array(cells.length);
    tank.before = new Int32Array(cells.length);
    tank.expected = new Int32Array(cells.length);
  }
  tank.begun.set(cells);
}

/** Notes a change of a column since a time when it was as `before` says. */
export function noteChange({ column, cells }: Tank, before: Int32Array, { stamps }: WorldState): void {
  for (let id = 1; id < cells.length; id++) if (cells[id] !== before[id]) return touch(stamps, columnStamp(column));
}
