import type { Fault } from '../../text/diagnostic.js';
import type { LookupTable, Names, Node } from '../../../ir/node.js';
import type { WrittenTexts } from '../../../ir/rule.js';
import type { ColumnType, Model, Type, Variable } from '../../../model/model.js';
import type { Limits } from '../../../kernel/world-limits.js';
import { type NameBudget, didYouMean as nearest, nearestName } from '../../text/nearest-name.js';
import type { Expression, Span } from '../syntax.js';
import { quoteText } from '../../text/quote.js';

export interface ExpressionContext {
  readonly model: Model;
  readonly limits: Limits;
  /** Slots by names in scope: `source` and `self` 0, `target` 1. */
  readonly slots: ReadonlyMap<string, number>;
  /** The slot whose object is tested: 1 in scopes, 0 in activations, -1 in amounts, where everything is a parameter. */
  readonly tested: number;
  readonly value: Type | undefined;
  /** True where `index` is the number of the object among those that are made together. */
  readonly isIndexed?: boolean | undefined;
  /** The first slot that aggregates may bind: 2 in scopes and effects, 1 where only `self` is known. */
  readonly firstFree: number;
  /** The next number of a place that draws; shared by all expressions of one rule. */
  readonly sites: { next: number };
  /** Kinds that the object in a slot can be of, where that is known. */
  readonly kinds?: ReadonlyMap<number, readonly number[]> | undefined;
  readonly library?: Library | undefined;
  /** Constants and flags, which hosts may name too. */
  readonly names?: Names | undefined;
  /** Its value becomes a solved variable's, which is solved again only when something changes that it looks at. */
  readonly solves?: boolean | undefined;
  /** It must give the same whenever it is asked, so it never draws; a text says why. */
  readonly still?: boolean | string | undefined;
  readonly rolesByName?: boolean | undefined;
  /** What is answered or happens; left out where nothing does. */
  readonly occurring?: OccurringNames | undefined;
  /** Index of the enumeration of the steps of play; left out where content declares none. */
  readonly steps?: number | undefined;
  /** Names that have no object here, why, and what to do. */
  readonly nobody?:
    | { readonly names: readonly string[]; readonly why: string; readonly suggestion: string }
    | undefined;
  /** Any object may be nobody: what is read of nobody is missing, never 0 or a default. */
  readonly mayBeNobody?: boolean | undefined;
  /** Gets the texts of parts, for people. */
  readonly written?: WrittenTexts | undefined;
}

export interface OccurringNames {
  readonly types: readonly OccurringType[];
  /** Numbers what is to be remembered, equal texts alike; left out where nothing is. */
  readonly remember?: (node: Node) => number;
  /** Kinds of who controls the ability, or why nobody does. */
  readonly controller: { readonly kinds: readonly number[] | undefined } | string;
  /** In `was`: names of objects around it. */
  readonly apart?: ReadonlySet<string>;
}

export interface OccurringType {
  readonly name: string;
  readonly fields: ReadonlyMap<string, OccurringField>;
  /** An error has taken some of its fields. */
  readonly isTorn?: boolean;
}

export interface OccurringField {
  readonly place: number;
  readonly type: ColumnType;
  readonly kinds: readonly number[] | undefined;
}

export interface Library {
  /** Solved variables of the model; those of one name belong to kinds of which none hangs on another. */
  readonly variables: ReadonlyMap<string, readonly Variable[]>;
  readonly functions: ReadonlyMap<string, Macro>;
  readonly tables: ReadonlyMap<string, LookupTable>;
  /** Nodes that calls of functions may still bring into expressions of this load. */
  readonly room: { left: number };
  /** For searches of the nearest name; without it each has one of its own. */
  readonly budget?: NameBudget;
}

/** Of an expression with its calls expanded; a part that stands at two places counts twice. */
export interface Extent {
  readonly size: number;
  readonly depth: number;
}

export interface MacroExtent extends Extent {
  /** How often each stands in the body, and how many levels are above its deepest place. */
  readonly arguments: readonly { readonly count: number; readonly above: number }[];
}

/** A function of content: what stands in place of a call. */
export interface Macro {
  readonly name: string;
  readonly arguments: readonly string[];
  /** Without calls of other functions of content. */
  readonly body: Expression;
  readonly extent: MacroExtent;
}

export interface ReadFact {
  readonly column: number;
  /** Slot at the bottom of the member chain (`target` in `target.planet.population`); -1 for any other object. */
  readonly root: number;
  /** Asked of that object or of one that it is attached to: no owner and no property leads elsewhere. */
  readonly upward: boolean;
  /** The tested object's own value is compared, not a parameter. */
  readonly tested: boolean;
  readonly span: Span;
}

export interface Problem extends Fault {
  readonly span: Span;
}

