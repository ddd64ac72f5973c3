import type { Model } from '../../model/model.js';
import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import type { Operand } from '../form.js';
import type { Term } from '../term.js';
import { type Code, js } from './code.js';

/** The value of a term in one row or frame: names or literals, so that using one twice computes nothing twice. */
export interface Emitted extends Operand {
  /** A name that holds present, missing or not found (see vector.ts); undefined where the value is always there. */
  readonly absence: Code | undefined;
}

/** A call of a function over rows. */
export interface Call {
  readonly evaluator: Evaluator;
  readonly rows: Rows;
  /** Indexes may be made although there are few rows: only tests want that. */
  readonly eager: boolean;
}

/** Gets what a function over rows needs for a call; undefined sends the call to the primitives. */
export type Get = (call: Call) => unknown;

/** What is known of the object in a slot: its name, and the numbers of the kinds of which it is one; none: unknown. */
export interface Bound {
  readonly value: Code;
  readonly kinds: readonly number[];
}

/**
 * What an operation is given to emit its code, for one of two ways of calling. In a function over rows the statements
 * are put where the term is needed, outside of loops in which it stays the same; in a function of a frame they are run
 * in the order in which they are added, as the interpreter would go on.
 */
export interface Emission {
  readonly model: Model;
  /** The function is one of a frame. */
  readonly inFrame: boolean;
  /** The value of a term. */
  of(term: Term): Emitted;
  /** The id that a term gives, 0 also where it is absent. */
  idOf(term: Term): Code;
  /** What follows from one term, computed where the term is. `name`: of what is derived, each once for a term. */
  derived(term: Term, name: string, make: () => Code): Code;
  /** The kinds of which all objects are that a term names, all of which are there; empty where that is not known. */
  kindsOf(term: Term): readonly number[];
  /** The same value in all rows of a call, but for what is in the slot `member`. */
  isUniform(term: Term, member?: number): boolean;
  /** The same for all members of the aggregate that is being emitted. */
  isOuter(term: Term): boolean;
  /** What is the same for all of a call, by its code, which names nothing but `frame`, other such names and things. */
  readonly once: (code: Code) => Code;
  /** A function or a constant of these sources, by a name that is the same for the same thing; '': by itself. */
  readonly thing: (name: string, thing: unknown) => Code;
  /** Something of the world, by a name that is the same for the same thing. Refused in a frame. */
  given(name: string, get: Get): Code;
  /** The object in a slot. */
  slot(slot: number): Code;
  /** Says what is in a slot for the code that follows. The frame holds it too. */
  bind(slot: number, object: Bound): void;
  /** The running value, and whether it is an int (1). */
  running(): Code;
  runningWhole(): Code;
  readonly add: (statement: Code) => void;
  /** A new constant with a value; a new variable. */
  readonly keep: (value: Code) => Code;
  variable(initial: Code | number): Code;
  /** A new name that is still to be declared. */
  name(): Code;
  /** The statements that `fill` adds, as the inside of a block. */
  inside(fill: () => void): Code;
  label(): Code;
  /**
   * A loop over members, each bound to a slot, all of one kind (0: of any). In rows it throws within another such loop.
   */
  overMembers(members: MemberLoop, fill: (member: Code) => void): void;
  /** Code that ends the function when more objects have been looked at than may be. */
  visit(count: Code): void;
  /** The operation of a term as the interpreter has it; in frames alone. */
  interpreted(term: Term): Emitted;
}

/** The members at `ids` from `from` to, and without, `to`; `isOther`: of those that are passed over. */
export interface MemberLoop {
  readonly slot: number;
  readonly kind: number;
  readonly ids: Code;
  readonly from: Code;
  readonly to: Code;
  readonly isOther?: ((id: Code) => Code) | undefined;
}

/** The one kind of all objects that a term names; 0 where that is not known. */
export function kindOf(term: Term, emission: Emission): number {
  const kinds = emission.kindsOf(term);
  return kinds.length === 1 ? kinds[0] : 0;
}

/** The stronger of two absences: not found is the larger number. */
export function graverCode(
  a: Code | undefined,
  b: Code | undefined,
  emission: Pick<Emission, 'keep'>,
): Code | undefined {
  return a === undefined || b === undefined ? (a ?? b) : emission.keep(js`${a} > ${b} ? ${a} : ${b}`);
}

/** Whether a condition is there and true. */
export function isTrue({ value, absence }: Emitted): Code {
  return absence === undefined ? js`${value} === 1` : js`${value} === 1 && ${absence} === 0`;
}

/** The statements that put a value into variables. */
export function assigned(value: Code, absence: Code, found: Emitted): Code {
  return js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`;
}
