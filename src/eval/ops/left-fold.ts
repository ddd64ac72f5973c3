import { leftFoldColumns } from '../columns/left-fold.js';
import type { Mishaps } from '../../ir/frame.js';
import { emitLeftFold } from '../emit/emit-integers.js';
import type { Value } from '../../ir/node.js';
import { type Operation, graver, isAbsent, numberType } from '../operation.js';
import { addWrapping, multiplyWrapping } from './integer-steps.js';
import type { LeftFoldData } from './left-fold-data.js';

type Step = (a: number, b: number, mishaps: Mishaps) => number;

const steps: Readonly<Record<LeftFoldData['by'], Step>> = {
  add: addWrapping,
  multiply: multiplyWrapping,
  minimum: (a, b) => (a < b ? a : b),
  maximum: (a, b) => (a > b ? a : b),
};

/**
 * Whole numbers of 32 bits taken together from the left, one or more: what as many operations of two inside one another
 * give, wraps and counts after each step included, without a level for each.
 */
export const leftFold: Operation<LeftFoldData> = {
  name: 'leftFold',
  type: (args) =>
    args.length > 0 && args.every((type) => type.name === 'number') ? numberType : 'takes numbers, one or more',
  text: ({ by }) => by,
  evaluate({ args, data }, frame) {
    const step = steps[data.by];
    let folded: Value = frame.evaluate(args[0]);
    for (let i = 1; i < args.length; i++) {
      const value = frame.evaluate(args[i]);
      folded = isAbsent(folded) || isAbsent(value) ? graver(folded, value) : step(folded, value, frame.mishaps);
    }
    return folded;
  },
  columns: leftFoldColumns,
  emit: emitLeftFold,
};
