import type { ContentShape } from '../model/content-shape.js';

/**
 * The values of the reports of the content at the end of each turn, since the world was made or loaded.
 *
 * The series belong to this object, not to the state: `save`, `snapshot` and `hash` do not contain them. A fork begins
 * with a copy, and `restore` removes all turns after that of the snapshot. Beyond `limits.reportedTurns` turns, the
 * oldest are dropped.
 */
export interface WorldReports<Shape extends ContentShape = ContentShape> {
  /** In the order of the content. */
  readonly names: readonly Shape['report'][];
  /** The turns with values, ascending. A copy: f64 [turns]. */
  readonly turns: Float64Array;
  /** The values of a report by turn, with 1 and 0 for true and false, and NaN if absent. A copy: f64 [turns]. */
  series(name: Shape['report']): Float64Array;
  /** The value of the last turn; NaN if absent, and before the first turn. */
  last(name: Shape['report']): number;
}
