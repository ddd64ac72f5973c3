import { isAvailable } from '../../components/availability.js';
import type { WorldState } from '../../components/state.js';
import { availableColumns } from '../columns/available.js';
import { emitAvailable } from '../emit/emit-factions.js';
import { type Value, missing } from '../../ir/node.js';
import { type Operation, applying, booleanType, isAbsent } from '../operation.js';
import { mayMiss, writeCall } from '../record.js';

export const available: Operation = {
  name: 'available',
  type: (args) =>
    args.length === 2 && args[0].name === 'entity' && args[1].name === 'class'
      ? booleanType
      : 'takes a faction and a class',
  document: { meaning: 'a class to a faction', absent: 'missing for what is no faction', families: 'Ext' },
  absence: () => mayMiss,
  // The language asks for the owner by itself.
  print: ({ args: [faction, of] }, to) => {
    writeCall(to, 'available', [faction.args.at(0) ?? faction, of]);
  },
  facts: () => ['population', 'availability'],
  ...applying((frame, _data, faction, classIndex) => mayUse(frame.state, faction, classIndex)),
  columns: (term, rows, evaluator) => availableColumns(term, rows, evaluator, mayUse),
  emitRows: emitAvailable,
};

function mayUse(state: WorldState, faction: Value, classIndex: Value): Value {
  if (isAbsent(faction) || isAbsent(classIndex)) return missing;
  const answer = isAvailable(state, faction, classIndex);
  return answer === undefined ? missing : Number(answer);
}
