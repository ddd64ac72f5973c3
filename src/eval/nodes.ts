import { type Node } from '../ir/node.js';
import type { Comparison } from '../kernel/comparison.js';
import type { Type } from '../model/model.js';
import { makeNodeOf } from './make-node.js';
import { type Operation, booleanType, entityType, numberType } from './operation.js';
import { compare } from './ops/compare.js';
import { constant } from './ops/values.js';
import { classOf, follow, kindOf, role, slot } from './ops/objects.js';
import * as logic from './ops/logic.js';
import { type WhenAbsent } from './data.js';
import { read } from './ops/read.js';

/** Makes a node of an operation: a plain one, or one that stands once in a book. */
export type Make = <Data>(operation: Operation<Data>, data: Data, args: readonly Node[]) => Node;

/** The node kit by which all dialects make nodes. */
export interface Nodes {
  readonly constant: (value: number, type: Type) => Node;
  readonly number: (value: number) => Node;
  readonly boolean: (value: boolean) => Node;
  readonly none: Node;
  /** A value that is never present. */
  readonly missing: (type: Type) => Node;
  readonly slot: (index: number) => Node;
  readonly role: (index: number) => Node;
  readonly owner: (of: Node) => Node;
  readonly parent: (of: Node) => Node;
  /** The object itself, or the nearest upward, of a kind. */
  readonly ancestor: (kind: number, of: Node) => Node;
  readonly kindOf: (of: Node) => Node;
  readonly classOf: (of: Node) => Node;
  /** The cell of an object in a column; `absent`: the value of objects without it. */
  readonly read: (column: number, type: Type, of: Node, absent: WhenAbsent) => Node;
  /** The cell of the object, or of the nearest upward that has the column. */
  readonly climb: (column: number, type: Type, of: Node, absent: WhenAbsent) => Node;
  readonly compare: (comparison: Comparison, left: Node, right: Node) => Node;
  readonly equal: (left: Node, right: Node) => Node;
  /** True of no conditions. */
  readonly all: (conditions: readonly Node[]) => Node;
  /** False of no conditions. */
  readonly any: (conditions: readonly Node[]) => Node;
  readonly not: (condition: Node) => Node;
  /** A condition, false where absent. */
  readonly applies: (condition: Node) => Node;
  readonly present: (value: Node) => Node;
  readonly choose: (condition: Node, then: Node, otherwise: Node) => Node;
  readonly otherwise: (value: Node, instead: Node) => Node;
  /** A value where a condition is true, missing elsewhere. */
  readonly provided: (value: Node, condition: Node) => Node;
}

export function nodesBy(make: Make): Nodes {
  const value = (of: number, type: Type): Node => make(constant, { value: of, type }, []);
  const boolean = (of: boolean): Node => value(of ? 1 : 0, booleanType);
  const none = value(0, entityType);
  const joined = (operation: Operation<undefined>, parts: readonly Node[], ofNone: boolean): Node =>
    parts.length === 0 ? boolean(ofNone) : parts.length === 1 ? parts[0] : make(operation, undefined, parts);
  const compared = (comparison: Comparison, left: Node, right: Node): Node =>
    make(compare, { comparison }, [left, right]);
  const readBy =
    (climb: boolean): Nodes['read'] =>
    (column, type, of, absent) =>
      make(read, { column, type, climb, absent }, [of]);
  const following =
    (relation: 'owner' | 'parent') =>
    (of: Node): Node =>
      make(follow, { relation, kind: 0 }, [of]);
  return {
    constant: value,
    number: (of) => value(of, numberType),
    boolean,
    none,
    missing: (type) => make(logic.provided, undefined, [value(0, type), boolean(false)]),
    slot: (index) => make(slot, { slot: index }, []),
    role: (index) => make(role, { role: index }, []),
    owner: following('owner'),
    parent: following('parent'),
    ancestor: (kind, of) => make(follow, { relation: 'ancestor', kind }, [of]),
    kindOf: (of) => make(kindOf, undefined, [of]),
    classOf: (of) => make(classOf, undefined, [of]),
    read: readBy(false),
    climb: readBy(true),
    compare: compared,
    equal: (left, right) => compared('==', left, right),
    all: (conditions) => joined(logic.and, conditions, true),
    any: (conditions) => joined(logic.or, conditions, false),
    not: (condition) => make(logic.not, undefined, [condition]),
    applies: (condition) => make(logic.applies, undefined, [condition]),
    present: (of) => make(logic.present, undefined, [of]),
    choose: (condition, then, otherwise) => make(logic.choose, undefined, [condition, then, otherwise]),
    otherwise: (of, instead) => make(logic.otherwise, undefined, [of, instead]),
    provided: (of, condition) => make(logic.provided, undefined, [of, condition]),
  };
}

export const nodes: Nodes = nodesBy(makeNodeOf);
