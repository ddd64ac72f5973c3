/**
 * The positions that are still to be solved, as bits in two levels: a bit of the upper one says that the word below may
 * hold some. They are taken in ascending order, and what is added while they are taken always lies ahead.
 */
export interface Dirty {
  words: Int32Array;
  upper: Int32Array;
  /** The word that positions are taken from. */
  cursor: number;
  /** No word from here on holds any. */
  limit: number;
}

export function createDirty(positions: number): Dirty {
  const words = (positions >>> 5) + 1;
  return { words: new Int32Array(words), upper: new Int32Array((words >>> 5) + 1), cursor: 0, limit: 0 };
}

/** Room for more positions. */
export function growDirty(dirty: Dirty, positions: number): void {
  if (positions >>> 5 < dirty.words.length) return;
  const { words, upper } = createDirty(positions * 2);
  words.set(dirty.words);
  upper.set(dirty.upper);
  dirty.words = words;
  dirty.upper = upper;
}

export function mark(dirty: Dirty, position: number): void {
  const word = position >>> 5;
  const before = dirty.words[word];
  dirty.words[word] = before | (1 << (position & 31));
  if (before === 0) {
    dirty.upper[word >>> 5] |= 1 << (word & 31);
    if (word < dirty.cursor) dirty.cursor = word;
    if (word >= dirty.limit) dirty.limit = word + 1;
  }
}

/** Takes the lowest position; -1 where there is none left. */
export function takeNext(dirty: Dirty): number {
  const { words, upper } = dirty;
  for (;;) {
    const { cursor } = dirty;
    const word = words[cursor];
    if (word !== 0) {
      const bit = word & -word;
      words[cursor] = word ^ bit;
      return (cursor << 5) + 31 - Math.clz32(bit);
    }
    upper[cursor >>> 5] &= ~(1 << (cursor & 31));
    if (!advance(dirty)) return -1;
  }
}

/** Goes to the next word that may hold some; from the last one back to the first, and false. */
function advance(dirty: Dirty): boolean {
  const { upper } = dirty;
  const last = (dirty.limit + 31) >>> 5;
  for (let at = dirty.cursor >>> 5; at < last; at++) {
    const word = upper[at];
    if (word === 0) continue;
    dirty.cursor = (at << 5) + 31 - Math.clz32(word & -word);
    return true;
  }
  dirty.cursor = 0;
  dirty.limit = 0;
  return false;
}
