import { compare } from '../eval/ops/compare-values.js';
import { and, applies, choose, not, or } from '../eval/ops/logic.js';
import { operationList } from '../eval/ops/index.js';
import type { Term } from '../eval/term.js';

type Combine = (words: Uint32Array, into: number, args: readonly Term[], offsets: Int32Array, width: number) => void;

/** By name of an operation. */
const ways: Readonly<Record<string, Combine>> = {
  [and.name]: (words, into, args, offsets, width) => {
    words.fill(0xffffffff, into, into + width);
    for (const { id } of args) meet(words, into, offsets[id], width);
  },
  [or.name]: (words, into, args, offsets, width) => {
    words.fill(0, into, into + width);
    for (const { id } of args) join(words, into, offsets[id], width);
  },
  [not.name]: (words, into, [{ id }], offsets, width) => {
    const of = offsets[id];
    for (let i = 0; i < width; i++) words[into + i] = ~words[of + i];
  },
  [applies.name]: (words, into, [of], offsets, width) => {
    words.copyWithin(into, offsets[of.id], offsets[of.id] + width);
  },
  [compare.name]: (words, into, args, offsets, width) => {
    const a = offsets[args[0].id];
    const b = offsets[args[1].id];
    for (let i = 0; i < width; i++) words[into + i] = ~(words[a + i] ^ words[b + i]);
  },
  [choose.name]: (words, into, args, offsets, width) => {
    const condition = offsets[args[0].id];
    const then = offsets[args[1].id];
    const otherwise = offsets[args[2].id];
    for (let i = 0; i < width; i++)
      words[into + i] = (words[condition + i] & words[then + i]) | (~words[condition + i] & words[otherwise + i]);
  },
};

/** By number of an operation. */
export const combinations: readonly (Combine | undefined)[] = operationList.map(({ name }) => ways[name]);

function meet(words: Uint32Array, into: number, of: number, width: number): void {
  for (let i = 0; i < width; i++) words[into + i] &= words[of + i];
}

function join(words: Uint32Array, into: number, of: number, width: number): void {
  for (let i = 0; i < width; i++) words[into + i] |= words[of + i];
}

export interface RowGroups {
  /** The objects in order of their first row. */
  readonly ids: Int32Array;
  readonly count: number;
  readonly of: Int32Array;
  /** With few objects: their sets of rows in a row. */
  readonly masks: Uint32Array | undefined;
}

const mostMasks = 64;

/** Undefined where there are more than `most`. */
export function groupRows(codes: Int32Array, length: number, most: number): RowGroups | undefined {
  const places = new Map<number, number>();
  const of = new Int32Array(length);
  let last = -1;
  let at = 0;
  for (let row = 0; row < length; row++) {
    const id = codes[row];
    if (id !== last) {
      const known = places.get(id);
      at = known ?? places.size;
      if (known === undefined) places.set(id, at);
      if (places.size > most) return undefined;
      last = id;
    }
    of[row] = at;
  }
  const ids = Int32Array.from(places.keys());
  return { ids, count: ids.length, of, masks: ids.length > mostMasks ? undefined : masksOf(of, ids.length, length) };
}

function masksOf(of: Int32Array, count: number, length: number): Uint32Array {
  const width = (length + 31) >>> 5;
  const masks = new Uint32Array(count * width);
  for (let row = 0; row < length; row++) masks[of[row] * width + (row >>> 5)] |= 1 << (row & 31);
  return masks;
}

/** Writes the rows of objects in the set at `at` in `from`. */
export function spreadGroups(
  { of, masks, count }: RowGroups,
  from: Uint32Array,
  at: number,
  words: Uint32Array,
  into: number,
  length: number,
): void {
  const width = (length + 31) >>> 5;
  words.fill(0, into, into + width);
  if (masks === undefined) return spreadRows(of, from, at, words, into, length);
  for (let group = 0; group < count; group++) {
    if (((from[at + (group >>> 5)] >>> (group & 31)) & 1) === 1) addMask(masks, group * width, words, into, width);
  }
}

function addMask(masks: Uint32Array, at: number, words: Uint32Array, into: number, width: number): void {
  for (let word = 0; word < width; word++) words[into + word] |= masks[at + word];
}

function spreadRows(
  of: Int32Array,
  from: Uint32Array,
  at: number,
  words: Uint32Array,
  into: number,
  length: number,
): void {
  for (let row = 0; row < length; row++)
    words[into + (row >>> 5)] |= ((from[at + (of[row] >>> 5)] >>> (of[row] & 31)) & 1) << (row & 31);
}
