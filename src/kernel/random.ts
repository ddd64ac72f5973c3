/** Draws of rules hash their purpose, so they depend on no order. Host systems draw from streams (streams.ts). */

/** Running hash of 64 bits in two halves: the mixing of MurmurHash3, twice with different constants. */
export interface DrawKey {
  low: number;
  high: number;
}

export function beginDraw(seedLow: number, seedHigh: number): DrawKey {
  return { low: mix(seedLow ^ 0x9e3779b9), high: mix(seedHigh ^ 0x7f4a7c15) };
}

export function foldDraw(key: DrawKey, word: number): void {
  const low = (Math.imul(rotate(key.low ^ scramble(word, 0xcc9e2d51, 0x1b873593), 13), 5) + 0xe6546b64) | 0;
  const high = (Math.imul(rotate(key.high ^ scramble(word, 0x85ebca6b, 0xc2b2ae35), 17), 5) + 0x561ccd1b) | 0;
  key.low = low ^ rotate(high, 7);
  key.high = high ^ rotate(low, 19);
}

export function endDraw(key: DrawKey): number {
  const low = mix(key.low ^ mix(key.high));
  const high = mix(key.high ^ low);
  return ((low >>> 5) * 67108864 + (high >>> 6)) / 9007199254740992;
}

/** The first two words of seedrandom's alea; making its generator takes ten times as long. */
export function seedWords(seed: string): { readonly low: number; readonly high: number } {
  const one = mash(afterBlanks, seed);
  const first = multiplier * seedFraction(blanks[0], one) + wordFraction;
  const carry = Math.floor(first);
  const second = multiplier * seedFraction(blanks[1], mash(one, seed)) + carry * wordFraction;
  return { low: ((first - carry) * 2 ** 32) >>> 0, high: ((second - Math.floor(second)) * 2 ** 32) >>> 0 };
}

const multiplier = 2_091_639;
const wordFraction = 2 ** -32;

/** The mash of alea: a running number whose 32 bits before the point are the next seed. */
function mash(running: number, text: string): number {
  let n = running;
  for (let i = 0; i < text.length; i++) {
    n += text.charCodeAt(i);
    let h = 0.02519603282416938 * n;
    n = h >>> 0;
    h -= n;
    h *= n;
    n = h >>> 0;
    h -= n;
    n += h * 2 ** 32;
  }
  return n;
}

/** Alea begins with three blanks, whatever the seed. */
const blankOnce = mash(0xefc8249d, ' ');
const blankTwice = mash(blankOnce, ' ');
const afterBlanks = mash(blankTwice, ' ');
const blanks = [fractionOf(blankOnce), fractionOf(blankTwice)] as const;

function fractionOf(running: number): number {
  return (running >>> 0) * wordFraction;
}

function seedFraction(blank: number, running: number): number {
  const fraction = blank - fractionOf(running);
  return fraction < 0 ? fraction + 1 : fraction;
}

function scramble(word: number, first: number, second: number): number {
  return Math.imul(rotate(Math.imul(word, first), 15), second);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function mix(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
