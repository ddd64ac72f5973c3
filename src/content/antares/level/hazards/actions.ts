import type { Level, Action, Policy } from '../../syntax.js';
import type { LevelProblem } from '../loading.js';
import { hazard, destroys, type Step, type WalkedList } from './list-walk.js';
import { needsDirect } from '../actions.js';

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

/** After these the body may be gone already, or of another base. */
const changing: ReadonlySet<string> = new Set(['check', 'delay', 'morph', 'remove']);

/**
 * Bases whose bodies surely destroy themselves when they are destroyed. They are still there then, so that it begins
 * anew each time.
 */
export function findDestroyLoops({ bases }: Level): LevelProblem[] {
  return [...bases.values()].flatMap(({ destroyAction }) => {
    const again = destruction(destroyAction);
    return again === undefined
      ? []
      : [
          hazard(
            'destroy-loop',
            again,
            'this destroys the body whose destroy action it is: that begins the same destroy action again, and so on until `list-depth`; take it out, or name another object in `override`',
          ),
        ];
  });
}

/**
 * The first action that surely destroys the body itself, before anything that may let it be spared. Without calling
 * itself, however deep groups are.
 */
function destruction(list: readonly Action[]): Action | undefined {
  const left = [...list].reverse();
  for (let action = left.pop(); action !== undefined; action = left.pop()) {
    if (changing.has(action.type)) return undefined;
    const isOfBody =
      action.filter === undefined && action.override.subject === undefined && action.override.direct === undefined;
    if (action.type === 'destroy' && isOfBody) return action;
    if (action.type !== 'group') continue;
    if (isOfBody) for (const each of action.of.toReversed()) left.push(each);
    else if (mayChange(action.of)) return undefined;
  }
  return undefined;
}

/** Whether anything in a list, or in its groups, is such an action. */
function mayChange(list: readonly Action[]): boolean {
  const left = [...list];
  for (let action = left.pop(); action !== undefined; action = left.pop()) {
    if (changing.has(action.type)) return true;
    if (action.type === 'group') for (const each of action.of) left.push(each);
  }
  return false;
}

/** Actions that need a direct object where neither the condition nor an override can give them one. */
export function findRoleHazards(lists: readonly WalkedList[], policy: Policy): LevelProblem[] {
  const outcome = policy === 'compat' ? 'it stops the level with `null-direct`' : 'it is skipped each time';
  return lists.flatMap(({ steps }) =>
    steps
      .filter(({ action, hasDirect }) => !hasDirect && needsDirect(action))
      .map(({ action }) =>
        hazard(
          'null-direct',
          action,
          `${action.type} without any object, from the condition or from \`override\`: ${outcome}; name a \`direct\``,
        ),
      ),
  );
}
