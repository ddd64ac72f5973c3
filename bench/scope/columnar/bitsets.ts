/** Sets as bits in words of 32. One loop a function: the compiler of the engine does those best. */

export function wordsFor(count: number): number {
  return (count + 31) >>> 5;
}

/** Writes the members of a set to `ids` from `at` on, ascending; returns the end. */
export function listBits(ids: Int32Array, at: number, set: Int32Array, from: number, words: number): number {
  let end = at;
  for (let word = 0; word < words; word++) {
    let bits = set[from + word];
    while (bits !== 0) {
      const lowest = bits & -bits;
      ids[end++] = (word << 5) + 31 - Math.clz32(lowest);
      bits ^= lowest;
    }
  }
  return end;
}

/** The same for what two sets share. */
export function listShared(
  ids: Int32Array,
  at: number,
  a: Int32Array,
  aFrom: number,
  b: Int32Array,
  bFrom: number,
  words: number,
): number {
  let end = at;
  for (let word = 0; word < words; word++) {
    let bits = a[aFrom + word] & b[bFrom + word];
    while (bits !== 0) {
      const lowest = bits & -bits;
      ids[end++] = (word << 5) + 31 - Math.clz32(lowest);
      bits ^= lowest;
    }
  }
  return end;
}
