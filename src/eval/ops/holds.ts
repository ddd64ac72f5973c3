import { holds as isHeld } from '../../state/holdings.js';
import { holdsColumns } from '../columns/holds.js';
import { emitHolds } from '../emit/emit-holds.js';
import { type Operation, booleanType, entityType, signature, unary } from '../operation.js';
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
  bounds({ node, args: [of] }, known) {
    const { kind, absent } = known.of(of);
    const has = kind === undefined || known.model.holdings[node.data.holding].kinds.includes(kind);
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
  evaluate: (node, frame) =>
    unary(node, frame, (id) => (id !== 0 && isHeld(frame.state, node.data.holding, id, node.data.word) ? 1 : 0)),
  columns: holdsColumns,
  emit: emitHolds,
};
