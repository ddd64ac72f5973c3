import { numberCode, refuse } from '../emit/code.js';
import { type Model, type Type, classAt, kindAt } from '../../model/model.js';
import { certainly, checkCode, checkIndex, leaf, writeCall } from '../record.js';
import type { ConstantData } from '../data.js';
import { filled } from '../columns/absence.js';
import { type Operation, graver, isAbsent } from '../operation.js';
import { lookupColumns } from '../columns/lookup.js';
import { emitLookup } from '../emit/emit-lookup.js';

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

interface LookupData {
  /** Index among the tables of the model. */
  readonly table: number;
  /** What the values of the table are. */
  readonly type: Type;
}

/**
 * The value that a table of the model has in a row and a column, or in a row alone. Both are words, classes, kinds or
 * numbers; what is no row or column of the table has the value 0.
 */
export const lookup: Operation<LookupData> = {
  name: 'lookup',
  type: (args, data) =>
    args.length >= 1 && args.length <= 2 && args.every(isPlaceType)
      ? data.type
      : 'takes a row and, for wide tables, a column',
  text: ({ table, type }) => `${table} ${type.name}${type.name === 'enumeration' ? ` ${type.index}` : ''}`,
  document: {
    meaning: 'the value of a table of the model in a row, or a row and a column; 0 outside',
    absent: 'when one is',
    families: 'Ecf',
  },
  print: ({ data, args }, to) => {
    writeCall(to, to.wording.model.tables[data.table].name, args);
  },
  check({ table, type }, model) {
    checkIndex(table, 0, model.tables.length);
    for (const value of model.tables[table].values) checkCode(value, type, model);
  },
  evaluate(node, frame) {
    const row = frame.evaluate(node.args[0]);
    const column = node.args.length > 1 ? frame.evaluate(node.args[1]) : 0;
    return isAbsent(row) || isAbsent(column)
      ? graver(row, column)
      : inTable(frame.state.model, node.data.table, row, column);
  },
  columns: lookupColumns,
  emit: emitLookup,
};

function inTable(model: Model, table: number, row: number, column: number): number {
  const { width, values } = model.tables[table];
  return isPlace(row, values.length / width) && isPlace(column, width) ? values[row * width + column] : 0;
}

/** Objects, numbers with classes and handles of texts are no places of a table. */
function isPlaceType({ name }: Type): boolean {
  return name === 'number' || name === 'boolean' || name === 'kind' || name === 'class' || name === 'enumeration';
}

function isPlace(place: number, limit: number): boolean {
  return Number.isInteger(place) && place >= 0 && place < limit;
}
