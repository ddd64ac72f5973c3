import type { CellModifier } from '../ir/rule.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';

export interface AppliedModifier {
  readonly modifier: CellModifier;
  readonly carrier: number;
  readonly scope: number;
}

export interface WaveCounts {
  solves: number;
  /** Changed cells, in the order of solving. */
  changed: Int32Array;
  changes: number;
  /** By variable, for those who want to know. */
  solved?: Float64Array | undefined;
}

/** Keeps the solved variables of a world in step with it. */
export interface Solver {
  /** Since `begin`. */
  readonly counts: WaveCounts;
  /** Begins a change: resets its counts and the work that limits.solvedPerTurn bounds. */
  begin(): void;
  /** Resets the count of that work alone. */
  readonly resetWork: () => void;
  /** Reports a grant or revocation. Creation, destruction and moves are detected. */
  note(id: number): void;
  /** True if nothing unreported was created, destroyed or moved since it last looked. */
  isInStep(): boolean;
  /**
   * Reports one creation as the only change of population and attachments since it was in step: otherwise the solver
   * visits all objects.
   */
  born(id: number): void;
  /** Writes an input; readers are solved by the next `sync`. */
  write(cell: number, value: number, kind: number): void;
  /**
   * Solves the dependents of changes. Throws LoopError before any cell has changed; the state must then be restored.
   */
  sync(): void;
  /** Solves a restored state, which was solved before: not counted as work. */
  syncRestored(): void;
  /** Solves every cell of a loaded state; not counted either. */
  solveAll(): void;
  cellOwner(cell: number): number;
  cellVariable(cell: number): number;
  /** In the order of application. */
  steps(cell: number): readonly AppliedModifier[];
  /** Whether there are any. */
  isModified(cell: number): boolean;
}

/**
 * The work of solving in a turn or a call of the host: a step for each applied modifier and solved variable; expensive
 * operations count more.
 */
export interface Work {
  /** Throws beyond the limit. `variable`: index of the one being worked on. */
  readonly charge: (steps: number, variable: number) => void;
  readonly reset: () => void;
  /**
   * Solves a loaded or restored state again: counted separately with a higher limit, since the work of many calls comes
   * at once.
   */
  readonly again: <Result>(act: () => Result) => Result;
}

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

/** Most modifiers kept at one time, with their inputs. Shared lists count once. */
const mostKept = 2 ** 24;

/** Throws in advance. */
export function demandRoom(count: number, variable: string, most = mostKept): void {
  if (count < most) return;
  throw new EdictError(
    'limit-modifiers',
    `more than ${most} modifiers of variables, or variables that they read, would be kept at one time; let fewer objects modify ${variable}`,
    variable,
  );
}

export interface LoopCell {
  readonly object: number;
  readonly variable: number;
}

const mostNames = 8;

function circleOf(names: readonly string[]): string {
  const shown = names.length > mostNames ? [...names.slice(0, mostNames), '…'] : names;
  return `${[...shown, names[0]].join(' → ')}${names.length > mostNames ? ` (${names.length} in all)` : ''}`;
}

/**
 * Variables would depend on themselves. Callers that know names pass those of the cells, the first in full as the
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
