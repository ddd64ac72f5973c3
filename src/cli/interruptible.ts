import { runInNewContext } from 'node:vm';
import { EdictError } from '../kernel/errors.js';
import type { Terminal } from './terminal.js';

const interrupted = 'interrupted';

/** What shells give for a command that Ctrl+C has ended. */
export const interruptedExitCode = 130;

export function isInterrupted(error: unknown): boolean {
  return error instanceof EdictError && error.code === interrupted;
}

/**
 * Does what takes long, so that Ctrl+C ends it at once with an error; `how` says how far it was. Listeners of signals
 * would wait until it is done. What it has begun is left as it is, without `finally`: it must not write files. Regions
 * may nest, and the inmost one ends. Only what is done before the first `await` is covered.
 */
export function interruptible<Result>(terminal: Terminal, how: () => string, act: () => Result): Result {
  if (terminal.ownsProcess !== true) return act();
  try {
    return runInNewContext('act()', { act }, { breakOnSigint: true, displayErrors: false }) as Result;
  } catch (error) {
    if (isSignal(error)) throw new EdictError(interrupted, `interrupted${how()}`);
    throw error;
  }
}

/** The error is of another realm, so that it is no instance of this one's `Error`. */
function isSignal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}
