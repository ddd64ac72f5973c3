import type { Column, Type } from '../../model/model.js';
import { isMissing, isNotFound } from '../columns/vector.js';
import { type Code, js, numberCode, refuse } from '../emit/code.js';
import type { Emission, Emitted } from '../emit/emission.js';
import { climbWhile, kindColumn, resolved } from '../emit/parts.js';
import {
  type Bounding,
  type Possible,
  absenceBy,
  anyOfThese,
  canHave,
  certainly,
  checkIndex,
  checkWhenAbsent,
  isSomebody,
  member,
  neverThere,
  valuesOf,
} from '../record.js';
import type { Term } from '../term.js';
import { hasCell, readCell } from '../../components/cells.js';
import type { ReadData } from '../data.js';
import { readColumns } from '../columns/read.js';
import { type Value, missing, notFound } from '../../ir/node.js';
import { type Operation, isAbsent, sameType } from '../operation.js';

export type { ReadData, WhenAbsent } from '../data.js';

export const read: Operation<ReadData> = {
  name: 'read',
  type: (args, data) => (args.length === 1 && args[0].name === 'entity' ? data.type : 'takes one object'),
  text: (data) => `${data.column}${data.climb ? ' climb' : ''} ${data.absent}`,
  document: {
    meaning: 'a meter or property, of the object or the first upward that has it',
    absent: 'by its policy: missing, not found, zero, initial',
    families: 'Exctf',
  },
  absence: (_args, { data }) => absenceBy[data.absent],
  bounds,
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
  // Which objects have the column follows from their kinds, and a reference holds only while its object is there.
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
  columns: readColumns,
  emit: emitRead,
};

/** What a read gives of an object that lacks the column. */
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

/** First whose cell is read, then the cell, then what stands for one that nobody has. */
function emitRead(term: Term<ReadData>, emission: Emission): Emitted {
  const { climb, absent } = term.data;
  const column = emission.model.columns[term.data.column];
  const id = emission.idOf(term.args[0]);
  const kinds = emission.kindsOf(term.args[0]);
  if (kinds.length > 0 && kinds.every((kind) => column.kinds[kind] === 1))
    return { value: emission.keep(cellCode(column, id, emission)), absence: undefined };
  const holder = holderCode(column, id, climb, emission);
  const cell = cellCode(column, holder, emission);
  // The cell of none is 0.
  const value = emission.keep(
    absent === 'initial' ? js`${holder} === 0 ? ${numberCode(column.initial)} : ${cell}` : cell,
  );
  if (absent === 'zero' || absent === 'initial') return { value, absence: undefined };
  return { value, absence: emission.keep(js`${holder} === 0 ? ${absent === 'notFound' ? isNotFound : isMissing} : 0`) };
}

function holderCode({ index, kinds }: Column, id: Code, climb: boolean, emission: Emission): Code {
  const has = emission.thing(`has ${index}`, kinds);
  const lacks = (at: Code): Code => js`${has}[${kindColumn(emission)}[${at}]] !== 1`;
  return climb ? climbWhile(id, lacks, emission) : emission.keep(js`${lacks(id)} ? 0 : ${id}`);
}

function cellCode({ index, type }: Column, id: Code, emission: Emission): Code {
  const cell = js`${emission.once(js`frame.state.cells[${index}]`)}[${id}]`;
  return type.name === 'entity' ? resolved(cell, emission) : cell;
}

function bounds({ data, args: [of] }: Term<ReadData>, known: Bounding): Possible {
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
}

/**
 * The value of the first argument. The others are not evaluated, but what they read counts as read: an argument of a
 * function that its body never takes is still something that the result depends on, by the words of whoever wrote it.
 */
export const heed: Operation<undefined> = {
  name: 'heed',
  type: (args): Type | string => (args.length > 0 ? args[0] : 'takes a value and what it depends on'),
  document: {
    meaning: 'the first of some values; what the others read counts as read',
    absent: 'when the first is',
    families: 'F',
  },
  absence: ([first]) => first,
  bounds: ({ args: [first] }, { of }) => of(first),
  // What else is heeded makes no difference to the value.
  print: ({ args: [first] }, to, place) => {
    to.write(first, place);
  },
  evaluate: (node, frame) => frame.evaluate(node.args[0]),
  columns: (term, rows, evaluator) => evaluator.evaluate(term.args[0], rows),
  emit: (term, emission) => emission.of(term.args[0]),
};
