import type { Ability, Point } from '../../ir/occurrence.js';
import { type Candidates, createCandidates } from '../../meaning/finder.js';
import type { DecisionKind } from './timing-event.js';

/**
 * What somebody has to decide before anything goes on: options are the candidates, in their order, and behind them
 * `pass` where it is a reaction; of a choice `yes` and `no`; of a group the rows of the candidates. It is derived from
 * the frame on top: asked again, it is the same.
 */
export interface Question {
  isOpen: boolean;
  /**
   * The candidates are those that were asked about, and the answer has just been given: they need not be found again.
   */
  isAnswered: boolean;
  kind: DecisionKind;
  at: Point;
  /** Handle; 0: nobody. */
  player: number;
  /** How many options there are. */
  count: number;
  readonly candidates: Candidates;
}

export function createQuestion(abilities: readonly Ability[]): Question {
  return {
    isOpen: false,
    isAnswered: false,
    kind: 'order',
    at: 'before',
    player: 0,
    count: 0,
    candidates: createCandidates(abilities),
  };
}
