import type { Enumeration } from '../../model/model.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declarations } from './declarations.js';
import { type Loading, isTorn, refer, refuse } from './loading.js';
import { checkName } from './names.js';
import type { EnumerationSource } from './schema.js';
import type { Place } from './source-tree.js';

/** Values of words are stored in a byte, and 0 is "none". */
const mostWords = 255;

/** Words that a set can be of: it keeps a bit for each. */
const mostOfSets = 65_535;

/** Lowers the enumerations; wrong words are reported and left out. */
export function lowerEnumerations(declarations: Declarations, loading: Loading): readonly Enumeration[] {
  const ofSets = enumerationsOfSets(declarations);
  return declarations.enumerations.map(({ name, source, place }, index) => {
    const most = ofSets.has(name) ? mostOfSets : mostWords;
    const { lists, order } = formOf(source);
    const words = checkWords(lists, loading);
    const members = words.slice(0, most);
    const [ring] = lists;
    if (ring.length === 0 && !isTorn({ loading }, ring)) {
      const message = `${quoteText(name)} has no words, expected one at least`;
      refuse({ loading }, place, 'empty-enumeration', message, 'list its words');
    }
    if (words.length > most) {
      for (const word of words.slice(most)) loading.damage.names.add(word);
      const message = `${quoteText(name)} has ${words.length} words, expected ${most} at most`;
      const otherwise = most === mostOfSets ? '' : ', or let nothing but sets have words of it';
      refuse({ loading }, place, 'too-many-words', message, `split it into two enumerations${otherwise}`);
    }
    return { index, name, members, order, ring: order === 'wheel' ? ringOf(members, ring) : 0 };
  });
}

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
  const places = new Map<string, Place>();
  for (const list of lists) {
    for (const [index, word] of list.entries()) {
      const place = loading.places.ofValue(list, index);
      const earlier = places.get(word);
      if (earlier !== undefined) {
        const message = `the word ${quoteText(word)} is already there ${refer(place, earlier)}, expected each word once`;
        refuse({ loading }, place, 'duplicate-word', message, 'remove one of the two');
      } else if (checkName(loading, word, place)) {
        places.set(word, place);
      } else {
        loading.damage.names.add(word);
      }
    }
  }
  return [...places.keys()];
}

/** Names of the enumerations that sets have words of, and nothing else. */
function enumerationsOfSets({ properties, sets, variables, tables }: Declarations): ReadonlySet<string> {
  const names = new Set(sets.map(({ source }) => source.of ?? ''));
  for (const { source } of [...properties, ...variables]) names.delete(source.type ?? '');
  for (const { source } of tables) for (const name of [source.by, source.type ?? ''].flat()) names.delete(name);
  return names;
}
