import { sees } from '../../components/visibility.js';
import type { WorldState } from '../../components/state.js';
import { visibleColumns } from '../columns/visible.js';
import { emitVisible } from '../emit/emit-factions.js';
import { type Value, missing } from '../../ir/node.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';
import { call, mayMiss } from '../record.js';

export const visible: Operation = {
  name: 'visible',
  type: signature([entityType, entityType], booleanType),
  document: {
    meaning: "a faction's object sees another",
    absent: 'missing for an observer without a faction',
    families: 'Exc',
  },
  absence: () => mayMiss,
  print: call('sees'),
  facts: () => ['population', 'owner', 'place', 'sight'],
  lens: (_data, argument) => (argument === 0 ? 'factions' : undefined),
  ...applying((frame, _data, observer, object) => isSeen(frame.state, observer, object)),
  columns: (term, rows, evaluator) => visibleColumns(term, rows, evaluator, isSeen),
  emitRows: emitVisible,
};

function isSeen(state: WorldState, observer: Value, object: Value): Value {
  if (isAbsent(observer) || isAbsent(object) || object === 0) return missing;
  const answer = sees(state, observer, object);
  return answer === undefined ? missing : Number(answer);
}
