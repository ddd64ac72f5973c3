import type { Enumeration } from '../../model/model.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { type Loading, refer, reportError } from './loading.js';
import { type Claims, checkName } from './names.js';
import type { EnumerationSource } from './schema.js';

/** Values of words are stored in a byte, and 0 is "none". */
const mostWords = 255;

/** Words that a set can be of: it keeps a bit for each. */
const mostOfSets = 65_535;

/**
 * Lowers the enumerations; wrong words are reported and left out. `ofSets` are those that nothing but sets has words
 * of.
 */
export function lowerEnumerations(
  declarations: readonly Declaration<EnumerationSource>[],
  ofSets: ReadonlySet<string>,
  loading: Loading,
): readonly Enumeration[] {
  return declarations.map(({ name, source, place }, index) => {
    const most = ofSets.has(name) ? mostOfSets : mostWords;
    const { lists, order } = formOf(source);
    const words = checkWords(lists, loading);
    const members = words.slice(0, most);
    const [ring] = lists;
    const isEmpty = ring.length === 0 && !loading.damage.containers.has(ring);
    if (isEmpty) {
      reportError(loading, place, {
        code: 'empty-enumeration',
        message: `${quoteText(name)} has no words, expected one at least`,
        suggestion: 'list its words',
      });
    }
    if (words.length > most) {
      for (const word of words.slice(most)) loading.damage.names.add(word);
      reportError(loading, place, {
        code: 'too-many-words',
        message: `${quoteText(name)} has ${words.length} words, expected ${most} at most`,
        suggestion:
          most === mostOfSets
            ? 'split it into two enumerations'
            : 'split it into two enumerations, or let nothing but sets have words of it',
      });
    }
    return { index, name, members, order, ring: order === 'wheel' ? ringOf(members, ring) : 0 };
  });
}

/** The words of the ring come first. */
function ringOf(members: readonly string[], ring: readonly string[]): number {
  const onRing = new Set(ring);
  return members.filter((word) => onRing.has(word)).length;
}

/**
 * The value of a word, from 1; 0 for `null` and for `none` where that is no word; undefined when there is no such word.
 */
export function wordValue(
  enumeration: Enumeration,
  word: string | null,
  { index }: Pick<Loading, 'index'>,
): number | undefined {
  if (word === null) return 0;
  const place = index.placeIn(enumeration.members, word);
  if (place >= 0) return place + 1;
  return word === 'none' ? 0 : undefined;
}

export function describeWords(enumeration: Enumeration): string {
  return `a word of ${quoteText(enumeration.name)}: ${listTexts(enumeration.members)}`;
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

function checkWords(lists: Form['lists'], loading: Loading): readonly string[] {
  const claims: Claims = new Map();
  for (const list of lists) {
    for (const [index, word] of list.entries()) {
      const place = loading.places.ofValue(list, index);
      const earlier = claims.get(word);
      if (earlier !== undefined) {
        reportError(loading, place, {
          code: 'duplicate-word',
          message: `the word ${quoteText(word)} is already there ${refer(place, earlier.place)}, expected each word once`,
          suggestion: 'remove one of the two',
        });
      } else if (checkName(loading, word, place)) {
        claims.set(word, { what: 'a word', place });
      } else {
        loading.damage.names.add(word);
      }
    }
  }
  return [...claims.keys()];
}

/** Names of the enumerations that sets have words of, and nothing else. */
export function enumerationsOfSets({
  properties,
  sets,
  variables,
  tables,
}: Pick<Declarations, 'properties' | 'sets' | 'variables' | 'tables'>): ReadonlySet<string> {
  const names = new Set(sets.map(({ source }) => source.of ?? ''));
  for (const { source } of [...properties, ...variables]) names.delete(source.type ?? '');
  for (const { source } of tables) for (const name of [source.by, source.type ?? ''].flat()) names.delete(name);
  return names;
}
