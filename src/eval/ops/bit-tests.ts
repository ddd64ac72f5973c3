import { type Evaluator, varies } from '../columns/evaluator.js';
import { type Frame, type Value, missing } from '../../ir/node.js';
import { type HoldsData, mayMiss } from '../data.js';
import {
  type Apply,
  type Operation,
  applying,
  areOf,
  booleanType,
  entityType,
  isAbsent,
  numberType,
  signature,
  stronger,
} from '../operation.js';
import { type Rows, bytesAt, codesBy, isMissing, numbersBy } from '../columns/rows.js';
import type { Term } from '../term.js';
import type { Model } from '../../model/model.js';
import type { WorldState } from '../../components/state.js';
import {
  absentWhereNone,
  allMissing,
  applyByRow,
  filled,
  idsIn,
  idsOrNone,
  knownKind,
  sameAbsence,
} from '../columns/absence.js';
import { affiliate, masksFor, masksOfTerm, missWhereNobody, uniformMask } from '../columns/mask-columns.js';
import { binding, call, enclosed, writeCall, writeWordOf } from '../printer.js';
import { checkIndex } from '../check-data.js';
import { emitOthers, factionOf, kindColumn, maskFor } from '../emit/parts.js';
import { js, refuse } from '../emit/code.js';
import { type Emission, type Emitted, kindOf, strongerCode } from '../emit/emission.js';
import { isAvailable } from '../../components/availability.js';
import { countHeld, holdingOffset, holds as isHeld } from '../../components/holdings.js';
import { wordsOfSlots } from '../../components/faction.js';
import { isSighted } from '../../components/sights.js';
import { sees } from '../../components/visibility.js';
import { whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

export const holds: Operation<HoldsData> = {
  name: 'holds',
  type: signature([entityType], booleanType),
  data: record<HoldsData>({ holding: whole(), word: whole() }),
  text: ({ holding, word }) => `${holding} ${word}`,
  document: {
    meaning: 'an object holds a word of a declared set; false for none and for kinds without the set',
    absent: 'the object is',
    families: 'eXct',
  },
  bounds({ data, args: [of] }, known) {
    const { kind, absent } = known.of(of);
    const has = kind === undefined || known.model.holdings[data.holding].kinds.includes(kind);
    return { least: 0, most: has ? 1 : 0, absent };
  },
  print({ data: { holding, word }, args: [object] }, to, place) {
    const { name, words } = to.wording.model.holdings[holding];
    writeWordOf(to, place, { word, words, object, name });
  },
  check({ holding, word }, { holdings, enumerations }) {
    checkIndex(holding, 0, holdings.length);
    checkIndex(word, 1, enumerations[holdings[holding].words].members.length + 1);
  },
  local: () => ['holding', 'population'],
  ofWorld: true,
  facts: () => ['population', 'holding'],
  ...applying(({ state }, { holding, word }, id) =>
    isAbsent(id) ? id : id !== 0 && isHeld(state, holding, id, word) ? 1 : 0,
  ),
  /** Where all objects are of one kind, the place of the bit is the same for all. */
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const { holding, word } = term.data;
    const [object] = term.args;
    const kind = knownKind(object, rows);
    const isAskable = canHold(state, term.data);
    if (isAskable && kind !== 0 && holdingOffset(state, holding, kind) < 0) return filled(term, 0, length, scratch);
    const bit = word & 31;
    return codesBy(rows, scratch, (into, absence) => {
      const of = evaluator.evaluate(object, rows);
      if (!isAskable) into.fill(0, 0, length);
      else if (kind === 0) {
        const offsets = fillOffsets(state, term.data, scratch.codes(everyKind));
        gatherBitsByKind(idsOrNone(of, length, scratch), state, offsets, bit, into, length);
      } else {
        const offset = holdingOffset(state, holding, kind) + (word >>> 5);
        gatherBits(of.codes, state.wordBlock, state.words, offset, bit, into, length);
      }
      return sameAbsence(of.absence, absence, length);
    });
  },
  emitRows(term, emission) {
    const { holding, word } = term.data;
    const [of] = term.args;
    const { absence } = emission.of(of);
    const id = emission.idOf(of);
    const kind = kindOf(of, emission);
    if (kind !== 0 && !emission.model.holdings[holding].kinds.includes(kind)) return { value: js`0`, absence };
    const block = js`${emission.once(js`frame.state.wordBlock`)}[${id}]`;
    const words = emission.once(js`frame.state.words`);
    const bit = js`>>> ${word & 31} & 1`;
    if (kind !== 0) {
      const offset = emission.given(
        `offset ${holding} ${word >>> 5} ${kind}`,
        ({ evaluator: { state } }) => holdingOffset(state, holding, kind) + (word >>> 5),
      );
      return { value: emission.keep(js`${words}[${block} + ${offset}] ${bit}`), absence };
    }
    let table: Int32Array | undefined;
    const offsets = emission.given(
      `offsets ${holding} ${word >>> 5}`,
      ({ evaluator: { state } }) => (table ??= fillOffsets(state, term.data, new Int32Array(everyKind))),
    );
    const at = emission.keep(js`${block} + ${offsets}[${kindColumn(emission)}[${id}]]`);
    return { value: emission.keep(js`${words}[${at} & ~(${at} >> 31)] ${bit}`), absence };
  },
};

