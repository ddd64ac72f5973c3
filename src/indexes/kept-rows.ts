import type { KindFact } from '../model/stamps.js';
import { createFollower } from '../model/trail.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import type { IdList } from './indexes.js';
import { kindsBelow } from './kinds-above.js';
import { type Memo, memo } from '../model/memo.js';

/** A value of each row that follows from the row and from what it hangs on. */
export interface RowValues<Values> {
  /** Facts that it follows from. */
  readonly facts: readonly KindFact[];
  readonly all: (before: Values | undefined) => Values;
  readonly one: (id: number) => number;
}

/** Values by id, worked out again for rows that have changed and for what can hang on them. */
export function keptRows<Values extends Int32Array | Uint32Array>(
  state: WorldState,
  ofKind: (kind: number) => IdList,
  { facts, all, one }: RowValues<Values>,
): Memo<Values> {
  const { kinds } = state.model;
  const follower = createFollower(state.stamps, facts);
  const below = new Map(kinds.map(({ index }) => [index, kindsBelow(state.model, index)]));
  return memo<Values>(state.stamps, facts, (before) => {
    const changed = follower.changed(idLimit(state.identity) >>> 3);
    if (before === undefined || changed === undefined) return all(before);
    const hanging = new Set<number>();
    for (const id of changed) {
      before[id] = one(id);
      // What hung on one that is gone was moved, or has gone too.
      for (const kind of below.get(state.identity.kind[id]) ?? []) hanging.add(kind);
    }
    for (const kind of hanging) {
      const { ids, length } = ofKind(kind);
      for (let i = 0; i < length; i++) before[ids[i]] = one(ids[i]);
    }
    return before;
  });
}
