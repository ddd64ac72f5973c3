/** Bits in words of 32: bit n is in word `first + (n >>> 5)`. */

export function hasBit(words: Uint32Array, first: number, bit: number): boolean {
  return ((words[first + (bit >>> 5)] >>> (bit & 31)) & 1) === 1;
}

/** Returns whether it changed. */
export function setBit(words: Uint32Array, first: number, bit: number, is: boolean): boolean {
  const word = first + (bit >>> 5);
  const mask = 1 << (bit & 31);
  const before = words[word];
  words[word] = is ? before | mask : before & ~mask;
  return words[word] !== before;
}

/** Clears a bit of every `step` words. */
export function clearBitOfAll(words: Uint32Array, step: number, bit: number): void {
  for (let word = bit >>> 5; word < words.length; word += step) words[word] &= ~(1 << (bit & 31));
}

export function visitWords(
  words: Uint32Array,
  first: number,
  count: number,
  visit: (at: number, bits: number) => void,
): void {
  for (let at = 0; at < count; at++) if (words[first + at] !== 0) visit(at, words[first + at]);
}

/** Ascending. */
export function visitBits(bits: number, visit: (bit: number) => void): void {
  for (let left = bits; left !== 0; left &= left - 1) visit(31 - Math.clz32(left & -left));
}
