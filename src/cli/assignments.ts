import { type Limits, limitsFrom } from '../kernel/world-limits.js';
import { bare, catching, rewording } from '../scenarios/catching.js';
import { type OptionRow, misused, usageError } from './command.js';

/** `name=value`, for options that may be given again. */

export const setOption: OptionRow = [
  '--set <name=value>',
  'a value for a parameter of the content; may be given again',
  { read: assigning('--set', 'breed=0.1', valueIn) },
];

export const otherSetOption: OptionRow = [
  '--other-set <name=value>',
  'a value for a parameter in the second run alone; may be given again',
  { read: assigning('--other-set', 'breed=0.1', valueIn) },
];

export const limitOption: OptionRow = [
  '--limit <name=number>',
  'raise or lower a limit on what content can do; may be given again',
  { read: assigning('--limit', 'createdPerTurn=1000000', limitIn) },
];

/** Reads `name=value` of an option that may be given again. */
export function assigning<Value>(option: string, example: string, valueOf: (name: string, text: string) => Value) {
  return () =>
    (text: string, before: unknown): Readonly<Record<string, Value>> => {
      const at = text.indexOf('=');
      const name = text.slice(0, Math.max(0, at)).trim();
      if (name === '') throw misused(option, text, `write a name and a value, such as ${example}`);
      const known = (before ?? {}) as Readonly<Record<string, Value>>;
      if (Object.hasOwn(known, name)) throw misused(option, text, `${name} is given twice; leave one of them out`);
      return { ...known, [name]: valueOf(name, text.slice(at + 1).trim()) };
    };
}

function valueIn(name: string, text: string): number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = text === '' ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw misused('--set', `${name}=${text}`, 'give a number, true or false');
}

function limitIn(name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return catching(
    () => limitsFrom({ [name]: value })[name as keyof Limits],
    (error) => {
      if (Number.isNaN(value)) throw misused('--limit', `${name}=${text}`, 'give a whole number of at least 1');
      throw usageError(`--limit ${JSON.stringify(`${name}=${text}`)}: ${bare(error)}`);
    },
  );
}

/** For texts of errors: the option of the command line after each limit that they name. */
export function nameLimitOptions(text: string): string {
  return text.replace(/\blimits\.([A-Za-z]+)\b/g, (limit, name: string) => `${limit} (--limit ${name}=<number>)`);
}

/** The same act, whose errors name these options. */
export function namingLimitOptions<Given extends readonly unknown[]>(act: (...given: Given) => void) {
  return (...given: Given): void => {
    rewording(() => {
      act(...given);
    }, nameLimitOptions);
  };
}
