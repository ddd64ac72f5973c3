import { hasCell, readCell } from '../../state/cells.js';
import type { Type } from '../../components/model.js';
import { readColumns } from '../columns/read.js';
import { emitRead } from '../emit/emit-objects.js';
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
