import type { FollowData, SlotData } from '../data.js';
import { followColumns, slotColumns } from '../columns/objects.js';
import { type Operation, applying, entityType, isAbsent } from '../operation.js';
import { checkIndex, checkSlot, checkWord, leaf, mayMiss, member, slotName, someone } from '../record.js';
import { type Code, js } from '../emit/code.js';
import {
  climbWhile,
  factionColumn,
  kindColumn,
  masksOf,
  objectOrMissing,
  parentColumn,
  resolved,
} from '../emit/parts.js';
import type { WorldState } from '../../components/state.js';
import { resolve } from '../../kernel/identity.js';
import { filled } from '../columns/absence.js';
import { type Value, missing } from '../../ir/node.js';
import { hangsOnOnly, isFlat, keepsOwner, kindAt } from '../../model/model.js';
import { type Emission, type Emitted, kindOf } from '../emit/emission.js';
import type { Term } from '../term.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { ownerOf } from '../../components/ownership.js';

export const slot: Operation<SlotData> = {
  name: 'slot',
  type: () => entityType,
  text: (data) => String(data.slot),
  document: { meaning: 'source, target, or the member an aggregate has bound', families: 'ExctF' },
  bounds: ({ data }, known) => known.slot(data.slot),
  print: leaf(({ slot: index }, { first }) => slotName(index, first)),
  check({ slot: index }) {
    checkSlot(index);
  },
  slots: (data) => 1 << data.slot,
  evaluate: (node, frame) => frame.slots[node.data.slot],
  columns: slotColumns,
  emit: ({ data }, emission) => ({ value: emission.slot(data.slot), absence: undefined }),
};

/** Missing also while the bound one is gone. */
export const role: Operation<{ readonly role: number }> = {
  name: 'role',
  type: () => entityType,
  text: (data) => String(data.role),
  document: {
    meaning: 'the object that the host has bound to a name',
    absent: 'missing while none is bound',
    families: 'Exct',
  },
  absence: () => mayMiss,
  bounds: someone,
  print: leaf(({ role: index }, { model }) => `role('${model.roles[index]}')`),
  ofWorld: true,
  facts: () => ['population', 'role'],
  evaluate: (node, frame) => bound(frame.state, node.data.role),
  columns: (term, rows, { state, scratch }) => filled(term, bound(state, term.data.role), rows.length, scratch),
  emit: ({ data }, emission) => objectOrMissing(resolved(js`frame.state.role[${data.role + 1}]`, emission), emission),
};

function bound({ identity, role: bindings }: WorldState, index: number): Value {
  return resolve(identity, bindings[index + 1]) || missing;
}

export type { FollowData } from '../data.js';

export const follow: Operation<FollowData> = {
  name: 'follow',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? entityType : 'takes one object'),
  text: (data) => (data.relation === 'ancestor' ? `ancestor ${data.kind}` : data.relation),
  document: {
    meaning: 'owner, parent, nearest ancestor of a kind',
    absent: 'none where there is none',
    families: 'Exct',
  },
  bounds: ({ data, args: [of] }, known) => ({
    least: 0,
    most: Infinity,
    absent: known.of(of).absent,
    kind: data.relation === 'ancestor' ? data.kind : undefined,
  }),
  print: member(({ relation, kind }, model) => (relation === 'ancestor' ? kindAt(model, kind).name : relation)),
  check({ relation, kind }, model) {
    checkWord(relation, ['owner', 'parent', 'ancestor']);
    if (relation === 'ancestor') checkIndex(kind, 0, model.kinds.length + 1);
  },
  local: ({ relation }, { hangs }) => (relation === 'owner' && !hangs ? ['owner', 'population'] : undefined),
  facts: (data) => (data.relation === 'owner' ? ['population', 'owner', 'place'] : ['population', 'place']),
  lens: (data) => (data.relation === 'owner' ? 'factions' : undefined),
  ...applying((frame, data, of) => followed(frame.state, data, of)),
  columns: (term, rows, evaluator) =>
    followColumns(term, rows, evaluator, (state, id) => followed(state, term.data, id)),
  emit: emitFollow,
};

function followed(state: WorldState, { relation, kind }: FollowData, id: Value): Value {
  if (isAbsent(id) || id === 0) return id;
  switch (relation) {
    case 'owner':
      return ownerOf(state, id);
    case 'parent':
      return state.parent[id];
    case 'ancestor':
      return ancestorOfKind(state, id, kind);
  }
}

/** Absent where the object is; none where it leads nowhere. */
function emitFollow(term: Term<FollowData>, emission: Emission): Emitted {
  const { relation, kind } = term.data;
  const [of] = term.args;
  const from = kindOf(of, emission);
  if (relation === 'ancestor' && from === kind) return emission.of(of);
  const { absence } = emission.of(of);
  const id = emission.idOf(of);
  if (relation === 'owner') return { value: emission.keep(ownerCode(id, from, emission)), absence };
  const isOneStep = relation === 'parent' || hangsOnOnly(emission.model, from, kind);
  const value = isOneStep
    ? emission.keep(js`${parentColumn(emission)}[${id}]`)
    : climbWhile(id, (at) => js`${kindColumn(emission)}[${at}] !== ${kind}`, emission);
  return { value, absence };
}

/** Over rows the one faction of a mask; none where there are several. Slot 0 is the slot of none. */
function ownerCode(id: Code, kind: number, emission: Emission): Code {
  // A faction belongs to itself.
  if (isFlat(emission.model) || keepsOwner(emission.model, kind))
    return js`${factionColumn(emission)}[${id}] === 0 ? ${emission.once(js`frame.state.owner`)}[${id}] : ${id}`;
  if (emission.inFrame) return js`${id} === 0 ? 0 : ${emission.thing('ownerOf', ownerOf)}(frame.state, ${id})`;
  const factions = emission.once(js`frame.state.factionEntity`);
  const mask = emission.keep(js`${masksOf(emission)}[${id}] | 0`);
  return js`${factions}[(${mask} & (${mask} - 1)) === 0 ? 31 - Math.clz32(${mask} | 1) : 0]`;
}
