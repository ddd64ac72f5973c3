import { EdictError } from '../../src/kernel/errors.js';

/** Throws at the first place where values are not as they should be. */
export function assertEqual(what: string, found: ArrayLike<number>, expected: ArrayLike<number>): void {
  for (let i = 0; i < expected.length; i++) {
    if (found[i] !== expected[i])
      throw new EdictError(
        'disagreement',
        `${what}: number ${String(i)} is ${String(found[i])}, expected ${String(expected[i])}`,
      );
  }
}
