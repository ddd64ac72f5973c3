import { type Node } from '../ir/node.js';
import type { Comparison } from '../kernel/comparison.js';
import type { Type } from '../model/model.js';
import { makeNodeOf } from './make-node.js';
import { type Operation, booleanType, entityType, numberType } from './operation.js';
import { compare } from './ops/compare-values.js';
import { constant } from './ops/constants.js';
import { classOf, follow, kindOf, role, slot } from './ops/object-links.js';
import * as logic from './ops/logic.js';
import { type WhenAbsent } from './data.js';
import { read } from './ops/read.js';

/** A plain node, or one that stands once in a book. */
export type Make = <Data>(operation: Operation<Data>, data: Data, args: readonly Node[]) => Node;

export type Nodes = ReturnType<typeof nodesBy>;

export function nodesBy(make: Make) {
  const constantOf = (value: number, type: Type) => make(constant, { value, type }, []);
  const boolean = (value: boolean) => constantOf(value ? 1 : 0, booleanType);
  const joined = (operation: Operation<undefined>, parts: readonly Node[], ofNone: boolean) =>
    parts.length === 0 ? boolean(ofNone) : parts.length === 1 ? parts[0] : make(operation, undefined, parts);
  const compared = (comparison: Comparison, left: Node, right: Node) => make(compare, { comparison }, [left, right]);
  const reading = (climb: boolean) => (column: number, type: Type, of: Node, absent: WhenAbsent) =>
    make(read, { column, type, climb, absent }, [of]);
  const following = (relation: 'owner' | 'parent') => (of: Node) => make(follow, { relation, kind: 0 }, [of]);
  return {
    constant: constantOf,
    number: (value: number) => constantOf(value, numberType),
    boolean,
    none: constantOf(0, entityType),
    /** A value that is never present. */
    missing: (type: Type) => make(logic.provided, undefined, [constantOf(0, type), boolean(false)]),
    slot: (index: number) => make(slot, { slot: index }, []),
    role: (index: number) => make(role, { role: index }, []),
    owner: following('owner'),
    parent: following('parent'),
    /** Itself or the nearest upward. */
    ancestor: (kind: number, of: Node) => make(follow, { relation: 'ancestor', kind }, [of]),
    kindOf: (of: Node) => make(kindOf, undefined, [of]),
    classOf: (of: Node) => make(classOf, undefined, [of]),
    /** `absent`: of objects without it. */
    read: reading(false),
    /** Of the object or the nearest upward that has the column. */
    climb: reading(true),
    compare: compared,
    equal: (left: Node, right: Node) => compared('==', left, right),
    /** True of no conditions. */
    all: (conditions: readonly Node[]) => joined(logic.and, conditions, true),
    /** False of no conditions. */
    any: (conditions: readonly Node[]) => joined(logic.or, conditions, false),
    not: (condition: Node) => make(logic.not, undefined, [condition]),
    /** A condition, false where absent. */
    applies: (condition: Node) => make(logic.applies, undefined, [condition]),
    present: (value: Node) => make(logic.present, undefined, [value]),
    choose: (condition: Node, then: Node, otherwise: Node) =>
      make(logic.choose, undefined, [condition, then, otherwise]),
    otherwise: (value: Node, instead: Node) => make(logic.otherwise, undefined, [value, instead]),
    /** Missing where the condition is not true. */
    provided: (value: Node, condition: Node) => make(logic.provided, undefined, [value, condition]),
  } as const;
}

export const nodes = nodesBy(makeNodeOf);
