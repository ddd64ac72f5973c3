import { ownersOf, ownershipHolder } from '../../components/ownership.js';
import type { WorldState } from '../../components/state.js';
import { isLive } from '../../kernel/identity.js';
import { affiliationColumns, relatedColumns, unownedColumns } from '../columns/factions.js';
import { emitAffiliation, emitRelated, emitUnowned } from '../emit/emit-factions.js';
import { type Value, missing, notFound } from '../../ir/node.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';
import type { AffiliationMode } from '../data.js';
import { type Documentation, checkIndex, checkWord, mayBeUnfound, mayMiss, print, writeCall } from '../record.js';
import { isRelated } from '../../components/relations.js';

const document: Documentation = {
  meaning: 'the owners of an object, compared with the factions that another stands for',
  absent: 'missing if the other stands for none; not found if the object cannot be owned',
  families: 'Exct',
};

/**
 * How an object is affiliated with the factions that another stands for (itself, or its owners). Missing when that one
 * stands for no faction. Not found when nothing upward from the object can be owned.
 */
export const affiliation: Operation<{ readonly mode: AffiliationMode }> = {
  name: 'affiliation',
  type: signature([entityType, entityType], booleanType),
  text: (data) => data.mode,
  document,
  absence: () => mayMiss | mayBeUnfound,
  print({ data: { mode }, args }, to) {
    if (mode === 'empire-inclusive') print.writeCall(to, 'ownedBy', args);
    else print.writeCall(to, 'affiliation', args, `'${mode}'`);
  },
  check({ mode }) {
    checkWord(mode, ['empire-inclusive', 'empire-exclusive', 'enemies-inclusive', 'enemies-exclusive']);
  },
  facts: () => ['population', 'owner', 'place'],
  lens: (_data, argument) => (argument === 1 ? 'factions' : undefined),
  ...applying(({ state }, { mode }, object, other) => affiliated(state, mode, object, other)),
  columns: (term, rows, evaluator) =>
    affiliationColumns(term, rows, evaluator, (state, object, other) =>
      affiliated(state, term.data.mode, object, other),
    ),
  emitRows: emitAffiliation,
};

function affiliated(state: WorldState, mode: AffiliationMode, object: Value, other: Value): Value {
  if (isAbsent(object) || isAbsent(other) || object === 0) return missing;
  const factions = ownersOf(state, other);
  if (factions.length === 0) return missing;
  if (!canBeOwned(state, object)) return notFound;
  const owners = ownersOf(state, object);
  const shared = owners.filter((owner) => factions.includes(owner)).length;
  switch (mode) {
    case 'empire-inclusive':
      return shared > 0 ? 1 : 0;
    case 'empire-exclusive':
      return shared > 0 && shared === owners.length ? 1 : 0;
    case 'enemies-inclusive':
      return shared < owners.length ? 1 : 0;
    case 'enemies-exclusive':
      return owners.length > 0 && shared === 0 ? 1 : 0;
  }
}

/** Whether something upward from an object can be owned; what is gone cannot. */
function canBeOwned(state: WorldState, object: number): boolean {
  return isLive(state.identity, object) && ownershipHolder(state, object) !== 0;
}

/** Whether an object belongs to no faction; not found when nothing upward from it can be owned. */
export const unowned: Operation = {
  name: 'unowned',
  type: signature([entityType], booleanType),
  document,
  absence: () => mayMiss | mayBeUnfound,
  print: ({ args }, to) => {
    print.writeCall(to, 'affiliation', args, 'null', "'empire-inclusive'");
  },
  local: (_data, { hangs }) => (hangs ? undefined : ['owner', 'population']),
  facts: () => ['population', 'owner', 'place'],
  ...applying((frame, _data, object) => belongsToNobody(frame.state, object)),
  columns: (term, rows, evaluator) => unownedColumns(term, rows, evaluator, belongsToNobody),
  emitRows: emitUnowned,
};

function belongsToNobody(state: WorldState, object: Value): Value {
  if (isAbsent(object) || object === 0) return missing;
  if (!canBeOwned(state, object)) return notFound;
  return ownersOf(state, object).length === 0 ? 1 : 0;
}

/** A faction that both stand for is not related to itself. */
export const related: Operation<{ readonly relation: number }> = {
  name: 'related',
  type: signature([entityType, entityType], booleanType),
  text: (data) => String(data.relation),
  document: {
    meaning: 'a faction that an object stands for has a declared relation to one that another stands for',
    absent: 'missing if either stands for none',
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
