import { EdictError } from '../kernel/errors.js';
import { wordsFor } from './sizes.js';
import type { Model } from '../model/model.js';

/**
 * Where the holdings of an object lie in its block of words: in their order, one bit a word of the enumeration, each
 * from a word of 32 bits of its own.
 */
export interface HoldingLayout {
  /** By holding and kind: words of 32 bits from the block's beginning; -1 where the kind lacks the holding. */
  readonly holdingOffsets: readonly Int32Array[];
  /** Words of 32 bits of an object, by its kind. */
  readonly wordCounts: Int32Array;
}

/** Words that an enumeration may have where nothing but holdings use it. */
const mostHeldWords = 65_535;
/** A column of words has one byte an object. */
const mostStoredWords = 255;

/**
 * Rows of kinds that there are none of, and of a row that is out of use, are there too, so that any byte can be asked
 * for.
 */
const anyKind = 256;

export function holdingLayout({ holdings, enumerations }: Model): HoldingLayout {
  const wordCounts = new Int32Array(anyKind);
  const holdingOffsets = holdings.map(({ kinds, words }) => {
    const offsets = new Int32Array(anyKind).fill(-1);
    for (const kind of kinds) {
      offsets[kind] = wordCounts[kind];
      // Bit 0 is none, which nothing holds.
      wordCounts[kind] += wordsFor(enumerations[words].members.length + 1);
    }
    return offsets;
  });
  return { holdingOffsets, wordCounts };
}

/** Throws when an enumeration has more words than what uses it can tell apart. */
export function checkEnumerations({ enumerations, columns, holdings }: Model): void {
  const check = (user: string, index: number, limit: number): void => {
    const { name, members } = enumerations[index];
    if (members.length > limit)
      throw new EdictError(
        'limit-words',
        `the enumeration ${name} has ${members.length} words, of which ${user} can tell ${limit} apart; give it fewer words`,
        name,
      );
  };
  for (const { name, type } of columns)
    if (type.name === 'enumeration') check(`the property ${name}`, type.index, mostStoredWords);
  for (const { name, words } of holdings) check(`the set ${name}`, words, mostHeldWords);
}
