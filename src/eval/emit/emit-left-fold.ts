import type { Form } from '../form.js';
import type { Term } from '../term.js';
import type { Emission, Emitted } from './emission.js';
import { graverOf } from './graver.js';
import { makerIn } from './maker.js';

/** One argument after the other, as operations of two inside one another would. */
export function emitLeftFold({ args: [first, ...rest] }: Term, emission: Emission, { template }: Form): Emitted {
  const maker = makerIn(emission);
  return rest.reduce<Emitted>((folded, arg) => {
    const next = emission.of(arg);
    return { ...template(maker, folded, next), absence: graverOf(folded.absence, next.absence, emission) };
  }, emission.of(first));
}
