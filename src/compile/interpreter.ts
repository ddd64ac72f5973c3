import type { WorldState } from '../components/world-state.js';
import { EdictError } from '../kernel/errors.js';
import { type Frame, slotCount } from './frame.js';
import { operationOf } from './make-node.js';

/**
 * The reference interpreter: one object at a time, no caches. Together with the operations it is the meaning of the IR, and
 * whatever is faster must agree with it to the last bit.
 */
export function createFrame(state: WorldState, turn: number): Frame {
  const frame: Frame = {
    state, turn, slots: new Array<number>(slotCount).fill(0), value: 0, valueWhole: false, whole: false, rule: 0, tests: 0, visits: 0, suppositions: undefined, mishaps: { overflows: 0, zeroDivisions: 0 }, next: noStream,
    evaluate: (node) => operationOf(node).evaluate(node, frame),
  };
  return frame;
}

function noStream(): number {
  throw new EdictError('no-stream', 'an expression draws in sequence, but whoever asks it gives no stream; ask it through the world');
}
