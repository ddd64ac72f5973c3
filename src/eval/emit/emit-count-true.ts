import type { Term } from '../term.js';
import { js } from './code.js';
import type { Emission, Emitted } from './emission.js';

/** A variable that each true condition raises. */
export function emitCountTrue(term: Term, emission: Emission): Emitted {
  const count = emission.variable(0);
  for (const arg of term.args) {
    const { value, absence } = emission.of(arg);
    emission.add(
      absence === undefined
        ? js`if (${value} === 1) ${count}++;`
        : js`if (${value} === 1 && ${absence} === 0) ${count}++;`,
    );
  }
  return { value: count, absence: undefined };
}
