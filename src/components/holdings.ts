import { header } from '../kernel/arena.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { hasBit, setBit, visitBits, visitWords } from '../kernel/bit-words.js';
import { type Blocks, checkBlocks, takeRows } from './blocks.js';
import { type Arrays, component, wordsFor } from './component.js';
import { liveIds } from './live-objects.js';
import { type Model, kindAt } from '../model/model.js';
import { fact, touchOne } from '../model/stamps.js';
import type { WorldState } from './state.js';

const holdingsColumns = { wordBlock: 'i32' } as const;

const heldBitsColumns = { words: 'u32' } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof holdingsColumns>, Arrays<typeof heldBitsColumns>, HoldingLayout {}
}

const hasHoldings = ({ holdings: declared }: Model): boolean => declared.length > 0;

/** The first word of an object's block; 0: none. */
export const holdings = component({
  name: 'holdings',
  rows: 'entity',
  columns: holdingsColumns,
  when: hasHoldings,
  facts: ['holding'],
  /** By place in the block: where it begins depends on earlier objects. */
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
    // Bit 0 and bits after the last word must be clear.
    const isBeyond = (words[start + (last >>> 5)] & ~allUpTo(last & 31)) !== 0;
    if ((words[start] & 1) !== 0 || isBeyond) throw damaged(`${name} of object ${id} holds an unknown word`);
  }
}

export const heldBits = component({
  name: 'held words',
  rows: 'word',
  columns: heldBitsColumns,
  when: hasHoldings,
  facts: ['holding'],
});

/**
 * Only this file writes the bits. Word w is bit `w & 31` of `state.words[state.wordBlock[id] + holdingOffset(state,
 * holding, kind) + (w >>> 5)]`.
 */

/** From the start of the block; -1 where the kind lacks it. */
export function holdingOffset(state: WorldState, holding: number, kind: number): number {
  return state.holdingOffsets[holding][kind];
}

/** Words from 1; false where the kind lacks the holding, for object 0 and for no word. */
export function holds(state: WorldState, holding: number, id: number, word: number): boolean {
  const offset = holdingOffset(state, holding, state.identity.kind[id]);
  if (offset < 0 || !isWord(state, holding, word)) return false;
  return hasBit(state.words, state.wordBlock[id] + offset, word);
}

/** Throws when the kind lacks the holding or the enumeration has no such word. */
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

/** Throws as `setHeld` does. */
export function holdOnly(state: WorldState, holding: number, id: number, words: readonly number[]): void {
  for (const word of heldWords(state, holding, id)) if (!words.includes(word)) setHeld(state, holding, id, word, false);
  for (const word of words) setHeld(state, holding, id, word, true);
}

/** Ascending; none where the kind lacks the holding. */
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

/** None where the kind lacks the holding. */
export function countHeld(state: WorldState, holding: number, id: number): number {
  const offset = holdingOffset(state, holding, state.identity.kind[id]);
  if (offset < 0) return 0;
  const start = state.wordBlock[id] + offset;
  let count = 0;
  for (let at = 0; at <= wordsOf(state, holding) >>> 5; at++) count += bitsIn(state.words[start + at]);
  return count;
}

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

export function checkHolding({ model, holdingOffsets }: WorldState, holding: number, kind: number): void {
  if (holdingOffsets[holding][kind] >= 0) return;
  const known = model.holdings.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
  throw new EdictError(
    'bad-value',
    `a ${kindAt(model, kind).name} has no set ${model.holdings[holding].name}; it has ${known.length > 0 ? known.join(', ') : 'none'}`,
  );
}

/** Throws WorldFullError. */
export function takeWords(state: WorldState, id: number, culprit?: string): void {
  takeRows(state, wordBlocks(state), id, culprit);
}

function wordBlocks({ wordBlock, wordCounts, words }: WorldState): Blocks {
  return { used: header.words, block: wordBlock, counts: wordCounts, columns: [words], room: 'words' };
}

function isWord(state: WorldState, holding: number, word: number): boolean {
  return word >= 1 && word <= wordsOf(state, holding) && Number.isInteger(word);
}

function wordsOf({ model: { holdings, enumerations } }: WorldState, holding: number): number {
  return enumerations[holdings[holding].words].members.length;
}

function allUpTo(last: number): number {
  return last === 31 ? -1 : (1 << (last + 1)) - 1;
}

/** Holdings in a block: in order, each from a new word of 32 bits, one bit per word of the enumeration. */
interface HoldingLayout {
  /** By holding and kind, as `holdingOffset`. */
  readonly holdingOffsets: readonly Int32Array[];
  readonly wordCounts: Int32Array;
}

const mostHeldWords = 65_535;
/** A column of words has one byte per object. */
const mostStoredWords = 255;

/** Every byte, also of retired rows. */
const anyKind = 256;

export function holdingLayout({ holdings, enumerations }: Model): HoldingLayout {
  const wordCounts = new Int32Array(anyKind);
  const holdingOffsets = holdings.map(({ kinds, words }) => {
    const offsets = new Int32Array(anyKind).fill(-1);
    for (const kind of kinds) {
      offsets[kind] = wordCounts[kind];
      // Bit 0 is none.
      wordCounts[kind] += wordsFor(enumerations[words].members.length + 1);
    }
    return offsets;
  });
  return { holdingOffsets, wordCounts };
}

export function checkEnumerations({ enumerations, columns, holdings }: Model): void {
  const check = (user: string, index: number, limit: number) => {
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
