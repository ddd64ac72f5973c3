import type { Node } from '../ir/node.js';
import type { Comparison } from '../kernel/comparison.js';
import type { Numeric } from '../kernel/numeric-value.js';
import {
  type Absence,
  type CompareData,
  type ConstantData,
  type FollowData,
  type ReadData,
  type SlotData,
  type SolvedData,
  mayMiss,
} from './data.js';
import {
  type AggregateData,
  type ClassRange,
  type MembersData,
  type PickData,
  type PlainRange,
  argumentsOf,
  hasAnchor,
  isGiven,
  outerArguments,
} from './ops/range.js';
import type { Term } from './term.js';

/** The structure of expressions: the one place outside of the operations that names operations. */

function dataIf<Data>(node: Node, op: string): Data | undefined {
  return node.op === op ? (node.data as Data) : undefined;
}

function dataOfOperation<Data>(op: string): (part: Node) => Data | undefined {
  return (part) => dataIf<Data>(part, op);
}

/** Itself included, each once. */
export function partsIn<Of extends Node>(part: Of): ReadonlySet<Of> {
  const found = new Set([part]);
  // A set's loop also reaches what is added to it meanwhile.
  for (const each of found) for (const arg of each.args) found.add(arg as Of);
  return found;
}

export function someIn(node: Node, is: (part: Node) => boolean): boolean {
  const found = new Set([node]);
  for (const each of found) {
    if (is(each)) return true;
    for (const arg of each.args) found.add(arg);
  }
  return false;
}

export function isOf(part: Node, { name }: { readonly name: string }): boolean {
  return part.op === name;
}

/** Its data have the type that `text` takes. */
export function dataOf<Data>(
  part: Node,
  { name }: { readonly name: string; text?(data: Data): string },
): Data | undefined {
  return dataIf<Data>(part, name);
}

export function slotOf(part: Node): number | undefined {
  return dataIf<SlotData>(part, 'slot')?.slot;
}

export function isSlot(part: Node, slot?: number): boolean {
  const found = slotOf(part);
  return found !== undefined && (slot === undefined || found === slot);
}

export function constantValue(part: Node): number | undefined {
  return dataIf<ConstantData>(part, 'constant')?.value;
}

/** Known at load; undefined for all else. */
export function asNumber(part: Node): Numeric | undefined {
  const value = constantValue(part);
  return value === undefined ? dataIf<Numeric>(part, 'numeral') : { value, whole: false };
}

export function isConstant(part: Node): boolean {
  return part.op === 'constant';
}

export const asRead = dataOfOperation<ReadData>('read');

export const asSolved = dataOfOperation<SolvedData>('solved');

export const asFollow = dataOfOperation<FollowData>('follow');

export const asAggregate = dataOfOperation<AggregateData>('aggregate');

/** How many objects there are, of a kind or class: nobody is looked at for it. */
export function asPopulation(part: Node): PlainRange | ClassRange | undefined {
  const data = asAggregate(part);
  if (data?.fold !== 'count' || constantValue(part.args[0]) !== 1) return undefined;
  const { range } = data;
  return range.over === 'objects' || range.over === 'class' ? range : undefined;
}

/** The range of an operation that gives one of its members. */
export function asMemberOf(part: Node): MembersData['range'] | undefined {
  if (part.type.name !== 'entity') return undefined;
  return asAggregate(part)?.range ?? dataIf<PickData>(part, 'pick')?.range;
}

/** What is evaluated without an object in a slot. */
export const asUnbound = onlyArgumentOf('unbound');

export function kindOrClass(part: Node): 'kind' | 'class' | undefined {
  const { op } = part;
  return op === 'kindOf' ? 'kind' : op === 'classOf' ? 'class' : undefined;
}

/** That an object is a member of a collection, but of all objects or a class. */
export interface Membership<Of> {
  /** Its first arguments are those of the range. */
  readonly of: Of;
  readonly data: MembersData;
  readonly outer: readonly Of[];
  /** Further conditions on the member, which is in its slot. */
  readonly filters: readonly Of[];
}

