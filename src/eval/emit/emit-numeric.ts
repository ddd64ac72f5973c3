import { power } from '../../kernel/power.js';
import type { Term } from '../term.js';
import { js, refuse } from './code.js';
import { type EmitTerm, emitDyadic, graverOf } from './emit-numbers.js';
import type { Emission, Emitted } from './emission.js';
import { type Keep, type NumericCode, numericCode } from './numeric-code.js';

/** Numbers with classes: what numericCode says of the values of terms. */

function codeOf({ value, whole }: Emitted): NumericCode {
  return { value, whole: whole ?? refuse('a number without a class') };
}

function numericDyadic(
  apply: (a: NumericCode, b: NumericCode, keep: Keep, emission: Emission) => NumericCode,
): EmitTerm {
  return (term, emission) => {
    const a = emission.of(term.args[0]);
    const b = emission.of(term.args[1]);
    const { value, whole } = apply(codeOf(a), codeOf(b), emission.keep, emission);
    return { value, whole, absence: graverOf(a.absence, b.absence, emission) };
  };
}

function numericMonadic(apply: (a: NumericCode, keep: Keep) => NumericCode): EmitTerm {
  return (term, emission) => {
    const a = emission.of(term.args[0]);
    const { value, whole } = apply(codeOf(a), emission.keep);
    return { value, whole, absence: a.absence };
  };
}

export const numericEmitters = {
  add: numericDyadic(numericCode.add),
  subtract: numericDyadic(numericCode.subtract),
  multiply: numericDyadic(numericCode.multiply),
  divide: numericDyadic(numericCode.divide),
  remainder: numericDyadic(numericCode.remainder),
  power: numericDyadic((a, b, keep, emission) =>
    numericCode.power(
      a,
      b,
      emission.given('power', () => power),
      keep,
    ),
  ),
  minimum: numericDyadic(numericCode.minimum),
  maximum: numericDyadic(numericCode.maximum),
  negate: numericMonadic(numericCode.negate),
  absolute: numericMonadic(numericCode.absolute),
  floor: numericMonadic(numericCode.floor),
  ceiling: numericMonadic(numericCode.ceiling),
  round: numericMonadic(numericCode.round),
} as const;

export function emitNumericCompare(term: Term<{ readonly comparison: string }>, emission: Emission): Emitted {
  const a = emission.of(term.args[0]);
  const b = emission.of(term.args[1]);
  const value = numericCode.compare(term.node.data.comparison, codeOf(a), codeOf(b), emission.keep);
  return { value, absence: graverOf(a.absence, b.absence, emission) };
}

/** Codes, both of which are always looked at. */
export const codeEmitters = {
  both: emitDyadic((a, b) => js`${a} & ${b}`),
  either: emitDyadic((a, b) => js`${a} | ${b}`),
  identical: emitDyadic((a, b) => js`${a} === ${b} ? 1 : 0`),
} as const;
