import { type Code, js } from '../emit/code.js';
import { type Documentation, type Operation, applying, areOf, entityType, isAbsent, signature } from '../operation.js';
import { type Emission, kindOf as kindOfAll } from '../emit/emission.js';
import { type FollowData, type SlotData, mayMiss } from '../data.js';
import { type Frame, type Value, missing } from '../../ir/node.js';
import { type Type, hangsOnOnly, isFlat, keepsOwner, kindAt } from '../../model/model.js';
import {
  absentWhereNone,
  applyByRow,
  filled,
  idsIn,
  idsOrNone,
  knownKind,
  sameAbsence,
  sameInRows,
} from '../columns/absence.js';
import { bytesAt, codesAt, codesBy, codeVector, isMissing, toAncestor } from '../columns/rows.js';
import { certainly, isSomebody, someone, valuesOf } from '../bounds.js';
import { checkIndex, checkSlot, checkWord } from '../check-data.js';
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
import { leaf, member, slotName } from '../printer.js';
import { masksFor } from '../columns/mask-columns.js';
import { missingOfNone } from '../node-shape.js';
import { resolve } from '../../kernel/identity.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { ownerOf } from '../../components/ownership.js';
import type { WorldState } from '../../components/state.js';
import { toOwner } from '../../indexes/faction-masks.js';
import { record } from '../../ir/record-shape.js';
import { indexOf, whole, word } from '../../ir/shape.js';

export const slot: Operation<SlotData> = {
  name: 'slot',
  type: signature([], entityType),
  data: record<SlotData>({ slot: whole() }),
  text: (data) => String(data.slot),
  document: { meaning: 'source, target, or the member that an aggregate binds', families: 'ExctF' },
  bounds: ({ data }, known) => known.slot(data.slot),
  print: leaf(({ slot: index }, wording) => slotName(index, wording)),
  check({ slot: index }) {
    checkSlot(index);
  },
  slots: (data) => 1 << data.slot,
  evaluate: (node, frame) => frame.slots[node.data.slot],
  /** The ids of the rows themselves, not copied: no kernel writes into its arguments. */
  columns(term, rows, { frame, scratch }) {
    const { slot } = term.data;
    const ids = rows.slots[slot];
    return ids === undefined ? filled(term, frame.slots[slot], rows.length, scratch) : codeVector(ids);
  },
  emit: ({ data }, emission) => ({ value: emission.slot(data.slot) }),
};

function typeOfObject(result: Type): Operation['type'] {
  return (args) => (areOf(args, 'entity') ? result : 'takes one object');
}

/** Missing also when the bound object is destroyed. */
export const role: Operation<{ readonly role: number }> = {
  name: 'role',
  type: signature([], entityType),
  data: record({ role: indexOf('role') }),
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
  ...sameInRows(
    ({ data }, { state: { identity, role: bindings } }) => resolve(identity, bindings[data.role + 1]) || missing,
  ),
  emit: ({ data }, emission) => objectOrMissing(resolved(js`frame.state.role[${data.role + 1}]`, emission), emission),
};

export const follow: Operation<FollowData> = {
  name: 'follow',
  type: typeOfObject(entityType),
  data: record<FollowData>({ relation: word('owner', 'parent', 'ancestor'), kind: whole() }),
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
  projection: (data) => (data.relation === 'owner' ? 'factions' : undefined),
  ...applying(followed),
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const { relation, kind } = term.data;
    const known = knownKind(term.args[0], rows);
    if (relation === 'ancestor' && known === kind) return evaluator.evaluate(term.args[0], rows);
    const isPlain = relation === 'owner' && (state.flat || keepsOwner(state.model, known));
    const masks = relation === 'owner' && !isPlain ? masksFor(rows, evaluator) : undefined;
    if (relation === 'owner' && !isPlain && masks === undefined) return applyByRow(term, rows, evaluator, followed);
    return codesBy(rows, scratch, (into, absence) => {
      const from = evaluator.evaluate(term.args[0], rows);
      const ids = idsOrNone(from, length, scratch);
      if (isPlain) toStoredOwner(ids, state.faction, state.owner, into, length);
      else if (masks !== undefined) toOwner(ids, masks, state.factionEntity, into, length);
      else if (relation === 'parent' || hangsOnOnly(state.model, known, kind)) codesAt(state.parent, ids, into, length);
      else toAncestor(ids, kind, state.identity.kind, state.parent, into, length);
      return sameAbsence(from.absence, absence, length);
    });
  },
  /** Absent where the object is; none where it leads nowhere. */
  emit(term, emission) {
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
  },
};

