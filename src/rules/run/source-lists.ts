import { type Memo, byNumber, fact, memo } from '../../model/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { IdList } from '../../indexes/indexes.js';
import { roomyCodes } from '../../indexes/scratch.js';
import type { Rule } from '../../ir/rule.js';
import { carriersOf } from '../../meaning/sources.js';

/** Who may be a source of a rule in a turn, in the order in which they fire. */
export interface Sources extends IdList {
  /** Whether that is all who carry the rule: who was born in the turn is no source yet. */
  readonly isWhole: boolean;
}

/** Lists of sources. Those of a class are listed once for all its rules, until somebody comes or goes. */
export interface SourceLists {
  /** Holds until the sources of another rule are asked for. */
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

/** Writes those that were born before a turn to `into`, which may be the list itself; returns how many. */
function keepBorn(ids: Int32Array, length: number, created: ArrayLike<number>, turn: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = ids[i];
    count += created[ids[i]] < turn ? 1 : 0;
  }
  return count;
}
