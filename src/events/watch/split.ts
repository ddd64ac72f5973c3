import { coordinate } from '../../eval/ops/space.js';
import { role, slot } from '../../eval/ops/objects.js';
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
} from '../../eval/shape.js';
import { isDraw, makeNode, makeNodeOf, operationOf, printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { compare } from '../../eval/ops/compare.js';
import { constant } from '../../eval/ops/values.js';
import { provided } from '../../eval/ops/logic.js';
import { running } from '../../eval/ops/time.js';
import { entityType, numberType } from '../../eval/operation.js';
import { type Model, isFlat } from '../../model/model.js';
import type { Trigger } from '../../ir/trigger.js';
import { type Comparison, comparisons } from '../../kernel/comparison.js';
import { kept } from '../../kernel/maps.js';
import { countTrue } from '../../eval/ops/folds.js';
import { fact } from '../../model/stamps.js';
import { ownStamps, stampsOf } from '../../eval/term-book.js';

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
    return makeNode(
      provided,
      {},
      holder,
      makeNode(compare, { comparison: '!=' as const }, holder, makeNode(constant, { type: entityType, value: 0 })),
    );
  }

  function bare(named: number): Node {
    let index = roles.indexOf(named);
    if (index < 0) index = roles.push(named) - 1;
    return makeNode(slot, { slot: index });
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
 * All conditions of triggers taken apart: equal parts once, leaves by shape. Parts are numbered: leaves of groups,
 * single leaves, gates after their members.
 */
export interface Parts {
  readonly groups: readonly LeafGroup[];
  readonly alone: readonly LoneLeaf[];
  readonly gates: readonly NumberedGate[];
  /** By trigger: its part. */
  readonly conditions: Int32Array;
  readonly count: number;
}

/** Leaves of one shape, numbered from `start`. */
export interface LeafGroup {
  readonly start: number;
  readonly count: number;
  readonly shape: Node;
  readonly looks: Dependences;
  /** By slot: the role of each leaf. Leaves are sorted by first role, then by number. */
  readonly roles: readonly Int32Array[];
  readonly numbers: Float64Array;
}

interface LoneLeaf {
  readonly condition: Node;
  readonly stamps: readonly number[];
  /** The trigger for which it draws; -1: it does not. */
  readonly drawsFor: number;
}

export interface NumberedGate {
  readonly members: readonly number[];
  readonly comparison: number;
  readonly value: number;
}

type Draft =
  | { readonly sort: 'leaf'; readonly group: DraftGroup; readonly place: number }
  | { readonly sort: 'alone' | 'gate'; readonly place: number };

interface DraftGroup {
  readonly node: Node;
  readonly slots: number;
  readonly roles: number[];
  readonly numbers: number[];
  /** Final places of its leaves. */
  places: Int32Array;
}

export function takeApart(triggers: readonly Trigger[], model: Model): Parts {
  const groups = new Map<string, DraftGroup>();
  const alone: LoneLeaf[] = [];
  const gates: { readonly members: readonly Draft[]; readonly gate: Gate }[] = [];
  const known = new Map<string, Draft>();
  const drafts = triggers.map(({ when, index }) => draftOf(when, index));

  const starts = new Map<DraftGroup, number>();
  let count = 0;
  const finished = [...groups.values()].map((group): LeafGroup => {
    const length = group.numbers.length;
    starts.set(group, count);
    count += length;
    const order = orderOf(group);
    return {
      start: count - length,
      count: length,
      shape: group.node,
      looks: dependencesOf(group.node, group.slots, model),
      numbers: Float64Array.from(order, (leaf) => group.numbers[leaf]),
      roles: Array.from({ length: group.slots }, (_, slot) =>
        Int32Array.from({ length }, (_none, place) => group.roles[order[place] * group.slots + slot]),
      ),
    };
  });
  const firstAlone = count;
  const firstGate = firstAlone + alone.length;
  const numberOf = (draft: Draft): number => {
    switch (draft.sort) {
      case 'leaf':
        return (starts.get(draft.group) ?? 0) + draft.group.places[draft.place];
      case 'alone':
        return firstAlone + draft.place;
      case 'gate':
        return firstGate + draft.place;
    }
  };
  return {
    groups: finished,
    alone,
    gates: gates.map(({ members, gate }) => ({
      members: members.map(numberOf),
      comparison: comparisons.indexOf(gate.comparison),
      value: gate.value,
    })),
    conditions: Int32Array.from(drafts, numberOf),
    count: firstGate + gates.length,
  };

  function draftOf(node: Node, trigger: number): Draft {
    const gate = gateOf(node);
    if (gate !== undefined) return draftOfGate(gate, trigger);
    const shape = shapeOf(node);
    return shape === undefined ? draftAlone(node, trigger) : draftOfLeaf(shape);
  }

  function draftOfGate(gate: Gate, trigger: number): Draft {
    const members = gate.members.map((member) => draftOf(member, trigger));
    return { sort: 'gate', place: gates.push({ members, gate }) - 1 };
  }

  function draftOfLeaf({ node, text, roles, number }: Shape): Draft {
    const said = `${text} ${roles.join(' ')} ${number}`;
    return kept(known, said, () => {
      const group = kept(groups, text, () => ({
        node,
        slots: roles.length,
        roles: [],
        numbers: [],
        places: new Int32Array(0),
      }));
      group.roles.push(...roles);
      return { sort: 'leaf', group, place: group.numbers.push(number) - 1 };
    });
  }

  function draftAlone(node: Node, trigger: number): Draft {
    const draws = someIn(node, isDraw);
    const make = (): Draft => {
      const leaf = { condition: node, stamps: [...stampsIn(node)], drawsFor: draws ? trigger : -1 };
      return { sort: 'alone', place: alone.push(leaf) - 1 };
    };
    return draws ? make() : kept(known, `alone ${printNode(node)}`, make);
  }
}

/** Sorts leaves by first role and number; notes their places. */
function orderOf(group: DraftGroup): Int32Array {
  const { slots, roles, numbers } = group;
  const first = (leaf: number): number => (slots === 0 ? 0 : roles[leaf * slots]);
  const order = Int32Array.from(numbers.keys()).sort((a, b) => first(a) - first(b) || numbers[a] - numbers[b] || a - b);
  group.places = new Int32Array(order.length);
  order.forEach((leaf, place) => {
    group.places[leaf] = place;
  });
  return order;
}

/**
 * A condition that counts true members: `and`, `or`, and comparisons of a count with a number. Absent members count as
 * false, since only true ones count.
 */
interface Gate {
  readonly members: readonly Node[];
  readonly comparison: Comparison;
  readonly value: number;
}

/** Undefined for other conditions. */
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

/** Tests a comparison by number. */
export function passes(comparison: number, count: number, value: number): boolean {
  switch (comparison) {
    case 0:
      return count === value;
    case 1:
      return count !== value;
    case 2:
      return count < value;
    case 3:
      return count <= value;
    case 4:
      return count > value;
    default:
      return count >= value;
  }
}

interface Dependences {
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

/** Stamps of a condition at any depth. */
export function stampsIn(condition: Node): ReadonlySet<number> {
  return new Set([...partsIn(condition)].flatMap(ownStamps));
}
