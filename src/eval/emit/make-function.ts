import type { Model } from '../../components/model.js';
import type { Term } from '../term.js';
import { type Code, js, lines, nameOf, sourceOf } from './code.js';
import { emitTerm } from './create-emission.js';
import type { Get } from './emission.js';
import type { Shape } from './shape.js';
import { validate } from './validate.js';

/**
 * Evaluates a term in all rows. `tally[0]`: how many objects aggregates may look at; afterwards, how many they did, and
 * where that is more, the rest was left. `tally[1]`: afterwards 0 where no value is absent. `classes`: of numeric
 * values, 1 for ints and 0 for doubles.
 */
export type Loop = (
  length: number,
  out: Float64Array | Int32Array,
  absence: Uint8Array,
  given: readonly unknown[],
  tally: Float64Array,
  classes: Int32Array,
) => void;

export interface Made {
  readonly loop: Loop;
  /** What the loop is given, in its order. */
  readonly gets: readonly Get[];
  readonly canBeAbsent: boolean;
  readonly source: string;
}

/**
 * Makes a function of a term. Throws where the term cannot be emitted, and where the engine makes no functions (an
 * EvalError).
 */
export function makeFunction(term: Term, shape: Shape, model: Model): Made {
  const { source, gets, canBeAbsent } = sourceFor(term, shape, model);
  return {
    loop: evaluated(source, 'length', 'out', 'absence', 'given', 'tally', 'classes') as Loop,
    gets,
    canBeAbsent,
    source,
  };
}

/**
 * A function of `frame`, `from` and `into` with a body that knows what is given by the names `given0`, `given1`, …
 * Throws where the engine makes no functions (an EvalError).
 */
export function frameFunction(body: Code, given: readonly unknown[]): unknown {
  const names = lines(given.map((_, i) => js`const ${nameOf('given', i)} = given[${i}];`));
  const make = evaluated(
    sourceOf(js`'use strict';\n${names}\nreturn (frame, from, into) => {\n${body}\n};`),
    'given',
  ) as (given: readonly unknown[]) => unknown;
  return make(given);
}

/**
 * The one place where text becomes code: the text is made of templates of these sources, of names and checked numbers
 * alone (see code.ts).
 */
function evaluated(source: string, ...parameters: readonly string[]): unknown {
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
  return new Function(...parameters, source);
}

/** The text of the function's body. */
export function sourceFor(term: Term, shape: Shape, model: Model): Omit<Made, 'loop'> {
  validate(term, model);
  const {
    before,
    inLoop,
    value: { value, absence, whole },
    givens,
  } = emitTerm(term, shape, model);
  const noted = absence === undefined ? js`` : js`absence[row] = ${absence}; any |= ${absence};`;
  // One class for all rows is written at once.
  const isOneClass = whole !== undefined && ['0', '1'].includes(sourceOf(whole));
  const body = js`'use strict';
${lines(givens.map(({ name }, i) => js`const ${name} = given[${i}];`))}
let visits = 0;
let any = 0;
${before}
${isOneClass ? js`classes.fill(${whole}, 0, length);` : js``}
for (let row = 0; row < length; row++) {
${inLoop}
out[row] = ${value};
${whole === undefined || isOneClass ? js`` : js`classes[row] = ${whole};`}
${noted}
}
tally[0] = visits;
tally[1] = any;
`;
  return { source: sourceOf(body), gets: givens.map(({ get }) => get), canBeAbsent: absence !== undefined };
}
