import { mayBeFalse, mayBeTrue, present } from '../record.js';
import { countTrueColumns } from '../columns/count-true.js';
import { emitCountTrue } from '../emit/emit-count-true.js';
import { type Operation, numberType } from '../operation.js';

export const countTrue: Operation = {
  name: 'countTrue',
  pure: true,
  type: (args) => (args.every((type) => type.name === 'boolean') ? numberType : 'takes conditions'),
  document: { meaning: 'how many of some conditions are true; absent ones are not', absent: 'never', families: 'C' },
  absence: present,
  bounds({ args }, { of }) {
    const parts = args.map(of);
    return {
      least: parts.filter((part) => mayBeTrue(part) && !mayBeFalse(part) && !part.absent).length,
      most: parts.filter(mayBeTrue).length,
      absent: false,
      isWhole: true,
    };
  },
  evaluate(node, frame) {
    let count = 0;
    for (const arg of node.args) if (frame.evaluate(arg) === 1) count++;
    return count;
  },
  columns: countTrueColumns,
  emit: emitCountTrue,
};
