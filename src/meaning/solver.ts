import type { CellModifier } from '../ir/rule.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';

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

/**
 * The work of solving since a turn or a call of the host began, in steps: a modifier that is applied to a variable is
 * one, and so is a variable that is solved. What takes longer counts as more.
 */
export interface Work {
  /** Throws when there are more than the limit allows. `variable` is the index of the one that is worked on. */
  readonly charge: (steps: number, variable: number) => void;
  readonly reset: () => void;
  /**
   * Solves again what has been solved before, of a state that was loaded or put back: that counts by itself and may
   * take more, since what came to be call by call comes at once.
   */
  readonly again: <Result>(act: () => Result) => Result;
}

/** What is solved again may take so many times the steps of a turn. */
const againFactor = 10;

export function createWork({ model, limits: { solvedPerTurn } }: WorldState): Work {
  let spent = 0;
  let most = solvedPerTurn;
  return {
    charge(steps, variable) {
      spent += steps;
      if (spent <= most) return;
      const { name } = model.variables[variable];
      const where = most === solvedPerTurn ? 'in one turn or call' : 'to load or restore a state';
      throw new EdictError(
        'limit-solving',
        `solving variables (the last was ${name}) took more than ${most} steps ${where}; let fewer objects modify it or raise limits.solvedPerTurn`,
        name,
      );
    },
    reset() {
      spent = 0;
    },
    again(act) {
      const before = { spent, most };
      if (most === solvedPerTurn) [spent, most] = [0, againFactor * solvedPerTurn];
      try {
        return act();
      } finally {
        ({ spent, most } = before);
      }
    },
  };
}

/** Modifiers that the solver keeps at one time, with what they read. A list that many cells share is kept once. */
const mostKept = 2 ** 24;

/** Throws where so many would be too many; before they are made. */
export function demandRoom(count: number, variable: string, most = mostKept): void {
  if (count < most) return;
  throw new EdictError(
    'limit-modifiers',
    `more than ${most} modifiers of variables, or variables that they read, would be kept at one time; let fewer objects modify ${variable}`,
    variable,
  );
}

/** A cell by the id of its object and the index of its variable. */
export interface LoopCell {
  readonly object: number;
  readonly variable: number;
}

/** Names of a longer loop are cut off. */
const mostNames = 8;

function circleOf(names: readonly string[]): string {
  const shown = names.length > mostNames ? [...names.slice(0, mostNames), '…'] : names;
  return `${[...shown, names[0]].join(' → ')}${names.length > mostNames ? ` (${names.length} in all)` : ''}`;
}

/**
 * Variables would depend on themselves. Whoever knows names gives those of the cells, and the first in full as the
 * culprit.
 */
export class LoopError extends EdictError {
  constructor(
    readonly cycle: readonly LoopCell[],
    names: readonly string[] = cycle.map(({ object, variable }) => `variable ${variable} of object ${object}`),
    culprit = names[0],
  ) {
    super('loop', `variables depend on themselves: ${circleOf(names)}; take one of these modifiers away`, culprit);
  }
}
