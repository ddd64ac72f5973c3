import { type GenerateMode, createTier } from '../eval/tier.js';
import type { ShapeBook } from './shape-book.js';
import { type ShapeFunction, makeShapeFunction } from './shape-function.js';

/** The generated functions of shapes. */
export interface ShapeFunctions {
  /** The function of a shape that is about to be run once more; undefined: the machine runs it. */
  of(shape: number): ShapeFunction | undefined;
  /** How many there are. */
  readonly made: number;
  /** Forgets them: the numbers of shapes have another meaning now. */
  forget(): void;
}

/**
 * A function is made of a shape that so many cells were solved by: making one takes about as long as the machine takes
 * for some thousand cells.
 */
const leastRuns = 3_000;
const mostFunctions = 500;

export function createShapeFunctions(shapes: ShapeBook, mode: GenerateMode): ShapeFunctions {
  const runs: number[] = [];
  const functions: (ShapeFunction | 'refused' | undefined)[] = [];
  const tier = createTier(mostFunctions, mode);
  return {
    get made() {
      return tier.made;
    },
    forget() {
      runs.length = 0;
      functions.length = 0;
      tier.forget();
    },
    of(shape) {
      const known = functions[shape];
      if (known !== undefined) return known === 'refused' ? undefined : known;
      if (tier.isClosed) return undefined;
      runs[shape] = (runs[shape] ?? 0) + 1;
      if (mode === 'hot' && runs[shape] < leastRuns) return undefined;
      const attempt = tier.make(() => makeShapeFunction(shapes.of(shape), shapes.stepsOf(shape)));
      functions[shape] = attempt ?? 'refused';
      return attempt;
    },
  };
}
