import { holds as isHeld } from '../../state/holdings.js';
import { holdsColumns } from '../columns/holds.js';
import { emitHolds } from '../emit/emit-holds.js';
import { type Operation, applying, booleanType, entityType, isAbsent, signature } from '../operation.js';

export interface HoldsData {
  /** Index among the holdings of the model. */
  readonly holding: number;
  /** A member of the holding's enumeration, from 1. */
  readonly word: number;
}

/**
 * Whether an object holds a word of a set; none holds nothing, as does what is of a kind without that set. Absent where
 * the object is.
 */
export const holds: Operation<HoldsData> = {
  name: 'holds',
  type: signature([entityType], booleanType),
  text: ({ holding, word }) => `${holding} ${word}`,
  facts: () => ['population', 'holding'],
  ...applying(({ state }, { holding, word }, id) =>
    isAbsent(id) ? id : id !== 0 && isHeld(state, holding, id, word) ? 1 : 0,
  ),
  columns: holdsColumns,
  emitRows: emitHolds,
};