export type Compiled =
  | {
      readonly ok: true;
      readonly node: Node;
      readonly size: number;
      readonly reads: readonly ReadFact[];
      readonly warnings: readonly Problem[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * How an expression is used, which decides what an absent meter in it becomes. `compared`: a condition is about it.
 * `probed`: has(…) or default(…) ask for its absence. `parameter`: anything else.
 */
type Position = 'compared' | 'probed' | 'parameter';

export interface Metrics {
  /** Nodes of the tree; a part that is used twice is evaluated twice and counts twice. */
  readonly size: number;
  readonly depth: number;
  readonly aggregates: number;
}

/** What all of one text share while it is checked. */
export interface Check extends ExpressionContext {
  readonly problems: Problem[];
  readonly warnings: Problem[];
  readonly reads: ReadFact[];
  readonly metrics: WeakMap<Node, Metrics>;
  /** What comparisons.ts has found of expressions, by the names that were in scope. */
  readonly tests: WeakMap<Scope['names'], WeakMap<Expression, number>>;
  /** Functions of content by the place of their calls, `start:end`. */
  readonly calls: ReadonlyMap<string, string>;
  readonly text: string;
  /** By the place of a call: what its text stands for so far. */
  readonly called: Map<string, Node>;
  /**
   * Lowers any expression, without a circle of imports. `expected` gives meaning to literals (words, kinds, classes,
   * `null`) and is not demanded: build-node.ts does that.
   */
  readonly lower: (expression: Expression, expected: Expected, scope: Scope) => Lowered;
}

export type Lowered = Node | undefined;

export type Expected = Type | undefined;

export interface Scope {
  readonly check: Check;
  readonly names: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<number, Kinds>;
  readonly free: number;
  readonly position: Position;
  /** Objects in slots below it are not tested here: this is a parameter of what tests them. */
  readonly untestedBelow: number;
}

export type Kinds = readonly number[] | undefined;

export function compared(scope: Scope): Scope {
  return at(scope, scope.position === 'probed' ? 'probed' : 'compared');
}

export function parameter(scope: Scope): Scope {
  return at(scope, scope.position === 'probed' ? 'probed' : 'parameter');
}

export function probed(scope: Scope): Scope {
  return at(scope, 'probed');
}

/** For a parameter of a condition: no object that is bound by now is tested in it. */
export function untested(scope: Scope): Scope {
  return { ...scope, untestedBelow: scope.free };
}

function at(scope: Scope, position: Position): Scope {
  return scope.position === position ? scope : { ...scope, position };
}

export function isTested(root: number, scope: Scope): boolean {
  return root >= scope.untestedBelow && canBeTested(root, scope);
}

/** The same anywhere but in a parameter. */
export function canBeTested(root: number, { check: { tested, firstFree } }: Scope): boolean {
  return root >= 0 && (root === tested || root >= firstFree);
}

export function binding(scope: Scope, name: string, kinds: Kinds): Scope {
  return {
    ...scope,
    names: new Map(scope.names).set(name, scope.free),
    kinds: new Map(scope.kinds).set(scope.free, kinds),
    free: scope.free + 1,
    position: 'compared',
  };
}

/** Problems of one text that are kept: each may cost a search for the nearest name. */
const mostProblems = 50;

/** A function is only called for a problem that is kept. */
type Suggestion = string | (() => string | undefined);

/** Notes a problem, with a suggestion while the load has a budget for searches. */
export function report<Wanted>(
  scope: Scope,
  code: string,
  span: Span,
  message: string,
  suggestion?: Suggestion,
): Wanted | undefined {
  const { problems, library } = scope.check;
  // The names that are known may take long to list.
  const isOver = (library?.budget?.left ?? 1) <= 0;
  add(problems, scope, code, span, message, isOver ? undefined : suggestion);
  return undefined;
}

export function warn(scope: Scope, code: string, span: Span, message: string, suggestion?: Suggestion): void {
  add(scope.check.warnings, scope, code, span, message, suggestion);
}

function add(
  to: Problem[],
  { check: { calls } }: Scope,
  code: string,
  span: Span,
  what: string,
  suggest: Suggestion | undefined,
): void {
  // The body of a function of content has the place of its call.
  const called = calls.size === 0 ? undefined : calls.get(placeText(span));
  const message = called === undefined ? what : `${quoteText(`${called}(…)`)}: ${what}`;
  if (
    to.length >= mostProblems ||
    to.some((known) => known.code === code && known.message === message && known.span.start === span.start)
  )
    return;
  const suggestion = typeof suggest === 'function' ? suggest() : suggest;
  to.push({ code, message, ...(suggestion === undefined ? {} : { suggestion }), span });
}

/** Notes how a node was written. The body of a function has the place of its call, which stands for all of it. */
export function noteWritten({ written, text, calls, called }: Check, node: Node, expression: Expression): void {
  const { kind, span } = expression;
  if (written === undefined || withoutNote.includes(kind)) return;
  if (kind === 'name') {
    // In the body of a function, members have a number, too.
    const numbered = expression.name.indexOf("'");
    written.set(node, numbered < 0 ? expression.name : expression.name.slice(0, numbered));
    return;
  }
  if (calls.size > 0) {
    const place = placeText(span);
    if (calls.has(place)) {
      const inner = called.get(place);
      if (inner !== undefined) written.delete(inner);
      called.set(place, node);
    }
  }
  written.set(node, text.slice(span.start, span.end));
}

/** Always printed as they are written; there are many of them. */
const withoutNote: readonly Expression['kind'][] = ['number', 'boolean', 'string', 'null', 'member'];

/** `start:end` */
export function placeText({ start, end }: Span): string {
  return `${start}:${end}`;
}

export function nearestKnown(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  return nearestName(name, known, scope.check.library?.budget);
}

export function didYouMean(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  return nearest(name, known, scope.check.library?.budget);
}

/** The nearest name, or all of them where they are few. */
export function didYouMeanOf(scope: Scope, name: string, known: readonly string[]): string | undefined {
  const few = known.length > 0 && known.length <= 12 ? `write one of ${known.map(quoteText).join(', ')}` : undefined;
  return didYouMean(scope, name, known) ?? few;
}

export function namesOf(named: readonly { readonly name: string }[]): readonly string[] {
  return named.map(({ name }) => name);
}
