import type { Column, Enumeration } from '../../model/model.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { describeWords, wordValue } from './enumerations.js';
import { type Loading, didYouMean, refuse, isLost } from './loading.js';
import type { Place } from './source-tree.js';

/** Values that content gives as they are, such as defaults. */
export type Literal = string | number | boolean | null;

/** What a literal is looked up in. */
export interface LiteralNames {
  readonly enumerations: readonly Enumeration[];
  readonly enumerationByName: ReadonlyMap<string, Enumeration>;
  /** In the order of their indices, which begin with 1. */
  readonly classNames: readonly string[];
  readonly classIndices: ReadonlyMap<string, number>;
}

/** The value that a column holds for a literal; undefined, and reported, when it holds no such thing. */
export function literalValue(
  literal: Literal | readonly string[],
  column: Pick<Column, 'name' | 'type' | 'storage' | 'integer'>,
  names: LiteralNames,
  place: () => Place,
  loading: Loading,
): number | undefined {
  const { type } = column;
  const wrong: Wrong = (expected, suggestion, code = 'wrong-type') =>
    refuse(
      { loading },
      place,
      code,
      `${quoteText(column.name)} would be ${shown(literal)}, expected ${expected}`,
      suggestion,
    );
  switch (type.name) {
    case 'number':
      return typeof literal === 'number' ? numberValue(literal, column, wrong) : wrong('a number');
    case 'boolean':
      return typeof literal === 'boolean' ? Number(literal) : wrong('`true` or `false`');
    case 'enumeration': {
      const enumeration = names.enumerations[type.index];
      const value =
        typeof literal === 'string' || literal === null ? wordValue(enumeration, literal, loading) : undefined;
      if (value !== undefined) return value;
      if (typeof literal !== 'string') return wrong(describeWords(enumeration));
      if (isLost({ loading }, literal) || isLost({ loading }, enumeration.name)) return undefined;
      return wrong(describeWords(enumeration), didYouMean(loading, literal, enumeration.members), 'unknown-name');
    }
    case 'class': {
      if (literal === null) return 0;
      if (typeof literal !== 'string') return wrong('the name of a class, or `null`');
      const value = names.classIndices.get(literal);
      if (value !== undefined || isLost({ loading }, literal)) return value;
      const known = names.classNames;
      return wrong(`a class: ${listTexts(known)}`, didYouMean(loading, literal, known), 'unknown-name');
    }
    case 'entity':
      return literal === null ? 0 : wrong('`null`: objects are named at run time', 'set it with an effect');
    case 'kind':
      return wrong('nothing');
  }
}

type Wrong = (expected: string, suggestion?: string, code?: string) => number | undefined;

const least = -2_147_483_648;
const greatest = 2_147_483_647;

function numberValue(value: number, column: Pick<Column, 'integer' | 'storage'>, wrong: Wrong): number | undefined {
  if (!Number.isFinite(value)) return wrong('a finite number', undefined, 'not-finite');
  if (column.integer && !(Number.isInteger(value) && value >= least && value <= greatest)) {
    return wrong(`a whole number from ${least} to ${greatest}`, undefined, 'out-of-range');
  }
  if (column.storage !== 'f32') return value + 0;
  const stored = Math.fround(value);
  return Number.isFinite(stored)
    ? stored + 0
    : wrong('a number that 32 bits can hold', 'use the type `number`', 'out-of-range');
}

function shown(literal: Literal | readonly string[]): string {
  if (literal === null) return '`null`';
  if (typeof literal === 'object') return 'a list';
  return typeof literal === 'string' ? `the text ${quoteText(literal)}` : quoteText(String(literal));
}
