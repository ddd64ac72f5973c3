import { numberCode, refuse } from '../emit/code.js';
import { type Type, type Model, classAt, kindAt } from '../../model/model.js';
import { certainly, checkCode, leaf } from '../record.js';
import type { ConstantData } from '../data.js';
import { filled } from '../columns/filled.js';
import type { Operation } from '../operation.js';

/** A value known at load: a number, a boolean (0 or 1), a word's place, a kind, a class, or none. */
export const constant: Operation<ConstantData> = {
  name: 'constant',
  type: (_args, data) => data.type,
  // Equal texts mean equal nodes, and −0 prints like 0.
  text: ({ type, value }) =>
    `${type.name}${type.name === 'enumeration' ? ` ${type.index}` : ''} ${Object.is(value, -0) ? '-0' : value}`,
  pure: true,
  document: { meaning: 'a number, boolean, word, kind, class or none', families: 'ExctF' },
  bounds: ({ data }) => certainly(data.value),
  print: leaf(({ value, type }, { model }) => nameOf(value, type, model)),
  check({ value, type }, model) {
    checkCode(value, type, model);
  },
  evaluate: (node) => node.data.value,
  emit({ type, data: { value } }) {
    if (type.name !== 'number' && (value | 0) !== value) return refuse('a code that is no whole number');
    return { value: numberCode(value), absence: undefined };
  },
  columns: (term, rows, { scratch }) => filled(term, term.data.value, rows.length, scratch),
};

function nameOf(value: number, type: Type, model: Model): string {
  switch (type.name) {
    case 'number':
    case 'numeric':
      return String(value);
    // Pooled values are constants of an operation of their own.
    case 'text':
    case 'pair':
    case 'dice':
    case 'array':
      return '?';
    case 'boolean':
      return value === 1 ? 'true' : 'false';
    case 'entity':
      return 'null';
    case 'kind':
      return value === 0 ? 'null' : kindAt(model, value).name;
    case 'class':
      return value === 0 ? 'null' : classAt(model, value).name;
    case 'enumeration':
      return value === 0 ? 'null' : model.enumerations[type.index].members[value - 1];
  }
}