/** Reads `object in collection`. */
export function asContained<Of extends Node>(part: Of): (Membership<Of> & { readonly object: Of }) | undefined {
  const compared = asComparison(part);
  if (compared?.comparison !== '>=' || constantValue(compared.right) !== 0) return undefined;
  const of = compared.left;
  const data = dataIf<PickData>(of, 'pick');
  if (data?.pick !== 'indexOf') return undefined;
  const first = argumentsOf(data.range);
  const args = of.args as readonly Of[];
  const { [first]: object, [first + 1]: filter } = args;
  return { of, data, outer: args.slice(0, first), object, filters: [filter] };
}

/** Reads `object in collection` and `collection.exists(v, v == object)` of the object in a slot. */
export function asMembership<Of extends Node>(part: Of, slot: number): Membership<Of> | undefined {
  const contained = asContained(part);
  if (contained !== undefined)
    return isSlot(contained.object, slot) && hasAnchor(contained.data.range) ? contained : undefined;
  const data = asAggregate(part);
  if (data?.fold !== 'any' || !hasAnchor(data.range)) return undefined;
  const args = part.args as readonly Of[];
  const outer = args.slice(0, argumentsOf(data.range));
  const filters = conjuncts(args[outer.length]);
  const equal = filters.find((each) => isSame(each, data.slot, slot));
  return equal && { of: part, data, outer, filters: filters.filter((each) => each !== equal) };
}

/** Compares the objects in two slots. */
function isSame(part: Node, a: number, b: number): boolean {
  const equal = asEquality(part);
  if (equal === undefined) return false;
  const { left, right } = equal;
  return (isSlot(left, a) && isSlot(right, b)) || (isSlot(left, b) && isSlot(right, a));
}

/** Evaluates its last arguments of members of a range. */
interface OverMembers extends MembersData {
  readonly outer: number;
  /** It searches by an object and a bound; else it folds over members. */
  readonly isSearch: boolean;
}

export function asOverMembers(part: Node): OverMembers | undefined {
  const { op, data } = part;
  const isSearch = op === 'nearby' || op === 'among';
  if (!isSearch && op !== 'aggregate' && op !== 'collect' && op !== 'pick') return undefined;
  const { range, slot } = data as MembersData;
  const given = op === 'pick' && range.over !== 'ranked' && isGiven((data as PickData).pick) ? 1 : 0;
  return { range, slot, outer: isSearch ? 2 : outerArguments(range) + given, isSearch };
}

/** Decides an `and` (0) or an `or` (1); undefined for all else. */
export function decidingValue(part: Node): 0 | 1 | undefined {
  const { op } = part;
  return op === 'and' ? 0 : op === 'or' ? 1 : undefined;
}

/** At any depth. */
export function conjuncts<Of extends Node>(part: Of): readonly Of[] {
  return decidingValue(part) === 0 ? (part.args as readonly Of[]).flatMap(conjuncts) : [part];
}

/** At any depth. */
export function disjuncts<Of extends Node>(part: Of): readonly Of[] {
  return decidingValue(part) === 1 ? (part.args as readonly Of[]) : [part];
}

function onlyArgumentOf(op: string): <Of extends Node>(part: Of) => Of | undefined {
  return <Of extends Node>(part: Of) => (part.op === op ? (part.args[0] as Of) : undefined);
}

export const asNot = onlyArgumentOf('not');

/** Without negations before it; `negated`: their number is odd. */
export function withoutNot<Of extends Node>(part: Of): { readonly inner: Of; readonly negated: boolean } {
  const denied = asNot(part);
  if (denied === undefined) return { inner: part, negated: false };
  const { inner, negated } = withoutNot(denied);
  return { inner, negated: !negated };
}

