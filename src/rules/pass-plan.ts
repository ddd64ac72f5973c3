import type { SelectionPlan, Test } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import type { Carrier, Modification, ModifyEffect, Rule } from '../ir/rule.js';
import type { RunningStep } from '../eval/operation.js';
import { operationOf } from '../eval/make-node.js';
import { running } from '../eval/ops/time.js';
import { asKnown, asRead, isOf } from '../eval/shape.js';

export interface CarrierPlan {
  readonly carrier: Carrier;
  readonly where: readonly Term[];
  readonly times: Term | undefined;
}

/** Tests of sources one after the other; with a narrowing, that alone, in its order. */
export interface ActivationPlan {
  /** The only rule of it, where it draws; otherwise rules share it. */
  readonly drawer: Rule | undefined;
  readonly gates: readonly Test[];
  readonly narrowing: NarrowingPlan | undefined;
  /** Some gate is constantly false. */
  readonly isNever: boolean;
  /** Numbers of its actives. */
  readonly actives: readonly number[];
}

export type NarrowingPlan =
  | { readonly by: 'all' | 'any'; readonly parts: readonly NarrowingPlan[] }
  | { readonly by: 'not'; readonly part: NarrowingPlan }
  | { readonly by: 'test'; readonly test: Test };

export interface ActivePlan {
  readonly activation: number;
  readonly carrier: number;
}

/** A scope and the actives that share it. Without a selection, each source that passes the gates is its own scope. */
export interface ScopePlan {
  /** The only rule of it, where it draws. */
  readonly drawer: Rule | undefined;
  readonly selection: SelectionPlan | undefined;
  readonly gates: readonly Test[];
  readonly actives: readonly number[];
}

/** A number used by effects, evaluated before anything fires. */
export interface OperandPlan {
  readonly term: Term;
  /** Numbers of the units that use it for their sources and targets. */
  readonly uses: readonly number[];
  /** Number of its first use among those of all operands; the others follow. */
  readonly firstUse: number;
}

export interface Asking {
  readonly scope: number;
  readonly active: number;
  readonly place: number;
}

/** A constant, or the use of an operand. */
export type OperandPlace = { readonly constant: number } | { readonly operand: number; readonly use: number };

export interface ChainLink {
  readonly operation: Link['operation'];
  readonly operand: OperandPlace | undefined;
}

export interface WriteStep {
  readonly effect: ModifyEffect;
  /** The object written, if not the target. */
  readonly holder: OperandPlace | undefined;
  /** The amount as a chain of known numbers; undefined where it is evaluated when its turn comes. */
  readonly chain: readonly ChainLink[] | undefined;
  readonly amount: Term;
}

export interface PassRule {
  readonly rule: Rule;
  readonly active: number;
  readonly scope: number;
  /** Number of its asking. */
  readonly asking: number;
  /** Its effects as writes of numbers; undefined where each must fire separately. */
  readonly writes: readonly WriteStep[] | undefined;
}

/** Rules that fire as one, mostly a single one: all do the same, in the scopes of their own sources. */
export interface PassUnit {
  readonly rules: readonly PassRule[];
  /** Their effects as writes of numbers; undefined where each must fire separately. */
  readonly writes: readonly WriteStep[] | undefined;
}

/** One unit, or several that fire by the ranks of their sources. */
export interface PassFiring {
  readonly units: readonly number[];
}

/**
 * By carrier the indices of its rules, from `carriedStart[c]` to `carriedStart[c + 1]`, by asking likewise; by active
 * its carrier; by rule its asking; by asking its scope, active and place; by unit its askings, from `unitStart[u]` to
 * `unitStart[u + 1]`; by firing its unit, −1 for several.
 */
export interface PassLayout
  extends Readonly<
    Record<
      | 'carriedStart'
      | 'carriedRules'
      | 'askedStart'
      | 'askedRules'
      | 'carrierOfActive'
      | 'askingOfRule'
      | 'scope'
      | 'active'
      | 'place'
      | 'unitStart'
      | 'unitAskings'
      | 'unitOfFiring',
      Int32Array
    >
  > {
  /** Uses of all operands together. */
  readonly useCount: number;
}

