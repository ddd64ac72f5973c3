import type { OrderedAnswers } from '../ask/asker.js';
import type { SurveyColumn, SweepEntries } from '../ask/survey.js';
import type { Expression } from '../ir/node.js';
import type { ContentShape } from '../model/content-shape.js';
import type { CellValue, Handle, PlaceOption } from './host-values.js';
import type { Clause, OwnWrite } from './past-api.js';
import type { WhyNot } from './why-not-api.js';

/**
 * An assumed fact: the answer to a question of content, such as a flag (with a word, if the question is about words); a
 * meter or property; a word of a set; the owner; the place; or the availability of a class to a faction.
 *
 * Stored facts behave as if they had been written, so aggregates and variables that depend on them change too. Of
 * several overrides of the same fact, the first counts.
 */
export type Override<Shape extends ContentShape = ContentShape> =
  | { readonly object: Shape['object']; readonly question: string; readonly word?: string; readonly value: CellValue }
  | { readonly object: Shape['object']; readonly column: Shape['cell']; readonly value: CellValue }
  | {
      readonly object: Shape['object'];
      readonly holding: Shape['set'];
      readonly word: string;
      readonly value: boolean;
    }
  | { readonly object: Shape['object']; readonly owner: Shape['object'] | null }
  | { readonly object: Shape['object']; readonly place: PlaceOption<Shape> }
  | { readonly object: Shape['object']; readonly available: Shape['class']; readonly value: boolean };

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

/** A world in which some facts differ. Each call reads the current state of the world, and does not change it. */
export interface WhatIf<Shape extends ContentShape = ContentShape> {
  /** The value of an expression for an object. */
  ask(expression: Shape['expression'] | Expression, object: Shape['object']): CellValue;
  /** Values for many objects, f64 [objects]; booleans are 0 and 1. */
  askAll(expression: Shape['expression'] | Expression, objects: readonly Shape['object'][]): Float64Array;
  /** The effect on each expression, for each object of a kind that it applies to. Sorted by expression, then object. */
  answers(
    objects: readonly Shape['object'][],
    expressions: readonly (Shape['expression'] | Expression)[],
  ): readonly Effected[];
  /**
   * The expressions whose value changes, sorted by expression, then object. Default: all named expressions of the
   * content that read a changed fact.
   */
  changes(
    objects: readonly Shape['object'][],
    expressions?: readonly (Shape['expression'] | Expression)[],
  ): readonly Effected[];
  /**
   * Evaluates a condition or number in the expression language, over `self`. Returns undefined if the value is absent.
   */
  evaluate(expression: string, object: Shape['object']): CellValue | undefined;
}

/** A fact that conditions read, without its object. */
export type FactName<Shape extends ContentShape = ContentShape> =
  | { readonly question: string; readonly word?: string }
  | { readonly column: Shape['cell'] }
  | { readonly holding: Shape['set']; readonly word: string }
  | { readonly available: Shape['class'] };

/** The state of the requirements of a class, for one object. */
export interface Enablement {
  readonly enabled: boolean;
  /** The clauses that are not true, as written. */
  readonly failing: readonly string[];
}

/** Options of `sweep`. */
export interface SweepOptions<Shape extends ContentShape = ContentShape> {
  /** Facts, each assumed alone. Only questions and words of sets are allowed. */
  readonly facts: readonly FactName<Shape>[];
  /** The assumed value of the facts. Default true. */
  readonly value?: boolean;
  /** Objects. Each fact is assumed for one object at a time. Throws `no-set` if an object cannot hold the word. */
  readonly objects: readonly Shape['object'][];
  /** Default: all named expressions of the content. */
  readonly expressions?: readonly (Shape['expression'] | Expression)[];
}

/** The reasons why a rule acts or does not act. */
export interface Verdict {
  readonly rule: string;
  readonly active: boolean;
  /** Undefined if no target is given. */
  readonly inScope: boolean | undefined;
  readonly clauses: readonly Clause[];
}

/** A fact that differs between two worlds of one content. */
export interface Difference {
  readonly object: Handle;
  /**
   * `exists`, `class`, `owner`, `place`, `x`, `y`, or a meter, property, variable, set or list. Also what ties it to
   * others, as lists: `roles`, `lanes`, `visible to`, `sight radar`, `network roads`, and of factions `relation war`
   * and `available` (classes).
   */
  readonly what: string;
  /** The values are handles. */
  readonly isObject: boolean;
  readonly first: CellValue | readonly string[] | readonly Handle[];
  readonly second: CellValue | readonly string[] | readonly Handle[];
}

/** Objects that differ in one way; `sum`: of second minus first, for numbers. */
export interface DifferenceCount {
  readonly what: string;
  readonly objects: number;
  readonly sum: number | undefined;
}

/** How two runs of a turn began to differ. */
export interface Divergence {
  readonly turn: number;
  /** The first fact that differs after the turn, by ascending id, except those assumed. */
  readonly difference: Difference;
  /**
   * The first write of a meter or property that is not the same. Undefined where only the other run made a write, and
   * in both where only other facts differ.
   */
  readonly first: DivergentWrite | undefined;
  readonly second: DivergentWrite | undefined;
}

