import { type AffiliationMode, mayBeUnfound, mayMiss } from '../data.js';
import { type Code, js, refuse } from '../emit/code.js';
import {
  type Documentation,
  type Operation,
  applying,
  booleanType,
  entityType,
  isAbsent,
  signature,
} from '../operation.js';
import { type Emission, kindOf } from '../emit/emission.js';
import { type Evaluator, varies } from '../columns/evaluator.js';
import { type Frame, type Value, missing, notFound } from '../../ir/node.js';
import { type Rows, codesBy, isMissing, isNotFound } from '../columns/rows.js';
import type { Term } from '../term.js';
import type { WorldState } from '../../components/state.js';
import {
  affiliate,
  affiliations,
  masksAt,
  masksFor,
  masksOfTerm,
  missWhereNobody,
  uniformMask,
} from '../columns/mask-columns.js';
import { allMissing, applyByRow, idsIn, knownKind } from '../columns/absence.js';
import { checkIndex, checkWord } from '../check-data.js';
import { emitOthers, maskFor } from '../emit/parts.js';
import { writeCall } from '../printer.js';
import { ownersOf, ownershipHolder } from '../../components/ownership.js';
import { areSlotsRelated, isRelated } from '../../components/relations.js';
import { hasMasks } from '../../indexes/faction-masks.js';
import { isLive } from '../../kernel/identity.js';
import { kindAt } from '../../model/model.js';
import { whole, word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

const document: Documentation = {
  meaning: 'the owners of an object, compared with the factions that another stands for',
  absent: 'missing if the other stands for none; not found if the object cannot be owned',
  families: 'Exct',
};

interface AffiliationData {
  readonly mode: AffiliationMode;
}

export const affiliation: Operation<AffiliationData> = {
  name: 'affiliation',
  type: signature([entityType, entityType], booleanType),
  data: record<AffiliationData>({
    mode: word('empire-inclusive', 'empire-exclusive', 'enemies-inclusive', 'enemies-exclusive'),
  }),
  text: (data) => data.mode,
  document,
  absence: () => mayMiss | mayBeUnfound,
  print({ data: { mode }, args }, to) {
    if (mode === 'empire-inclusive') writeCall(to, 'ownedBy', args);
    else writeCall(to, 'affiliation', args, `'${mode}'`);
  },
  check({ mode }) {
    checkWord(mode, Object.keys(affiliations));
  },
  facts: () => ['population', 'owner', 'place'],
  projection: (_data, argument) => (argument === 1 ? 'factions' : undefined),
  ...applying(affiliated),
  columns(term, rows, evaluator) {
    const { length } = rows;
    const masks = masksFor(rows, evaluator);
    if (masks === undefined) return applyByRow(term, rows, evaluator, affiliated);
    const others = uniformMask(term.args[1], rows, evaluator);
    if (others === 0) return allMissing(term, term.args[0], rows, evaluator);
    return codesBy(rows, evaluator.scratch, (into, absence) => {
      const ids = idsIn(term.args[0], rows, evaluator);
      const own = masksAt(masks, ids, length, evaluator);
      const each = others === varies ? masksOfTerm(term.args[1], masks, rows, evaluator) : others;
      affiliate(term.data.mode, own, each, into, length);
      const unheld = absentUnheld(term.args[0], ids, rows, evaluator, absence);
      if (typeof each === 'number') return unheld;
      if (unheld === undefined) absence.fill(0, 0, length);
      onlyMissWhereNobody(each, absence, length);
      return absence;
    });
  },
  /** By masks of factions; without masks the columns answer. */
  emitRows(term, emission) {
    const [object, other] = term.args;
    const others = emitOthers(other, object, emission);
    const own = maskFor(object, emission);
    const { value } = affiliations[term.data.mode].template(emission, { value: own }, { value: others });
    const unheld = unheldCode(object, emission);
    if (emission.isUniform(other)) return { value, absence: unheld };
    return { value, absence: emission.keep(js`${others} === 0 ? ${isMissing} : ${unheld ?? 0}`) };
  },
};

function affiliated({ state }: Frame, { mode }: AffiliationData, object: Value, other: Value): Value {
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

/** A destroyed object cannot. */
function canBeOwned(state: WorldState, object: number): boolean {
  return isLive(state.identity, object) && ownershipHolder(state, object) !== 0;
}

/** An object that stands for no faction makes the result missing, whatever the other is. */
function onlyMissWhereNobody(others: Int32Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) {
    const isNobody = others[row] === 0 ? 1 : 0;
    into[row] = (into[row] & (isNobody - 1)) | (isNobody * isMissing);
  }
}

/** Not found when nothing upward from the object can be owned. */
export const unowned: Operation = {
  name: 'unowned',
  type: signature([entityType], booleanType),
  document,
  absence: () => mayMiss | mayBeUnfound,
  print({ args }, to) {
    writeCall(to, 'affiliation', args, 'null', "'empire-inclusive'");
  },
  local: (_data, { hangs }) => (hangs ? undefined : ['owner', 'population']),
  facts: () => ['population', 'owner', 'place'],
  ...applying(belongsToNobody),
  columns(term, rows, evaluator) {
    const masks = masksFor(rows, evaluator);
    if (masks === undefined) return applyByRow(term, rows, evaluator, belongsToNobody);
    return codesBy(rows, evaluator.scratch, (into, absence) => {
      const ids = idsIn(term.args[0], rows, evaluator);
      for (let row = 0; row < rows.length; row++) into[row] = masks[ids[row]] === 0 ? 1 : 0;
      return absentUnheld(term.args[0], ids, rows, evaluator, absence);
    });
  },
  emitRows: ({ args: [object] }, emission) => ({
    value: emission.keep(js`${maskFor(object, emission)} === 0 ? 1 : 0`),
    absence: unheldCode(object, emission),
  }),
};

function belongsToNobody({ state }: Frame, _data: unknown, object: Value): Value {
  if (isAbsent(object) || object === 0) return missing;
  if (!canBeOwned(state, object)) return notFound;
  return ownersOf(state, object).length === 0 ? 1 : 0;
}

/** True if something upward from the objects of a kind (0: unknown) can always be owned. */
function isAlwaysHeld(kind: number, { model }: Pick<WorldState, 'model'>): boolean {
  if (kind === 0) return false;
  const { faction, ownership } = kindAt(model, kind);
  return faction || ownership.rule !== 'none';
}

/** Missing without an object, not found where nothing upward from it can be owned; undefined where neither occurs. */
function absentUnheld(
  term: Term,
  ids: Int32Array,
  rows: Rows,
  { state, indexes }: Evaluator,
  into: Uint8Array,
): Uint8Array | undefined {
  if (isAlwaysHeld(knownKind(term, rows), state)) return undefined;
  return markUnheld(ids, indexes.holders(), into, rows.length) === 0 ? undefined : into;
}

function markUnheld(ids: Int32Array, holders: Int32Array, into: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    // None has no holder either, and is the weaker absence.
    const how = (holders[ids[row]] === 0 ? isNotFound : 0) - (ids[row] === 0 ? isNotFound - isMissing : 0);
    into[row] = how;
    count += how;
  }
  return count;
}