export interface PassPlan {
  readonly rules: readonly PassRule[];
  /** Ends of the runs of rules dispatched together, mostly of one. */
  readonly runs: readonly number[];
  readonly units: readonly PassUnit[];
  readonly firings: readonly PassFiring[];
  /** The same as parallel arrays, which every pass walks. */
  readonly layout: PassLayout;
  readonly askings: readonly Asking[];
  readonly carriers: readonly CarrierPlan[];
  readonly activations: readonly ActivationPlan[];
  readonly actives: readonly ActivePlan[];
  readonly scopes: readonly ScopePlan[];
  readonly operands: readonly OperandPlan[];
  /** Stamps that evaluation depends on. */
  readonly stamps: readonly number[];
  readonly written: readonly number[];
}

export function layoutOf({
  rules,
  carriers,
  actives,
  askings,
  units,
  firings,
  operands,
}: Omit<PassPlan, 'layout'>): PassLayout {
  const [carriedStart, carriedRules] = sideBySide(
    carriers.length,
    rules,
    ({ active }) => actives[active].carrier,
    ({ rule }) => rule.index,
  );
  const [askedStart, askedRules] = sideBySide(
    askings.length,
    rules,
    ({ asking }) => asking,
    ({ rule }) => rule.index,
  );
  const inUnits = units.flatMap((unit, number) => unit.rules.map(({ asking }) => ({ number, asking })));
  const [unitStart, unitAskings] = sideBySide(
    units.length,
    inUnits,
    ({ number }) => number,
    ({ asking }) => asking,
  );
  return {
    useCount: operands.reduce((sum, { uses }) => sum + uses.length, 0),
    carriedStart,
    carriedRules,
    askedStart,
    askedRules,
    unitStart,
    unitAskings,
    carrierOfActive: Int32Array.from(actives, ({ carrier }) => carrier),
    askingOfRule: Int32Array.from(rules, ({ asking }) => asking),
    scope: Int32Array.from(askings, ({ scope }) => scope),
    active: Int32Array.from(askings, ({ active }) => active),
    place: Int32Array.from(askings, ({ place }) => place),
    unitOfFiring: Int32Array.from(firings, (firing) => (firing.units.length === 1 ? firing.units[0] : -1)),
  };
}

