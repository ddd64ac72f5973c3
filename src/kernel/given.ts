import { EdictError } from './errors.js';

/** Arguments of hosts, which may be untyped, are checked before anything changes. Code `bad-option`. */

/** For a message: short, on one line. Never throws and runs no code of the host. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return shorten(value);
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'bigint':
      return 'a bigint';
    case 'object':
      return value === null ? 'null' : isList(value) ? 'a list' : 'an object';
    default:
      return String(value);
  }
}

export function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** False for a revoked proxy. */
export function isList(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

export function isBytes(value: unknown): value is Uint8Array {
  return isMadeBy(Uint8Array, value);
}

export function isBuffer(value: unknown): value is ArrayBuffer {
  return isMadeBy(ArrayBuffer, value);
}

/** False for a proxy that throws. */
function isMadeBy(type: typeof Uint8Array | typeof ArrayBuffer, value: unknown): boolean {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** `what`: the argument; `expected`: what to give. */
export function refused(what: string, value: unknown, expected: string): EdictError {
  return new EdictError('bad-option', `${what} is ${describe(value)}; give ${expected}`);
}

/** Where code of the host (a getter, a proxy) throws, the argument is refused. */
export function reading<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unreadable(what, error);
  }
}

/** The error of `reading`, for paths too hot for a closure. */
export function unreadable(what: string, error: unknown): EdictError {
  return error instanceof EdictError
    ? error
    : new EdictError('bad-option', `${what} cannot be read: ${reasonOf(error)}; give plain data`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error && typeof error.message === 'string' ? shorten(error.message) : describe(error);
}

/** A copy: no code of the host runs later. */
export function listGiven<Item>(what: string, given: readonly Item[], expected: string): readonly Item[] {
  if (!isList(given)) throw refused(what, given, expected);
  return reading(what, () => Array.from(given));
}

export function entriesGiven<Value>(
  what: string,
  given: Readonly<Record<string, Value>>,
  expected: string,
): readonly (readonly [string, Value])[] {
  const map: unknown = given;
  if (!isObject(map) || isList(map)) throw refused(what, map, expected);
  return reading(what, () => Object.entries(given));
}

export function textGiven(what: string, given: unknown, expected = 'a text'): string {
  if (typeof given !== 'string') throw refused(what, given, expected);
  return given;
}

export function seedGiven(given: unknown): string {
  if (typeof given !== 'string' && !Number.isFinite(given))
    throw refused('the seed', given, 'a text or a finite number');
  return String(given);
}

export function truthGiven(what: string, given: unknown): boolean {
  if (typeof given !== 'boolean') throw refused(what, given, 'true or false');
  return given;
}

export function wholeGiven(what: string, given: unknown, least: number, most: number): number {
  if (typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most) return given;
  throw refused(what, given, `a whole number from ${least} to ${most}`);
}

export function wordGiven<Word extends string>(what: string, given: unknown, known: readonly Word[], more = ''): Word {
  const found = known.find((each) => each === given);
  if (found === undefined) throw refused(what, given, `one of ${known.join(', ')}${more}`);
  return found;
}

/** A function, or nothing. */
export function functionGiven(what: string, given: unknown, expected: string): void {
  if (given !== undefined && typeof given !== 'function') throw refused(what, given, expected);
}
