import type { WorldState } from '../components/world-state.js';
import type { Node, Value } from './node.js';

/** What an expression is evaluated in. One frame serves a whole turn; its slots are set anew for every source and target. */
export interface Frame {
  readonly state: WorldState;
  /** Ids by slot; 0 is none. */
  readonly slots: number[];
  /** The running value of the cell that is being modified. */
  value: number;
  /** The turn that is being run, from 1. */
  turn: number;
  /** Index of the rule that is being run; part of every draw. */
  rule: number;
  /** Objects that aggregates have looked at in this turn. */
  visits: number;
  /** Evaluates an argument. */
  readonly evaluate: (node: Node) => Value;
}

/** Room for source, target and as many bound members as limits allow aggregates inside one another. */
export const slotCount = 32;
