import { timeOf } from '../../state/clock.js';
import { filled } from '../columns/filled.js';
import { type Operation, numberType, signature } from '../operation.js';

/** The world's clock, in ticks. */
export const time: Operation = {
  name: 'time',
  type: signature([], numberType),
  facts: () => ['clock'],
  evaluate: (_node, frame) => timeOf(frame.state),
  columns: (term, rows, { state, scratch }) => filled(term.node, timeOf(state), rows.length, scratch),
};
