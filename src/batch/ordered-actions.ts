import type { Order } from '../ir/environment.js';
import type { GiveOrder } from './looking.js';
import type { Pairs } from './pairs.js';

/** Reads what is ordered from the actions of agents, one agent behind the other. */
export interface OrderedActions {
  /** To be called before the first agent. */
  begin(): void;
  /** Gives the orders of an agent, by its number; its actions begin at `first`. */
  giveOf(agent: number, first: number, actions: Int32Array, give: GiveOrder): void;
}

/**
 * `pairs`: agents with the objects that they can order; `chosen`: those with the objects that can be chosen. `head`:
 * the order's first.
 */
export function createOrderedActions(
  { column, choices }: Order,
  head: number,
  pairs: Pairs,
  chosen: Pairs | undefined,
): OrderedActions {
  /** Pairs, and pairs with what can be chosen, that earlier agents have left behind. */
  let next = 0;
  let nextChosen = 0;
  return {
    begin() {
      next = nextChosen = 0;
    },
    giveOf(agent, first, actions, give) {
      const { outers, targets, places, length } = pairs;
      let pair = next;
      for (; pair < length && outers[pair] === agent; pair++) {
        const action = actions[first + head + places[pair]];
        if (action > 0)
          give(column, targets[pair], choices.by === 'value' ? choices.values[action - 1] : choiceAt(pair, action - 1));
      }
      next = pair;
    },
  };

  /** The id of an object that can be chosen, from 0; 0: nobody. */
  function choiceAt(pair: number, choice: number): number {
    if (chosen === undefined) return 0;
    const { outers, targets, length } = chosen;
    while (nextChosen < length && outers[nextChosen] < pair) nextChosen++;
    const at = nextChosen + choice;
    return at < length && outers[at] === pair ? targets[at] : 0;
  }
}
