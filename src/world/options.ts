import { EdictError } from '../kernel/errors.js';
import { closestOf, shorten } from './names.js';

/** Throws when what a host passed as options is no object or has a key that is not known: a misspelt option must not be passed over. */
export function checkOptions(what: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new EdictError('bad-option', `${what} takes an object of options, not ${describe(options)}`);
  }
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new EdictError('bad-option', `${what} knows no option ${shorten(key)}; ${closestOf(key, known)}`);
  }
}

/** A value of a host for a message: short, on one line. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return shorten(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : typeof value === 'function' ? 'a function' : String(value);
}
