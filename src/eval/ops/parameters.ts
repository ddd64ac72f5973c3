import { booleanType, numberType, type Operation, sameType, signature } from '../operation.js';
import type { Type } from '../../model/model.js';
import { checkIndex } from '../check-data.js';
import { sameInRows } from '../columns/absence.js';
import { js, refuse } from '../emit/code.js';
import { leaf } from '../printer.js';
import { indexOf } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { valueType } from '../../ir/type-shapes.js';

interface ParameterData {
  readonly parameter: number;
  readonly type: Type;
}

/** The same for all rows; read once a call by generated code, which serves worlds of different values. */
export const parameter: Operation<ParameterData> = {
  name: 'parameter',
  type: (args, { type }) =>
    sameType(type, numberType) || sameType(type, booleanType)
      ? signature([], type)(args)
      : 'is neither a number nor a condition',
  data: record<ParameterData>({ parameter: indexOf('parameter'), type: valueType }),
  text: (data) => `${data.parameter} ${data.type.name}`,
  document: { meaning: 'the value of a parameter in this world', families: 'E' },
  bounds({ data }, { model }) {
    const { minimum, maximum, integer, type } = model.parameters[data.parameter];
    return { least: minimum, most: maximum, absent: false, isWhole: integer || type.name === 'boolean' };
  },
  print: leaf((data, { model }) => model.parameters[data.parameter].name),
  check({ parameter: index, type }, { parameters }) {
    checkIndex(index, 0, parameters.length);
    if (!sameType(type, parameters[index].type)) refuse('a parameter of another type');
  },
  facts: () => ['parameter'],
  ...sameInRows(({ data }, { state }) => state.parameter[data.parameter + 1]),
  emit({ data, type }, emission) {
    const value = js`frame.state.parameter[${data.parameter + 1}]`;
    return { value: emission.once(type.name === 'boolean' ? js`${value} | 0` : value) };
  },
};
