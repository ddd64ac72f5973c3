import type { Node } from '../ir/node.js';
import type { Absence } from './data.js';

/** A node that exists once in its book (term-book.ts): equal terms are one object, and share results. */
export interface Term<Data = unknown> extends Node<Data> {
  /** Its place in the book; arguments come before their users. */
  readonly id: number;
  readonly operation: number;
  readonly args: readonly Term[];
  /** Bits of the slots that it depends on, without those bound inside. */
  readonly free: number;
  /** Facts and columns that it depends on, ascending. */
  readonly stamps: readonly number[];
  /** Its value belongs to this rule and turn. */
  readonly draws: boolean;
  /** It takes its turn in a sequence, at any depth: interpreted row by row, in order. */
  readonly sequential: boolean;
  readonly runs: boolean;
  /** It reads related objects or paths: worth evaluating for few rows only. */
  readonly heavy: boolean;
  readonly absence: Absence;
  /** Number of nodes, shared ones at each place, and depth. */
  readonly size: number;
  readonly depth: number;
}
