import { fact } from '../../components/stamps.js';
import type { WorldState } from '../../state/world-state.js';
import type { IdList, Indexes } from '../../indexes/indexes.js';
import { roomyCodes } from '../../indexes/room.js';
import { type Memo, memo } from '../../state/memo.js';

/** Objects of several kinds in one list. */
export interface KindUnions {
  /** Live objects of any of some kinds, each named once; it holds until somebody comes or goes. */
  of(kinds: readonly number[]): IdList;
}

export function createKindUnions({ stamps }: Pick<WorldState, 'stamps'>, indexes: Pick<Indexes, 'ofKind'>): KindUnions {
  const known = new Map<string, Memo<IdList>>();
  return {
    of(kinds) {
      const name = kinds.join(' ');
      let kept = known.get(name);
      if (kept === undefined)
        known.set(name, (kept = memo(stamps, [fact.population], (before) => unionOf(kinds, indexes, before))));
      return kept.get();
    },
  };
}

function unionOf(kinds: readonly number[], indexes: Pick<Indexes, 'ofKind'>, before: IdList | undefined): IdList {
  const lists = kinds.map((kind) => indexes.ofKind(kind));
  const ids = roomyCodes(
    before?.ids,
    lists.reduce((sum, { length }) => sum + length, 0),
  );
  return { ids, length: merge(lists, ids) };
}

/** Merges ascending lists that have no id in common; returns how many ids there are. */
function merge(lists: readonly IdList[], into: Int32Array): number {
  let count = 0;
  for (const { ids, length } of lists) {
    mergeBehind(ids, length, into, count);
    count += length;
  }
  return count;
}

/** Puts an ascending list among the ids that there are, from behind, so that none is in the way. */
function mergeBehind(ids: Int32Array, length: number, into: Int32Array, count: number): void {
  let [last, known] = [length - 1, count - 1];
  for (let at = count + length - 1; last >= 0; at--)
    into[at] = known >= 0 && into[known] > ids[last] ? into[known--] : ids[last--];
}
