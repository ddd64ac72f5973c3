import { EdictError } from '../kernel/errors.js';
import { describe, isList, isObject, reading, shorten, unreadable } from '../kernel/given.js';
import { meantOrKnown } from '../content/text/nearest-name.js';

/** A copy of options. Throws unless they are an object with known keys. */
export function optionsGiven<Options extends object>(
  what: string,
  options: Options,
  known: readonly string[],
): Options {
  demandOptions(what, options);
  try {
    return isPlain(options) ? clonedOf(what, options, known) : pickedFrom(what, options, known);
  } catch (error) {
    throw unreadable(`what ${what} is given`, error);
  }
}

/** Without a copy, for calls that read each option once and handle `unreadable`. */
export function checkOptions(what: string, options: object, known: readonly string[]): void {
  demandOptions(what, options);
  for (const key of Object.keys(options)) if (!known.includes(key)) throw unknownOption(what, key, known);
}

function demandOptions(what: string, given: unknown): void {
  if (!isObject(given) || isList(given)) throw mistaken(what, 'an object of options', given);
}

export function demandList<Item>(call: string, what: string, given: readonly Item[]): readonly Item[] {
  if (!isList(given)) throw mistaken(call, `a list of ${what}`, given);
  return reading(`what ${call} is given`, () => Array.from(given));
}

export function mistaken(call: string, expected: string, given: unknown): EdictError {
  return new EdictError('bad-option', `${call} takes ${expected}, not ${describe(given)}`);
}

function isPlain(options: object): boolean {
  const form: unknown = Object.getPrototypeOf(options);
  return form === Object.prototype || form === null;
}

/** Engines copy literals quickly, and a million objects may be spawned in a second. */
function clonedOf<Options extends object>(what: string, options: Options, known: readonly string[]): Options {
  const copy = { ...options };
  for (const key in copy) {
    if (!known.includes(key)) {
      // Hosts may extend all objects.
      if (!Object.hasOwn(copy, key)) continue;
      throw unknownOption(what, key, known);
    }
    if (copy[key] === undefined) Reflect.deleteProperty(copy, key);
  }
  return copy;
}

/** With inherited options. */
function pickedFrom<Options extends object>(what: string, options: Options, known: readonly string[]): Options {
  checkOptions(what, options, known);
  const copy: Partial<Record<string, unknown>> = {};
  for (const key of known) {
    const value = (options as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy as Options;
}

function unknownOption(what: string, key: string, known: readonly string[]): EdictError {
  return new EdictError('bad-option', `${what} knows no option ${shorten(key)}; ${meantOrKnown(key, known)}`);
}
