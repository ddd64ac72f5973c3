import { type KindFact, type Memo, createFollower, memo } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import type { IdList } from './indexes.js';
import { type Model, kindAt } from '../model/model.js';

/** A value per row that follows from the row and its ancestors. */
export interface RowValues<Values> {
  readonly facts: readonly KindFact[];
  readonly all: (before: Values | undefined) => Values;
  readonly one: (id: number) => number;
}

/** Values by id, recomputed for changed rows and possible descendants. */
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
      // Objects attached to a destroyed one were moved or destroyed as well.
      for (const kind of below.get(state.identity.kind[id]) ?? []) hanging.add(kind);
    }
    for (const kind of hanging) {
      const { ids, length } = ofKind(kind);
      for (let i = 0; i < length; i++) before[ids[i]] = one(ids[i]);
    }
    return before;
  });
}

/** Kinds of possible ancestors, ascending. */
export function kindsAbove(model: Model, kind: number): readonly number[] {
  const found = new Set(kindAt(model, kind).attachesTo);
  // Also iterates over additions.
  for (const each of found) for (const above of kindAt(model, each).attachesTo) found.add(above);
  return [...found].sort((a, b) => a - b);
}

/** Kinds of possible descendants. */
function kindsBelow(model: Model, kind: number): readonly number[] {
  return model.kinds.map(({ index }) => index).filter((index) => kindsAbove(model, index).includes(kind));
}
