import type { Enumeration } from '../../components/model.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration } from './declarations.js';
import { type Loading, refer, reportError } from './loading.js';
import { type Claims, checkName } from './names.js';
import type { EnumerationSource } from './schema.js';

/** Values of words are stored in a byte, and 0 is "none". */
const mostWords = 255;

/** Lowers the enumerations; wrong words are reported and left out. */
export function lowerEnumerations(declarations: readonly Declaration<EnumerationSource>[], loading: Loading): readonly Enumeration[] {
  return declarations.map(({ name, source, place }, index) => {
    const { lists, order } = formOf(source);
    const words = checkWords(lists, loading);
    const members = words.slice(0, mostWords);
    const [ring] = lists;
    const isEmpty = ring.length === 0 && !loading.damage.containers.has(ring);
    if (isEmpty) {
      reportError(loading, place, { code: 'empty-enumeration', message: `${quoteText(name)} has no words, expected one at least`, suggestion: 'list its words' });
    }
    if (words.length > mostWords) {
      for (const word of words.slice(mostWords)) loading.damage.names.add(word);
      reportError(loading, place, {
        code: 'too-many-words',
        message: `${quoteText(name)} has ${words.length} words, expected ${mostWords} at most`,
        suggestion: 'split it into two enumerations',
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

/** The value of a word, from 1; 0 for `null` and for `none` where that is no word; undefined when there is no such word. */
export function wordValue(enumeration: Enumeration, word: string | null): number | undefined {
  if (word === null) return 0;
  const place = enumeration.members.indexOf(word);
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
  if ('wheel' in source) return { lists: source.off === undefined ? [source.wheel] : [source.wheel, source.off], order: 'wheel' };
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
