import { usageError } from './failure.js';

/** A parser of an option whose value must not be empty; `hint` says what to do instead. */
export function filled(option: string, hint: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw usageError(`${option} is ${JSON.stringify(text)}, which names nothing; ${hint}`);
  };
}

/**
 * A parser of an option that names a file to write. Neither standard output, where the report goes, nor an option that
 * follows by a slip is one.
 */
export function fileToWrite(option: string): (text: string) => string {
  const named = filled(option, 'give the path of a file');
  return (text) => {
    if (text === '-')
      throw usageError(
        `${option} is "-", and standard output is for the report; name a file, ./- for one that is called so`,
      );
    if (text.startsWith('--'))
      throw usageError(
        `${option} is ${JSON.stringify(text)}, which looks like an option; name a file first, ./${text} for one that is called so`,
      );
    return named(text);
  };
}
