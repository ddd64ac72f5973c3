import type { Node } from '../ir/node.js';
import type { Absence } from './data.js';

/**
 * A node that exists once in its book (term-book.ts), with what is known of it: equal terms are one object, and share
 * answers.
 */
export interface Term<Data = unknown> extends Node<Data> {
  /** Its place in the book; arguments come before what they are part of. */
  readonly id: number;
  /** The number of its operation, by which it is found without its name. */
  readonly operation: number;
  readonly args: readonly Term[];
  /** Bits of the slots that it depends on; what an aggregate binds inside is not among them. */
  readonly free: number;
  /** Indices of the stamps (facts and columns) that it depends on, ascending. */
  readonly stamps: readonly number[];
  /** It draws: its value is of this rule and this turn alone. */
  readonly draws: boolean;
  /**
   * Its operation or that of an argument, at any depth, takes its turn in a sequence: it is asked row by row, in order,
   * of the reference interpretation.
   */
  readonly sequential: boolean;
  /** It depends on the running value of a cell. */
  readonly runs: boolean;
  /** It looks at related objects or at paths: worth evaluating for few rows only. */
  readonly heavy: boolean;
  /** How it may be absent. */
  readonly absence: Absence;
  /** Nodes in it, shared ones as often as they stand there, and how deep it is. */
  readonly size: number;
  readonly depth: number;
}
