import { type Code, js, numberCode, refuse } from '../emit/code.js';
import type { ConstantData } from '../data.js';
import { type Model, type Table, type Type, nameOfValue } from '../../model/model.js';
import { type Operation, isAbsent, signature, stronger, typeText, columnTypeNames } from '../operation.js';
import type { Term } from '../term.js';
import { type Vector, codeVector, copyBytes, numberVector } from '../columns/rows.js';
import { certainly } from '../bounds.js';
import { checkCode, checkIndex } from '../check-data.js';
import { leaf, writeNamedCall } from '../printer.js';
import { sameInRows, strongerOf } from '../columns/absence.js';
import { strongerCode } from '../emit/emission.js';
import { real, whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { valueType } from '../../ir/type-shapes.js';

export const constant: Operation<ConstantData> = {
  name: 'constant',
  type: (args, { type }) => signature([], type)(args),
  data: record<ConstantData>({ value: real, type: valueType }),
  // Equal texts mean equal nodes, and −0 prints like 0.
  text: ({ type, value }) => `${typeText(type)} ${Object.is(value, -0) ? '-0' : value}`,
  pure: true,
  document: { meaning: 'a number, boolean, word, kind, class or none', families: 'ExctF' },
  bounds: ({ data }) => certainly(data.value),
  print: leaf(({ value, type }, { model }) => nameOf(value, type, model)),
  check({ value, type }, model) {
    checkCode(value, type, model);
  },
  ...sameInRows(({ data }) => data.value),
  emit({ type, data: { value } }) {
    if (type.name !== 'number' && (value | 0) !== value) return refuse('a code that is not a whole number');
    return { value: numberCode(value) };
  },
};

const extents = new WeakMap<Table, Extent>();

interface Extent {
  readonly least: number;
  readonly most: number;
}

/** NaN where a value is no whole number. Once for each table: it may have millions of values. */
function extentOf(table: Table): Extent {
  const known = extents.get(table);
  if (known !== undefined) return known;
  let [least, most] = [0, 0];
  for (const value of table.values) {
    if (!Number.isInteger(value)) least = NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const extent = { least, most };
  extents.set(table, extent);
  return extent;
}

function nameOf(value: number, type: Type, model: Model): string {
  if (type.name === 'number') return String(value);
  // Pooled and numeric values have their own constant operations.
  return type.name === 'boolean' ? String(value === 1) : (nameOfValue(model, type, value) ?? 'null');
}

interface LookupData {
  readonly table: number;
  readonly type: Type;
}

/** Rows and columns are words, classes, kinds or numbers. */
export const lookup: Operation<LookupData> = {
  name: 'lookup',
  type: (args, data) =>
    args.length >= 1 && args.length <= 2 && args.every(isPlaceType)
      ? data.type
      : 'takes a row and, for wide tables, a column',
  data: record<LookupData>({ table: whole(), type: valueType }),
  text: ({ table, type }) => `${table} ${typeText(type)}`,
  document: {
    meaning: 'the value in a table of the model, by row or by row and column; 0 outside',
    absent: 'an operand is',
    families: 'Ecf',
  },
  print: ({ data, args }, to) => {
    writeNamedCall(to, 'lookup', to.wording.model.tables[data.table].name, args);
  },
  check({ table, type }, model) {
    checkIndex(table, 0, model.tables.length);
    const { least, most } = extentOf(model.tables[table]);
    checkCode(least, type, model);
    checkCode(most, type, model);
  },
  evaluate(node, frame) {
    const row = frame.evaluate(node.args[0]);
    const column = node.args.length > 1 ? frame.evaluate(node.args[1]) : 0;
    return isAbsent(row) || isAbsent(column)
      ? stronger(row, column)
      : inTable(frame.state.model, node.data.table, row, column);
  },
  columns(term, rows, evaluator) {
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
    let absent = row.absence;
    if (term.args.length > 1) {
      const column = evaluator.evaluate(term.args[1], rows);
      const columns = scratch.codes(length);
      placesOf(column, term.args[1], table.width, columns, length);
      combine(places, columns, table.width, length);
      absent = strongerOf(absence, absent, column.absence, length);
    } else {
      if (table.width > 1) for (let i = 0; i < length; i++) places[i] = places[i] < 0 ? -1 : places[i] * table.width;
      if (absent !== undefined) copyBytes(absent, absence, length);
    }
    gather(table, places, isNumber ? numbers : codes, length);
    scratch.release(mark);
    const found = absent === undefined ? undefined : absence;
    return isNumber ? numberVector(numbers, found) : codeVector(codes, found);
  },
  emit(term, emission) {
    const { table: index } = term.data;
    const { width, values } = emission.model.tables[index];
    const table = emission.thing(`table ${index}`, values);
    const row = emission.of(term.args[0]);
    const inRows = isPlaceCode(row.value, values.length / width, term.args[0]);
    if (term.args.length === 1)
      return {
        value: emission.keep(shown(js`${inRows} ? ${table}[${row.value} * ${width}] : 0`, term)),
        absence: row.absence,
      };
    const column = emission.of(term.args[1]);
    const inColumns = isPlaceCode(column.value, width, term.args[1]);
    const value = emission.keep(
      shown(js`${inRows} && ${inColumns} ? ${table}[${row.value} * ${width} + ${column.value}] : 0`, term),
    );
    return { value, absence: strongerCode(row.absence, column.absence, emission) };
  },
};

function inTable(model: Model, table: number, row: number, column: number): number {
  const { width, values } = model.tables[table];
  return isPlace(row, values.length / width) && isPlace(column, width) ? values[row * width + column] : 0;
}

/** Objects, numbers with classes and handles of texts are no places of a table. */
function isPlaceType({ name }: Type): boolean {
  return name !== 'entity' && columnTypeNames.has(name);
}

function isPlace(place: number, limit: number): boolean {
  return Number.isInteger(place) && place >= 0 && place < limit;
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

/** Codes are whole numbers, but any number where absent. */
function isPlaceCode(value: Code, limit: number, { type }: Term): Code {
  const isInside = js`${value} >= 0 && ${value} < ${limit}`;
  return type.name === 'number' ? js`Math.floor(${value}) === ${value} && ${isInside}` : isInside;
}

function shown(value: Code, { type }: Term): Code {
  return type.name === 'number' ? value : js`(${value}) | 0`;
}
