import type { Model, Type } from '../../model/model.js';
import { lookupColumns } from '../columns/lookup.js';
import { emitLookup } from '../emit/emit-lookup.js';
import { type Operation, graver, isAbsent } from '../operation.js';
import { checkCode, checkIndex, writeCall } from '../record.js';

export interface LookupData {
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
