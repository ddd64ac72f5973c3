import { type Code, js, numberCode, refuse } from '../emit/code.js';
import type { Emission } from '../emit/emission.js';
import { type Operation, areOf, isAbsent, sameType } from '../operation.js';
import { type ReadData, absenceBy, absences } from '../data.js';
import type { Column, Type } from '../../model/model.js';
import { type Value, missing, notFound } from '../../ir/node.js';
import { absentWhereNone, idsIn, knownKind } from '../columns/absence.js';
import { anyOfThese, canHave, certainly, isSomebody, neverThere, valuesOf } from '../bounds.js';
import { bytesAt, codesAt, codeVector, numbersAt, numberVector, putCode, putNumber } from '../columns/rows.js';
import { checkIndex, checkWhenAbsent } from '../check-data.js';
import { climbWhile, kindColumn, resolved } from '../emit/parts.js';
import { member } from '../printer.js';
import { hasCell, readCell } from '../../components/cells.js';
import type { ColumnArray } from '../../kernel/arena.js';
import { type Identity, resolve } from '../../kernel/identity.js';
import { truth, whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { valueType } from '../../ir/type-shapes.js';

export const read: Operation<ReadData> = {
  name: 'read',
  type: (args, data) => (areOf(args, 'entity') ? data.type : 'takes one object'),
  data: record<ReadData>({ column: whole(), type: valueType, climb: truth, absent: absences }),
  text: (data) => `${data.column}${data.climb ? ' climb' : ''} ${data.absent}`,
  document: {
    meaning: 'a meter or property, of the object or the first object upward that has it',
    absent: 'by its policy: missing, not found, zero, initial',
    families: 'Exctf',
  },
  absence: (_args, { data }) => absenceBy[data.absent],
  bounds({ data, args: [of] }, known) {
    const { model } = known;
    const column = model.columns[data.column];
    const object = known.of(of);
    const { kind } = object;
    const values = { ...valuesOf(column.type, model), absent: false, isWhole: column.integer };
    if (kind !== undefined && column.kinds[kind] === 1 && isSomebody(object)) return values;
    const otherwise =
      data.absent === 'zero' ? certainly(0) : data.absent === 'initial' ? certainly(column.initial) : neverThere;
    return canHave(model, column, kind === undefined ? undefined : [kind], data.climb)
      ? anyOfThese(values, otherwise)
      : otherwise;
  },
  print: member(({ column }, model) => model.columns[column].name),
  check({ column, type, climb, absent }, { columns }) {
    checkIndex(column, 0, columns.length);
    const { initial, type: own } = columns[column];
    if (!sameType(own, type) || typeof climb !== 'boolean') refuse('a read of another type than the column has');
    if (!Number.isFinite(initial) || (own.name !== 'number' && !Number.isInteger(initial)))
      refuse('an initial value that is not finite');
    checkWhenAbsent(absent);
  },
  local: ({ climb }) => (climb ? undefined : ['population']),
  reads: (data) => [data.column],
  // Kinds determine which objects have the column; a reference holds only while its object exists.
  facts: (data) => (data.climb ? ['population', 'place'] : ['population']),
  evaluate(node, frame) {
    const { state } = frame;
    const column = state.model.columns[node.data.column];
    const of = frame.evaluate(node.args[0]);
    if (isAbsent(of)) return whenAbsent(node.data, column.initial);
    let id = of;
    while (id !== 0 && !hasCell(state, column, id)) id = node.data.climb ? state.parent[id] : 0;
    return id === 0 ? whenAbsent(node.data, column.initial) : readCell(state, column, id);
  },
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const { climb, absent } = term.data;
    const column = state.model.columns[term.data.column];
    const isNumber = column.type.name === 'number';
    const numbers = isNumber ? scratch.numbers(length) : undefined;
    const codes = isNumber ? undefined : scratch.codes(length);
    const absence = scratch.bytes(length);
    const mark = scratch.mark();
    const ids = idsIn(term.args[0], rows, evaluator);
    const allHave = column.kinds[knownKind(term.args[0], rows)] === 1;
    const holders = allHave ? ids : scratch.codes(length);
    if (!allHave) (climb ? findAbove : findOwn)(ids, column.kinds, state.identity.kind, state.parent, holders, length);
    const cells = state.cells[column.index];
    if (numbers !== undefined) gatherNumbers(cells, holders, numbers, length);
    else if (codes !== undefined) gatherCodes(cells, column, state.identity, holders, codes, length);
    const how = absenceBy[absent];
    const noted = !allHave && how !== 0 ? absentWhereNone(holders, how, absence, length) : undefined;
    // Where nobody has the column, the cell of none was read, which is 0.
    if (!allHave && absent === 'initial') {
      if (numbers !== undefined) putNumber(0, column.initial, holders, numbers, length);
      else if (codes !== undefined) putCode(0, column.initial, holders, codes, length);
    }
    scratch.release(mark);
    return numbers !== undefined ? numberVector(numbers, noted) : codeVector(codes ?? holders, noted);
  },
  /** The holder of the cell, then the cell, then the value where nobody has one. */
  emit(term, emission) {
    const { climb, absent } = term.data;
    const column = emission.model.columns[term.data.column];
    const id = emission.idOf(term.args[0]);
    const kinds = emission.kindsOf(term.args[0]);
    if (kinds.length > 0 && kinds.every((kind) => column.kinds[kind] === 1))
      return { value: emission.keep(cellCode(column, id, emission)) };
    const isHolder = column.kinds[emission.kindNamed(term.args[0])] === 1;
    const holder = isHolder ? id : holderCode(column, id, climb, emission);
    const cell = cellCode(column, holder, emission);
    // The cell of none is 0.
    const value = emission.keep(
      absent === 'initial' ? js`${holder} === 0 ? ${numberCode(column.initial)} : ${cell}` : cell,
    );
    const how = absenceBy[absent];
    return how === 0 ? { value } : { value, absence: emission.keep(js`${holder} === 0 ? ${how} : 0`) };
  },
};

