import { EdictError } from '../kernel/errors.js';
import { describe, isList, reading, shorten } from '../kernel/given.js';
import { closestOf } from './names.js';

export { describe } from '../kernel/given.js';

/**
 * A copy of what a host passed as options, read once. Throws when it is no object or has a key that is not known: a misspelt option must not be passed over.
 */
export function optionsGiven<Options extends object>(what: string, options: Options, known: readonly string[]): Options {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || isList(given)) {
    throw new EdictError('bad-option', `${what} takes an object of options, not ${describe(given)}`);
  }
  return reading(`what ${what} is given`, () => copyOf(what, options, known));
}

function copyOf<Options extends object>(what: string, options: Options, known: readonly string[]): Options {
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new EdictError('bad-option', `${what} knows no option ${shorten(key)}; ${closestOf(key, known)}`);
  }
  const copy: Partial<Record<string, unknown>> = {};
  // Also what an object of a class inherits.
  for (const key of known) {
    const value = (options as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy as Options;
}