/** Values by group, each in their order, and the start of each group. */
function sideBySide<T>(
  groups: number,
  members: readonly T[],
  groupOf: (member: T) => number,
  valueOf: (member: T) => number,
): readonly [Int32Array, Int32Array] {
  const start = new Int32Array(groups + 1);
  for (const member of members) start[groupOf(member) + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const next = start.slice();
  const values = new Int32Array(members.length);
  for (const member of members) values[next[groupOf(member)]++] = valueOf(member);
  return [start, values];
}

export type LinkOperation = 'set' | RunningStep;

/**
 * One step of a chain on the running value, by an operand independent of it. `…Of`, `…From` and `…Into` have the
 * operand on the left.
 */
export interface Link {
  readonly operation: LinkOperation;
  readonly operand: Term | undefined;
}

/** What a modification does by an amount independent of the cell; see `modified`. */
const modifications: Readonly<Record<Modification, LinkOperation>> = {
  set: 'set',
  add: 'add',
  multiply: 'multiply',
  divide: 'divide',
  minimum: 'minimumOf',
  maximum: 'maximumOf',
};

/**
 * A modification as steps on the running value in order; undefined where that occurs twice in the amount or in an
 * operation that is no step.
 */
export function chainOf(amount: Term, modification: Modification): readonly Link[] | undefined {
  if (!amount.runs) return [{ operation: modifications[modification], operand: amount }];
  if (modification !== 'set') return undefined;
  const links: Link[] = [];
  let at = amount;
  while (!isOf(at, running)) {
    const link = linkOf(at);
    if (link === undefined) return undefined;
    links.push(link.link);
    at = link.inner;
  }
  // The running value alone is no step.
  return links.length === 0 ? undefined : links.reverse();
}

function linkOf(term: Term): { readonly link: Link; readonly inner: Term } | undefined {
  const steps = operationOf(term).steps?.(term.data);
  if (steps === undefined) return undefined;
  const [onLeft, onRight] = steps;
  const [left, right] = term.args;
  if (term.args.length === 1) return { link: { operation: onLeft, operand: undefined }, inner: left };
  if (left.runs === right.runs) return undefined;
  return left.runs
    ? { link: { operation: onLeft, operand: right }, inner: left }
    : { link: { operation: onRight, operand: left }, inner: right };
}

/** One step. Commutative operations are equal to the last bit on either side. */
export function stepOne(operation: LinkOperation, value: number, operand: number): number {
  switch (operation) {
    case 'set':
      return operand;
    case 'add':
      return value + operand;
    case 'subtract':
      return value - operand;
    case 'subtractFrom':
      return operand - value;
    case 'multiply':
      return value * operand;
    case 'divide':
      return operand === 0 ? 0 : value / operand;
    case 'divideInto':
      return value === 0 ? 0 : operand / value;
    case 'minimum':
      return value < operand ? value : operand;
    case 'minimumOf':
      return operand < value ? operand : value;
    case 'maximum':
      return value > operand ? value : operand;
    case 'maximumOf':
      return operand > value ? operand : value;
    case 'negate':
      return -value;
    case 'absolute':
      return Math.abs(value);
  }
}

export interface Reach {
  readonly rule: Rule;
  readonly carrier: CarrierMark;
  /** Bits of the columns written by the pass that its effects read and write. */
  readonly reads: Bits;
  readonly writes: Bits;
  /** Its effects read and write such cells of its sources only. */
  readonly isOwn: boolean;
  /** Its effects do more: nothing may change places with it. */
  readonly isBarrier: boolean;
  /** Key of its effects: rules with equal keys can fire as one. Undefined where they must fire separately. */
  readonly does: string | undefined;
}

/** Bits of up to 62 columns. */
interface Bits {
  readonly low: number;
  readonly high: number;
}

/** Distinguishes sources of carriers: objects with different values of one thing are different. */
interface CarrierMark {
  /** Number of a term evaluated for each source, or −1 for the class; undefined: something else. */
  readonly of: number | undefined;
  readonly value: number;
}

/** Bits of columns that a pass writes. With more columns than bits some share one, which is only less precise. */
export function bitsOf(columns: Iterable<number>, order: ReadonlyMap<number, number>): Bits {
  let [low, high] = [0, 0];
  for (const column of columns) {
    const bit = (order.get(column) ?? 0) % 62;
    if (bit < 31) low |= 1 << bit;
    else high |= 1 << (bit - 31);
  }
  return { low, high };
}

export function markOf(carrier: Carrier, where: readonly Term[]): CarrierMark {
  if (carrier.by === 'class') return { of: -1, value: carrier.class };
  for (const term of carrier.by === 'condition' ? where : []) {
    const known = asKnown(term);
    // Only equal reads: two with different defaults for a missing column may both be true.
    if (known !== undefined && asRead(known.of) !== undefined && !known.of.draws)
      return { of: known.of.id, value: known.value };
  }
  return { of: undefined, value: 0 };
}

/**
 * Rules of a pass that fire as one, by their places, in firing order: those of one priority with equal effects, where
 * each may change places with all in between. Real content repeats rules for every species, whose effects commute.
 */
export function unitsOf(reaches: readonly Reach[]): readonly (readonly number[])[] {
  const units: number[][] = [];
  let open = new Map<string, number[]>();
  reaches.forEach((reach, place) => {
    if (place > 0 && reaches[place - 1].rule.priority !== reach.rule.priority) open = new Map();
    const unit = reach.does === undefined ? undefined : open.get(reach.does);
    if (unit !== undefined && mayJoin(reach, place, unit, reaches)) {
      unit.push(place);
      return;
    }
    const alone = [place];
    units.push(alone);
    if (reach.does !== undefined) open.set(reach.does, alone);
  });
  return units;
}

/**
 * Whether a rule commutes with all between the first of a unit and itself, and has no sources in common with the unit.
 */
function mayJoin(reach: Reach, place: number, unit: readonly number[], reaches: readonly Reach[]): boolean {
  for (let between = unit[0]; between < place; between++) {
    const other = reaches[between];
    if (other.does === reach.does ? !areApart(other, reach) : !commute(other, reach)) return false;
  }
  return true;
}

function commute(a: Reach, b: Reach): boolean {
  if (a.isBarrier || b.isBarrier) return false;
  // The first claim keeps an object from the other.
  if (a.rule.claims !== 0 && a.rule.claims === b.rule.claims && !(a.isOwn && b.isOwn && areApart(a, b))) return false;
  return areDisjoint(a, b) || (a.isOwn && b.isOwn && areApart(a, b));
}

function areDisjoint(a: Reach, b: Reach): boolean {
  const low = (a.writes.low & (b.reads.low | b.writes.low)) | (b.writes.low & a.reads.low);
  const high = (a.writes.high & (b.reads.high | b.writes.high)) | (b.writes.high & a.reads.high);
  return (low | high) === 0;
}

function areApart({ carrier: a }: Reach, { carrier: b }: Reach): boolean {
  return a.of !== undefined && a.of === b.of && a.value !== b.value;
}
