import { countTrueColumns } from '../columns/count-true.js';
import { emitCountTrue } from '../emit/emit-count-true.js';
import { type Operation, numberType } from '../operation.js';

/** How many of some conditions, of any number, are true; an absent one is not. */
export const countTrue: Operation = {
  name: 'countTrue',
  pure: true,
  type: (args) => (args.every((type) => type.name === 'boolean') ? numberType : 'takes conditions'),
  evaluate(node, frame) {
    let count = 0;
    for (const arg of node.args) if (frame.evaluate(arg) === 1) count++;
    return count;
  },
  columns: countTrueColumns,
  emit: emitCountTrue,
};
