import { nearestName } from '../../diagnostics/nearest-name.js';

/** `; did you mean PropertySource?`, or nothing where none of the known names is near. */
export function nearestIn(given: string, known: Iterable<string>): string {
  const near = nearestName(given, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
