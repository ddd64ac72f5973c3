import { holdingOffset, holds as isHeld } from '../../components/holdings.js';
import { everyKind, fillOffsets, holdsColumns } from '../columns/holds.js';
import { js } from '../emit/code.js';
import { type Emission, type Emitted, kindOf } from '../emit/emission.js';
import { kindColumn } from '../emit/parts.js';
import type { Term } from '../term.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';
import { checkIndex, writeWordOf } from '../record.js';

export interface HoldsData {
  /** Index among the holdings of the model. */
  readonly holding: number;
  /** A member of the holding's enumeration, from 1. */
  readonly word: number;
}

export const holds: Operation<HoldsData> = {
  name: 'holds',
  type: signature([entityType], booleanType),
  text: ({ holding, word }) => `${holding} ${word}`,
  document: {
    meaning: 'an object holds a word of a declared set; false for none and for kinds without the set',
    absent: 'when the object is',
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
