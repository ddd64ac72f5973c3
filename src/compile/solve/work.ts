import type { WorldState } from '../../components/world-state.js';
import { EdictError } from '../../kernel/errors.js';

/**
 * The work of solving since a turn or a call of the host began, in steps: a modifier that is applied to a variable is one, and so is a variable that is solved. What takes
 * longer counts as more.
 */
export interface Work {
  /** Throws when there are more than the limit allows. `variable` is the index of the one that is worked on. */
  readonly charge: (steps: number, variable: number) => void;
  readonly reset: () => void;
}

/** Steps that take about as long as putting one modifier into the program of a variable, and as asking the interpreter for an amount. */
export const stepsOfLinking = 20;
export const stepsOfAsking = 20;

export function createWork({ model, limits: { solvedPerTurn } }: WorldState): Work {
  let spent = 0;
  return {
    charge(steps, variable) {
      spent += steps;
      if (spent <= solvedPerTurn) return;
      const { name } = model.variables[variable];
      throw new EdictError('limit-solving', `solving variables, the last of them ${name}, took more than ${solvedPerTurn} steps in one turn or call; let fewer objects modify it or raise limits.solvedPerTurn`, name);
    },
    reset() {
      spent = 0;
    },
  };
}
