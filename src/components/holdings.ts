import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { hasBit, setBit, visitBits, visitWords } from '../kernel/bits.js';
import { type Blocks, checkBlocks, takeRows } from './blocks.js';
import { type Arrays, component } from './component.js';
import { damaged } from './damage.js';
import { liveIds } from './identity.js';
import { type Model, kindAt } from '../model/model.js';
import { fact, touchOne } from '../model/stamps.js';
import type { WorldState } from './state.js';

const holdingsColumns = { wordBlock: 'i32' } as const;

const heldBitsColumns = { words: 'u32' } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof holdingsColumns>, Arrays<typeof heldBitsColumns> {}
}

const hasHoldings = ({ holdings: declared }: Model): boolean => declared.length > 0;

/** Where the words that an object may hold begin among all words; 0: it has none. */
export const holdings = component({
  name: 'holdings',
  rows: 'entity',
  columns: holdingsColumns,
  when: hasHoldings,
  facts: ['holding'],
  /** Where an object's words begin depends on who came and went before it; within its block they lie by its kind. */
  hashOf({ words, wordBlock, wordCounts, identity }, hasher, id): void {
    if (words.length === 0) return;
    visitWords(words, wordBlock[id], wordCounts[identity.kind[id]], (at, bits) => {
      for (const number of [-3, at, bits]) hasher.number(number);
    });
  },
  check(state): void {
    if (!hasHoldings(state.model)) return;
    checkBlocks(state, wordBlocks(state), 'words');
    for (const id of liveIds(state)) checkHeld(state, id);
  },
});

function checkHeld(state: WorldState, id: number): void {
  const { model, words, wordBlock, identity } = state;
  for (const { index, name } of model.holdings) {
    const offset = holdingOffset(state, index, identity.kind[id]);
    if (offset < 0) continue;
    const start = wordBlock[id] + offset;
    const last = wordsOf(state, index);
    // Bit 0 is none; bits behind the last word are none's.
    const isBeyond = (words[start + (last >>> 5)] & ~allUpTo(last & 31)) !== 0;
    if ((words[start] & 1) !== 0 || isBeyond) throw damaged(`${name} of object ${id} holds what is no word`);
  }
}

/** The bits of the words that objects hold. */
export const heldBits = component({
  name: 'held words',
  rows: 'word',
  columns: heldBitsColumns,
  when: hasHoldings,
  facts: ['holding'],
});

/**
 * The words of enumerations that objects hold: for each holding of its kind an object has one bit a word, all side by
 * side in a block of its own. All writing of it is here. Columns read it so: word w of an object is bit `w & 31` of
 * `state.words[state.wordBlock[id] + holdingOffset(state, holding, kind) + (w >>> 5)]`.
 */

/**
 * Words of 32 bits from the beginning of an object's block to a holding (by index) of its kind; -1 where the kind lacks
 * it.
 */
export function holdingOffset(state: WorldState, holding: number, kind: number): number {
  return state.holdingOffsets[holding][kind];
}

/**
 * Whether an object holds a word, by its value in the enumeration (from 1); false where its kind lacks the holding, for
 * the object 0 and for no word.
 */
export function holds(state: WorldState, holding: number, id: number, word: number): boolean {
  const offset = holdingOffset(state, holding, state.identity.kind[id]);
  if (offset < 0 || !isWord(state, holding, word)) return false;
  return hasBit(state.words, state.wordBlock[id] + offset, word);
}

/** Lets an object hold a word, or not. Throws when its kind lacks the holding or the enumeration has no such word. */
export function setHeld(state: WorldState, holding: number, id: number, word: number, held: boolean): void {
  const kind = state.identity.kind[id];
  checkHolding(state, holding, kind);
  if (!isWord(state, holding, word))
    throw new EdictError(
      'bad-value',
      `${state.model.holdings[holding].name} has no word of the value ${word}; give one from 1 to ${wordsOf(state, holding)}`,
    );
  if (setBit(state.words, state.wordBlock[id] + holdingOffset(state, holding, kind), word, held))
    touchOne(state.stamps, fact.holding, id);
}

/** Lets an object hold just these words. Throws as `setHeld` does. */
export function holdOnly(state: WorldState, holding: number, id: number, words: readonly number[]): void {
  for (const word of heldWords(state, holding, id)) if (!words.includes(word)) setHeld(state, holding, id, word, false);
  for (const word of words) setHeld(state, holding, id, word, true);
}

/** The words that an object holds, by their values, ascending; none where its kind lacks the holding. */
export function heldWords(state: WorldState, holding: number, id: number): readonly number[] {
  const offset = holdingOffset(state, holding, state.identity.kind[id]);
  if (offset < 0) return [];
  const found: number[] = [];
  const start = state.wordBlock[id] + offset;
  for (let at = 0; at <= wordsOf(state, holding) >>> 5; at++) {
    visitBits(state.words[start + at], (bit) => found.push(at * 32 + bit));
  }
  return found;
}

/** Throws when objects of a kind lack a holding. */
export function checkHolding({ model, holdingOffsets }: WorldState, holding: number, kind: number): void {
  if (holdingOffsets[holding][kind] >= 0) return;
  const known = model.holdings.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
  throw new EdictError(
    'bad-value',
    `a ${kindAt(model, kind).name} has no set ${model.holdings[holding].name}; it has ${known.length > 0 ? known.join(', ') : 'none'}`,
  );
}

/** Gives a new object room for what it may hold, with nothing held. Throws WorldFullError. */
export function takeWords(state: WorldState, id: number, culprit?: string): void {
  takeRows(state, wordBlocks(state), id, culprit);
}

/** Where the words of objects lie. */
export function wordBlocks({ wordBlock, wordCounts, words }: WorldState): Blocks {
  return { used: header.words, block: wordBlock, counts: wordCounts, columns: [words], room: 'words' };
}

function isWord(state: WorldState, holding: number, word: number): boolean {
  return word >= 1 && word <= wordsOf(state, holding) && Number.isInteger(word);
}

/** Words of the enumeration of a holding. */
function wordsOf({ model: { holdings, enumerations } }: WorldState, holding: number): number {
  return enumerations[holdings[holding].words].members.length;
}

/** The bits 0 to `last`. */
function allUpTo(last: number): number {
  return last === 31 ? -1 : (1 << (last + 1)) - 1;
}
