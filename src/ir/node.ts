import type { Type } from '../model/model.js';

/**
 * A node of the IR: a typed operation on arguments, as plain data. `data` holds its other parameters (a column, a slot,
 * a comparison). Nodes that print alike mean the same.
 */
export interface Node<Data = unknown> {
  readonly op: string;
  readonly type: Type;
  readonly args: readonly Node[];
  readonly data: Data;
}

/**
 * Slots name the objects of an expression: a rule's source in slot 0 and target in slot 1; `self` of a growth formula
 * in slot 0; each aggregate binds the next free slot to its member.
 */
export const sourceSlot = 0;
export const targetSlot = 1;

/**
 * Absent values are `missing` (the object has no such meter, place, stockpile: a condition on it does not apply) or
 * `notFound` (nothing up the attachments has the property: the object is excluded from the scope).
 */
export const missing = undefined;
export const notFound = null;
type Absent = typeof missing | typeof notFound;

/** Booleans are 0 and 1, none is 0, entities are ids. */
export type Value = number | Absent;

/** A point in a content file, for messages. Lines and columns from 1. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What expressions may name besides the model; kept for later queries of hosts. */
export interface Names {
  readonly constants: ReadonlyMap<string, NamedConstant>;
  readonly flags: ReadonlyMap<string, Flag>;
}

/** A named number or boolean (0 or 1). */
export interface NamedConstant {
  readonly type: Type;
  readonly value: number;
}

/** A named condition on objects; false of objects without a branch. */
export interface Flag {
  readonly name: string;
  /** Index of its question. */
  readonly question: number;
  /** Classes first: an object's class takes precedence over its kind. */
  readonly branches: readonly FlagBranch[];
}

export interface FlagBranch {
  readonly by: 'class' | 'kind';
  readonly index: number;
  /** Kind of the objects tested. */
  readonly kind: number;
  /** A condition over slot 0; aggregates in it bind slots from 1. Never absent. */
  readonly node: Node;
  readonly text: string;
  readonly origin: Origin;
}

/**
 * An occurrence about to happen: values by field, over slots 0 and 1 and the fields of the occurrence answered;
 * undefined: absent.
 */
export interface Raised {
  readonly type: number;
  readonly values: readonly (Node | undefined)[];
}

/** A condition or number over slot 0 that hosts query by name. Never absent. */
export interface Expression {
  readonly index: number;
  /** Unique. */
  readonly name: string;
  /** Indices of the kinds it applies to; at least one. */
  readonly scope: readonly number[];
  readonly node: Node;
  /** The parts of a condition joined by `and` as written, for people; one where it is no `and`. */
  readonly clauses: readonly Clause[];
  /** As it was written, or readable text of it. */
  readonly text: string;
  /** The thing whose requirements it states, or empty. */
  readonly thing: string;
  readonly origin: Origin;
}

export interface Clause {
  readonly text: string;
  readonly node: Node;
}
