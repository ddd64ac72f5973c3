import { EdictError } from '../../src/kernel/errors.js';

/** Code and message of the EdictError that `act` throws; `none` where it throws nothing. */
export function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}
