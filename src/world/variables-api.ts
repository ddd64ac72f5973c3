import type { Node } from '../ir/node.js';
import type { Numeric } from '../kernel/numeric-value.js';
import type { ContentShape } from '../model/content-shape.js';
import type { ElementType, Variable } from '../model/model.js';
import type { CellValue, Handle } from './host-values.js';

/**
 * A value with its type. `numeric` values carry the number tag `whole`: true for a 32-bit integer, false for a double.
 *
 * The value of an enumeration is a word, that of a class or kind its name, that of an entity a handle; null means none.
 * `failed`: a formula of the variable, or of a variable that it needs, could not be evaluated.
 */
export type TypedValue =
  | { readonly type: 'number'; readonly value: number }
  | ({ readonly type: 'numeric' } & Numeric)
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'pair'; readonly x: Numeric; readonly y: Numeric }
  | { readonly type: 'dice'; readonly count: number; readonly sides: number; readonly add: number }
  | { readonly type: 'array'; readonly of: ElementType['name']; readonly elements: readonly TypedValue[] }
  | { readonly type: 'enumeration' | 'class' | 'kind' | 'entity'; readonly value: CellValue }
  | { readonly type: 'failed' };

/** The variable of one object. */
export interface CellName {
  readonly object: Handle;
  readonly variable: string;
}

/** The effect of one change on variables. */
export interface Change {
  /** Number of variables that were solved again. */
  readonly solves: number;
  /** Cells with a new value, each once, after the cells that they depend on. Inputs are left out. */
  readonly changed: readonly CellName[];
}

/**
 * The reason why the amount of a modifier could not be evaluated: the first part of the amount that has no value. This
 * part is a variable that has failed, or an operation without a result for its operands.
 */
export type FailureCause =
  | { readonly by: 'variable'; readonly cell: CellName }
  | { readonly by: 'operation'; readonly operation: string; readonly of: readonly TypedValue[] };

/** Modifiers and the variables that they change. `get`, `set` and `explain` of the world also accept variables. */
export interface WorldVariables<Shape extends ContentShape = ContentShape> {
  /**
   * Puts the modifiers of an object in force, and solves the variables that depend on it. Objects are granted when they
   * are spawned, unless `granted: false` is given. Throws `loop` if variables would depend on themselves.
   */
  grant(object: Shape['object']): void;
  /**
   * Takes the modifiers of an object, and of all objects attached to it, out of force. Its variables have their
   * defaults until it is granted again. A grant of the object does not grant the attached objects.
   */
  revoke(object: Shape['object']): void;
  isGranted(object: Shape['object']): boolean;
  /**
   * Combines several grants, revokes, spawns and writes into one change. Variables are solved once, at the end; until
   * then they keep their earlier values.
   *
   * Returns the result of `act`, which must not be a promise. If `act` or the solver throws, the world is unchanged.
   */
  change<Made>(act: () => Made): Made;
  /** The effect of the last change. */
  readonly lastChange: Change;
  /** The variable of an object, or of an object that it is attached to, with its type and number tag. */
  typed(object: Shape['object'], variable: Shape['cell'] | Variable): TypedValue;
  /**
   * Evaluates a compiled expression with the object as `self`, such as the `amount` of one of
   * `program.rules.modifiers`. To evaluate a text, use `questions.evaluate`.
   */
  evaluate(node: Node, object: Shape['object']): TypedValue;
}
