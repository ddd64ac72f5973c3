import { rowByRow } from '../columns/row-by-row.js';
import { type Operation, numberType, signature, unary } from '../operation.js';
import { call } from '../record.js';

/** Each evaluation is a draw of its own, so that it matters how often and in which order it is asked. */
export const streamDraw: Operation = {
  name: 'streamDraw',
  type: signature([numberType], numberType),
  document: {
    meaning:
      "the next whole number of the asker's stream, modulo a number; 0, and nothing drawn, unless that is above 0",
    absent: 'when the number is',
    families: 'X',
  },
  print: call('random'),
  ofWorld: true,
  draws: () => true,
  sequential: true,
  evaluate: (node, frame) => unary(node, frame, (limit) => (limit > 0 ? frame.next() % limit : 0)),
  columns: rowByRow,
};
