import type { CellValue, Handle } from './host-values.js';
import type { TypedValue } from './variables-api.js';
import type { OwnWrites, PastClause, PastRead } from './past-api.js';

export type * from './past-api.js';

/**
 * Why a rule did not fire:
 *
 * - `fired`: it did fire on the target, or on at least one object.
 * - `negated`: it fired, and abilities kept all of its effects from happening.
 * - `claimed`: other rules had claimed its targets.
 * - `not active`: a clause of its activation was not true.
 * - `not in scope`: the target was not in its scope.
 * - `empty scope`: no object was in its scope.
 * - `no such object`: the source or the target did not exist when the turn reached the rule.
 * - `too young`: the source was made in the turn, so its rules run from the next turn on.
 * - `not carried`: the source did not carry the rule then.
 * - `not reached`: the turn did not reach the rule.
 */
export type WhyNotOutcome =
  | 'fired'
  | 'negated'
  | 'claimed'
  | 'not active'
  | 'not in scope'
  | 'empty scope'
  | 'no such object'
  | 'too young'
  | 'not carried'
  | 'not reached';

/** How many objects are left after each clause of a scope, in order. */
export interface ScopeStep {
  readonly part: 'include' | 'exclude';
  readonly text: string;
  readonly alternative: number;
  readonly left: number;
}

/** The cause that kept an effect from an object, or an occurrence from happening. */
export interface Kept {
  /**
   * `negated`: an ability negated, prevented or cancelled it. `replaced`: another occurrence took its place. `reduced`:
   * its amount came to 0. `failed`: it was not possible. `claimed`: another rule had claimed the object.
   */
  readonly how: 'negated' | 'replaced' | 'reduced' | 'failed' | 'claimed';
  /** The object of the effect or occurrence. */
  readonly object: Handle | null;
  /** The ability or rule, and its source; null if there is none. */
  readonly by: string | null;
  readonly source: Handle | null;
}

/** Why a rule fired or did not, when the turn reached it. */
export interface PastVerdict extends OwnWrites {
  readonly of: 'rule';
  readonly rule: string;
  readonly turn: number;
  readonly phase: string;
  readonly priority: number;
  readonly outcome: WhyNotOutcome;
  /** Objects in its scope then; with a target, 1 if it was in scope. 0 unless the rule was active. */
  readonly targets: number;
  readonly clauses: readonly PastClause[];
  /** Without a target, if the rule was active: why objects are not in scope. */
  readonly scope: readonly ScopeStep[];
  /** Causes that kept its effects from objects although it fired: the first ones, and how many there are. */
  readonly kept: readonly Kept[];
  readonly keptCount: number;
}

/**
 * The test of a trigger that came nearest to firing, the last one of several.
 *
 * - `fired`: its actions began.
 * - `other subject`: they began, with another subject.
 * - `not true`: a clause was not true.
 * - `not armed`: all clauses were true, but the trigger was not armed.
 * - `no rise`: the condition had been true before (`looks: rise`).
 * - `not tested`: no sweep reached the trigger.
 */
export interface TriggerVerdict extends OwnWrites {
  readonly of: 'trigger';
  readonly trigger: string;
  readonly turn: number;
  readonly outcome: 'fired' | 'other subject' | 'not true' | 'not armed' | 'no rise' | 'not tested';
  readonly looks: 'sweep' | 'rise';
  /** Tests of the turn, and the number of this one, from 1; 0 if there was none. */
  readonly tests: number;
  readonly test: number;
  /** How often it fired in the turn. */
  readonly fired: number;
  /** 1 in the sweep of the turn, one more in each sweep by an action, 0 in the test for rises. */
  readonly depth: number;
  /** At the moment of the test. */
  readonly armed: boolean;
  /** For `looks: rise`: whether the condition was true at the previous test. */
  readonly wasTrue: boolean;
  /** The objects that its actions would have had. */
  readonly subject: Handle | null;
  readonly direct: Handle | null;
  readonly clauses: readonly PastClause[];
  /** Turns that its delayed lists still wait, after the turn. */
  readonly delayed: readonly number[];
}

