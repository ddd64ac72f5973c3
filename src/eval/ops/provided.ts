import { providedColumns } from '../columns/provided.js';
import { emitWhere } from '../emit/emit-logic.js';
import { missing } from '../../ir/node.js';
import type { Operation } from '../operation.js';

/**
 * A value where a condition is true, missing elsewhere. The condition comes first: the value is evaluated only where it
 * is true.
 */
export const provided: Operation = {
  name: 'provided',
  type: (args) => (args.length === 2 && args[1].name === 'boolean' ? args[0] : 'takes a value and a condition'),
  evaluate: ({ args }, frame) => (frame.evaluate(args[1]) === 1 ? frame.evaluate(args[0]) : missing),
  columns: providedColumns,
  emit: ({ args: [value, condition] }, emission) => emitWhere(condition, value, emission),
};
