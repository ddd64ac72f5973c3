import type { OrderedAnswers } from '../ask/asker.js';
import type { SurveyColumn, SweepEntries } from '../ask/survey.js';
import type { Expression } from '../ir/node.js';
import type { CellValue, Handle, PlaceOption } from './host-values.js';

/**
 * A fact that is assumed to be different: the answer to a question of content, such as a flag (with a word, where it is
 * about words); a meter or property; a word of a set; the owner; the place; the availability of a class to a faction.
 *
 * Stored facts behave as if they had been written: aggregates and variables that depend on them follow. Of several
 * overrides of one fact the first counts.
 */
export type Override =
  | { readonly object: Handle; readonly question: string; readonly word?: string; readonly value: CellValue }
  | { readonly object: Handle; readonly column: string; readonly value: CellValue }
  | { readonly object: Handle; readonly holding: string; readonly word: string; readonly value: boolean }
  | { readonly object: Handle; readonly owner: Handle | null }
  | { readonly object: Handle; readonly place: PlaceOption }
  | { readonly object: Handle; readonly available: string; readonly value: boolean };

/** The effect of overrides on a condition. */
export type Answer = 'stays true' | 'stays false' | 'becomes true' | 'becomes false';

/** The effect of overrides on an expression of one object. */
export interface Effected {
  readonly expression: string;
  readonly object: Handle;
  readonly before: CellValue;
  readonly after: CellValue;
  /** Undefined for numbers. */
  readonly answer: Answer | undefined;
}

/** A world in which some facts differ. Each call starts from the world as it is then, and changes nothing in it. */
export interface WhatIf {
  /** The value of an expression for an object. */
  ask(expression: string | Expression, object: Handle): CellValue;
  /** Values for many objects, f64 [objects]; booleans are 0 and 1. */
  askAll(expression: string | Expression, objects: readonly Handle[]): Float64Array;
  /** The effect on expressions for each object of the kinds that they are about, by expression, then object. */
  answers(objects: readonly Handle[], expressions: readonly (string | Expression)[]): readonly Effected[];
  /**
   * Only expressions whose value changes, by expression, then object. Default: all named expressions of the content
   * that read a changed fact.
   */
  changes(objects: readonly Handle[], expressions?: readonly (string | Expression)[]): readonly Effected[];
  /** A condition or number in the expression language, over `self`. Undefined where it is absent. */
  evaluate(expression: string, object: Handle): CellValue | undefined;
}

/** A fact that conditions read, without its object. */
export type FactName =
  | { readonly question: string; readonly word?: string }
  | { readonly column: string }
  | { readonly holding: string; readonly word: string }
  | { readonly available: string };

/** Whether the requirements of a class are met. */
export interface Enablement {
  readonly enabled: boolean;
  /** The clauses that are not true, as written. */
  readonly failing: readonly string[];
}

/** Options of `sweep`. */
export interface SweepOptions {
  /** Each is assumed by itself: questions and words of sets. */
  readonly facts: readonly FactName[];
  /** Their assumed value. Default true. */
  readonly value?: boolean;
  /** For each the fact is assumed of itself alone. Throws `no-set` where one cannot hold the word. */
  readonly objects: readonly Handle[];
  /** Default: all named expressions of the content. */
  readonly expressions?: readonly (string | Expression)[];
}

/** One condition of a rule, and its value. */
export interface Clause {
  readonly part: 'activation' | 'include' | 'exclude';
  /** As written. */
  readonly text: string;
  /** `not found`: no object up the attachment tree has the property; in a scope that excludes the target. */
  readonly answer: 'true' | 'false' | 'does not apply' | 'not found';
}

/** Why a rule acts or not. */
export interface Verdict {
  readonly rule: string;
  readonly active: boolean;
  /** Undefined without a target. */
  readonly inScope: boolean | undefined;
  readonly clauses: readonly Clause[];
}

/**
 * Questions to a world, and to worlds that differ from it in some facts. They change nothing.
 *
 * Expressions are named as in content, or taken from `program.rules.expressions`. The requirements of a class are the
 * expression `requires <class>`. Each call counts toward `limits` from 0 for each expression.
 */
export interface WorldQuestions {
  /** The value of a named expression for an object. Throws `scope` for an object of another kind. */
  ask(expression: string | Expression, object: Handle): CellValue;
  /** Values for many objects, f64 [objects]; booleans are 0 and 1. Throws as `ask` does. */
  askAll(expression: string | Expression, objects: readonly Handle[]): Float64Array;
  /**
   * Values one object after the other, as the interpreter finds them, with overflows and divisions by zero of integers.
   * Expressions that draw in sequence take whole numbers from `next`.
   */
  askInOrder(expression: string | Expression, objects: readonly Handle[], next: () => number): OrderedAnswers;
  /**
   * Evaluates a text in the expression language over `source`, `target` and `self`: the target where one is given, else
   * the source. Undefined where it is absent.
   */
  evaluate(expression: string, objects?: { readonly source?: Handle; readonly target?: Handle }): CellValue | undefined;
  /** A world in which facts differ. Throws for objects, names, words and values that do not fit. */
  whatIf(overrides: readonly Override[]): WhatIf;
  /** Whether all requirements of a class are true for an object, and which are not. */
  enabled(thing: string, object: Handle, overrides?: readonly Override[]): Enablement;
  /**
   * Expressions for all objects of the kinds that they are about, as columns by expression, then kind. They are valid
   * until the next survey. Default: all named expressions of the content.
   */
  survey(expressions?: readonly (string | Expression)[]): readonly SurveyColumn[];
  /**
   * Expressions that change for an object when a fact is so of that object alone, for each of many facts and objects.
   * Entries go by fact, expression, object; they are valid until the next sweep.
   *
   * It gives what `whatIf([{ object, …fact, value }]).changes([object])` gives for each, and is far quicker. Effects on
   * other objects need `whatIf`.
   */
  sweep(options: SweepOptions): SweepEntries;
  /** Classes whose requirements read a fact, in the order of content. */
  unlockedBy(fact: FactName): readonly string[];
  /**
   * Whether a rule is active for a source, and has a target in its scope, clause by clause, as the world is now. Draws
   * are those of the next turn. Throws `not-a-source` when the source does not carry the rule.
   */
  explainRule(rule: string, source: Handle, target?: Handle | null): Verdict;
}
