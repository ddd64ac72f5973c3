import { coordinate } from '../../eval/ops/space.js';
import { role } from '../../eval/ops/object-links.js';
import {
  asApplied,
  asComparison,
  asRead,
  constantValue,
  dataOf,
  decidingValue,
  isOf,
  partsIn,
  slotOf,
  someIn,
} from '../../eval/node-shape.js';
import { isDraw, makeNode, makeNodeOf, operationOf, printNode } from '../../eval/make-node.js';
import { nodes } from '../../eval/node-kit.js';
import type { Node } from '../../ir/node.js';
import { provided } from '../../eval/ops/logic.js';
import { running } from '../../eval/ops/time.js';
import { numberType } from '../../eval/operation.js';
import { type Model, isFlat } from '../../model/model.js';
import type { Trigger } from '../../ir/trigger.js';
import { type Comparison, testOf } from '../../kernel/comparison.js';
import { kept } from '../../kernel/maps.js';
import { countTrue } from '../../eval/ops/member-folds.js';
import { fact } from '../../model/stamps.js';
import { ownStamps, stampsIn, stampsOf } from '../../eval/term-book.js';
import { type Lists, listsOf } from '../../kernel/lists.js';

/**
 * A condition without the roles and the number by which it differs from others: its roles become slots 0, 1 and so on,
 * the number that it compares with the running value. Conditions of one shape are computed together.
 */
interface Shape {
  readonly node: Node;
  readonly text: string;
  readonly roles: readonly number[];
  /** The running value; 0 where there is none. */
  readonly number: number;
}

const mostSlots = 4;

/** The shape of a condition; undefined where it has slots of its own, draws, or looks at many objects. */
export function shapeOf(node: Node): Shape | undefined {
  if (!isPlain(node)) return undefined;
  const roles: number[] = [];
  let number: number | undefined;
  const shaped = taken(node);
  return roles.length > mostSlots ? undefined : { node: shaped, text: printNode(shaped), roles, number: number ?? 0 };

  function taken(part: Node): Node {
    const named = dataOf(part, role)?.role;
    if (named !== undefined) return someone(named);
    const value = number === undefined ? numberCompared(part) : undefined;
    if (value !== undefined) {
      number = value;
      return makeNode(operationOf(part), part.data, taken(part.args[0]), makeNode(running, { type: numberType }));
    }
    if (part.args.length === 0) return part;
    return makeNodeOf(
      operationOf(part),
      part.data,
      part.args.map((arg, i) => {
        const other = takesNobody(part, i) ? dataOf(arg, role) : undefined;
        return other === undefined ? taken(arg) : bare(other.role);
      }),
    );
  }

  /** An unbound role is missing, while an empty slot holds none. */
  function someone(named: number): Node {
    const holder = bare(named);
    return nodes.provided(holder, nodes.compare('!=', holder, nodes.none));
  }

  function bare(named: number): Node {
    let index = roles.indexOf(named);
    if (index < 0) index = roles.push(named) - 1;
    return nodes.slot(index);
  }
}

/** Treats missing objects and none alike. */
function takesNobody(node: Node, index: number): boolean {
  if (asRead(node) !== undefined || isOf(node, coordinate)) return true;
  // No read of nobody is true.
  const [of, read] = node.args;
  return isOf(node, provided) && index === 0 && asRead(read) !== undefined && isSameRole(read.args[0], of);
}

function isSameRole(a: Node, b: Node): boolean {
  const named = dataOf(a, role)?.role;
  return named !== undefined && named === dataOf(b, role)?.role;
}

function numberCompared(node: Node): number | undefined {
  const right = asComparison(node)?.right;
  const value = right?.type.name === 'number' ? constantValue(right) : undefined;
  return Object.is(value, -0) ? undefined : value;
}

function isPlain(node: Node): boolean {
  const operation = operationOf(node);
  if (
    operation.heavy === true ||
    operation.sequential === true ||
    operation.draws?.(node.data) === true ||
    operation.runs === true
  )
    return false;
  if ((operation.slots?.(node.data) ?? 0) !== 0 || (operation.binds?.(node.data) ?? 0) !== 0) return false;
  return node.args.every(isPlain);
}

