import { usageError } from './failure.js';

/** A parser of an option whose value must not be empty; `hint` says what to do instead. */
export function filled(option: string, hint: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw usageError(`${option} is ${JSON.stringify(text)}, which names nothing; ${hint}`);
  };
}
