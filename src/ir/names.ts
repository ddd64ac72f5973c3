import type { Type } from '../model/model.js';
import type { Node } from './node.js';
import type { Origin } from './origin.js';

/** What expressions of some content may name besides its model; kept for those that hosts ask later. */
export interface Names {
  readonly constants: ReadonlyMap<string, NamedConstant>;
  readonly flags: ReadonlyMap<string, Flag>;
}

/** A number or boolean (0 or 1) that content gives a name. */
export interface NamedConstant {
  readonly type: Type;
  readonly value: number;
}

/** Something that is so of an object or not, as conditions say; false of all objects that have no such condition. */
export interface Flag {
  readonly name: string;
  /** Index of the question that it answers. */
  readonly question: number;
  /** Classes first: the condition of an object's class stands instead of that of its kind. */
  readonly branches: readonly FlagBranch[];
}

export interface FlagBranch {
  readonly by: 'class' | 'kind';
  readonly index: number;
  /** The kind of the objects that it is asked of. */
  readonly kind: number;
  /** A condition over slot 0; aggregates in it bind slots from 1. Never absent. */
  readonly node: Node;
  readonly text: string;
  readonly origin: Origin;
}
