import { usesWorld } from '../declared.js';
import { call } from '../print.js';
import { rowByRow } from '../columns/row-by-row.js';
import { type Operation, numberType, signature, unary } from '../operation.js';

/**
 * The next whole number of the frame's stream, modulo a number; 0 of a number that is not above 0, for which nothing is
 * taken from the stream. Each evaluation is a draw of its own, so that it matters how often and in which order it is
 * asked.
 */
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
  apart: usesWorld('streamDraw'),
  draws: () => true,
  sequential: true,
  evaluate: (node, frame) => unary(node, frame, (limit) => (limit > 0 ? frame.next() % limit : 0)),
  columns: rowByRow,
};
