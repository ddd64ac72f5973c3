import { createAlea, nextWord } from './alea.js';

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

/** The first two words of alea. */
export function seedWords(seed: string): { readonly low: number; readonly high: number } {
  const alea = createAlea(seed);
  return { low: (nextWord(alea) * 2 ** 32) >>> 0, high: (nextWord(alea) * 2 ** 32) >>> 0 };
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
