import type { ObjectType, RelationName } from '../policy.js';

/**
 * An expression as it is meant: what either policy makes of an element of a document. Everything in it is resolved: ids
 * exist, types fit, what a policy takes for a constant is one. Booleans are 0 and 1.
 */
export type CivExpression = (
  | { readonly node: 'literal'; readonly value: number }
  /** The value of an option; booleans for conditions. */
  | { readonly node: 'option'; readonly of: 'GAME' | 'PLAYER' | 'BUG'; readonly id: string }
  /** One operand or more. */
  | { readonly node: 'and' | 'or'; readonly operands: readonly CivExpression[] }
  | { readonly node: 'not'; readonly operand: CivExpression }
  | { readonly node: 'iff'; readonly left: CivExpression; readonly right: CivExpression }
  | {
      readonly node: 'if';
      readonly condition: CivExpression;
      readonly then: CivExpression;
      readonly otherwise: CivExpression;
    }
  | {
      readonly node: 'compare';
      readonly comparison: '<' | '<=' | '==' | '!=' | '>=' | '>';
      readonly left: CivExpression;
      readonly right: CivExpression;
    }
  /** `kind` without GOM_. */
  | { readonly node: 'has'; readonly kind: string; readonly id: string }
  /** With TAG_. */
  | { readonly node: 'is'; readonly tag: string }
  /** With ATTRIBUTE_. */
  | { readonly node: 'attribute'; readonly name: string }
  | { readonly node: 'property'; readonly name: string }
  /** One operand or more, from the left. */
  | { readonly node: 'plus' | 'mult' | 'min' | 'max'; readonly operands: readonly CivExpression[] }
  | { readonly node: 'minus' | 'div' | 'modulo'; readonly left: CivExpression; readonly right: CivExpression }
  | { readonly node: 'abs'; readonly operand: CivExpression }
  | Integrator
  | { readonly node: 'adapt'; readonly id: string; readonly operand: CivExpression }
  /** A draw from the stream. */
  | { readonly node: 'random'; readonly operand: CivExpression }
  | { readonly node: 'callback'; readonly name: string }
) & {
  readonly type: 'boolean' | 'number';
  /** Line and column of the element, from 1. */
  readonly line: number;
  readonly column: number;
};

/** A fold over related objects. */
export interface Integrator {
  readonly node: 'integrate';
  /** Name of the aggregator: AND, OR, SUM, MEAN, NUM, MIN, MAX, GEOMETRIC_MEAN, or one that a host registered. */
  readonly aggregator: string;
  readonly relation: RelationName;
  readonly objectType: ObjectType;
  /** Of NEAR, else 0. */
  readonly distance: number;
  readonly operand: CivExpression;
  /** As `Aggregate` does, it asks every object; others stop where the answer is certain. */
  readonly wholly?: true;
}

/** What is wrong with an expression, or odd. */
export interface CivIssue {
  readonly code:
    | 'unknown-tag'
    | 'type'
    | 'arity'
    | 'unknown-id'
    | 'impure'
    | 'never-true'
    | 'div-zero'
    | 'too-deep'
    | 'more-errors'
    | 'more-warnings';
  readonly severity: 'error' | 'lint';
  /** Tags from the root expression, joined by `/`, with `[k]` where siblings have one tag; empty for the holder. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** What was expected and what to do. */
  readonly message: string;
}
