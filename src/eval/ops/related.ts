import { ownersOf } from '../../components/ownership.js';
import { isRelated } from '../../components/relations.js';
import type { WorldState } from '../../components/state.js';
import { relatedColumns } from '../columns/related.js';
import { emitRelated } from '../emit/emit-factions.js';
import { type Value, missing } from '../../ir/node.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';
import { checkIndex, mayMiss, writeCall } from '../record.js';

/** A faction that both stand for is not related to itself. */
export const related: Operation<{ readonly relation: number }> = {
  name: 'related',
  type: signature([entityType, entityType], booleanType),
  text: (data) => String(data.relation),
  document: {
    meaning: 'a faction that an object stands for has a declared relation to one that another stands for',
    absent: 'missing where either stands for none',
    families: 'Exc',
  },
  absence: () => mayMiss,
  print: ({ data, args }, to) => {
    writeCall(to, 'related', args, `'${to.wording.model.relations[data.relation].name}'`);
  },
  check({ relation }, { relations }) {
    checkIndex(relation, 0, relations.length);
  },
  facts: () => ['population', 'owner', 'place', 'relation'],
  lens: () => 'factions',
  ...applying(({ state }, { relation }, object, other) => areRelated(state, relation, object, other)),
  columns: (term, rows, evaluator) =>
    relatedColumns(term, rows, evaluator, (state, object, other) =>
      areRelated(state, term.data.relation, object, other),
    ),
  emitRows: emitRelated,
};

function areRelated(state: WorldState, relation: number, object: Value, other: Value): Value {
  if (isAbsent(object) || isAbsent(other)) return missing;
  const factions = ownersOf(state, object);
  const others = ownersOf(state, other);
  if (factions.length === 0 || others.length === 0) return missing;
  return factions.some((a) => others.some((b) => isRelated(state, relation, a, b))) ? 1 : 0;
}