/** Undefined where absence does not count as false. */
export const asApplied = onlyArgumentOf('applies');

export const asPresence = onlyArgumentOf('present');

export function asChoice<Of extends Node>(part: Of): readonly [condition: Of, then: Of, otherwise: Of] | undefined {
  return part.op === 'choose' ? (part.args as unknown as readonly [Of, Of, Of]) : undefined;
}

/** A value, and what replaces it where it is absent. */
export function asOtherwise<Of extends Node>(part: Of): readonly [value: Of, otherwise: Of] | undefined {
  return part.op === 'otherwise' ? (part.args as unknown as readonly [Of, Of]) : undefined;
}

/** A named condition on an object, and the conditions that it stands for. */
export function asNamedCondition<Of extends Node>(part: Of): { readonly object: Of; readonly answer: Of } | undefined {
  if (part.type.name !== 'boolean' || dataIf<{ readonly word: number }>(part, 'supposed')?.word !== 0) return undefined;
  const [object, answer] = part.args as readonly Of[];
  return { object, answer };
}

export interface Compared<Of> {
  readonly comparison: Comparison;
  readonly left: Of;
  readonly right: Of;
}

export function asComparison<Of extends Node>(part: Of): Compared<Of> | undefined {
  const data = dataIf<CompareData>(part, 'compare');
  if (data === undefined) return undefined;
  const [left, right] = part.args as readonly Of[];
  return { comparison: data.comparison, left, right };
}

export function asEquality<Of extends Node>(part: Of): Compared<Of> | undefined {
  const compared = asComparison(part);
  return compared?.comparison === '==' ? compared : undefined;
}

export function asKnown<Of extends Node>(part: Of): { readonly of: Of; readonly value: number } | undefined {
  const equal = asEquality(part);
  const value = equal && constantValue(equal.right);
  return value === undefined || equal === undefined ? undefined : { of: equal.left, value };
}

/**
 * Reads a comparison, either way round, of a property of the object in a slot with a key that does not depend on it.
 */
export function asKeyed(term: Term, slot: number) {
  const compared = asComparison(term);
  if (compared === undefined) return undefined;
  const { comparison, left, right } = compared;
  const bit = 1 << slot;
  const [value, key] = left.free === bit ? [left, right] : [right, left];
  return value.free === bit && (key.free & bit) === 0 ? { comparison, value, key } : undefined;
}

/** A bound on the distance of the object in a slot from a key. Either may depend on the object, too. */
export interface Nearness<Of> {
  readonly by: 'jumps' | 'distance';
  readonly key: Of;
  readonly bound: Of;
  /** The bound itself is too far. */
  readonly below: boolean;
  /** More is asked: only the bound itself is right. */
  readonly isEqual: boolean;
}

/** Reads `jumps(object, key) <= bound`, either way round, or with `==`. */
export function asNearness<Of extends Node>(part: Of, slot: number): Nearness<Of> | undefined {
  const compared = asComparison(part);
  if (compared === undefined) return undefined;
  const { comparison, left, right } = compared;
  const isEqual = comparison === '==';
  const isLeft = isEqual ? isMeasure(left.op) : comparison === '<=' || comparison === '<';
  const [measure, bound] = isLeft ? [left, right] : [right, left];
  const by = measure.op;
  if (comparison === '!=' || !isMeasure(by)) return undefined;
  const [a, b] = measure.args as readonly Of[];
  const [near, key] = isSlot(a, slot) ? [a, b] : [b, a];
  if (!isSlot(near, slot)) return undefined;
  return { by, key, bound, below: comparison === '<' || comparison === '>', isEqual };
}

function isMeasure(op: string): op is Nearness<Node>['by'] {
  return op === 'jumps' || op === 'distance';
}

/** Missing of none: slots hold objects, other expressions may lead to none. */
export function missingOfNone(_args: unknown, { args: [of] }: Node): Absence {
  return isSlot(of) ? 0 : mayMiss;
}
