import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';

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
