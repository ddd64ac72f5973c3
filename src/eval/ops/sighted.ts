import { isSighted } from '../../components/sights.js';
import type { WorldState } from '../../components/state.js';
import { sightedColumns } from '../columns/sighted.js';
import { emitSighted } from '../emit/emit-factions.js';
import { type Value, missing } from '../../ir/node.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';
import { checkIndex, mayMiss, writeCall } from '../record.js';

export const sighted: Operation<{ readonly sight: number }> = {
  name: 'sighted',
  type: signature([entityType, entityType], booleanType),
  text: (data) => String(data.sight),
  document: {
    meaning: 'a faction has a declared sight of an object',
    absent: 'missing for what is no faction, and for none',
    families: 'Ec',
  },
  absence: () => mayMiss,
  print: ({ data, args }, to) => {
    writeCall(to, 'sees', args, `'${to.wording.model.sights[data.sight]}'`);
  },
  check({ sight }, { sights }) {
    checkIndex(sight, 0, sights.length);
  },
  ofWorld: true,
  facts: () => ['population', 'sight'],
  ...applying(({ state }, { sight }, faction, object) => hasSight(state, sight, faction, object)),
  columns: sightedColumns,
  emitRows: emitSighted,
};

function hasSight(state: WorldState, sight: number, faction: Value, object: Value): Value {
  if (isAbsent(faction) || isAbsent(object) || object === 0) return missing;
  const answer = isSighted(state, sight, faction, object);
  return answer === undefined ? missing : Number(answer);
}