function whenAbsent(data: ReadData, initial: number): Value {
  switch (data.absent) {
    case 'missing':
      return missing;
    case 'notFound':
      return notFound;
    case 'zero':
      return 0;
    case 'initial':
      return initial;
  }
}

function holderCode({ index, kinds }: Column, id: Code, climb: boolean, emission: Emission): Code {
  const has = emission.thing(`has ${index}`, kinds);
  const lacks = (at: Code) => js`${has}[${kindColumn(emission)}[${at}]] !== 1`;
  return climb ? climbWhile(id, lacks, emission) : emission.keep(js`${lacks(id)} ? 0 : ${id}`);
}

function cellCode({ index, type }: Column, id: Code, emission: Emission): Code {
  const cell = js`${emission.once(js`frame.state.cells[${index}]`)}[${id}]`;
  return type.name === 'entity' ? resolved(cell, emission) : cell;
}

/** Unused arguments of a function are still dependencies. */
export const heed: Operation<undefined> = {
  name: 'heed',
  type: (args): Type | string => (args.length > 0 ? args[0] : 'takes a value and what it depends on'),
  document: {
    meaning: 'the first of some values; the reads of the others count as reads',
    absent: 'the first is',
    families: 'F',
  },
  absence: ([first]) => first,
  bounds: ({ args: [first] }, { of }) => of(first),
  print: ({ args: [first] }, to, place) => {
    to.write(first, place);
  },
  evaluate: (node, frame) => frame.evaluate(node.args[0]),
  columns: (term, rows, evaluator) => evaluator.evaluate(term.args[0], rows),
  emit: (term, emission) => emission.of(term.args[0]),
};

type Find = (
  ids: Int32Array,
  has: Uint8Array,
  kinds: Uint8Array,
  parent: Int32Array,
  into: Int32Array,
  length: number,
) => void;

const findOwn: Find = (ids, has, kinds, _parent, into, length) => {
  for (let row = 0; row < length; row++) into[row] = ids[row] & -(has[kinds[ids[row]]] === 1 ? 1 : 0);
};

const findAbove: Find = (ids, has, kinds, parent, into, length) => {
  for (let row = 0; row < length; row++) {
    let at = ids[row];
    while (at !== 0 && has[kinds[at]] !== 1) at = parent[at];
    into[row] = at;
  }
};

export function gatherNumbers(cells: ColumnArray, ids: Int32Array, into: Float64Array, length: number): void {
  if (cells instanceof Float64Array) numbersAt(cells, ids, into, length);
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
  else if (cells instanceof Uint8Array) bytesAt(cells, ids, into, length);
  else if (cells instanceof Int32Array) codesAt(cells, ids, into, length);
  else gatherAny(cells, ids, into, length);
}

function gatherFloats(cells: Float32Array, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

function gatherIntegers(cells: Int32Array, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}

/** References are handles; stale ones are none. */
export function gatherReferences(
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

/** For rarely read storage. */
function gatherAny(cells: ColumnArray, ids: Int32Array, into: Float64Array | Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = cells[ids[row]];
}