function followed({ state }: Frame, { relation, kind }: FollowData, id: Value): Value {
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

/** Over rows as `toOwner`. */
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

/** `name`: as it is written. */
function ofObject(
  name: string,
  type: Type,
  valueOf: (state: WorldState, id: number) => number,
): Omit<Operation, 'name' | 'columns'> {
  return {
    type: typeOfObject(type),
    document,
    absence: missingOfNone,
    local: () => ['population'],
    facts: () => ['population'],
    print: member(() => name),
    evaluate(node, frame) {
      const id = frame.evaluate(node.args[0]);
      return isAbsent(id) || id === 0 ? missing : valueOf(frame.state, id);
    },
  };
}

export const kindOf: Operation = {
  name: 'kindOf',
  ...ofObject('kind', kindType, ({ identity }, id) => identity.kind[id]),
  bounds({ args: [of] }, known) {
    const object = known.of(of);
    const absent = !isSomebody(object);
    return object.kind === undefined
      ? { ...valuesOf(kindType, known.model), absent }
      : { ...certainly(object.kind), absent };
  },
  columns(term, rows, evaluator) {
    const kind = knownKind(term.args[0], rows);
    if (kind !== 0) return filled(term, kind, rows.length, evaluator.scratch);
    return codesBy(rows, evaluator.scratch, (into, absence) => {
      const ids = idsIn(term.args[0], rows, evaluator);
      bytesAt(evaluator.state.identity.kind, ids, into, rows.length);
      return absentWhereNone(ids, isMissing, absence, rows.length);
    });
  },
  emit(term, emission) {
    const kind = kindOfAll(term.args[0], emission);
    if (kind !== 0) return { value: js`${kind}` };
    const value = emission.keep(js`${kindColumn(emission)}[${emission.idOf(term.args[0])}]`);
    return { value, absence: missingWhereNone(term.args[0], emission) };
  },
};

/** None for objects of no class. */
export const classOf: Operation = {
  name: 'classOf',
  ...ofObject('class', classType, (state, id) => state.class[id]),
  bounds({ args: [of] }, known) {
    const object = known.of(of);
    const absent = !isSomebody(object);
    if (object.class !== undefined) return { ...certainly(object.class), absent };
    const { kind } = object;
    const classes = known.model.classes.filter((each) => kind === undefined || each.kind === kind);
    return { least: 0, most: Math.max(0, ...classes.map(({ index }) => index)), absent };
  },
  columns: (term, rows, evaluator) =>
    codesBy(rows, evaluator.scratch, (into, absence) => {
      const ids = idsIn(term.args[0], rows, evaluator);
      codesAt(evaluator.state.class, ids, into, rows.length);
      return knownKind(term.args[0], rows) === 0 ? absentWhereNone(ids, isMissing, absence, rows.length) : undefined;
    }),
  emit: (term, emission) => ({
    value: emission.keep(js`${emission.once(js`frame.state.class`)}[${emission.idOf(term.args[0])}]`),
    absence: missingWhereNone(term.args[0], emission),
  }),
};

function toStoredOwner(
  ids: Int32Array,
  faction: Uint8Array,
  owner: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) into[row] = faction[ids[row]] === 0 ? owner[ids[row]] : ids[row];
}
