import type { Term } from '../plan/term.js';
import { js } from './code.js';
import type { Emission, Emitted } from './emission.js';

/** The first row of the instance of an object. */
export function emitInstance(term: Term<{ readonly stride: number }>, emission: Emission): Emitted {
  const { value, absence } = emission.of(term.args[0]);
  const id = emission.keep(js`${value} | 0`);
  return { value: emission.keep(js`(${id} - ${id} % ${term.node.data.stride} + 1) | 0`), absence };
}
