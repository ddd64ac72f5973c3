import type { Model } from '../../components/model.js';
import type { Code } from '../emit/code.js';
import type { Node } from '../../ir/node.js';

/**
 * What a node comes to, in the code of one frame: a name or a literal, so that using it twice computes nothing twice.
 */
export interface Found {
  readonly value: Code;
  /** It may be undefined (missing) or null (not found). */
  readonly absent: boolean;
}

/** An object that is there, by its name. */
export interface Bound {
  readonly value: Code;
  /** Numbers of kinds; it is of one of them. */
  readonly kinds: readonly number[];
}

/**
 * What an operation is given to emit its code for one frame: statements are run in the order in which they are added,
 * as the interpreter would go on.
 */
export interface Scalar {
  readonly model: Model;
  of(node: Node): Found;
  /**
   * What is the same for all of a call, by its code, which names nothing but `frame` and things that are given:
   * computed once, at the beginning.
   */
  once(code: Code): Code;
  /** A thing that the code is to use. */
  readonly given: (thing: unknown) => Code;
  readonly add: (statement: Code) => void;
  /** A new constant with a value; a new variable. */
  readonly keep: (value: Code) => Code;
  variable(initial: Code | number): Code;
  label(): Code;
  /** The statements that `fill` adds, as the inside of a block. */
  inside(fill: () => void): Code;
  /** Says what is in a slot for the code that follows: an object of one of some kinds. The frame holds it too. */
  bind(slot: number, object: Bound): void;
  bound(slot: number): Bound | undefined;
  /** The node as the interpreter has it. */
  interpreted(node: Node): Found;
}
