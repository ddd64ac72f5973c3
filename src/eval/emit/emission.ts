import type { Model } from '../../components/model.js';
import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import type { Term } from '../term.js';
import type { Code } from './code.js';

/** The value of a term in one row: names or literals, so that using one twice computes nothing twice. */
export interface Emitted {
  /** What it is where it is absent means nothing. */
  readonly value: Code;
  /** A name that holds present, missing or not found (see vector.ts); undefined where the value is always there. */
  readonly absence: Code | undefined;
  /** Where the term is numeric: 1 for an int, 0 for a double; a name or a literal. */
  readonly whole?: Code;
}

/** A call of a generated function. */
export interface Call {
  readonly evaluator: Evaluator;
  readonly rows: Rows;
  /** Indexes may be made although there are few rows: only tests want that. */
  readonly eager: boolean;
}

/** Gets what a function needs from the world, anew for each call; undefined sends the call to the primitives. */
export type Get = (call: Call) => unknown;

/**
 * What an operation is given to emit its code: the statements are put where the term is needed, outside of loops in
 * which it stays the same.
 */
export interface Emission {
  readonly model: Model;
  /** The value of a term. */
  of(term: Term): Emitted;
  /** The id that a term gives, 0 also where it is absent. */
  idOf(term: Term): Code;
  /** What follows from one term, computed where the term is. `name`: of what is derived, each once for a term. */
  derived(term: Term, name: string, make: () => Code): Code;
  /** The one kind of all objects that a term names, all of which are there; 0 where that is not known. */
  kindOf(term: Term): number;
  /** The same value in all rows of a call, but for what is in the slot `member`. */
  isUniform(term: Term, member?: number): boolean;
  /** The same for all members of the aggregate that is being emitted. */
  isOuter(term: Term): boolean;
  /** Something of the world, by a name that is the same for the same thing. */
  given(name: string, get: Get): Code;
  /** The object in a slot that varies. */
  slot(slot: number): Code;
  /** The running values of the rows, and their classes. */
  running(): Code;
  runningClasses(): Code;
  add(statement: Code): void;
  /** A new constant with a value; a new variable. */
  readonly keep: (value: Code) => Code;
  variable(initial: Code | number): Code;
  /** A new name that is still to be declared. */
  name(): Code;
  /** The statements that `fill` adds, as the inside of a block. */
  inside(fill: () => void): Code;
  label(): Code;
  /**
   * The inside of a loop over members, bound to a slot, all of one kind (0: of any). Throws within another such loop.
   */
  overMembers(slot: number, kind: number, member: Code, fill: () => void): Code;
  /** Code that ends the function when more objects have been looked at than may be. */
  visit(count: Code): void;
}
