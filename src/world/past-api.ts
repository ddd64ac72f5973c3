import type { CellValue, Handle } from './host-values.js';

/** One condition of a rule, and its value. */
export interface Clause {
  readonly part: 'activation' | 'include' | 'exclude';
  /** As written. */
  readonly text: string;
  /**
   * `not found`: neither the object nor any object that it is attached to has the property. In a scope, this excludes
   * the target.
   */
  readonly answer: 'true' | 'false' | 'does not apply' | 'not found';
}

/** A write to a meter or property within the last turn. */
export interface PastWrite {
  /** The rule, phase or host system that wrote. */
  readonly rule: string;
  /** 0 if there is none. */
  readonly source: Handle;
  readonly phase: string;
  /** Of the rule; undefined for phases and host systems. */
  readonly priority: number | undefined;
  readonly label: string;
  readonly before: CellValue;
  readonly after: CellValue;
}

/** A write by the rule, trigger, ability, flow or growth formula in question. */
export interface OwnWrite extends PastWrite {
  readonly object: Handle;
  readonly column: string;
}

export interface OwnWrites {
  /** Of a rule: for the source, on the target if one is given. The first ones, and how many there are. */
  readonly writes: readonly OwnWrite[];
  readonly writeCount: number;
}

/** A value that a clause read when it was tested. */
export interface PastRead {
  /** In the expression language, such as `source.supplied`. */
  readonly text: string;
  /** Undefined if it was absent. */
  readonly value: CellValue | undefined;
  /** The value is the handle of an object. */
  readonly isObject: boolean;
  /** The object of a meter or property, and its name; null for other values. */
  readonly object: Handle | null;
  readonly column: string | null;
  /** The last write in the turn before the clause was tested; null if there was none. */
  readonly written: PastWrite | null;
  /** Writes in the turn after the clause was tested: the first ones, and how many there are. */
  readonly later: readonly PastWrite[];
  readonly laterCount: number;
}

/**
 * Of rules: `activation`, `include`, `exclude`. Of triggers: `when`. Of abilities: `live`, `where`, `condition` (the
 * key `if`). Of flows: `carrier` (its `where`), `active`, `target` (`where` of the targets). Of orders: `lives`,
 * `slot` (`where` of the slots), `choice` (`where` or `allowed` of the choice). Else `expression`.
 */
export type ClausePart =
  | Clause['part']
  | 'when'
  | 'live'
  | 'where'
  | 'condition'
  | 'carrier'
  | 'active'
  | 'target'
  | 'lives'
  | 'slot'
  | 'choice'
  | 'expression';

/** One condition (a part joined by `&&`), and its value when it was tested. */
export interface PastClause extends Omit<Clause, 'part'> {
  readonly part: ClausePart;
  /** Alternatives, of which one is enough, are numbered from 0. */
  readonly alternative: number;
  /** The named conditions (flags) that it is a part of, from the outside. */
  readonly within: readonly string[];
  readonly reads: readonly PastRead[];
  /** For a condition on a collection (`all`, `exists`, or a comparison of a count); else null. */
  readonly witness: Witness | null;
}

/** A member of a collection that shows why a condition on the collection is true or false. */
export interface Witness {
  /** What the member is called in the condition. */
  readonly name: string;
  /** Null if no member shows it, such as of an empty collection. */
  readonly object: Handle | null;
  /**
   * Whether the condition on members is true of it. Of members that fail, it is the first where all must hold, and else
   * the first of the nearest.
   */
  readonly holds: boolean;
  /** Whether `holds` is the same for all members that filters leave. */
  readonly forAll: boolean;
  /** How many members the collection has: those that filters leave if `all` is true, and else all. */
  readonly members: number;
  /** What is true of it, or the first part that is not true of it; empty without an object. */
  readonly text: string;
  readonly reads: readonly PastRead[];
}
