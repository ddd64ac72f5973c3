import { type Point, points } from '../ir/occurrence.js';
import type { Step } from '../meaning/answering.js';

/** The place in `points`, as in frames. */
export function pointNumber(at: Point): number {
  // A table by name would be too slow.
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

export function placeNumber(at: Point, step: Step): number {
  return pointNumber(at) * stepCount + stepNumber(step);
}

const stepCount = 4;

export const placeCount = points.length * stepCount;

function stepNumber(step: Step): number {
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
