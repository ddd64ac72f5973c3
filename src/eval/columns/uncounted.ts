import type { Frame } from '../../ir/frame.js';
import type { Node, Value } from '../../ir/node.js';

/**
 * Asks the reference interpretation without a trace in the counts of mishaps: columns ask other things than it would,
 * and less or more often.
 */
export function uncounted(node: Node, frame: Frame): Value {
  const { mishaps } = frame;
  const { overflows, zeroDivisions } = mishaps;
  const value = frame.evaluate(node);
  mishaps.overflows = overflows;
  mishaps.zeroDivisions = zeroDivisions;
  return value;
}
