import { EdictError } from '../../src/kernel/errors.js';
import { type PlainNumber, isSame, textOf } from './plain-number.js';

/** Throws unless every variable has the value and the class that a plain evaluation finds. */
export function assertSameValues(
  what: string,
  expected: ReadonlyMap<string, PlainNumber>,
  found: (name: string) => PlainNumber | undefined,
): void {
  for (const [name, value] of expected) {
    const own = found(name);
    if (own !== undefined && isSame(own, value)) continue;
    throw disagreement(
      `${what}: ${name} is ${own === undefined ? 'no number' : textOf(own)}, and by a plain evaluation ${textOf(value)}`,
    );
  }
}

/** Throws unless a change has solved as many variables as it must. */
export function assertSolves(what: string, found: number, expected: number): void {
  if (found !== expected)
    throw disagreement(`${what}: a change solves ${String(found)} variables, and ${String(expected)} need it`);
}

/** Throws unless two evaluations of the column formula have the same numbers. */
export function assertSameNumbers(name: string, found: Float64Array, expected: Float64Array): void {
  const row = expected.findIndex((value, i) => !Object.is(value, found[i]));
  if (row >= 0 || found.length !== expected.length) {
    throw disagreement(
      `column-formula: ${name} makes ${String(found[row])} of score ${String(row)}, and a plain evaluation ${String(expected[row])}`,
    );
  }
}

function disagreement(what: string): EdictError {
  return new EdictError('disagreement', `${what}; all must have the same answers before any of them is timed`);
}
