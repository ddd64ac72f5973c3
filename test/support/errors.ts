import { expect } from 'vitest';
import { EdictError } from '../../src/kernel/errors.js';

/** Runs what must be refused and gives the error; fails the test when nothing or anything else is thrown. */
export function refusal(run: () => unknown): EdictError {
  try {
    run();
  } catch (error) {
    if (error instanceof EdictError) {
      expect(error.message).toMatch(/^edict: \S/);
      expect(error.message).not.toMatch(/\[object|^edict: edict: /);
      return error;
    }
    throw error;
  }
  throw new Error('it was not refused');
}

/** The code of what must be refused. */
export function refusedWith(run: () => unknown): string {
  return refusal(run).code;
}