function unheldCode(object: Term, emission: Emission): Code | undefined {
  if (isAlwaysHeld(kindOf(object, emission), emission)) return undefined;
  const id = emission.idOf(object);
  const holders = emission.given('holders', ({ evaluator: { indexes } }) => indexes.holders());
  return emission.derived(
    object,
    'unheld',
    () => js`${holders}[${id}] !== 0 ? 0 : ${id} === 0 ? ${isMissing} : ${isNotFound}`,
  );
}

interface RelationData {
  readonly relation: number;
}

/** A common faction is not related to itself. */
export const related: Operation<RelationData> = {
  name: 'related',
  type: signature([entityType, entityType], booleanType),
  data: record<RelationData>({ relation: whole() }),
  text: (data) => String(data.relation),
  document: {
    meaning: 'a faction that an object stands for has a declared relation to one that another stands for',
    absent: 'missing if either stands for none',
    families: 'Exc',
  },
  absence: () => mayMiss,
  print({ data, args }, to) {
    writeCall(to, 'related', args, `'${to.wording.model.relations[data.relation].name}'`);
  },
  check({ relation }, { relations }) {
    checkIndex(relation, 0, relations.length);
  },
  facts: () => ['population', 'owner', 'place', 'relation'],
  projection: () => 'factions',
  ...applying(areRelated),
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const slots = state.factionEntity.length;
    const masks = masksFor(rows, evaluator);
    if (masks === undefined) return applyByRow(term, rows, evaluator, areRelated);
    const others = uniformMask(term.args[1], rows, evaluator);
    if (others === 0) return allMissing(term, term.args[0], rows, evaluator);
    return codesBy(rows, scratch, (into, absence) => {
      const own = masksOfTerm(term.args[0], masks, rows, evaluator);
      const related = scratch.codes(slots);
      fillRelated(state, term.data.relation, related);
      absence.fill(0, 0, length);
      if (others !== varies) affiliate('empire-inclusive', own, slotsRelatedTo(related, others, slots), into, length);
      else {
        const each = masksOfTerm(term.args[1], masks, rows, evaluator);
        relateTwo(own, each, related, into, length);
        missWhereNobody(each, absence, length);
      }
      return missWhereNobody(own, absence, length) ? absence : undefined;
    });
  },
  /** The factions to (or from) which the relation holds are gathered on the side that changes less often. */
  emitRows(term, emission) {
    const { relation } = term.data;
    const [a, b] = term.args;
    if (a.heavy && emission.isUniform(b)) return refuse('factions of what an aggregate finds');
    const gathersFrom = emission.isUniform(b) || (!emission.isUniform(a) && emission.isOuter(b));
    const masks = [maskFor(a, emission), maskFor(b, emission)];
    const table = emission.given(`relation ${relation}${gathersFrom ? ' back' : ''}`, ({ evaluator: { state } }) => {
      if (!hasMasks(state)) return undefined;
      const bits = new Int32Array(state.factionEntity.length);
      fillRelated(state, relation, bits, gathersFrom);
      return bits;
    });
    const [gathered, mask] = gathersFrom ? [b, masks[1]] : [a, masks[0]];
    const all = emission.derived(gathered, `relation ${relation}`, () => {
      const bits = emission.variable(0);
      const left = emission.variable(js`${mask} | 0`);
      emission.add(
        js`for (; ${left} !== 0; ${left} &= ${left} - 1) ${bits} |= ${table}[31 - Math.clz32(${left} & -${left})];`,
      );
      return bits;
    });
    const value = emission.keep(js`(${all} & ${gathersFrom ? masks[0] : masks[1]}) !== 0 ? 1 : 0`);
    return { value, absence: emission.keep(js`${masks[0]} === 0 || ${masks[1]} === 0 ? ${isMissing} : 0`) };
  },
};