/** An occurrence, with the values of its fields; objects are handles. */
export interface PastOccurrence {
  readonly id: number;
  readonly type: string;
  readonly subject: Handle | null;
  readonly values: Readonly<Record<string, { readonly value: CellValue; readonly isObject: boolean }>>;
}

/**
 * The occurrence that an ability came nearest to answering, the last one of several.
 *
 * - `answered`: it did answer.
 * - `not chosen`: it could answer, but another ability came first, or its player took another or none.
 * - `not first`: it answers only the first occurrence of a turn.
 * - `not met`: a clause was not true.
 * - `used`: it had answered the occurrence, or its player had refused.
 * - `kept`: something else had kept the occurrence from happening.
 * - `too young`: the ability was created during the step.
 * - `other subject`: it answers only for the subject of the occurrence, and that was another object.
 * - `not carried`: the object did not have the ability when occurrences were answered.
 * - `not created`: nothing had created the ability.
 * - `gone`: the ability of the world was used up, or had lapsed.
 * - `no occurrence`: no occurrence that it answers reached its point.
 */
export interface AbilityVerdict extends OwnWrites {
  readonly of: 'ability';
  readonly ability: string;
  readonly turn: number;
  readonly outcome:
    | 'answered'
    | 'not chosen'
    | 'not first'
    | 'not met'
    | 'used'
    | 'kept'
    | 'too young'
    | 'other subject'
    | 'not carried'
    | 'not created'
    | 'gone'
    | 'no occurrence';
  /** The types of occurrences that it answers, and its point and step. */
  readonly on: readonly string[];
  readonly at: 'before' | 'would' | 'when' | 'after';
  readonly step: 'A' | 'B' | 'C' | 'pay';
  /** Occurrences of these types that reached its point, and how many it answered. */
  readonly considered: number;
  readonly answered: number;
  /** Occurrences of these types that something kept from happening. */
  readonly keptCount: number;
  readonly occurrence: PastOccurrence | null;
  readonly source: Handle | null;
  readonly controller: Handle | null;
  readonly clauses: readonly PastClause[];
  /** What kept the occurrence from happening; abilities that answered it instead. */
  readonly kept: Kept | null;
  readonly instead: readonly { readonly ability: string; readonly source: Handle | null }[];
}

/**
 * The state of a flow before anything flowed in the turn.
 *
 * - `flowed`: it changed a value.
 * - `nothing`: it reached its receivers, and its amounts came to 0.
 * - `no such object`: the object did not exist then.
 * - `not a carrier`: the object is no carrier of the flow, and nothing leads to it.
 * - `not carried`: `where` of the carriers was not true, or `times` was below 1.
 * - `no receivers`: the carrier leads to no object that has the properties.
 * - `not active`: `active` of the receivers was not true.
 * - `no targets`: the receivers have no targets, or the target is none of them.
 */
export interface FlowVerdict extends OwnWrites {
  readonly of: 'flow';
  readonly flow: string;
  readonly turn: number;
  readonly does: string;
  readonly outcome:
    | 'flowed'
    | 'nothing'
    | 'no such object'
    | 'not a carrier'
    | 'not carried'
    | 'no receivers'
    | 'not active'
    | 'no targets';
  /** How many times the carrier counts; 0 if the object is no carrier. */
  readonly times: number;
  readonly receivers: number;
  /** Of these, receivers that are active. */
  readonly active: number;
  readonly targets: number;
  /** Conditions of the object, and of the first receiver and target that fail. */
  readonly clauses: readonly PastClause[];
  /** The properties that take part, of the object and the target, before anything flowed. */
  readonly values: readonly PastRead[];
  /** Bounds of the amounts, such as `percent`, `floor` and `limit`. */
  readonly bounds: Readonly<Record<string, number>>;
}

/**
 * The growth formula of a meter, before anything grew in the turn.
 *
 * - `grew`: it changed the meter.
 * - `unchanged`: it gave the value that the meter had.
 * - `absent`: it gave nothing, so the meter kept its value.
 * - `no such object`: the object did not exist then.
 * - `no meter`: the object has no such meter.
 * - `not reached`: the turn did not reach the phase.
 */
