import { js } from '../emit/code.js';
import type { Emission } from '../emit/emission.js';
import type { Term } from '../term.js';

/**
 * Goes on with the next one of a loop unless a condition that draws nothing is true. Of one that must be true in all of
 * its parts, each part decides.
 */
export function emitDemand(term: Term, emission: Emission): void {
  if (term.node.op === 'and') {
    for (const arg of term.args) emitDemand(arg, emission);
    return;
  }
  const { value, absence } = emission.of(term);
  emission.add(
    absence === undefined ? js`if (${value} !== 1) continue;` : js`if (${absence} !== 0 || ${value} !== 1) continue;`,
  );
}
