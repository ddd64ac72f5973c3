import { anyOfThese, mayBeFalse, mayBeTrue, neverThere, mayMiss } from '../record.js';
import { providedColumns } from '../columns/provided.js';
import { emitWhere } from '../emit/emit-logic.js';
import { missing } from '../../ir/node.js';
import type { Operation } from '../operation.js';

export const provided: Operation = {
  name: 'provided',
  type: (args) => (args.length === 2 && args[1].name === 'boolean' ? args[0] : 'takes a value and a condition'),
  document: {
    meaning: 'a value where a condition is true, which is asked first',
    absent: 'missing where the condition is not true; when the value is',
    families: 'C',
  },
  absence: ([value]) => value | mayMiss,
  bounds({ args }, { of }) {
    const [value, asked] = args.map(of);
    return anyOfThese(...(mayBeTrue(asked) ? [value] : []), ...(mayBeFalse(asked) || asked.absent ? [neverThere] : []));
  },
  evaluate: ({ args }, frame) => (frame.evaluate(args[1]) === 1 ? frame.evaluate(args[0]) : missing),
  columns: providedColumns,
  emit: ({ args: [value, condition] }, emission) => emitWhere(condition, value, emission),
};