function areRelated({ state }: Frame, { relation }: RelationData, object: Value, other: Value): Value {
  if (isAbsent(object) || isAbsent(other)) return missing;
  const factions = ownersOf(state, object);
  const others = ownersOf(state, other);
  if (factions.length === 0 || others.length === 0) return missing;
  return factions.some((a) => others.some((b) => isRelated(state, relation, a, b))) ? 1 : 0;
}

/** By slot: bits of the slots to which a relation holds, or with `back` from which it holds. */
function fillRelated(state: WorldState, relation: number, into: Int32Array, back = false): void {
  const slots = state.factionEntity.length;
  for (let slot = 0; slot < slots; slot++) {
    let bits = 0;
    for (let other = 1; other < slots; other++)
      if (back ? areSlotsRelated(state, relation, other, slot) : areSlotsRelated(state, relation, slot, other))
        bits |= 1 << other;
    into[slot] = bits;
  }
}

/** Bits of the slots from which the relation holds to one of several. */
function slotsRelatedTo(related: Int32Array, others: number, slots: number): number {
  let bits = 0;
  for (let slot = 1; slot < slots; slot++) if ((related[slot] & others) !== 0) bits |= 1 << slot;
  return bits;
}

function relateTwo(own: Int32Array, others: Int32Array, related: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) {
    let to = 0;
    for (let mask = own[row]; mask !== 0; mask &= mask - 1) to |= related[31 - Math.clz32(mask & -mask)];
    into[row] = (to & others[row]) !== 0 ? 1 : 0;
  }
}
