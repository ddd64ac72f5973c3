import { actionsIn, type Action, type Level, type Policy } from '../../syntax.js';
import { needsDirect } from '../forms.js';
import type { LevelProblem } from '../loading.js';
import { destroys, hazard, type Step, type WalkedList } from './list-walk.js';

/** Of policy compat alone: delays before nothing, and delays of no time that wait while the queue of delays runs. */
export function* findDelayHazards(level: Level, lists: readonly WalkedList[]): Generator<LevelProblem> {
  if (!lists.some(({ steps }) => steps.some(({ action }) => action.type === 'delay'))) return;
  const starterOf = findStarters(level, lists);
  for (const list of lists) {
    for (const { action, delayed, isLast } of list.steps) {
      if (action.type !== 'delay') continue;
      if (isLast)
        yield hazard(
          'trailing-delay',
          action,
          'a delay that is the last of its list: what should go on around it is lost, and it blocks all delays that are due later; put something behind it, or take it out',
        );
      const starter = starterOf(list);
      if (action.duration > 0 || (delayed === 'no' && starter === undefined)) continue;
      const where =
        delayed !== 'no' || starter === undefined
          ? 'behind another delay'
          : `in a list that ${starter.action.path} may start behind a delay`;
      yield hazard(
        'zero-delay',
        action,
        `a delay of ${action.duration} ticks ${where}: that may stop the level with \`hang:zero-delay\`; let it last \`1t\` at least`,
      );
    }
  }
}

/**
 * Gives, of a list, a step that may start it after a delay. All that it does comes after it then, and so do the lists
 * that it starts: checks start those of conditions, destructions those of bases.
 */
function findStarters(level: Level, lists: readonly WalkedList[]): (list: WalkedList) => Step | undefined {
  const again = armedAgain(level, lists);
  let check: { readonly by: Step; readonly from: WalkedList } | undefined;
  let otherCheck: Step | undefined;
  let destruction: Step | undefined;
  const starterOf = (list: WalkedList) => {
    if (list.condition === undefined) return destruction;
    // A condition that nothing arms again does not start itself.
    return check?.from === list && !again.has(list.condition) ? otherCheck : check?.by;
  };
  for (let round = 0; round < 3; round++) {
    for (const from of lists) {
      const isWhole = starterOf(from) !== undefined;
      for (const step of from.steps) {
        if (!isWhole && step.delayed === 'no') continue;
        if (destroys(step)) destruction ??= step;
        if (step.action.type !== 'check') continue;
        check ??= { by: step, from };
        if (check.from !== from) otherCheck ??= step;
      }
    }
  }
  return starterOf;
}

function armedAgain({ conditions }: Level, lists: readonly WalkedList[]): ReadonlySet<number> {
  const again = new Set(conditions.flatMap(({ persistent }, index) => (persistent ? [index] : [])));
  for (const { steps } of lists)
    for (const { action } of steps)
      if (action.type === 'condition') for (const index of action.enable) again.add(index);
  return again;
}

/** After these the body may be gone already, or of another base. */
const changing: ReadonlySet<string> = new Set(['check', 'delay', 'morph', 'remove']);

/** Bases whose bodies surely destroy themselves when they are destroyed: they are still there then. */
export function* findDestroyLoops({ bases }: Level): Generator<LevelProblem> {
  for (const { destroyAction } of bases.values()) {
    const again = destruction(destroyAction);
    if (again !== undefined)
      yield hazard(
        'destroy-loop',
        again,
        'this destroys the body whose destroy action it is: that begins the same destroy action again, and so on until `list-depth`; take it out, or name another object in `override`',
      );
  }
}

function destruction(list: readonly Action[]): Action | undefined {
  const left = list.toReversed();
  for (let action = left.pop(); action !== undefined; action = left.pop()) {
    if (changing.has(action.type)) return undefined;
    const { filter, override } = action;
    const isOfBody = filter === undefined && override.subject === undefined && override.direct === undefined;
    if (action.type === 'destroy' && isOfBody) return action;
    if (action.type !== 'group') continue;
    if (isOfBody) for (const each of action.of.toReversed()) left.push(each);
    else if ([...actionsIn(action.of)].some(({ type }) => changing.has(type))) return undefined;
  }
  return undefined;
}

/** Actions that need a direct object and can have none. */
export function* findRoleHazards(lists: readonly WalkedList[], policy: Policy): Generator<LevelProblem> {
  const outcome = policy === 'compat' ? 'it stops the level with `null-direct`' : 'it is skipped each time';
  for (const { steps } of lists)
    for (const { action, hasDirect } of steps)
      if (!hasDirect && needsDirect(action))
        yield hazard(
          'null-direct',
          action,
          `${action.type} without any object, from the condition or from \`override\`: ${outcome}; name a \`direct\``,
        );
}
