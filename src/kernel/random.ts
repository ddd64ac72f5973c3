import { createAlea, nextWord } from './alea.js';

/** Draws of rules hash their purpose, so they depend on no order. Host systems draw from streams (streams.ts). */

/** Running hash of 64 bits in two halves: the mixing of MurmurHash3, twice with different constants. */
export interface DrawKey {
  low: number;
  high: number;
}

export function beginDraw(seedLow: number, seedHigh: number): DrawKey {
  return { low: begunLow(seedLow), high: begunHigh(seedHigh) };
}

export function foldDraw(key: DrawKey, word: number): void {
  const { low, high } = key;
  key.low = foldedLow(low, high, word);
  key.high = foldedHigh(low, high, word);
}

export function endDraw({ low, high }: DrawKey): number {
  return drawnOf(low, high);
}

/** The steps of a draw on the halves of a key, for hot loops and generated code: nothing is allocated. */

export function begunLow(seedLow: number): number {
  return mix(seedLow ^ 0x9e3779b9);
}

export function begunHigh(seedHigh: number): number {
  return mix(seedHigh ^ 0x7f4a7c15);
}

/** The lower half after a word is folded in; both halves are those before. */
export function foldedLow(low: number, high: number, word: number): number {
  return lowAlone(low, word) ^ rotate(highAlone(high, word), 7);
}

export function foldedHigh(low: number, high: number, word: number): number {
  return highAlone(high, word) ^ rotate(lowAlone(low, word), 19);
}

function lowAlone(low: number, word: number): number {
  return (Math.imul(rotate(low ^ scramble(word, 0xcc9e2d51, 0x1b873593), 13), 5) + 0xe6546b64) | 0;
}

function highAlone(high: number, word: number): number {
  return (Math.imul(rotate(high ^ scramble(word, 0x85ebca6b, 0xc2b2ae35), 17), 5) + 0x561ccd1b) | 0;
}

/** The uniform number of a key, in [0, 1), with 53 bits. */
export function drawnOf(low: number, high: number): number {
  const first = mix(low ^ mix(high));
  const second = mix(high ^ first);
  return ((first >>> 5) * 67108864 + (second >>> 6)) / 9007199254740992;
}

/**
 * For each id, after it and its generation are folded into a key: the highest 32 bits of the uniform number. One loop,
 * whose steps an engine puts in place.
 */
export function drawWords(
  { low, high }: DrawKey,
  ids: Int32Array,
  generation: Uint32Array,
  into: Uint32Array,
  length: number,
): void {
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    const word = generation[id];
    const [left, right] = [lowAlone(low, id), highAlone(high, id)];
    const first = lowAlone(left ^ rotate(right, 7), word);
    const second = highAlone(right ^ rotate(left, 19), word);
    into[i] = wordOf(first ^ rotate(second, 7), second ^ rotate(first, 19));
  }
}

function wordOf(low: number, high: number): number {
  const first = mix(low ^ mix(high));
  return (first & ~31) | (mix(high ^ first) >>> 27);
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
