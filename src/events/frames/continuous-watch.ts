import type { WorldState } from '../../components/state.js';
import { stampsIn } from '../../eval/term-book.js';
import { type Frame, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Continuous } from '../../ir/occurrence.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import { columnStamp, fact, freshness } from '../../model/stamps.js';
import { carriersIn } from '../finder/carriers.js';

/** Finds continuous abilities that begin or end, only after changes of what their conditions read. */
export interface ContinuousWatch {
  /** Something may have changed since the last look. */
  readonly isDirty: () => boolean;
  /** The next object, from an id on, whose column differs from the condition of an ability (by index); 0: none. */
  readonly next: (index: number, from: number, frame: Frame) => number;
  readonly begin: () => void;
  /** Ends a look that left nothing to change. Changes since its beginning count for the next. */
  readonly settled: () => void;
}

export function createContinuousWatch(state: WorldState, abilities: readonly Continuous[]): ContinuousWatch {
  const looked = freshness(state.stamps, [
    ...new Set([
      fact.population,
      ...abilities.flatMap(({ condition, column }) => [...stampsIn(condition), columnStamp(column)]),
    ]),
  ]);
  let isSettled = false;
  const carriers = carriersIn(state, abilities);
  return {
    isDirty: () => !isSettled || !looked.isFresh(),
    next(index, from, frame) {
      const { condition, column } = abilities[index];
      const ids = carriers(index);
      for (let i = firstAtLeast(ids, from, 0, ids.length); i < ids.length; i++)
        if (holds(condition, ids[i], frame) !== (state.cells[column][ids[i]] === 1)) return ids[i];
      return 0;
    },
    begin() {
      isSettled = false;
      looked.note();
    },
    settled() {
      isSettled = true;
    },
  };
}

function holds(condition: Continuous['condition'], id: number, frame: Frame): boolean {
  frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
  frame.occurrence = frame.controller = 0;
  return frame.evaluate(condition) === 1;
}