interface HeldData {
  readonly holding: number;
}

const heldData = record<HeldData>({ holding: whole() });

function checkHeldData({ holding }: HeldData, { holdings }: Model): void {
  checkIndex(holding, 0, holdings.length);
}

/** Like `holds`, for a word that the world decides. */
export const heldWord: Operation<HeldData> = {
  name: 'heldWord',
  type: (args) => (areOf(args, 'entity', 'enumeration') ? booleanType : 'takes an object and a word'),
  data: heldData,
  text: ({ holding }) => String(holding),
  document: {
    meaning: 'an object holds the word that a value is; false for none, for no word and for kinds without the set',
    absent: 'an operand is',
    families: 'Ex',
  },
  print({ data: { holding }, args: [object, word] }, to, place) {
    enclosed(to, binding.comparison, place, () => {
      to.write(word, binding.comparison + 1);
      to.add(' in ');
      to.write(object, binding.tightest);
      to.add(`.${to.wording.model.holdings[holding].name}`);
    });
  },
  check: checkHeldData,
  ofWorld: true,
  facts: () => ['population', 'holding'],
  ...applying(holdsWord),
  columns: (term, rows, evaluator) => applyByRow(term, rows, evaluator, holdsWord),
  emitRows: (term, emission) => emitByMeaning(term, holdsWord, emission),
};

function holdsWord({ state }: Frame, { holding }: HeldData, id: Value, word: Value): Value {
  if (isAbsent(id) || isAbsent(word)) return stronger(id, word);
  return id !== 0 && isHeld(state, holding, id, word) ? 1 : 0;
}

export const heldCount: Operation<HeldData> = {
  name: 'heldCount',
  type: signature([entityType], numberType),
  data: heldData,
  text: ({ holding }) => String(holding),
  document: {
    meaning: 'the number of words that an object holds in a declared set; 0 for none and for kinds without the set',
    absent: 'the object is',
    families: 'Ex',
  },
  bounds({ data: { holding }, args: [of] }, known) {
    const { words } = known.model.holdings[holding];
    const most = known.model.enumerations[words].members.length;
    return { least: 0, most, absent: known.of(of).absent, isWhole: true };
  },
  print({ data: { holding }, args: [object] }, to) {
    to.add('size(');
    to.write(object, binding.tightest);
    to.add(`.${to.wording.model.holdings[holding].name})`);
  },
  check: checkHeldData,
  ofWorld: true,
  facts: () => ['population', 'holding'],
  ...applying(heldIn),
  columns(term, rows, evaluator) {
    const { length } = rows;
    return numbersBy(rows, evaluator.scratch, (into, absence) => {
      const of = evaluator.evaluate(term.args[0], rows);
      const ids = idsOrNone(of, length, evaluator.scratch);
      for (let row = 0; row < length; row++) into[row] = countHeld(evaluator.state, term.data.holding, ids[row]);
      return sameAbsence(of.absence, absence, length);
    });
  },
  emitRows: (term, emission) => emitByMeaning(term, heldIn, emission),
};

function heldIn({ state }: Frame, { holding }: HeldData, id: Value): Value {
  return isAbsent(id) ? id : countHeld(state, holding, id);
}

