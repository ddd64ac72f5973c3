import type { WorldState } from '../../components/state.js';
import type { Point } from '../../ir/occurrence.js';
import type { Step } from '../../meaning/finder.js';
import { frameSort } from '../trigger/frame-sort.js';

/** Points of time by number, as frames hold them. */
export const points: readonly Point[] = ['before', 'would', 'when', 'after'];

/** The number of a point. */
export function pointNumber(at: Point): number {
  // Asked so often that a table by name would be dear.
  switch (at) {
    case 'before':
      return 0;
    case 'would':
      return 1;
    case 'when':
      return 2;
    case 'after':
      return 3;
  }
}

export const stepCount = 4;

export function stepNumber(step: Step): number {
  switch (step) {
    case 'A':
      return 0;
    case 'B':
      return 1;
    case 'C':
      return 2;
    case 'pay':
      return 3;
  }
}

/** The point of time that a frame is in: its own, or that of the nearest one below it. */
export function pointOfFrame({ frames }: WorldState, row: number): Point {
  for (let at = row; at > 0; at--) if (frames.does[at] === frameSort.point) return points[frames.direct[at]];
  return 'when';
}
