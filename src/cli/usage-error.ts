import { meantOrKnown } from '../content/text/nearest-name.js';
import { printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import { bare, catching } from '../scenarios/catching.js';

/** Exit code 2. */
export function usageError(message: string): EdictError {
  return new EdictError('usage', message);
}

export function misused(option: string, text: string, hint: string): EdictError {
  return usageError(`${option} is ${JSON.stringify(text)}; ${hint}`);
}

export function isUsageError(error: unknown): boolean {
  return error instanceof EdictError && error.code === 'usage';
}

export function unknownName(
  what: string,
  name: string,
  known: Iterable<string>,
  { code = 'unknown-name', where = '' } = {},
): EdictError {
  return new EdictError(
    code,
    `there is no ${what} ${JSON.stringify(name)}${where}; ${meantOrKnown(name, [...known])}`,
    name,
  );
}

/** Adds a place to errors, except those of the command line. */
export function within<Result>(where: string, run: () => Result): Result {
  return catching(run, (error) => {
    throw isUsageError(error) ? error : new EdictError(error.code, `${where}: ${bare(error)}`, error.culprit);
  });
}

export function askedBy<Result>(option: string, text: string, run: () => Result): Result {
  return within(`${option} ${JSON.stringify(text)}`, run);
}

/** Of several lines. */
const lists: readonly string[] = ['bad-scenario', 'bad-content'];

/** One sentence. Quoted files may hold control characters. */
export function sentenceOf(error: unknown): string {
  if (error instanceof EdictError) {
    const lines = lists.includes(error.code) ? error.message.split('\n') : [error.message.replace(/\s+/g, ' ')];
    return lines.map(printable).join('\n');
  }
  if (error instanceof RangeError && error.message.includes('call stack'))
    return 'edict: the input nests too deeply; make it flatter and try again';
  const message = printable(error instanceof Error ? error.message.split('\n', 1)[0] : String(error));
  return `edict: something went wrong inside edict itself (${message}); please report it with the command that you ran`;
}