/** A call of the meaning with present operands; absent as these are. */
function emitByMeaning(term: Term<HeldData>, meaning: Apply<HeldData>, emission: Emission): Emitted {
  const [a, b] = term.args.map((arg) => emission.of(arg));
  const absence = b === undefined ? a.absence : strongerCode(a.absence, b.absence, emission);
  const call = js`${emission.thing('', meaning)}(frame, ${emission.thing('', term.data)}, ${a.value}, ${b?.value ?? js`0`})`;
  return { value: emission.keep(absence === undefined ? call : js`${absence} === 0 ? ${call} : 0`), absence };
}

function canHold({ model: { holdings, enumerations } }: WorldState, { holding, word }: HoldsData): boolean {
  const { kinds, words } = holdings[holding];
  return kinds.length > 0 && word >= 1 && word <= enumerations[words].members.length;
}

/** Entries for all numbers that a row's kind can have. */
const everyKind = 256;

/** A kind without the holding: below 0 with any block. */
const lacking = -(2 ** 31);

/** By kind, the offset in an object's block of the 32-bit word that has the bit. */
function fillOffsets(state: WorldState, { holding, word }: HoldsData, into: Int32Array): Int32Array {
  into.fill(lacking, 0, everyKind);
  for (const { index } of state.model.kinds) {
    const offset = holdingOffset(state, holding, index);
    if (offset >= 0) into[index] = offset + (word >>> 5);
  }
  return into;
}

function gatherBits(
  ids: Int32Array,
  block: Int32Array,
  words: Uint32Array,
  offset: number,
  bit: number,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) into[row] = (words[block[ids[row]] + offset] >>> bit) & 1;
}

/** Word 0 has no bits and lies in no block. */
function gatherBitsByKind(
  ids: Int32Array,
  { identity: { kind }, wordBlock, words }: WorldState,
  offsets: Int32Array,
  bit: number,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const at = wordBlock[id] + offsets[kind[id]];
    into[row] = (words[at & ~(at >> 31)] >>> bit) & 1;
  }
}

/** 0 for other objects. */
function slotsOf(term: Term, rows: Rows, evaluator: Evaluator): Int32Array {
  const slots = evaluator.scratch.codes(rows.length);
  bytesAt(evaluator.state.faction, idsIn(term, rows, evaluator), slots, rows.length);
  return slots;
}

export const available: Operation = {
  name: 'available',
  type: (args) => (areOf(args, 'entity', 'class') ? booleanType : 'takes a faction and a class'),
  document: {
    meaning: 'a class is available to a faction',
    absent: 'missing if the object is not a faction',
    families: 'Ext',
  },
  absence: () => mayMiss,
  // The language asks for the owner by itself.
  print: ({ args: [faction, of] }, to) => {
    writeCall(to, 'available', [faction.args.at(0) ?? faction, of]);
  },
  facts: () => ['population', 'availability'],
  ...applying(mayUse),
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const one = evaluator.uniform(term.args[1], rows);
    if (one === varies) return applyByRow(term, rows, evaluator, mayUse);
    if (isAbsent(one)) return filled(term, missing, length, scratch);
    return codesBy(rows, scratch, (into, absence) => {
      const slots = slotsOf(term.args[0], rows, evaluator);
      const { available, availableWords } = state;
      const word = one >>> 5;
      for (let row = 0; row < length; row++)
        into[row] = (available[slots[row] * availableWords + word] >>> (one & 31)) & 1;
      return absentWhereNone(slots, isMissing, absence, length);
    });
  },
  emitRows({ args: [faction, of] }, emission) {
    if (!emission.isUniform(of)) return refuse('a class that differs from row to row');
    const classIndex = emission.of(of).value;
    const available = emission.once(js`frame.state.available`);
    const words = emission.once(js`frame.state.availableWords`);
    const slot = factionOf(faction, emission);
    const value = emission.keep(
      js`${available}[${slot} * ${words} + (${classIndex} >>> 5)] >>> (${classIndex} & 31) & 1`,
    );
    return { value, absence: emission.keep(js`${slot} === 0 ? ${isMissing} : 0`) };
  },
};

function mayUse({ state }: Frame, _data: unknown, faction: Value, classIndex: Value): Value {
  if (isAbsent(faction) || isAbsent(classIndex)) return missing;
  return truth(isAvailable(state, faction, classIndex));
}

