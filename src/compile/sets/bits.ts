/** Sets as bits: bit p of the words says whether position p of some list is in the set. One loop a function, without branches where the data would decide. */

export function wordsOf(length: number): number {
  return (length + 31) >>> 5;
}

/** Bits of the codes that are 1. */
export function bitsOfCodes(codes: Int32Array, length: number, into: Int32Array): void {
  for (let word = 0, i = 0; i < length; word++) {
    const end = Math.min(length, i + 32);
    let bits = 0;
    for (let bit = 0; i < end; i++, bit++) bits |= (codes[i] === 1 ? 1 : 0) << bit;
    into[word] = bits;
  }
}

/** Bits of the codes that are 1 and present. */
export function bitsOfPresentCodes(codes: Int32Array, absence: Uint8Array, length: number, into: Int32Array): void {
  for (let word = 0, i = 0; i < length; word++) {
    const end = Math.min(length, i + 32);
    let bits = 0;
    for (let bit = 0; i < end; i++, bit++) bits |= ((codes[i] === 1 ? 1 : 0) & (absence[i] === 0 ? 1 : 0)) << bit;
    into[word] = bits;
  }
}

/** Bits of the codes that are 0. */
export function bitsOfZeroCodes(codes: Int32Array, length: number, into: Int32Array): void {
  for (let word = 0, i = 0; i < length; word++) {
    const end = Math.min(length, i + 32);
    let bits = 0;
    for (let bit = 0; i < end; i++, bit++) bits |= (codes[i] === 0 ? 1 : 0) << bit;
    into[word] = bits;
  }
}

/** Bits of the codes that are missing, or present and 0: neither true nor not found. */
export function bitsOfClearCodes(codes: Int32Array, absence: Uint8Array, length: number, into: Int32Array): void {
  for (let word = 0, i = 0; i < length; word++) {
    const end = Math.min(length, i + 32);
    let bits = 0;
    for (let bit = 0; i < end; i++, bit++) bits |= (absence[i] === 1 || (absence[i] === 0 && codes[i] === 0) ? 1 : 0) << bit;
    into[word] = bits;
  }
}

export function intersect(bits: Int32Array, other: Int32Array, words: number): void {
  for (let i = 0; i < words; i++) bits[i] &= other[i];
}

export function fillBits(bits: Int32Array, length: number): void {
  const words = wordsOf(length);
  bits.fill(-1, 0, words);
  if ((length & 31) !== 0) bits[words - 1] = (1 << (length & 31)) - 1;
}

/** Writes what a list has at the positions in the set, ascending, to `into` from `at`; returns where it ended. `into` has room for all of the list. */
export function listBits(bits: Int32Array, words: number, list: Int32Array, into: Int32Array, at: number): number {
  let end = at;
  for (let word = 0; word < words; word++) {
    let rest = bits[word];
    const base = word << 5;
    while (rest !== 0) {
      const low = rest & -rest;
      into[end++] = list[base + 31 - Math.clz32(low)];
      rest ^= low;
    }
  }
  return end;
}

/** Keeps of a list what its positions' bits say, in place; returns the new length. */
export function keepBits(list: Int32Array, length: number, bits: Int32Array): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    list[kept] = list[i];
    kept += bits[i >>> 5] >>> (i & 31) & 1;
  }
  return kept;
}
