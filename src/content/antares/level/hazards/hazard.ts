import type { Place } from '../../value.js';
import type { LevelProblem } from '../problem.js';

/** A hazard of something that was read. */
export function hazard(
  code: string,
  { at, path }: { readonly at: Place; readonly path: string },
  message: string,
): LevelProblem {
  return { code, path, at, message };
}
