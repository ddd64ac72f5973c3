import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';

/** An error of a command line that asks for something that cannot be: exit code 2. */
export function usageError(message: string): EdictError {
  return new EdictError('usage', message);
}

export function isUsageError(error: unknown): boolean {
  return error instanceof EdictError && error.code === 'usage';
}

/** Does something that an option asks for; what goes wrong is told with the option. */
export function askedBy<Result>(option: string, text: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EdictError) || error.code === 'usage') throw error;
    throw new EdictError(
      error.code,
      `${option} ${JSON.stringify(text)}: ${error.message.replace(/^edict: /, '')}`,
      error.culprit,
    );
  }
}

/** Errors that list what is wrong, a line each. */
const lists: readonly string[] = ['bad-scenario', 'bad-content'];

/**
 * An error as one sentence for people, never a stack trace. It may quote files, so what a terminal would obey is taken
 * out.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof EdictError) {
    const lines = lists.includes(error.code) ? error.message.split('\n') : [error.message.replace(/\s+/g, ' ')];
    return lines.map(printable).join('\n');
  }
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return 'edict: the input nests too deeply; make it flatter and try again';
  }
  const message = printable(error instanceof Error ? error.message.split('\n', 1)[0] : String(error));
  return `edict: something went wrong inside edict itself (${message}); please report it with the command that you ran`;
}
