import type { ColumnArray } from '../../kernel/arena.js';
import { type Identity, resolve } from '../../kernel/identity.js';
import type { Column, Type } from '../../model/model.js';
import type { Term } from '../term.js';
import { absentWhereNone, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { type Rows } from './rows.js';
import { knownKind } from './subset.js';
import { type Vector, codeVector, isMissing, isNotFound, numberVector } from './vector.js';

interface ReadOf {
  readonly column: number;
  readonly type: Type;
  readonly climb: boolean;
  readonly absent: 'missing' | 'notFound' | 'zero' | 'initial';
}

/** First whose cell is read in each row, then the cells, then what stands for those that nobody has. */
export function readColumns(term: Term<ReadOf>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { climb, absent } = term.data;
  const column = state.model.columns[term.data.column];
  const isNumber = column.type.name === 'number';
  const numbers = isNumber ? scratch.numbers(length) : undefined;
  const codes = isNumber ? undefined : scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  const allHave = column.kinds[knownKind(term.args[0], rows)] === 1;
  const holders = allHave ? ids : scratch.codes(length);
  if (!allHave) (climb ? findAbove : findOwn)(ids, column.kinds, state.identity.kind, state.parent, holders, length);
  const cells = state.cells[column.index];
  if (numbers !== undefined) gatherNumbers(cells, holders, numbers, length);
  else if (codes !== undefined) gatherCodes(cells, column, state.identity, holders, codes, length);
  const how = absent === 'notFound' ? isNotFound : isMissing;
  const tells = !allHave && (absent === 'missing' || absent === 'notFound');
  const told = tells ? absentWhereNone(holders, how, absence, length) : undefined;
  // The cell of none, which was read where nobody has the column, is 0.
  if (!allHave && absent === 'initial') putWhereNone(numbers ?? codes, holders, column.initial, length);
  scratch.release(mark);
  return numbers !== undefined ? numberVector(numbers, told) : codeVector(codes ?? holders, told);
}

type Find = (
  ids: Int32Array,
  has: Uint8Array,
  kinds: Uint8Array,
  parent: Int32Array,
  into: Int32Array,
  length: number,
) => void;

/** The object itself where its kind has the column. */
const findOwn: Find = (ids, has, kinds, _parent, into, length) => {
  for (let row = 0; row < length; row++) into[row] = ids[row] & -(has[kinds[ids[row]]] === 1 ? 1 : 0);
};

/** The nearest object upward whose kind has the column. */
const findAbove: Find = (ids, has, kinds, parent, into, length) => {
  for (let row = 0; row < length; row++) {
    let at = ids[row];
    while (at !== 0 && has[kinds[at]] !== 1) at = parent[at];
    into[row] = at;
  }
};

/** The cells of a column of numbers, by id. */
export function gatherNumbers(cells: ColumnArray, ids: Int32Array, into: Float64Array, length: number): void {
  if (cells instanceof Float64Array) gatherDoubles(cells, ids, into, length);
  else if (cells instanceof Float32Array) gatherFloats(cells, ids, into, length);
  else if (cells instanceof Int32Array) gatherIntegers(cells, ids, into, length);
  else gatherAny(cells, ids, into, length);
}

function gatherCodes(
  cells: ColumnArray,
  { type }: Column,
  identity: Identity,
  ids: Int32Array,
  into: Int32Array,
  length: number,
): void {
  if (type.name === 'entity') gatherReferences(cells, identity, ids, into, length);
  else if (cells instanceof Uint8Array) gatherBytes(cells, ids, into, length);
  else if (cells instanceof Int32Array) gatherWholeCodes(cells, ids, into, length);
  else gatherAny(cells, ids, into, length);
}

function gatherDoubles(cells: Float64Array, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

function gatherFloats(cells: Float32Array, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

function gatherIntegers(cells: Int32Array, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

function gatherBytes(cells: Uint8Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

function gatherWholeCodes(cells: Int32Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

/** References are handles; stale ones lead nowhere. */
function gatherReferences(
  cells: ColumnArray,
  identity: Identity,
  ids: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const handle = cells[ids[row]];
    into[row] = handle === 0 ? 0 : resolve(identity, handle);
  }
}

/** For storage that content rarely asks for. */
function gatherAny(cells: ColumnArray, ids: Int32Array, into: Float64Array | Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

function putWhereNone(
  into: Float64Array | Int32Array | undefined,
  ids: Int32Array,
  value: number,
  length: number,
): void {
  if (into instanceof Float64Array) putNumberWhereNone(into, ids, value, length);
  else if (into !== undefined) putCodeWhereNone(into, ids, value, length);
}

function putNumberWhereNone(into: Float64Array, ids: Int32Array, value: number, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] === 0 ? value : into[row];
}

function putCodeWhereNone(into: Int32Array, ids: Int32Array, value: number, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] === 0 ? value : into[row];
}
