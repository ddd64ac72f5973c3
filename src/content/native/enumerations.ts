import { didYouMean } from '../text/nearest-name.js';
import { type Column, type Enumeration, type Storage, mostWords, mostWordsOfSets } from '../../model/model.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Declarations } from './declarations.js';
import {
  type Reporting,
  type Where,
  isLost,
  isTorn,
  lose,
  placeOf,
  refer,
  refuse,
  refuseUnknown,
} from './load-context.js';
import { checkName } from './names.js';
import type { EnumerationSource } from './schema.js';
import type { Place } from './source-tree.js';

/** Wrong words are reported and left out. */
export function lowerEnumerations(declarations: Declarations, context: Reporting): readonly Enumeration[] {
  const ofSets = enumerationsOfSets(declarations);
  return declarations.enumerations.map(({ name, source, place }, index) => {
    const most = ofSets.has(name) ? mostWordsOfSets : mostWords;
    const { lists, order } = formOf(source);
    const words = checkWords(lists, context);
    const members = words.slice(0, most);
    const [ring] = lists;
    const lacksWords = `${quoteText(name)} has no words, expected at least one`;
    if (ring.length === 0 && !isTorn(context, ring))
      refuse(context, place, 'empty-enumeration', lacksWords, 'list its words');
    if (words.length > most) {
      for (const word of words.slice(most)) lose(context, word);
      const message = `${quoteText(name)} has ${words.length} words, expected at most ${most}`;
      const otherwise = most === mostWordsOfSets ? '' : ', or let nothing but sets have words of it';
      refuse(context, place, 'too-many-words', message, `split it into two enumerations${otherwise}`);
    }
    const onRing = new Set(order === 'wheel' ? ring : []);
    return { index, name, members, order, ring: members.filter((word) => onRing.has(word)).length };
  });
}

/** From 1; 0 for `null`, and for `none` where that is not a word. */
export function wordValue(
  enumeration: Enumeration,
  word: string | null,
  { loading: { index } }: Reporting,
): number | undefined {
  if (word === null) return 0;
  const place = index.placeIn(enumeration.members, word);
  if (place >= 0) return place + 1;
  return word === 'none' ? 0 : undefined;
}

function describeWords(enumeration: Enumeration): string {
  return `a word of ${quoteText(enumeration.name)}: ${listTexts(enumeration.members)}`;
}

/** Unless an error has taken either. `is`: what it is instead. */
export function refuseWord(
  context: Reporting,
  where: Where,
  word: string,
  of: Enumeration,
  is: string,
): number | undefined {
  if (isLost(context, word) || isLost(context, of.name)) return undefined;
  return refuseUnknown(context, where, word, () => `${is}, expected ${describeWords(of)}`, of.members);
}

interface Form {
  readonly lists: readonly [readonly string[], ...(readonly string[])[]];
  readonly order: Enumeration['order'];
}

function formOf(source: EnumerationSource): Form {
  if ('ordered' in source) return { lists: [source.ordered], order: 'ordered' };
  if ('wheel' in source)
    return { lists: source.off === undefined ? [source.wheel] : [source.wheel, source.off], order: 'wheel' };
  return { lists: [source], order: 'none' };
}

function checkWords(lists: Form['lists'], context: Reporting): readonly string[] {
  const places = new Map<string, Place>();
  for (const list of lists) {
    for (const [index, word] of list.entries()) {
      const place = placeOf(context, [list, index]);
      const earlier = places.get(word);
      if (earlier !== undefined) {
        refuse(
          context,
          place,
          'duplicate-word',
          `the word ${quoteText(word)} is already there ${refer(place, earlier)}, expected each word once`,
          'remove one of the two',
        );
      } else if (checkName(context, word, place)) {
        places.set(word, place);
      } else {
        lose(context, word);
      }
    }
  }
  return [...places.keys()];
}

function enumerationsOfSets({ properties, sets, variables, tables }: Declarations): ReadonlySet<string> {
  const names = new Set(sets.map(({ source }) => source.of ?? ''));
  for (const { source } of [...properties, ...variables]) names.delete(source.type ?? '');
  for (const { source } of tables) for (const name of [source.by, source.type ?? ''].flat()) names.delete(name);
  return names;
}

export type Literal = string | number | boolean | null;

export interface LiteralNames {
  readonly enumerations: readonly Enumeration[];
  readonly enumerationByName: ReadonlyMap<string, Enumeration>;
  /** Indices begin with 1. */
  readonly classNames: readonly string[];
  readonly classIndices: ReadonlyMap<string, number>;
}

export interface NamesContext extends Reporting {
  readonly names: LiteralNames;
}

export function literalValue(
  literal: Literal | readonly string[],
  column: Pick<Column, 'name' | 'type' | 'storage'>,
  where: Where,
  context: NamesContext,
): number | undefined {
  const { names } = context;
  const { type } = column;
  const wrong: Wrong = (expected, suggestion, code = 'wrong-type') =>
    refuse(
      context,
      where,
      code,
      `${quoteText(column.name)} would be ${shown(literal)}, expected ${expected}`,
      suggestion,
    );
  switch (type.name) {
    case 'number':
      return typeof literal === 'number' ? numberValue(literal, column.storage, wrong) : wrong('a number');
    case 'boolean':
      return typeof literal === 'boolean' ? Number(literal) : wrong('`true` or `false`');
    case 'enumeration': {
      const enumeration = names.enumerations[type.index];
      const value =
        typeof literal === 'string' || literal === null ? wordValue(enumeration, literal, context) : undefined;
      if (value !== undefined) return value;
      if (typeof literal !== 'string') return wrong(describeWords(enumeration));
      if (isLost(context, literal) || isLost(context, enumeration.name)) return undefined;
      return wrong(
        describeWords(enumeration),
        didYouMean(literal, enumeration.members, context.loading.budget),
        'unknown-name',
      );
    }
    case 'class': {
      if (literal === null) return 0;
      if (typeof literal !== 'string') return wrong('the name of a class, or `null`');
      const value = names.classIndices.get(literal);
      if (value !== undefined || isLost(context, literal)) return value;
      const known = names.classNames;
      return wrong(`a class: ${listTexts(known)}`, didYouMean(literal, known, context.loading.budget), 'unknown-name');
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

function numberValue(value: number, storage: Storage, wrong: Wrong): number | undefined {
  if (!Number.isFinite(value)) return wrong('a finite number', undefined, 'not-finite');
  if (storage === 'i32' && !(Number.isInteger(value) && value >= least && value <= greatest)) {
    return wrong(`a whole number from ${least} to ${greatest}`, undefined, 'out-of-range');
  }
  if (storage !== 'f32') return value + 0;
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
