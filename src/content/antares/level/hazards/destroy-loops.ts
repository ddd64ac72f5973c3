import type { Action, Level } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { hazard } from './hazard.js';

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
