import type { CellModifier } from '../ir/rule.js';

/** A modifier in force on a cell. */
export interface AppliedModifier {
  readonly modifier: CellModifier;
  readonly carrier: number;
  readonly scope: number;
}

/** What one change has done so far. */
export interface WaveCounts {
  /** Cells that were solved. */
  solves: number;
  /** Cells that have another value now, in the order in which they were solved. */
  changed: Int32Array;
  changes: number;
}

/** Keeps the solved variables of a world in step with it. */
export interface Solver {
  /** What was done since `begin`. */
  readonly counts: WaveCounts;
  /** Begins a change: its counts start at 0, and so does the work that limits.solvedPerTurn bounds. */
  begin(): void;
  /** Starts the count of that work at 0, and no other. */
  readonly resetWork: () => void;
  /** Tells that an object was granted or revoked. What comes, goes or moves is found out by itself. */
  note(id: number): void;
  /** Whether nothing came, went or moved since it last looked, but for what it was told of. */
  isInStep(): boolean;
  /**
   * Tells that one object was made and nothing else came, went or moved since it was in step: without it the solver
   * looks at all objects.
   */
  born(id: number): void;
  /** Writes an input; what reads it is solved by the next `sync`. */
  write(cell: number, value: number, kind: number): void;
  /**
   * Solves what depends on what has changed. Throws LoopError before any cell has changed; the state must be put back
   * then.
   */
  sync(): void;
  /** The same for a state that was put back: it was solved before, so what that takes now is not counted as work. */
  syncRestored(): void;
  /** Solves every cell of a state that was loaded; not counted either. */
  solveAll(): void;
  cellOwner(cell: number): number;
  cellVariable(cell: number): number;
  /** Modifiers in force on a cell, in the order in which they apply. */
  steps(cell: number): readonly AppliedModifier[];
}
