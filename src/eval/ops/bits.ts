import { holdingOffset, holds as isHeld } from '../../components/holdings.js';
import { availableColumns, everyKind, fillOffsets, holdsColumns, sightedColumns } from '../columns/bits.js';
import { visibleColumns } from '../columns/factions.js';
import { js } from '../emit/code.js';
import { type Emission, type Emitted, kindOf } from '../emit/emission.js';
import { kindColumn } from '../emit/parts.js';
import type { Term } from '../term.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';
import type { HoldsData } from '../data.js';
import { call, checkIndex, mayMiss, writeCall, writeWordOf } from '../record.js';
import { isAvailable } from '../../components/availability.js';
import type { WorldState } from '../../components/state.js';
import { emitAvailable, emitSighted, emitVisible } from '../emit/emit-factions.js';
import { type Value, missing } from '../../ir/node.js';
import { sees } from '../../components/visibility.js';
import { isSighted } from '../../components/sights.js';

export const holds: Operation<HoldsData> = {
  name: 'holds',
  type: signature([entityType], booleanType),
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
  columns: holdsColumns,
  emitRows: emitHolds,
};

/** A bit of what an object holds, whose place is the same for all objects of a kind. */
function emitHolds(term: Term<HoldsData>, emission: Emission): Emitted {
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
}

export const available: Operation = {
  name: 'available',
  type: (args) =>
    args.length === 2 && args[0].name === 'entity' && args[1].name === 'class'
      ? booleanType
      : 'takes a faction and a class',
  document: {
    meaning: 'a class is available to a faction',
    absent: 'missing if the object is no faction',
    families: 'Ext',
  },
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
  lens: (_data, argument) => (argument === 0 ? 'factions' : undefined),
  ...applying((frame, _data, observer, object) => isSeen(frame.state, observer, object)),
  columns: (term, rows, evaluator) => visibleColumns(term, rows, evaluator, isSeen),
  emitRows: emitVisible,
};

function isSeen(state: WorldState, observer: Value, object: Value): Value {
  if (isAbsent(observer) || isAbsent(object) || object === 0) return missing;
  return truth(sees(state, observer, object));
}

export const sighted: Operation<{ readonly sight: number }> = {
  name: 'sighted',
  type: signature([entityType, entityType], booleanType),
  text: (data) => String(data.sight),
  document: {
    meaning: 'a faction has a declared sight of an object',
    absent: 'missing if the observer is no faction, or the object is none',
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
  return truth(isSighted(state, sight, faction, object));
}
