import type { IToken } from 'chevrotain';
import { grammarStop } from './problem.js';

/** Levels of conditions, effects and values within each other; and operators in one value with all that is in it. */
export const grammarLimits = { levels: 200, operators: 500 } as const;

/**
 * Counts how deep what is being read lies, so that neither its reading nor what it becomes is deeper than the limits.
 */
export interface Nesting {
  reset(): void;
  /** One level more; `found` is what begins it. */
  enter(found: IToken): void;
  leave(): void;
  enterValue(): void;
  leaveValue(): void;
  count(operators: readonly IToken[]): void;
}

export function createNesting(): Nesting {
  let levels = 0;
  // Operators of the outermost value that is being read, and values within each other.
  let operators = 0;
  let values = 0;
  return {
    reset() {
      [levels, operators, values] = [0, 0, 0];
    },
    enter({ startOffset: at }) {
      levels += 1;
      if (levels <= grammarLimits.levels) return;
      throw grammarStop({
        code: 'too-deep',
        message: `conditions, effects and values lie more than ${grammarLimits.levels} deep within each other`,
        at,
      });
    },
    leave() {
      levels -= 1;
    },
    enterValue() {
      if (values === 0) operators = 0;
      values += 1;
    },
    leaveValue() {
      values -= 1;
    },
    count(found) {
      operators += found.length;
      if (operators <= grammarLimits.operators) return;
      throw grammarStop({
        code: 'too-deep',
        message: `a value has more than ${grammarLimits.operators} operators; split it`,
        at: found[0].startOffset,
      });
    },
  };
}
