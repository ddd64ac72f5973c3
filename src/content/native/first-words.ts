import type { Holding, Kind } from '../../components/model.js';
import { quoteText } from '../diagnostics/quote.js';
import { describeWords } from './enumerations.js';
import type { LiteralNames } from './literal.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import { type Claims, claim } from './names.js';
import type { ClassSource } from './schema.js';
import { setOfKind } from './sets.js';

/** What first words are checked against. */
interface WordContext {
  readonly holdings: readonly Holding[];
  readonly torn: ReadonlySet<number>;
  readonly names: LiteralNames;
  readonly loading: Loading;
}

export interface FirstWords {
  readonly holding: Holding;
  /** Values in the enumeration, ascending. */
  readonly words: readonly number[];
}

/** The words that a set holds at first in objects of a class; undefined, and reported, when it cannot hold them. */
export function firstWords(
  name: string,
  initial: NonNullable<ClassSource['initial']>,
  kind: Kind | undefined,
  context: WordContext,
): FirstWords | undefined {
  const { names, loading } = context;
  const given = initial[name];
  const holding = setOfKind(name, kind, () => loading.places.ofKey(initial, name), context);
  if (holding === undefined || loading.damage.names.has(name)) return undefined;
  const { members, name: enumeration } = names.enumerations[holding.words];
  if (!Array.isArray(given)) {
    reportError(loading, loading.places.ofValue(initial, name), {
      code: 'wrong-type',
      message: `${quoteText(name)} is a set, expected a list of words of ${quoteText(enumeration)}`,
      suggestion: `write ${quoteText(`[${typeof given === 'string' ? given : (members.at(0) ?? '')}]`)}`,
    });
    return undefined;
  }
  const values = given.map((word, i) => valueOf(word, i, given, holding, context));
  checkOnce(given, loading);
  return { holding, words: [...new Set(values.filter((value) => value !== undefined))].sort((a, b) => a - b) };
}

function valueOf(
  word: string,
  i: number,
  given: readonly string[],
  { words }: Holding,
  { names, loading }: WordContext,
): number | undefined {
  const enumeration = names.enumerations[words];
  const value = loading.index.placeIn(enumeration.members, word) + 1;
  if (value > 0) return value;
  if (loading.damage.names.has(word) || loading.damage.names.has(enumeration.name)) return undefined;
  reportError(loading, loading.places.ofValue(given, i), {
    code: 'unknown-name',
    message: `${quoteText(word)} is not in ${quoteText(enumeration.name)}, expected ${describeWords(enumeration)}`,
    suggestion: didYouMean(loading, word, enumeration.members),
  });
  return undefined;
}

function checkOnce(given: readonly string[], loading: Loading): void {
  const claims: Claims = new Map();
  for (const [i, word] of given.entries())
    claim(loading, claims, word, 'a word of this set', loading.places.ofValue(given, i));
}
