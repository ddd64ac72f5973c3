import { momentOf } from '../components/clock.js';
import { isArmed, wasTrue } from '../components/triggers.js';
import type { WorldState } from '../components/state.js';
import type { Frame } from '../ir/frame.js';
import type { Trigger } from '../ir/trigger.js';
import { watchedRule } from '../meaning/drawing-rules.js';
import type { Watcher } from '../meaning/watcher.js';

/** Evaluates the condition of each trigger when it is its turn: the meaning of watching. */
export function referenceWatcher(state: WorldState, triggers: readonly Trigger[]): Watcher {
  const isTrue = (trigger: number, frame: Frame): boolean => {
    frame.slots.fill(0);
    frame.rule = watchedRule(trigger, momentOf(state));
    return frame.evaluate(triggers[trigger].when) === 1;
  };
  const find = (from: number, fits: (trigger: Trigger) => boolean): number => {
    for (let index = from; index < triggers.length; index++) if (fits(triggers[index])) return index;
    return -1;
  };
  return {
    isTrue,
    next: (from, frame) =>
      find(from, ({ index, looks }) => looks === 'sweep' && isArmed(state, index) && isTrue(index, frame)),
    nextChanged: (from, frame) =>
      find(from, ({ index, looks }) => looks === 'rise' && isTrue(index, frame) !== wasTrue(state, index)),
  };
}