/**
 * Conditions of triggers taken apart: equal parts once, leaves by shape. Numbers: leaves of groups, single leaves,
 * gates after their members.
 */
export interface Parts {
  readonly groups: readonly LeafGroup[];
  readonly alone: readonly LoneLeaf[];
  readonly gates: readonly NumberedGate[];
  /** By trigger: its part. */
  readonly conditions: Int32Array;
  readonly count: number;
}

export type LeafGroup = ReturnType<typeof groupOf>;

interface LoneLeaf {
  readonly condition: Node;
  readonly stamps: readonly number[];
  /** The trigger for which it draws; -1: it does not. */
  readonly drawsFor: number;
}

export interface NumberedGate {
  readonly members: readonly number[];
  readonly passes: (count: number, value: number) => boolean;
  readonly value: number;
}

/** A part of conditions; its number is known once all are taken apart. */
interface Part {
  number: number;
}

interface Leaf {
  readonly shape: Shape;
  readonly part: Part;
}

export function takeApart(triggers: readonly Trigger[], model: Model): Parts {
  const leaves = new Map<string, Leaf[]>();
  const alone: (LoneLeaf & { readonly part: Part })[] = [];
  const gates: { readonly members: readonly Part[]; readonly gate: Gate; readonly part: Part }[] = [];
  const known = new Map<string, Part>();
  const conditions = triggers.map(({ when, index }) => partOf(when, index));
  let count = 0;
  const groups = [...leaves.values()].map((group) => {
    const start = count;
    const sorted = group.sort(byRoleAndNumber);
    for (const { part } of sorted) part.number = count++;
    return groupOf(sorted, start, model);
  });
  for (const { part } of [...alone, ...gates]) part.number = count++;
  return {
    groups,
    alone,
    gates: gates.map(({ members, gate: { comparison, value } }) => ({
      members: members.map(({ number }) => number),
      passes: testOf(comparison),
      value,
    })),
    conditions: Int32Array.from(conditions, ({ number }) => number),
    count,
  };

  function partOf(node: Node, trigger: number): Part {
    const gate = gateOf(node);
    if (gate !== undefined) {
      const members = gate.members.map((member) => partOf(member, trigger));
      return added(gates, { members, gate, part: { number: 0 } });
    }
    const shape = shapeOf(node);
    if (shape !== undefined) {
      const group = kept(leaves, shape.text, () => []);
      const text = `${shape.text} ${shape.roles.join(' ')} ${shape.number}`;
      return kept(known, text, () => added(group, { shape, part: { number: 0 } }));
    }
    const draws = someIn(node, isDraw);
    const make = (): Part =>
      added(alone, {
        condition: node,
        stamps: stampsIn(node),
        drawsFor: draws ? trigger : -1,
        part: { number: 0 },
      });
    return draws ? make() : kept(known, `alone ${printNode(node)}`, make);
  }
}

function added<Of extends { readonly part: Part }>(all: Of[], one: Of): Part {
  all.push(one);
  return one.part;
}

function byRoleAndNumber({ shape: a }: Leaf, { shape: b }: Leaf): number {
  return (a.roles.at(0) ?? 0) - (b.roles.at(0) ?? 0) || a.number - b.number;
}

/** Leaves of one shape, numbered from `start`. */
function groupOf(leaves: readonly Leaf[], start: number, model: Model) {
  const { node, roles } = leaves[0].shape;
  return {
    start,
    count: leaves.length,
    shape: node,
    looks: dependencesOf(node, roles.length, model),
    numbers: Float64Array.from(leaves, ({ shape }) => shape.number),
    /** By slot: the role of each leaf. Leaves are sorted by first role, then by number. */
    roles: roles.map((_, slot) => Int32Array.from(leaves, ({ shape }) => shape.roles[slot])),
  };
}

/** Counts true members: `and`, `or`, and comparisons of a count with a number. Absent members count as false. */
interface Gate {
  readonly members: readonly Node[];
  readonly comparison: Comparison;
  readonly value: number;
}

