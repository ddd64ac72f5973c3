import { placeHolder } from '../../components/place.js';
import { coordinateColumns } from '../columns/coordinate.js';
import { isMissing } from '../columns/vector.js';
import { js } from '../emit/code.js';
import { placeOf } from '../emit/parts.js';
import { missing } from '../../ir/node.js';
import { type Operation, applying, entityType, numberType, signature } from '../operation.js';
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
  ...applying(({ state }, { axis }, id) => {
    const holder = id ? placeHolder(state, id) : 0;
    return holder === 0 ? missing : state[axis][holder];
  }),
  columns: coordinateColumns,
  emit({ data, args }, emission) {
    const place = placeOf(args[0], emission);
    const from = emission.once(data.axis === 'x' ? js`frame.state.x` : js`frame.state.y`);
    return {
      value: emission.keep(js`${from}[${place}]`),
      absence: emission.derived(args[0], 'placeless', () => js`${place} === 0 ? ${isMissing} : 0`),
    };
  },
};
