import { fact } from '../../components/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { IdList } from '../../indexes/indexes.js';
import { roomyCodes } from '../../indexes/kept-index.js';
import type { Rule } from '../../ir/rule.js';
import { type StampGuard, createGuard } from '../../state/stamp-guard.js';
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

interface Kept {
  readonly guard: StampGuard;
  turn: number;
  ids: Int32Array;
  length: number;
  isWhole: boolean;
}

export function createSourceLists({ state, indexes }: Pick<Evaluator, 'state' | 'indexes'>): SourceLists {
  const byClass = new Map<number, Kept>();

  function ofClass(index: number, turn: number): Kept {
    let kept = byClass.get(index);
    if (kept === undefined)
      byClass.set(
        index,
        (kept = {
          guard: createGuard(state.stamps, [fact.population]),
          turn: -1,
          ids: new Int32Array(0),
          length: 0,
          isWhole: true,
        }),
      );
    if (kept.turn === turn && kept.guard.holds()) return kept;
    put(kept, indexes.ofClass(index), turn);
    kept.guard.note();
    return kept;
  }

  function put(into: Kept, { ids, length }: IdList, turn: number): Sources {
    into.ids = roomyCodes(into.ids, length);
    into.length = keepBorn(ids, length, state.created, turn, into.ids);
    into.isWhole = into.length === length;
    into.turn = turn;
    return into;
  }

  return {
    of({ frame }, { carrier }) {
      if (carrier.by === 'class') return ofClass(carrier.class, frame.turn);
      const ids = Int32Array.from(carriersOf(carrier, frame), ({ id }) => id);
      const length = keepBorn(ids, ids.length, state.created, frame.turn, ids);
      return { ids, length, isWhole: length === ids.length };
    },
  };
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
