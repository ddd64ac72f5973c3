import type { Ability, Point } from '../ir/occurrence.js';
import { type Candidates, createCandidates } from '../meaning/answering.js';
import type { DecisionKind } from './event.js';

/**
 * An open decision. Options are the candidates in order, then `pass` for reactions; `yes` and `no` for a choice; rows
 * of candidates for a group. It follows from the frame on top: asked again, it is the same.
 */
export interface Question {
  isOpen: boolean;
  /** Just answered: the candidates need not be found again. */
  isAnswered: boolean;
  kind: DecisionKind;
  at: Point;
  /** Handle; 0: nobody. */
  player: number;
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

/** Thrown where a decision is needed and nothing can wait: the turn is undone, and repeated with the decision. */
export class DecisionNeeded extends Error {
  override readonly name = 'DecisionNeeded';
}
