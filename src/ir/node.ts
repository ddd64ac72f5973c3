import type { Type } from '../model/model.js';

/**
 * A node of the IR: a typed operation on arguments, plain data. `data` holds what the operation needs besides its
 * arguments
 * (a column, a slot, a comparison). Two nodes that print alike mean the same.
 */
export interface Node<Data = unknown> {
  readonly op: string;
  readonly type: Type;
  readonly args: readonly Node[];
  readonly data: Data;
}

/**
 * Slots name the objects that an expression is about. A rule's expressions see the source in slot 0 and the target in
 * slot
 * 1; `self` of a growth formula is slot 0; each aggregate binds the next free slot to its member.
 */
export const sourceSlot = 0;
export const targetSlot = 1;

/**
 * Absence. A value that could not be had is one of two: `missing` (the object has no such meter, place, stockpile: a
 * condition on it does not apply) or `notFound` (nobody on the way up the attachments has the property: the object is
 * excluded from the scope).
 */
export const missing = undefined;
export const notFound = null;
export type Absent = typeof missing | typeof notFound;

/** What an expression evaluates to. Booleans are 0 and 1, none is 0, entities are ids. */
export type Value = number | Absent;
