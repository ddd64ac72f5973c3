import { columnStamp, fact } from '../../components/stamps.js';
import { freshness } from '../../state/memo.js';
import type { WorldState } from '../../state/world-state.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import type { Continuous } from '../../ir/ability.js';
import type { Frame } from '../../ir/frame.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import { stampsIn } from '../watch/dependences.js';
import { carriersIn } from './carriers.js';

/**
 * Knows which objects begin or cease to hold something. Nothing is looked at again while nothing that the conditions
 * read has changed.
 */
export interface ContinuousWatch {
  /** Something may have changed since nothing was found. */
  readonly isDirty: boolean;
  /**
   * The next object from an id on of which a continuous ability (by index) does not stand as its condition is; 0: none.
   */
  next(index: number, from: number, frame: Frame): number;
  /** Whether there is any such object. */
  finds(frame: Frame): boolean;
  /** All are about to be looked at. */
  begin(): void;
  /**
   * All have been looked at, and nothing was left to change. What has changed since they began to be is looked at
   * again.
   */
  settled(): void;
}

export function createContinuousWatch(state: WorldState, abilities: readonly Continuous[]): ContinuousWatch {
  const reads = new Set([
    fact.population,
    ...abilities.flatMap(({ condition, column }) => [...stampsIn(condition), columnStamp(column)]),
  ]);
  const looked = freshness(state.stamps, [...reads]);
  let isSettled = false;
  const carriers = carriersIn(state, (index, id) => carries(abilities[index], id));
  return {
    get isDirty() {
      return !isSettled || !looked.isFresh();
    },
    next,
    finds(frame) {
      return abilities.some((_, index) => next(index, 1, frame) !== 0);
    },
    begin() {
      isSettled = false;
      looked.note();
    },
    settled() {
      isSettled = true;
    },
  };

  function next(index: number, from: number, frame: Frame): number {
    const ability = abilities[index];
    const ids = carriers(index);
    for (let i = firstAtLeast(ids, from, 0, ids.length); i < ids.length; i++)
      if (holds(ability, ids[i], frame) !== (state.cells[ability.column][ids[i]] === 1)) return ids[i];
    return 0;
  }

  function carries({ carrier }: Continuous, id: number): boolean {
    return carrier.by === 'kind' ? state.identity.kind[id] === carrier.kind : carrier.classes.has(state.class[id]);
  }

  function holds({ condition }: Continuous, id: number, frame: Frame): boolean {
    frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
    frame.occurrence = frame.controller = 0;
    return frame.evaluate(condition) === 1;
  }
}