export interface GrowthVerdict extends OwnWrites {
  readonly of: 'growth';
  readonly meter: string;
  /** As written. */
  readonly formula: string;
  readonly turn: number;
  readonly outcome: 'grew' | 'unchanged' | 'absent' | 'no such object' | 'no meter' | 'not reached';
  /** The value of the meter; undefined without the meter. */
  readonly before: CellValue | undefined;
  /** What the formula gave; undefined if that was absent. */
  readonly result: CellValue | undefined;
  /** Always empty: a formula has no conditions. */
  readonly clauses: readonly PastClause[];
  /** The meter itself, and the values that the formula read. */
  readonly reads: readonly PastRead[];
}

/** A modifier of a variable, in force or not. */
export interface ModifierVerdict {
  readonly modifier: string;
  readonly modification: string;
  /** Its amount, as written. */
  readonly text: string;
  /** The class or kind that declares it. */
  readonly on: string;
  /** The object that carries it; null where none does. */
  readonly carrier: Handle | null;
  /**
   * `skipped`: its condition did not hold, or its amount was absent. `not carried`: no object carries it. `not
   * granted`: its carriers are not granted. `does not reach`: it changes other objects.
   */
  readonly state: 'applied' | 'skipped' | 'not carried' | 'not granted' | 'does not reach';
  /** Null unless it is in force. */
  readonly amount: TypedValue | null;
  readonly before: TypedValue | null;
  readonly after: TypedValue | null;
  /** Its conditions, and the values that its amount read; empty unless it is in force. */
  readonly clauses: readonly PastClause[];
  readonly reads: readonly PastRead[];
}

/**
 * A variable of an object now.
 *
 * - `modified`: modifiers changed its value.
 * - `unchanged`: modifiers are in force, and none changed it.
 * - `unmodified`: no modifier is in force.
 * - `input`: the host sets it.
 * - `not granted`: its object is not granted, so it has its default.
 * - `failed`: it is absent, since a modifier without an amount has failed.
 */
export interface VariableVerdict {
  readonly of: 'variable';
  readonly variable: string;
  readonly turn: number;
  readonly outcome: 'modified' | 'unchanged' | 'unmodified' | 'input' | 'not granted' | 'failed';
  readonly object: Handle;
  readonly initial: TypedValue;
  readonly value: TypedValue;
  readonly modifiers: readonly ModifierVerdict[];
  /** Always empty: see the clauses of the modifiers. */
  readonly clauses: readonly PastClause[];
}

/**
 * An order of an environment now, for an agent and an object.
 *
 * - `offered`: at least one choice is allowed.
 * - `not an agent`: the object is not of the kind of the agents.
 * - `not alive`: `lives` is not true of the agent.
 * - `not in a slot`: the target meets no condition of the slots, or others come first.
 * - `no slot`: no object is in a slot.
 * - `not allowed`: no choice is allowed.
 */
export interface OrderVerdict {
  readonly of: 'order';
  readonly order: string;
  readonly turn: number;
  readonly outcome: 'offered' | 'not an agent' | 'not alive' | 'not in a slot' | 'no slot' | 'not allowed';
  /** Objects in slots. */
  readonly slots: number;
  readonly clauses: readonly PastClause[];
  /** For the target, or the first object in a slot. */
  readonly choices: readonly {
    readonly choice: string;
    readonly allowed: boolean;
    readonly clauses: readonly PastClause[];
  }[];
}

/** An expression now, for an object. Conditions are `true` or `false`; other expressions have a `value`. */
export interface ExpressionVerdict {
  readonly of: 'expression';
  readonly expression: string;
  readonly turn: number;
  readonly outcome: 'true' | 'false' | 'value' | 'absent';
  /** Undefined if it is absent. */
  readonly value: CellValue | undefined;
  readonly isObject: boolean;
  /** For a condition. */
  readonly clauses: readonly PastClause[];
  /** For other expressions: the values that they read. */
  readonly reads: readonly PastRead[];
}

/** Why something did not happen; `of` says what was asked about. */
export type WhyNot =
  | PastVerdict
  | TriggerVerdict
  | AbilityVerdict
  | FlowVerdict
  | GrowthVerdict
  | VariableVerdict
  | OrderVerdict
  | ExpressionVerdict;
