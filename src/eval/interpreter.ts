import type { WorldState } from '../components/state.js';
import { nextOfStream } from '../kernel/streams.js';
import { checkedEvaluator } from './checked-frame.js';
import { type Frame, slotCount } from '../ir/frame.js';
import { operationOf } from './make-node.js';
import type { Node, Value } from '../ir/node.js';

/**
 * The reference interpreter: one object at a time, no caches. Together with the operations it is the meaning of the IR,
 * and whatever is faster must agree with it to the last bit.
 */
export function createFrame(state: WorldState, turn: number, by: Evaluate = interpret): Frame {
  const frame: Frame = {
    state,
    turn,
    slots: new Array<number>(slotCount).fill(0),
    value: 0,
    valueWhole: false,
    whole: false,
    rule: 0,
    occurrence: 0,
    controller: 0,
    tests: 0,
    visits: 0,
    isQuestion: false,
    suppositions: undefined,
    mishaps: { overflows: 0, zeroDivisions: 0 },
    next: () => nextWhole(state),
    evaluate: (node) => by(node, frame),
  };
  return by === interpret && state.guard !== undefined
    ? Object.assign(frame, { evaluate: checkedEvaluator(frame, state.guard) })
    : frame;
}

/** How nodes are evaluated in a frame. */
export type Evaluate = (node: Node, frame: Frame) => Value;

function interpret(node: Node, frame: Frame): Value {
  return operationOf(node).evaluate(node, frame);
}

/** Range of the whole numbers that draws in sequence take from the world's own stream. */
const streamRange = 2 ** 31;

function nextWhole({ sequence, streams, strings }: WorldState): number {
  return sequence === undefined ? Math.floor(nextOfStream(streams, strings, 'expressions') * streamRange) : sequence();
}
