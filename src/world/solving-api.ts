import type { ElementType, Variable } from '../model/model.js';
import type { Node } from '../ir/node.js';
import type { Numeric } from '../kernel/numeric.js';
import type { CellValue, Handle } from './host-values.js';

/** The value of a solved variable, as hosts see it. */
export type SolvedValue =
  | { readonly type: 'number'; readonly value: number }
  | ({ readonly type: 'numeric' } & Numeric)
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'pair'; readonly x: Numeric; readonly y: Numeric }
  | { readonly type: 'dice'; readonly count: number; readonly sides: number; readonly add: number }
  | { readonly type: 'array'; readonly of: ElementType['name']; readonly elements: readonly SolvedValue[] }
  /** A word of an enumeration; the name of a class or kind; the handle of an object; null for none. */
  | { readonly type: 'enumeration' | 'class' | 'kind' | 'entity'; readonly value: CellValue }
  /** A formula of it, or of what it needs, could not be evaluated. */
  | { readonly type: 'failed' };

/** A cell: the variable of one object. */
export interface CellName {
  readonly object: Handle;
  readonly variable: string;
}

/** What one change did. */
export interface Change {
  /** How many variables were solved again. */
  readonly solves: number;
  /**
   * Cells that were solved and whose value is another one now, each once, behind those that they depend on; inputs that
   * were set are not among them.
   */
  readonly changed: readonly CellName[];
}

/** Why the amount of a modifier could not be evaluated: the first thing in it that had no value. */
export type FailureCause =
  /** A variable that it reads has failed. */
  | { readonly by: 'variable'; readonly cell: CellName }
  /** An operation has no value for what it was given. */
  | { readonly by: 'operation'; readonly operation: string; readonly of: readonly SolvedValue[] };

/** One modifier of a cell, as it was applied. */
export interface ModifierStep {
  readonly modifier: string;
  readonly carrier: Handle;
  readonly modification: string;
  /** The amount as it was written. */
  readonly text: string;
  readonly priority: number;
  readonly amount: SolvedValue;
  /** Where the amount has failed. */
  readonly cause?: FailureCause;
  readonly before: SolvedValue;
  readonly after: SolvedValue;
}

/** What made a cell what it is, in order. */
export interface VariableHistory {
  readonly initial: SolvedValue;
  readonly current: SolvedValue;
  readonly steps: readonly ModifierStep[];
}

/**
 * The part of a world that has to do with solved variables. A variable is named as content names it, or given from
 * `program.model.variables`.
 */
export interface Solving {
  /**
   * Puts the modifiers of an object in force. Objects are granted when they are spawned unless `granted: false` is
   * given. All variables that depend on it are solved before the call returns. Throws `loop`, with nothing changed,
   * where variables would depend on themselves.
   */
  grant(object: Handle): void;
  /**
   * Takes the modifiers of an object, and of all that hangs on it, out of force; its variables have their initial
   * values until it is granted again.
   */
  revoke(object: Handle): void;
  isGranted(object: Handle): boolean;
  /**
   * Several grants, revokes, spawns and inputs as one change: variables are solved once, at the end, and until then are
   * what they were. Returns what `act` returns. If `act` or the solving throws, nothing has changed. Throws where `act`
   * returns a promise.
   */
  change<Made>(act: () => Made): Made;
  /** The variable of an object, or of what it hangs on. Throws for a name that is not visible from it. */
  solved(object: Handle, variable: string | Variable): SolvedValue;
  /** Sets an input. Throws, with nothing changed, for a variable that is none and for a value of another type. */
  setInput(object: Handle, variable: string | Variable, value: SolvedValue): void;
  /** What the last change did. */
  readonly lastChange: Change;
  explainVariable(object: Handle, variable: string | Variable): VariableHistory;
  /**
   * Evaluates a compiled expression, such as the `amount` of a modifier in `program.rules.modifiers`, with the object
   * in slot 0.
   */
  solveNode(node: Node, object: Handle): SolvedValue;
}