export function gateOf(node: Node): Gate | undefined {
  const { args } = node;
  const deciding = decidingValue(node);
  if (deciding !== undefined)
    return { members: args, comparison: deciding === 0 ? '==' : '>=', value: deciding === 0 ? args.length : 1 };
  if (asApplied(node) !== undefined) return { members: args, comparison: '==', value: 1 };
  const compared = asComparison(node);
  const value = compared && constantValue(compared.right);
  return compared === undefined || value === undefined || !isOf(compared.left, countTrue)
    ? undefined
    : { members: compared.left.args, comparison: compared.comparison, value };
}

export interface Dependences {
  /** By slot: what it reads of that object alone. */
  readonly own: readonly ReadonlySet<number>[];
  readonly any: ReadonlySet<number>;
}

export function dependencesOf(shape: Node, slots: number, model: Model): Dependences {
  const own = Array.from({ length: slots }, () => new Set<number>());
  const any = new Set<number>();
  // If things hang on one another, owner and place may be those of another.
  const hangs = !isFlat(model);
  const hasNodes = model.kinds.some(({ node }) => node);
  for (const node of partsIn(shape)) {
    const of = node.args.length === 1 ? slotIn(node.args[0]) : undefined;
    const operation = operationOf(node);
    const local = of === undefined ? undefined : operation.local?.(node.data, { hangs, hasNodes });
    if (of === undefined || local === undefined) for (const stamp of ownStamps(node)) any.add(stamp);
    else for (const stamp of stampsOf(operation.reads?.(node.data), local)) own[of].add(stamp);
    // A reference reads as none once its object is gone.
    if (asRead(node) !== undefined && node.type.name === 'entity') any.add(fact.population);
  }
  return { own, any };
}

/** The slot whose object a node gives. */
function slotIn(node: Node): number | undefined {
  return isOf(node, provided) ? slotIn(node.args[0]) : slotOf(node);
}

export type Truths = ReturnType<typeof createTruths>;

/** Which parts of conditions, and which triggers, are true. Parts that change update the gates that count them. */
export function createTruths(parts: Parts, triggerCount: number) {
  const { conditions, gates } = parts;
  const firstGate = parts.count - gates.length;
  const truth = new Uint8Array(parts.count);
  const counts = new Int32Array(gates.length);
  const parents = listsOf(parts.count, (link) => {
    gates.forEach(({ members }, gate) => {
      for (const member of members) link(member, gate);
    });
  });
  const owners = listsOf(parts.count, (link) => {
    conditions.forEach((part, trigger) => link(part, trigger));
  });
  const triggers = new Uint32Array((triggerCount >>> 5) + 1);
  // Gates may be true of no members.
  for (let gate = 0; gate < gates.length; gate++) updateGate(gate);
  return {
    /** One bit a trigger. */
    triggers,
    /** By part: 1 where true. Written by `turnOver` alone. */
    parts: truth,
    turnOver,
    /** Triggers whose condition has the part. */
    triggersOf: (part: number): readonly number[] =>
      [...reached(part, parents, owners, firstGate)].sort((a, b) => a - b),
  };

  function turnOver(part: number): void {
    const isTrue = truth[part] === 0;
    truth[part] = isTrue ? 1 : 0;
    for (let at = owners.start[part]; at < owners.start[part + 1]; at++) {
      const trigger = owners.ids[at];
      triggers[trigger >>> 5] ^= 1 << (trigger & 31);
    }
    for (let at = parents.start[part]; at < parents.start[part + 1]; at++) {
      const gate = parents.ids[at];
      counts[gate] += isTrue ? 1 : -1;
      updateGate(gate);
    }
  }

  function updateGate(gate: number): void {
    const { passes, value } = gates[gate];
    const isTrue = passes(counts[gate], value);
    if (isTrue !== (truth[firstGate + gate] === 1)) turnOver(firstGate + gate);
  }
}

function reached(part: number, parents: Lists, owners: Lists, firstGate: number): ReadonlySet<number> {
  const found = new Set<number>();
  const left = [part];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (let i = owners.start[at]; i < owners.start[at + 1]; i++) found.add(owners.ids[i]);
    for (let i = parents.start[at]; i < parents.start[at + 1]; i++) left.push(firstGate + parents.ids[i]);
  }
  return found;
}
