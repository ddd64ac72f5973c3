import type { Level } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { hazard } from './hazard.js';
import { destroys, type Step, type WalkedList } from './list-walk.js';

/**
 * Of policy compat alone: delays behind which there is nothing, and delays of no time that wait while the queue of
 * delays runs.
 */
export function findDelayHazards(level: Level, lists: readonly WalkedList[]): LevelProblem[] {
  const delays = lists.flatMap((list) =>
    list.steps.filter(({ action }) => action.type === 'delay').map((step) => ({ list, step })),
  );
  if (delays.length === 0) return [];
  const starts = findStarts(level, lists);
  return delays.flatMap(({ list, step }) => [...trailing(step), ...zero(step, starts.of(list))]);
}

function trailing({ action, isLast }: Step): LevelProblem[] {
  if (action.type !== 'delay' || !isLast) return [];
  return [
    hazard(
      'trailing-delay',
      action,
      'a delay that is the last of its list: what should go on around it is lost, and it blocks all delays that are due later; put something behind it, or take it out',
    ),
  ];
}

function zero({ action, delayed }: Step, starter: Step | undefined): LevelProblem[] {
  if (action.type !== 'delay' || action.duration > 0) return [];
  const stops = 'that may stop the level with `hang:zero-delay`; let it last `1t` at least';
  if (delayed !== 'no')
    return [hazard('zero-delay', action, `a delay of ${action.duration} ticks behind another delay: ${stops}`)];
  if (starter !== undefined)
    return [
      hazard(
        'zero-delay',
        action,
        `a delay of ${action.duration} ticks in a list that ${starter.action.path} may start behind a delay: ${stops}`,
      ),
    ];
  return [];
}

/** What starts whole lists behind a delay. */
interface Starts {
  /** A step that may start this list; undefined: none. */
  of(list: WalkedList): Step | undefined;
}

/**
 * Lists that are started behind a delay run wholly behind it, and so do those that they start: a check those of
 * conditions, a destruction those of bases.
 */
function findStarts(level: Level, lists: readonly WalkedList[]): Starts {
  const again = armedAgain(level, lists);
  let check: { readonly by: Step; readonly from: WalkedList } | undefined;
  let otherCheck: Step | undefined;
  let destruction: Step | undefined;
  const of = (list: WalkedList): Step | undefined => {
    if (list.condition === undefined) return destruction;
    // A condition that nothing arms again does not start itself.
    return check?.from === list && !again.has(list.condition) ? otherCheck : check?.by;
  };
  // There are three things to find, each of which may let another be found in the next round.
  for (let round = 0; round < 3; round++) {
    for (const from of lists) {
      const isWhole = of(from) !== undefined;
      for (const step of from.steps) {
        if (!isWhole && step.delayed === 'no') continue;
        if (destroys(step)) destruction ??= step;
        if (step.action.type !== 'check') continue;
        check ??= { by: step, from };
        if (check.from !== from) otherCheck ??= step;
      }
    }
  }
  return { of };
}

/** Conditions that may fire more than once. */
function armedAgain(level: Level, lists: readonly WalkedList[]): ReadonlySet<number> {
  const again = new Set<number>();
  level.conditions.forEach(({ persistent }, index) => {
    if (persistent) again.add(index);
  });
  for (const { steps } of lists)
    for (const { action } of steps) if (action.type === 'condition') action.enable.forEach((index) => again.add(index));
  return again;
}
