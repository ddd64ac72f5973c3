import type { Operation } from '../eval/operation.js';
import { compare } from '../eval/ops/compare.js';
import { and, applies, choose, not, or } from '../eval/ops/logic.js';
import { operationList } from '../eval/ops/index.js';
import type { Term } from '../eval/term.js';

/**
 * Makes the set of a condition at a place of `words` from those of its arguments, whose places are told by their
 * numbers.
 */
export type Combine = (
  words: Uint32Array,
  into: number,
  args: readonly Term[],
  offsets: Int32Array,
  width: number,
) => void;

const ways: readonly (readonly [Pick<Operation, 'name'>, Combine])[] = [
  [
    and,
    (words, into, args, offsets, width) => {
      words.fill(0xffffffff, into, into + width);
      for (const { id } of args) meet(words, into, offsets[id], width);
    },
  ],
  [
    or,
    (words, into, args, offsets, width) => {
      words.fill(0, into, into + width);
      for (const { id } of args) join(words, into, offsets[id], width);
    },
  ],
  [
    not,
    (words, into, [of], offsets, width) => {
      invert(words, into, offsets[of.id], width);
    },
  ],
  [
    applies,
    (words, into, [of], offsets, width) => {
      words.copyWithin(into, offsets[of.id], offsets[of.id] + width);
    },
  ],
  // Of conditions: that both are the same.
  [
    compare,
    (words, into, [a, b], offsets, width) => {
      agree(words, into, offsets[a.id], offsets[b.id], width);
    },
  ],
  [
    choose,
    (words, into, [condition, then, otherwise], offsets, width) => {
      pick(words, into, offsets[condition.id], offsets[then.id], offsets[otherwise.id], width);
    },
  ],
];

/** By the number of an operation; undefined for those that sets do not stand for. */
export const combinations: readonly (Combine | undefined)[] = operationList.map(
  ({ name }) => ways.find(([each]) => each.name === name)?.[1],
);

function meet(words: Uint32Array, into: number, of: number, width: number): void {
  for (let i = 0; i < width; i++) words[into + i] &= words[of + i];
}

function join(words: Uint32Array, into: number, of: number, width: number): void {
  for (let i = 0; i < width; i++) words[into + i] |= words[of + i];
}

function invert(words: Uint32Array, into: number, of: number, width: number): void {
  for (let i = 0; i < width; i++) words[into + i] = ~words[of + i];
}

function agree(words: Uint32Array, into: number, a: number, b: number, width: number): void {
  for (let i = 0; i < width; i++) words[into + i] = ~(words[a + i] ^ words[b + i]);
}

function pick(
  words: Uint32Array,
  into: number,
  condition: number,
  then: number,
  otherwise: number,
  width: number,
): void {
  for (let i = 0; i < width; i++)
    words[into + i] = (words[condition + i] & words[then + i]) | (~words[condition + i] & words[otherwise + i]);
}
