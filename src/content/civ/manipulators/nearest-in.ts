import { type NameBudget, nearestName } from '../../diagnostics/nearest-name.js';

/** `; did you mean PropertySource?`, or nothing where none of the known names is near. */
export function nearestIn(given: string, known: Iterable<string>, budget: NameBudget): string {
  const near = nearestName(given, known, budget);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
