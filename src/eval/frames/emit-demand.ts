import { js } from '../emit/code.js';
import type { Emission } from '../emit/emission.js';
import { conjuncts } from '../shape.js';
import type { Term } from '../term.js';

/**
 * Goes on with the next one of a loop unless a condition that draws nothing is true. Of one that must be true in all of
 * its parts, each part decides.
 */
export function emitDemand(term: Term, emission: Emission): void {
  for (const part of conjuncts(term)) {
    const { value, absence } = emission.of(part);
    const fails = js`${value} !== 1`;
    emission.add(js`if (${absence === undefined ? fails : js`${absence} !== 0 || ${fails}`}) continue;`);
  }
}
