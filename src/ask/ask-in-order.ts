import type { WorldState } from '../components/state.js';
import type { Mishaps } from '../ir/frame.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { type Asking, askingFrame } from './asker.js';

/** Values of an expression, and what happened to integers while they were found. */
export interface OrderedAnswers {
  /** By place in the objects; booleans are 0 and 1, absent values 0. */
  readonly values: Float64Array;
  /** Of all objects together. */
  readonly mishaps: Readonly<Mishaps>;
}

/**
 * Asks an expression over slot 0 of objects (ids), one after the other in the order given, as the interpreter means it:
 * draws in sequence come from the one stream in that order, and what happens to integers is counted.
 */
export function askInOrder(state: WorldState, node: Node, ids: Iterable<number>, asking: Asking): OrderedAnswers {
  const frame = askingFrame(state, asking);
  const values = Float64Array.from(ids, (id) => {
    frame.slots[sourceSlot] = id;
    return frame.evaluate(node) ?? 0;
  });
  return { values, mishaps: frame.mishaps };
}
