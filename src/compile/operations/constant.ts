import type { Type } from '../../components/model.js';
import type { Operation } from '../operation.js';

/** A value known at load: a number, a boolean (0 or 1), a word's place, a kind, a class, or none. */
export const constant: Operation<{ readonly value: number; readonly type: Type }> = {
  name: 'constant',
  type: (_args, data) => data.type,
  text: ({ type, value }) => `${type.name}${type.name === 'enumeration' ? ` ${type.index}` : ''} ${value}`,
  evaluate: (node) => node.data.value,
};
