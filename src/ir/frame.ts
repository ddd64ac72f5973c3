import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import type { Node, Value } from './node.js';
import type { Suppositions } from './suppositions.js';

/** Results that did not fit 32 bits and were wrapped, and divisions by zero. */
export interface Mishaps {
  overflows: number;
  zeroDivisions: number;
}

/**
 * What an expression is evaluated in. One frame serves a whole turn; its slots are set anew for every source and
 * target.
 */
export interface Frame {
  readonly state: WorldState;
  /** Ids by slot; 0 is none. */
  readonly slots: number[];
  /** The running value of the cell that is being modified. */
  value: number;
  /** Where that is numeric: it is an int. */
  valueWhole: boolean;
  /** Where the value that was evaluated last is numeric: it is an int. */
  whole: boolean;
  /** The turn that is being run, from 1. */
  turn: number;
  /** Index of the rule that is being run; part of every draw. */
  rule: number;
  /** Row of the occurrence that is answered, and who controls the ability that answers; 0: none. */
  occurrence: number;
  controller: number;
  /** Objects that scopes have tested, and that aggregates have looked at, in this turn. */
  tests: number;
  visits: number;
  /** A question that is asked outside of turns, and counts by itself. */
  isQuestion: boolean;
  /** What is supposed to be otherwise than it is; undefined where nothing is. */
  suppositions: Suppositions | undefined;
  /** What happened to integers since it was last looked at. */
  readonly mishaps: Mishaps;
  /** Gives the next whole number of the stream that draws in sequence take theirs from. */
  next: () => number;
  /** Evaluates an argument. */
  readonly evaluate: (node: Node) => Value;
}

/** Counts objects that an aggregate is about to look at; throws when that passes the limit. */
export function countVisits(frame: Frame, objects: number): void {
  frame.visits += objects;
  const limit = frame.state.limits.visitsPerTurn;
  if (frame.visits > limit) {
    throw new EdictError(
      'limit-visits',
      `aggregates looked at more than ${limit} objects in ${spanOf(frame)}; give the aggregate a smaller range or raise limits.visitsPerTurn`,
    );
  }
}

/** Counts objects that a scope is about to test; throws when that passes the limit. */
export function countTests(frame: Frame, objects: number): void {
  frame.tests += objects;
  const limit = frame.state.limits.testsPerTurn;
  if (frame.tests > limit) {
    throw new EdictError(
      'limit-tests',
      frame.isQuestion
        ? `the query tests more than ${limit} objects; ask of a kind, a class or an owner, or raise limits.testsPerTurn`
        : `scopes tested more than ${limit} objects in ${spanOf(frame)}; let fewer objects carry the rule or raise limits.testsPerTurn`,
    );
  }
}

/** What is counted together: a turn, or one question that is asked outside of turns. */
function spanOf({ isQuestion, state }: Frame): string {
  return isQuestion ? 'one question' : `turn ${state.stamps.turn}`;
}

/** Draws of a host's questions are told apart from those of rules by an index that no rule has. */
export const askingRule = 0x7fffffff;

/** Room for source, target and as many bound members as limits allow aggregates inside one another. */
export const slotCount = 32;
