import { fact } from '../../model/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { IdList } from '../../indexes/indexes.js';
import { roomyCodes } from '../../indexes/room.js';
import type { Rule } from '../../ir/rule.js';
import { type Memo, byNumber, memo } from '../../model/memo.js';
import { carriersOf } from '../../meaning/sources.js';

/** Possible sources of a rule in a turn, in firing order. */
export interface Sources extends IdList {
  /** Whether these are all carriers: those born in the turn are no sources yet. */
  readonly isWhole: boolean;
}

/** Lists of sources. Those of a class are shared by its rules until the population changes. */
export interface SourceLists {
  /** Valid until the next call. */
  of(context: TurnContext, rule: Rule): Sources;
}

export function createSourceLists({ state, indexes }: Pick<Evaluator, 'state' | 'indexes'>): SourceLists {
  const byClass = byNumber(
    (index): Memo<Sources> =>
      memo(state.stamps, [fact.population], (before, turn) => {
        const { ids: all, length } = indexes.ofClass(index);
        return born(all, length, turn, roomyCodes(before?.ids, length));
      }),
  );
  return {
    of({ frame }, { carrier }) {
      if (carrier.by === 'class') return byClass(carrier.class).get(frame.turn);
      const ids = Int32Array.from(carriersOf(carrier, frame), ({ id }) => id);
      return born(ids, ids.length, frame.turn, ids);
    },
  };

  function born(all: Int32Array, length: number, turn: number, ids: Int32Array): Sources {
    const count = keepBorn(all, length, state.created, turn, ids);
    return { ids, length: count, isWhole: count === length };
  }
}

/** Writes those born before a turn to `into`, which may be `ids`; returns how many. */
function keepBorn(ids: Int32Array, length: number, created: ArrayLike<number>, turn: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = ids[i];
    count += created[ids[i]] < turn ? 1 : 0;
  }
  return count;
}