export type DivergentWrite = OwnWrite;

/** What the assumed facts lead to, beside the future without them (`first`). */
export interface Future {
  /** Numbers of differences after each turn; the first is before the first turn, of the assumed facts. */
  readonly counts: readonly number[];
  /** Undefined if nothing but the assumed facts differs. */
  readonly diverges: Divergence | undefined;
  /** After the last turn. */
  readonly differences: readonly Difference[];
  readonly totals: readonly DifferenceCount[];
}

/** Options of `futures`. */
export interface FutureOptions<Shape extends ContentShape = ContentShape> {
  /** Each is a future of its own. */
  readonly suppose: readonly (readonly Override<Shape>[])[];
  readonly turns: number;
  /** Differences listed at most, by ascending id. Default 100. */
  readonly most?: number;
}

/**
 * Questions about a world, and about worlds that differ from it in some facts. They do not change the world.
 *
 * Calls take expressions by their name in content, or from `program.rules.expressions`. The expression
 * `requires <class>` holds the requirements of a class. The counts for `limits` start at 0 for each call and
 * expression.
 */
export interface WorldQuestions<Shape extends ContentShape = ContentShape> {
  /** The value of a named expression for an object. Throws `scope` for an object of another kind. */
  ask(expression: Shape['expression'] | Expression, object: Shape['object']): CellValue;
  /** Values for many objects, f64 [objects]; booleans are 0 and 1. Throws the errors of `ask`. */
  askAll(expression: Shape['expression'] | Expression, objects: readonly Shape['object'][]): Float64Array;
  /**
   * Evaluates one object after another, like the reference interpreter, and counts integer overflows and divisions by
   * zero. Expressions with draws in sequence take whole numbers from `next`.
   */
  askInOrder(
    expression: Shape['expression'] | Expression,
    objects: readonly Shape['object'][],
    next: () => number,
  ): OrderedAnswers;
  /**
   * Evaluates a text in the expression language over `source`, `target` and `self`. `self` is the target if one is
   * given, else the source. Returns undefined if the value is absent.
   */
  evaluate(
    expression: string,
    objects?: { readonly source?: Shape['object']; readonly target?: Shape['object'] },
  ): CellValue | undefined;
  /** Returns a world in which facts differ. Throws for unsuitable objects, names, words and values. */
  whatIf(overrides: readonly Override<Shape>[]): WhatIf<Shape>;
  /**
   * Runs copies of this world for some turns: as it is, and with facts that differ from the beginning. All have the
   * same draws. Returns how each future differs from the first copy, and the first write in which it did.
   *
   * Flags cannot be assumed here, because they follow from other facts. Host systems run in each copy. Throws
   * `decision-needed` and `paused` as `run` does.
   */
  futures(options: FutureOptions<Shape>): readonly Future[];
  /** Tests all requirements of a class for an object, and lists those that are not true. */
  enabled(thing: Shape['class'], object: Shape['object'], overrides?: readonly Override<Shape>[]): Enablement;
  /**
   * Evaluates expressions for all objects of the kinds that they apply to. Returns one column for each expression and
   * kind. The columns are valid until the next survey. Default: all named expressions of the content.
   */
  survey(expressions?: readonly (Shape['expression'] | Expression)[]): readonly SurveyColumn[];
  /**
   * For each of many facts and objects, lists the expressions that change for the object if the fact is assumed for
   * this object alone. Entries are sorted by fact, expression, object, and valid until the next sweep.
   *
   * The result equals that of `whatIf([{ object, …fact, value }]).changes([object])` for each pair, and is much faster.
   * Use `whatIf` for effects on other objects.
   */
  sweep(options: SweepOptions<Shape>): SweepEntries;
  /** Classes whose requirements read a fact, in the order of content. */
  unlockedBy(fact: FactName<Shape>): readonly Shape['class'][];
  /**
   * Tests whether a rule is active for a source and has a target in its scope, clause by clause, in the current state:
   * between turns, when meters that a turn resets still have their values. `whyNot` asks within the last turn.
   * Random draws are those of the next turn. Throws `not-a-source` when the source does not carry the rule.
   */
  explainRule(rule: string, source: Shape['object'], target?: Shape['object'] | null): Verdict;
  /**
   * Tells why something did not happen in the last turn, which runs again on a copy: the conditions of a rule, trigger,
   * ability or flow at the moment when they were tested, or a growth formula before anything grows; the values that
   * they read, and what had written these or wrote them later. Variables, orders and expressions are asked about as
   * they are now. Throws `no-turn` as `explain` does.
   *
   * `name` may begin with `rule`, `trigger`, `ability`, `flow`, `growth`, `variable`, `order` or `expression`, as in
   * `trigger beacon`; it must, if several have the name. The growth formula of a meter has the name of the meter. A
   * text that is no name is taken as an expression over `self`.
   *
   * `object` is what carries a rule or ability, the subject of a trigger, the carrier or receiver of a flow, what has a
   * meter, the agent of an order, or `self`; `target` an object that a rule could fire on, a flow lead to, or an order
   * concern.
   */
  whyNot(name: string, object?: Shape['object'] | null, target?: Shape['object'] | null): WhyNot;
}
