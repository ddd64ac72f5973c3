import { numberCode, refuse } from '../emit/code.js';
import type { Type } from '../../components/model.js';
import { filled } from '../columns/filled.js';
import type { Operation } from '../operation.js';

/** A value known at load: a number, a boolean (0 or 1), a word's place, a kind, a class, or none. */
export const constant: Operation<{ readonly value: number; readonly type: Type }> = {
  name: 'constant',
  type: (_args, data) => data.type,
  // Equal texts mean equal nodes, and −0 prints like 0.
  text: ({ type, value }) =>
    `${type.name}${type.name === 'enumeration' ? ` ${type.index}` : ''} ${Object.is(value, -0) ? '-0' : value}`,
  pure: true,
  evaluate: (node) => node.data.value,
  emit({
    node: {
      type,
      data: { value },
    },
  }) {
    if (type.name !== 'number' && (value | 0) !== value) return refuse('a code that is no whole number');
    return { value: numberCode(value), absence: undefined };
  },
  columns: (term, rows, { scratch }) => filled(term.node, term.node.data.value, rows.length, scratch),
};
