import { placeHolder } from '../../state/place.js';
import { coordinateColumns } from '../columns/coordinate.js';
import { emitCoordinate } from '../emit/emit-objects.js';
import { missing } from '../../ir/node.js';
import { type Operation, entityType, numberType, signature } from '../operation.js';
import { checkWord, mayMiss, member } from '../record.js';

export const coordinate: Operation<{ readonly axis: 'x' | 'y' }> = {
  name: 'coordinate',
  type: signature([entityType], numberType),
  text: (data) => data.axis,
  document: {
    meaning: 'x or y of the place where an object is',
    absent: 'missing where it is nowhere',
    families: 'Exc',
  },
  absence: () => mayMiss,
  print: member(({ axis }) => axis),
  check({ axis }) {
    checkWord(axis, ['x', 'y']);
  },
  local: (_data, { hangs, hasNodes }) => (hangs || hasNodes ? undefined : ['place', 'population']),
  facts: () => ['population', 'place'],
  lens: () => 'place',
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    const holder = id ? placeHolder(frame.state, id) : 0;
    return holder === 0 ? missing : frame.state[node.data.axis][holder];
  },
  columns: coordinateColumns,
  emit: emitCoordinate,
};
