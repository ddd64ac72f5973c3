import type { MatchPlan } from '../match/matcher.js';
import type { SelectionPlan, Test } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import type { Carrier, Rule } from '../ir/rule.js';
import type { Sieve } from '../meaning/rule-sources.js';
import type { OperandPlan, Writes } from './plan-writes.js';

export interface CarrierPlan {
  readonly carrier: Carrier;
  readonly where: readonly Term[];
  /** By kind, of carriers by condition. */
  readonly matches: readonly MatchPlan[];
  readonly times: Term | undefined;
  /** Instead of both, where `times` is the whole condition. */
  readonly counted: CountPlan | undefined;
}

/** Objects of a kind, each as often as a column says of the object to which a reference leads. */
export interface CountPlan {
  readonly kind: number;
  readonly reference: number;
  readonly count: number;
}

/** Tests of sources one after the other; with a narrowing, that alone, in its order. */
export interface ActivationPlan {
  /** The only rule of it, where it draws; otherwise rules share it. */
  readonly drawer: Rule | undefined;
  readonly gates: readonly Test[];
  readonly narrowing: NarrowingPlan | undefined;
  /** Some gate is constantly false. */
  readonly isNever: boolean;
  readonly actives: readonly number[];
}

export type NarrowingPlan = Sieve<Test>;

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

export interface Asking {
  readonly scope: number;
  readonly active: number;
  readonly place: number;
}

export interface PassRule {
  readonly rule: Rule;
  readonly active: number;
  readonly scope: number;
  readonly asking: number;
  /** Its effects as writes of numbers; undefined where each must fire separately. */
  readonly writes: Writes | undefined;
}

/** Rules that fire as one, mostly a single one: all do the same, in the scopes of their own sources. */
export interface PassUnit {
  readonly rules: readonly PassRule[];
  /** Their effects as writes of numbers; undefined where each must fire separately. */
  readonly writes: Writes | undefined;
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

/** What amounts are evaluated for: by operand its uses, and the sources and targets of these. */
export interface AmountsPlan {
  readonly operands: readonly OperandPlan[];
  readonly layout: Pick<PassLayout, 'useCount' | 'unitStart' | 'unitAskings' | 'scope' | 'active'>;
}

export interface PassPlan extends AmountsPlan {
  readonly rules: readonly PassRule[];
  /** Ends of the runs of rules dispatched together, mostly of one. */
  readonly runs: readonly number[];
  readonly units: readonly PassUnit[];
  /** Each one unit, or several that fire by the ranks of their sources. */
  readonly firings: readonly (readonly number[])[];
  /** The same as parallel arrays, which every pass walks. */
  readonly layout: PassLayout;
  readonly askings: readonly Asking[];
  readonly carriers: readonly CarrierPlan[];
  readonly activations: readonly ActivationPlan[];
  readonly actives: readonly ActivePlan[];
  readonly scopes: readonly ScopePlan[];
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
}: Omit<PassPlan, 'layout' | 'stamps'>): PassLayout {
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
    unitOfFiring: Int32Array.from(firings, (members) => (members.length === 1 ? members[0] : -1)),
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
