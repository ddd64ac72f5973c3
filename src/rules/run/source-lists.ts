import { byNumber, fact, kindStamp, type Memo, memo } from '../../model/stamps.js';
import { classAt } from '../../model/model.js';
import { keptBy } from '../../kernel/maps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { roomyCodes } from '../../indexes/scratch.js';
import type { Selector } from '../../match/select/selector.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { RulePlan } from '../program-plan.js';
import { type Sources, createCarrierLists } from './carrier-lists.js';

/** Possible sources of a rule in a turn, ascending or in firing order. */
export interface RuleSources extends Sources {
  /** Whether these are all carriers: those born in the turn are no sources yet. */
  isWhole: boolean;
}

export function emptyList(kind = 0): RuleSources {
  return {
    lists: [new Int32Array(0)],
    from: Int32Array.of(0),
    to: Int32Array.of(0),
    kinds: Int32Array.of(kind),
    ranks: [undefined],
    isWhole: true,
  };
}

export function setList(into: RuleSources, ids: Int32Array, from: number, to: number): RuleSources {
  into.lists[0] = ids;
  into.from[0] = from;
  into.to[0] = to;
  return into;
}

/** Lists sources by id, valid until the next call. Rules of a class share them until its kind's population changes. */
export function createSourceLists(
  evaluator: Evaluator,
  selector: Selector,
): (context: TurnContext, plan: RulePlan) => RuleSources {
  const { state, indexes } = evaluator;
  const byClass = byNumber((index): Memo<RuleSources> => {
    const { kind } = classAt(state.model, index);
    const list = emptyList(kind);
    const stamp = kindStamp(fact.population, kind);
    // Of a list without newborn objects, which holds for later turns too.
    let wholeAt = -1;
    return memo(state.stamps, [stamp], (_, turn) => {
      const { ids, length } = indexes.ofClass(index);
      if (wholeAt === state.stamps.values[stamp]) return list;
      born(ids, 0, length, turn, roomyCodes(list.lists[0], length), list);
      wholeAt = list.isWhole ? state.stamps.values[stamp] : -1;
      return list;
    });
  });
  const others = keptBy((plan: RulePlan) => ({
    carriers: createCarrierLists(evaluator, selector, plan.carriers),
    list: emptyList(),
  }));
  return ({ frame: { turn } }, plan) => {
    const [{ carrier }] = plan.carriers;
    if (carrier.by === 'class') return byClass(carrier.class).get(turn);
    const { carriers, list } = others(plan);
    const { lists, from, to, kinds } = carriers();
    list.kinds[0] = kinds[0];
    return born(lists[0], from[0], to[0], turn, new Int32Array(to[0] - from[0]), list);
  };

  /** Those born before a turn, listed in `into`. */
  function born(
    ids: Int32Array,
    from: number,
    to: number,
    turn: number,
    into: Int32Array,
    list: RuleSources,
  ): RuleSources {
    let count = 0;
    for (let i = from; i < to; i++) {
      into[count] = ids[i];
      count += state.created[ids[i]] < turn ? 1 : 0;
    }
    list.isWhole = count === to - from;
    return setList(list, into, 0, count);
  }
}
