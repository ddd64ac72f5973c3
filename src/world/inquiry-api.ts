import type { Expression } from '../ir/node.js';
import type { OrderedAnswers } from '../ask/asker.js';
import type { SurveyColumn, SweepEntries } from '../ask/survey.js';
import type { CellValue, Handle, PlaceOption } from './host-values.js';

/**
 * A fact that is supposed to be otherwise than it is. Of several about one fact the first counts.
 */
export type Override =
  /**
   * An answer to a question of content, such as a derived flag; with the word that it is asked about, where it is of
   * words.
   */
  | { readonly object: Handle; readonly question: string; readonly word?: string; readonly value: CellValue }
  /** A meter or property of the object's own. */
  | { readonly object: Handle; readonly column: string; readonly value: CellValue }
  /** A word of a set that the object holds. */
  | { readonly object: Handle; readonly holding: string; readonly word: string; readonly value: boolean }
  | { readonly object: Handle; readonly owner: Handle | null }
  | { readonly object: Handle; readonly place: PlaceOption }
  /** A class that is available to a faction or not. */
  | { readonly object: Handle; readonly available: string; readonly value: boolean };

export type Answer = 'stays true' | 'stays false' | 'becomes true' | 'becomes false';

/** What an override does to an expression of one object. */
export interface Effected {
  readonly expression: string;
  readonly object: Handle;
  readonly before: CellValue;
  readonly after: CellValue;
  /** Of conditions. */
  readonly answer: Answer | undefined;
}

/**
 * A world in which some facts are otherwise. It holds for the world as it is at each call; nothing in the world
 * changes.
 */
export interface WhatIf {
  /** The value of an expression (its name, or one that was made for the content) for an object. */
  ask(expression: string | Expression, object: Handle): CellValue;
  /** The same for many objects: booleans are 0 and 1. */
  askAll(expression: string | Expression, objects: readonly Handle[]): Float64Array;
  /**
   * What becomes of expressions for each of the objects that they are asked of, by expression, then object: conditions
   * stay or become true or false.
   */
  answers(objects: readonly Handle[], expressions: readonly (string | Expression)[]): readonly Effected[];
  /**
   * Expressions whose value changes, for each of the objects; of all that content names, those that read a fact that is
   * otherwise. By expression, then object.
   */
  changes(objects: readonly Handle[], expressions?: readonly (string | Expression)[]): readonly Effected[];
  /** A condition or number in the language of content, over `self`. Undefined where it is absent. */
  evaluate(expression: string, object: Handle): CellValue | undefined;
}

/** A fact that conditions read, by its name. */
export type FactName =
  | { readonly question: string; readonly word?: string }
  | { readonly column: string }
  | { readonly holding: string; readonly word: string }
  | { readonly available: string };

export interface Enablement {
  readonly enabled: boolean;
  /** The clauses that are not true, as they were written. */
  readonly failing: readonly string[];
}

export interface SweepOptions {
  /** Each is supposed by itself; of questions and holdings. */
  readonly facts: readonly FactName[];
  /** What they are supposed to be. Default true. */
  readonly value?: boolean;
  /**
   * Each is asked as if the fact were so of itself, and of nobody else. Throws where one cannot hold a word that is
   * asked about.
   */
  readonly objects: readonly Handle[];
  /** Default: all that content names. */
  readonly expressions?: readonly (string | Expression)[];
}

/** Questions to a world, and to worlds that differ from it in some facts. */
export interface Inquiring {
  /**
   * The value of an expression (its name, or one that was made for the content) for an object. Throws for unknown
   * names, stale handles and objects of a kind that it is not asked of.
   */
  ask(expression: string | Expression, object: Handle): CellValue;
  /** The same for many objects at once; booleans are 0 and 1. */
  askAll(expression: string | Expression, objects: readonly Handle[]): Float64Array;
  /**
   * The same, one object after the other as the interpreter finds it, with what happened to integers. What draws in
   * sequence takes whole numbers from `next`.
   */
  askInOrder(expression: string | Expression, objects: readonly Handle[], next: () => number): OrderedAnswers;
  /** Supposes facts to be otherwise. Throws for objects, names, words and values that do not fit. */
  whatIf(overrides: readonly Override[]): WhatIf;
  /** Whether all that a thing requires is true of an object, and what is not. */
  enabled(thing: string, object: Handle, overrides?: readonly Override[]): Enablement;
  /**
   * Expressions (default: all that content names) for all objects of the kinds that they are asked of, by expression,
   * then kind. What it gives holds until it is asked again.
   */
  survey(expressions?: readonly (string | Expression)[]): readonly SurveyColumn[];
  /**
   * Which expressions change for an object when a fact of that very object is so, for each of many facts and objects by
   * itself: what `whatIf([{ object, …fact, value }]).changes([object])` says of each, and far quicker. What follows for
   * other objects is asked by `whatIf`. Holds until it is asked again.
   */
  sweep(options: SweepOptions): SweepEntries;
  /** Things whose requirements read a fact, in the order of content. */
  unlockedBy(fact: FactName): readonly string[];
}
