import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import type { Expression } from '../syntax.js';
import type { ExpressionContext, Problem, ReadFact } from './context.js';

/**
 * How an expression is used, which decides what an absent meter in it becomes. `compared`: it is the value that a
 * condition is about.
 * `probed`: inside has(…) or default(…), which ask for absence. `parameter`: anything else.
 */
export type Position = 'compared' | 'probed' | 'parameter';

/** Counted at each node, so that neither checking nor running it can take longer than it has been seen to. */
export interface Metrics {
  /** Nodes of the tree; a part that is used twice counts twice, since it is evaluated twice. */
  readonly size: number;
  readonly depth: number;
  /** Aggregates inside one another. */
  readonly aggregates: number;
}

/** What all of one text share while it is checked. */
export interface Check {
  readonly context: ExpressionContext;
  readonly problems: Problem[];
  readonly warnings: Problem[];
  readonly reads: ReadFact[];
  readonly metrics: WeakMap<Node, Metrics>;
  /** What sides.ts has found of expressions, by the names that were in scope. */
  readonly tests: WeakMap<Scope['names'], WeakMap<Expression, number>>;
  /** Functions of content by the place of their calls, `start:end`. */
  readonly calls: ReadonlyMap<string, string>;
  /** Lowers any expression; the one way back to the top, so that no module needs to import the one that imports it. */
  readonly lower: Lower;
}

/**
 * Lowers an expression. `expected` gives meaning to literals (words, kinds, classes, `null`), it does not demand that
 * type: demand.ts does.
 * Undefined when there is a problem, which is then reported.
 */
export type Lower = (expression: Expression, expected: Type | undefined, scope: Scope) => Node | undefined;

/** What is known at one place in the text. */
export interface Scope {
  readonly check: Check;
  /** Slots by the names of objects. */
  readonly names: ReadonlyMap<string, number>;
  /** Indices of the kinds that the object in a slot can be of, where that is known. */
  readonly kinds: ReadonlyMap<number, Kinds>;
  /** The next free slot; all below it are bound. */
  readonly free: number;
  readonly position: Position;
  /** Objects in slots below it are not tested here: this is a parameter of what tests them. */
  readonly untestedBelow: number;
}

/** Indices of kinds, or undefined for any. */
export type Kinds = readonly number[] | undefined;

/** For a value that a condition is about. */
export function compared(scope: Scope): Scope {
  return at(scope, scope.position === 'probed' ? 'probed' : 'compared');
}

/** For a part of a larger value. */
export function parameter(scope: Scope): Scope {
  return at(scope, scope.position === 'probed' ? 'probed' : 'parameter');
}

/** For what has(…) and default(…) ask. */
export function probed(scope: Scope): Scope {
  return at(scope, 'probed');
}

/**
 * For a parameter of a condition: no object that is bound by now is tested in it, so that nothing of them is absent
 * there unless it is asked for.
 */
export function untested(scope: Scope): Scope {
  return { ...scope, untestedBelow: scope.free };
}

function at(scope: Scope, position: Position): Scope {
  return scope.position === position ? scope : { ...scope, position };
}

/**
 * Whether absence from the object in a slot is a test's answer: the object that is tested, and members of aggregates.
 */
export function isTested(root: number, scope: Scope): boolean {
  return root >= scope.untestedBelow && canBeTested(root, scope);
}

/** The same anywhere but in a parameter. */
export function canBeTested(
  root: number,
  {
    check: {
      context: { tested, firstFree },
    },
  }: Scope,
): boolean {
  return root >= 0 && (root === tested || root >= firstFree);
}

/** For the body of an aggregate: one more name, whose object is tested. */
export function binding(scope: Scope, name: string, kinds: Kinds): Scope {
  return {
    check: scope.check,
    names: new Map(scope.names).set(name, scope.free),
    kinds: new Map(scope.kinds).set(scope.free, kinds),
    free: scope.free + 1,
    position: 'compared',
    untestedBelow: scope.untestedBelow,
  };
}
