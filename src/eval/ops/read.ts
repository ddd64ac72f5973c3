import type { Column } from '../../components/model.js';
import { isMissing, isNotFound } from '../columns/vector.js';
import { type Code, js, numberCode } from '../emit/code.js';
import type { Emission, Emitted } from '../emit/emission.js';
import { climbWhile, kindColumn, resolved } from '../emit/parts.js';
import type { Term } from '../term.js';
import { hasCell, readCell } from '../../state/cells.js';
import type { Type } from '../../components/model.js';
import { readColumns } from '../columns/read.js';
import { missing, notFound, type Value } from '../../ir/node.js';
import { type Operation, isAbsent } from '../operation.js';

/**
 * What a read gives when the object lacks the column: `missing` or `notFound` (see node.ts), zero, or the column's own
 * initial value.
 */
export type WhenAbsent = 'missing' | 'notFound' | 'zero' | 'initial';

export interface ReadData {
  readonly column: number;
  readonly type: Type;
  /** Look at what the object hangs on, upward, until one has it. */
  readonly climb: boolean;
  readonly absent: WhenAbsent;
}

/** A meter or property of an object. */
export const read: Operation<ReadData> = {
  name: 'read',
  type: (args, data) => (args.length === 1 && args[0].name === 'entity' ? data.type : 'takes one object'),
  text: (data) => `${data.column}${data.climb ? ' climb' : ''} ${data.absent}`,
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
export function whenAbsent(data: ReadData, initial: number): Value {
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
  const { climb, absent } = term.node.data;
  const column = emission.model.columns[term.node.data.column];
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
