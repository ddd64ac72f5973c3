import { printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import { bare, catching } from '../scenarios/catching.js';
import { didYouMean } from '../scenarios/did-you-mean.js';

/** Exit code 2: the command line asks for what cannot be. */
export function usageError(message: string): EdictError {
  return new EdictError('usage', message);
}

/** `hint` says what to give instead. */
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
    `there is no ${what} ${JSON.stringify(name)}${where}${didYouMean(name, [...known])}`,
    name,
  );
}

/** Errors say where they happened, except those of the command line itself. */
export function within<Result>(where: string, run: () => Result): Result {
  return catching(run, (error) => {
    throw isUsageError(error) ? error : new EdictError(error.code, `${where}: ${bare(error)}`, error.culprit);
  });
}

export function askedBy<Result>(option: string, text: string, run: () => Result): Result {
  return within(`${option} ${JSON.stringify(text)}`, run);
}

/** Errors that list what is wrong, a line each. */
const lists: readonly string[] = ['bad-scenario', 'bad-content'];

/** One sentence, never a stack trace. It may quote files, so what a terminal would obey is taken out. */
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
