import { type NameBudget, nearHint } from '../content/text/nearest-name.js';

/**
 * `; did you mean farm?`, or the known names where none is near and they are few. Who asks for many names shares a
 * budget among them.
 */
export function didYouMean(given: string, known: readonly string[], budget?: NameBudget): string {
  const near = nearHint(given, known, budget);
  if (near !== undefined) return `; ${near}`;
  if (known.length === 0) return '; there are none';
  return known.length <= 12 ? `; known are ${known.join(', ')}` : '';
}

/** `did you mean farm?`, or something else where none is near. */
export function nearOr(given: string, known: Iterable<string>, otherwise: string): string {
  return nearHint(given, known) ?? otherwise;
}
