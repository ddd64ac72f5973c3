import type { FollowData, SlotData } from '../data.js';
import { type Operation, applying, entityType, isAbsent } from '../operation.js';
import {
  type Documentation,
  certainly,
  checkIndex,
  checkSlot,
  checkWord,
  isSomebody,
  leaf,
  mayMiss,
  member,
  missingOfNone,
  slotName,
  someone,
  valuesOf,
} from '../record.js';
import { type Code, js } from '../emit/code.js';
import {
  climbWhile,
  factionColumn,
  kindColumn,
  masksOf,
  missingWhereNone,
  objectOrMissing,
  parentColumn,
  resolved,
} from '../emit/parts.js';
import type { WorldState } from '../../components/state.js';
import { resolve } from '../../kernel/identity.js';
import {
  type Meaning,
  absentWhereNone,
  applyByRow,
  filled,
  idsIn,
  idsOrNone,
  sameAbsence,
} from '../columns/absence.js';
import { type Value, missing } from '../../ir/node.js';
import { type Type, hangsOnOnly, isFlat, keepsOwner, kindAt } from '../../model/model.js';
import { type Emission, type Emitted, kindOf as kindOfAll } from '../emit/emission.js';
import type { Term } from '../term.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { ownerOf } from '../../components/ownership.js';
import type { Evaluator } from '../columns/evaluator.js';
import {
  type Rows,
  type Vector,
  bytesAt,
  codeVector,
  codesAt,
  codesBy,
  isMissing,
  toAncestor,
} from '../columns/rows.js';
import { knownKind } from '../columns/subset.js';
import { masksFor } from '../columns/masks.js';
import { toOwner } from '../../indexes/faction-masks.js';

export const slot: Operation<SlotData> = {
  name: 'slot',
  type: () => entityType,
  text: (data) => String(data.slot),
  document: { meaning: 'source, target, or the member that an aggregate binds', families: 'ExctF' },
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
    meaning: 'the object that the host binds to a name',
    absent: 'missing while no object is bound',
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

export const follow: Operation<FollowData> = {
  name: 'follow',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? entityType : 'takes one object'),
  text: (data) => (data.relation === 'ancestor' ? `ancestor ${data.kind}` : data.relation),
  document: {
    meaning: 'owner, parent, nearest ancestor of a kind',
    absent: 'none if there is no such object',
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
  const from = kindOfAll(of, emission);
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

const kindType: Type = { name: 'kind' };
const classType: Type = { name: 'class' };

const document: Documentation = {
  meaning: 'the kind or class of an object',
  absent: 'missing if the object is none',
  families: 'Exctf',
};

export const kindOf: Operation = {
  name: 'kindOf',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? kindType : 'takes one object'),
  document,
  absence: missingOfNone,
  bounds({ args: [of] }, known) {
    const object = known.of(of);
    const absent = !isSomebody(object);
    return object.kind === undefined
      ? { ...valuesOf(kindType, known.model), absent }
      : { ...certainly(object.kind), absent };
  },
  print: member(() => 'kind'),
  local: () => ['population'],
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return isAbsent(id) || id === 0 ? missing : frame.state.identity.kind[id];
  },
  columns: kindColumns,
  emit(term, emission) {
    const kind = kindOfAll(term.args[0], emission);
    if (kind !== 0) return { value: js`${kind}`, absence: undefined };
    const value = emission.keep(js`${kindColumn(emission)}[${emission.idOf(term.args[0])}]`);
    return { value, absence: missingWhereNone(term.args[0], emission) };
  },
};

/** None for objects of no class. */
export const classOf: Operation = {
  name: 'classOf',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? classType : 'takes one object'),
  document,
  absence: missingOfNone,
  bounds({ args: [of] }, known) {
    const object = known.of(of);
    const absent = !isSomebody(object);
    if (object.class !== undefined) return { ...certainly(object.class), absent };
    const { kind } = object;
    const classes = known.model.classes.filter((each) => kind === undefined || each.kind === kind);
    return { least: 0, most: Math.max(0, ...classes.map(({ index }) => index)), absent };
  },
  print: member(() => 'class'),
  local: () => ['population'],
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return isAbsent(id) || id === 0 ? missing : frame.state.class[id];
  },
  columns: classColumns,
  emit: (term, emission) => ({
    value: emission.keep(js`${emission.once(js`frame.state.class`)}[${emission.idOf(term.args[0])}]`),
    absence: missingWhereNone(term.args[0], emission),
  }),
};

/** The ids of the rows themselves, not copied: no kernel writes into what its arguments gave. */
function slotColumns(term: Term<SlotData>, rows: Rows, { frame, scratch }: Evaluator): Vector {
  const { slot } = term.data;
  const ids = rows.slots[slot];
  return ids === undefined ? filled(term, frame.slots[slot], rows.length, scratch) : codeVector(ids);
}

function kindColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const kind = knownKind(term.args[0], rows);
  if (kind !== 0) return filled(term, kind, rows.length, evaluator.scratch);
  return codesBy(rows, evaluator.scratch, (into, absence) => {
    const ids = idsIn(term.args[0], rows, evaluator);
    bytesAt(evaluator.state.identity.kind, ids, into, rows.length);
    return absentWhereNone(ids, isMissing, absence, rows.length);
  });
}

function classColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  return codesBy(rows, evaluator.scratch, (into, absence) => {
    const ids = idsIn(term.args[0], rows, evaluator);
    codesAt(evaluator.state.class, ids, into, rows.length);
    return knownKind(term.args[0], rows) === 0 ? absentWhereNone(ids, isMissing, absence, rows.length) : undefined;
  });
}

/** Absent where the object is; none where it leads nowhere. Without masks each object is asked. */
function followColumns(term: Term<FollowData>, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { relation, kind } = term.data;
  const known = knownKind(term.args[0], rows);
  if (relation === 'ancestor' && known === kind) return evaluator.evaluate(term.args[0], rows);
  const isPlain = relation === 'owner' && (state.flat || keepsOwner(state.model, known));
  const masks = relation === 'owner' && !isPlain ? masksFor(rows, evaluator) : undefined;
  if (relation === 'owner' && !isPlain && masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  return codesBy(rows, scratch, (into, absence) => {
    const from = evaluator.evaluate(term.args[0], rows);
    const ids = idsOrNone(from, length, scratch);
    if (isPlain) toStoredOwner(ids, state.faction, state.owner, into, length);
    else if (masks !== undefined) toOwner(ids, masks, state.factionEntity, into, length);
    else if (relation === 'parent' || hangsOnOnly(state.model, known, kind)) codesAt(state.parent, ids, into, length);
    else toAncestor(ids, kind, state.identity.kind, state.parent, into, length);
    return sameAbsence(from.absence, absence, length);
  });
}

/** A faction belongs to itself. */
function toStoredOwner(
  ids: Int32Array,
  faction: Uint8Array,
  owner: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) into[row] = faction[ids[row]] === 0 ? owner[ids[row]] : ids[row];
}
