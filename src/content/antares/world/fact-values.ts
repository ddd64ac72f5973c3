import { EdictError } from '../../../kernel/errors.js';
import { describe, isList } from '../../../kernel/given.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Cell } from './level-world.js';

/** What a host says of a fact. */
export type FactValue = Cell | readonly Cell[];

/** What is said, and under which name. */
export interface Fact {
  readonly name: string;
  readonly value: FactValue;
}

export function numberIn({ name, value }: Fact): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw misfit(name, value, 'a finite number');
}

/** A whole number, and none that stands for several. */
export function wholeIn({ name, value }: Fact): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw misfit(name, value, 'a whole number between -2^53 and 2^53');
}

export function booleanIn({ name, value }: Fact): boolean {
  if (typeof value === 'boolean') return value;
  throw misfit(name, value, 'true or false');
}

/** One of some words. */
export function wordIn({ name, value }: Fact, words: readonly string[]): string {
  if (typeof value === 'string' && words.includes(value)) return value;
  throw misfit(name, value, `one of ${words.join(', ')}`);
}

/** A list of just so many numbers. */
export function numbersIn({ name, value }: Fact, count: number): readonly number[] {
  const numbers = Array.isArray(value)
    ? value.filter((item): item is number => typeof item === 'number' && Number.isFinite(item))
    : [];
  if (Array.isArray(value) && value.length === count && numbers.length === count) return numbers;
  throw misfit(name, value, `a list of ${String(count)} finite numbers`);
}

/** A list of just so many whole numbers that fit in 32 bits. */
export function wholesIn(fact: Fact, count: number): readonly number[] {
  const numbers = numbersIn(fact, count);
  if (numbers.every((value) => (value | 0) === value)) return numbers;
  throw misfit(fact.name, fact.value, `a list of ${String(count)} whole numbers from -2147483648 to 2147483647`);
}

export function pairIn(fact: Fact): readonly [number, number] {
  const [first = 0, second = 0] = numbersIn(fact, 2);
  return [first, second];
}

/** Two whole numbers, none of which stands for several. */
export function wholePairIn(fact: Fact): readonly [number, number] {
  const pair = pairIn(fact);
  if (pair.every(Number.isSafeInteger)) return pair;
  throw misfit(fact.name, fact.value, 'a list of 2 whole numbers between -2^53 and 2^53');
}

export function misfit(name: string, value: FactValue, expected: string): EdictError {
  return new EdictError('bad-fact', `the fact ${quoteText(name)} cannot be ${shown(value)}; give ${expected}`, name);
}

const mostShown = 8;

function shown(value: FactValue): string {
  if (!isList(value)) return describe(value);
  return `[${[...value.slice(0, mostShown).map(describe), ...(value.length > mostShown ? ['…'] : [])].join(',')}]`;
}

/** An error about a name that no fact has. */
export function unknownFact(name: string, known: readonly string[]): EdictError {
  const near = nearestName(name, known);
  return new EdictError(
    'bad-fact',
    `there is no fact ${quoteText(name)}; ${near === undefined ? `facts are ${known.join(', ')}` : `did you mean ${quoteText(near)}?`}`,
    name,
  );
}
