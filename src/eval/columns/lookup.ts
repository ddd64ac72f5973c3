import type { Table } from '../../model/model.js';
import type { Term } from '../term.js';
import { copyBytes, graverOf } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, numberVector } from './vector.js';

/** Two loops: places in the table from rows and columns, then the values at those places. */
export function lookupColumns(term: Term<{ readonly table: number }>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const table = state.model.tables[term.data.table];
  const isNumber = term.type.name === 'number';
  const numbers = scratch.numbers(isNumber ? length : 0);
  const codes = scratch.codes(isNumber ? 0 : length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const row = evaluator.evaluate(term.args[0], rows);
  const places = scratch.codes(length);
  placesOf(row, term.args[0], table.values.length / table.width, places, length);
  let told = row.absence;
  if (term.args.length > 1) {
    const column = evaluator.evaluate(term.args[1], rows);
    const columns = scratch.codes(length);
    placesOf(column, term.args[1], table.width, columns, length);
    combine(places, columns, table.width, length);
    told = graverOf(absence, told, column.absence, length);
  } else {
    if (table.width > 1) for (let i = 0; i < length; i++) places[i] = places[i] < 0 ? -1 : places[i] * table.width;
    if (told !== undefined) copyBytes(told, absence, length);
  }
  gather(table, places, isNumber ? numbers : codes, length);
  scratch.release(mark);
  const found = told === undefined ? undefined : absence;
  return isNumber ? numberVector(numbers, found) : codeVector(codes, found);
}

/** Whole numbers from 0 to below a limit; −1 for others. */
function placesOf({ numbers, codes }: Vector, { type }: Term, limit: number, into: Int32Array, length: number): void {
  if (type.name === 'number')
    for (let i = 0; i < length; i++)
      into[i] = Number.isInteger(numbers[i]) && numbers[i] >= 0 && numbers[i] < limit ? numbers[i] : -1;
  else for (let i = 0; i < length; i++) into[i] = codes[i] >= 0 && codes[i] < limit ? codes[i] : -1;
}

function combine(rows: Int32Array, columns: Int32Array, width: number, length: number): void {
  for (let i = 0; i < length; i++) rows[i] = rows[i] < 0 || columns[i] < 0 ? -1 : rows[i] * width + columns[i];
}

function gather({ values }: Table, places: Int32Array, into: Float64Array | Int32Array, length: number): void {
  for (let i = 0; i < length; i++) into[i] = places[i] < 0 ? 0 : values[places[i]];
}