function truth(answer: boolean | undefined): Value {
  return answer === undefined ? missing : Number(answer);
}

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
  projection: (_data, argument) => (argument === 0 ? 'factions' : undefined),
  ...applying(isSeen),
  /** With masks, sights too are one word an object with the same bits; otherwise each object is asked. */
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const masks = masksFor(rows, evaluator);
    if (masks === undefined) return applyByRow(term, rows, evaluator, isSeen);
    const observers = uniformMask(term.args[0], rows, evaluator);
    if (observers === 0) return allMissing(term, term.args[1], rows, evaluator);
    return codesBy(rows, scratch, (into, absence) => {
      const ids = idsIn(term.args[1], rows, evaluator);
      const seenBy = scratch.codes(length);
      for (let row = 0; row < length; row++) seenBy[row] = state.seenBy[ids[row]] | masks[ids[row]];
      const each = observers === varies ? masksOfTerm(term.args[0], masks, rows, evaluator) : observers;
      affiliate('empire-inclusive', seenBy, each, into, length);
      const absent = absentWhereNone(ids, isMissing, absence, length);
      if (typeof each === 'number') return absent;
      missWhereNobody(each, absence, length);
      return absence;
    });
  },
  emitRows({ args: [observer, object] }, emission) {
    const observers = emitOthers(observer, object, emission);
    const id = emission.idOf(object);
    const seenBy = emission.once(js`frame.state.seenBy`);
    const value = emission.keep(js`((${seenBy}[${id}] | ${maskFor(object, emission)}) & ${observers}) !== 0 ? 1 : 0`);
    const nobody = emission.isUniform(observer) ? undefined : js`${observers} === 0`;
    const nothing = emission.kindsOf(object).length > 0 ? undefined : js`${id} === 0`;
    if (nobody === undefined && nothing === undefined) return { value };
    const isAbsent =
      nobody === undefined || nothing === undefined ? (nobody ?? nothing ?? 0) : js`${nobody} || ${nothing}`;
    return { value, absence: emission.keep(js`${isAbsent} ? ${isMissing} : 0`) };
  },
};

function isSeen({ state }: Frame, _data: unknown, observer: Value, object: Value): Value {
  if (isAbsent(observer) || isAbsent(object) || object === 0) return missing;
  return truth(sees(state, observer, object));
}

interface SightData {
  readonly sight: number;
}

export const sighted: Operation<SightData> = {
  name: 'sighted',
  type: signature([entityType, entityType], booleanType),
  data: record<SightData>({ sight: whole() }),
  text: (data) => String(data.sight),
  document: {
    meaning: 'a faction has a declared sight of an object',
    absent: 'missing if the observer is not a faction, or the object is none',
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
  ...applying(hasSight),
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    return codesBy(rows, scratch, (into, absence) => {
      const slots = slotsOf(term.args[0], rows, evaluator);
      const ids = idsIn(term.args[1], rows, evaluator);
      const { sightedBy, sightedWords } = state;
      const first = term.data.sight * wordsOfSlots(state);
      for (let row = 0; row < length; row++) {
        const slot = slots[row];
        into[row] = (sightedBy[ids[row] * sightedWords + first + (slot >>> 5)] >>> (slot & 31)) & 1;
        // Both known, or neither.
        slots[row] = ids[row] === 0 ? 0 : slot;
      }
      return absentWhereNone(slots, isMissing, absence, length);
    });
  },
  /** A further sight has words of its own, with one bit a faction. */
  emitRows({ data: { sight }, args: [faction, object] }, emission) {
    const slot = factionOf(faction, emission);
    const id = emission.idOf(object);
    const sightedBy = emission.once(js`frame.state.sightedBy`);
    const words = emission.once(js`frame.state.sightedWords`);
    const first = emission.once(js`${sight} * ${emission.thing('wordsOfSlots', wordsOfSlots)}(frame.state)`);
    const value = emission.keep(js`${sightedBy}[${id} * ${words} + ${first} + (${slot} >>> 5)] >>> (${slot} & 31) & 1`);
    const nothing = emission.kindsOf(object).length > 0 ? js`` : js` || ${id} === 0`;
    return { value, absence: emission.keep(js`${slot} === 0${nothing} ? ${isMissing} : 0`) };
  },
};

function hasSight({ state }: Frame, { sight }: SightData, faction: Value, object: Value): Value {
  if (isAbsent(faction) || isAbsent(object) || object === 0) return missing;
  return truth(isSighted(state, sight, faction, object));
}
