import type { Term } from '../term.js';
import { isMissing } from '../columns/vector.js';
import { js } from './code.js';
import type { Emission, Emitted } from './emission.js';

/** The first row of the instance of an object. */
export function emitInstance(term: Term<{ readonly stride: number }>, emission: Emission): Emitted {
  const { value, absence } = emission.of(term.args[0]);
  const id = emission.keep(js`${value} | 0`);
  return { value: emission.keep(js`(${id} - ${id} % ${term.data.stride} + 1) | 0`), absence };
}

/** By how many turns the world is ahead of it; where the world is not divided, the primitives answer. */
export function emitLead(term: Term<{ readonly stride: number }>, emission: Emission): Emitted {
  const { value, absence } = emission.of(term.args[0]);
  const leads = emission.given('leads', ({ evaluator }) => evaluator.state.instances?.lead);
  return {
    value: emission.keep(js`${leads}[${value} / ${term.data.stride} | 0] | 0`),
    absence: absence === undefined ? undefined : emission.keep(js`${absence} === 0 ? 0 : ${isMissing}`),
  };
}
