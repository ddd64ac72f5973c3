/** Packs codes of 0 and 1 into the bits of a set of rows. */
export function packTrue(codes: Int32Array, words: Uint32Array, into: number, length: number): void {
  const whole = length >>> 5;
  for (let word = 0; word < whole; word++) words[into + word] = packedWord(codes, word << 5);
  const rest = length & 31;
  if (rest === 0) return;
  let bits = 0;
  for (let i = 0; i < rest; i++) bits |= codes[(whole << 5) + i] << i;
  words[into + whole] = bits;
}

/** Written in eights: a bit at a time takes twice as long. */
function packedWord(codes: Int32Array, from: number): number {
  let bits = 0;
  for (let i = 0; i < 32; i += 8) {
    const at = from + i;
    bits |=
      (codes[at] |
        (codes[at + 1] << 1) |
        (codes[at + 2] << 2) |
        (codes[at + 3] << 3) |
        (codes[at + 4] << 4) |
        (codes[at + 5] << 5) |
        (codes[at + 6] << 6) |
        (codes[at + 7] << 7)) <<
      i;
  }
  return bits;
}

/** The same where a value may be absent, which is not in the set. */
export function packTrueAndPresent(
  codes: Int32Array,
  absence: Uint8Array,
  words: Uint32Array,
  into: number,
  length: number,
): void {
  words.fill(0, into, into + ((length + 31) >>> 5));
  for (let row = 0; row < length; row++)
    words[into + (row >>> 5)] |= (codes[row] === 1 && absence[row] === 0 ? 1 : 0) << (row & 31);
}
