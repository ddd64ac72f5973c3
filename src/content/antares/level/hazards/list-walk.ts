import type { Action, Level, Written } from '../../syntax.js';
import type { LevelProblem } from '../loading.js';

export function hazard(code: string, { at, path }: Written, message: string): LevelProblem {
  return { code, path, at, message };
}

export interface WalkedList {
  /** By index; undefined: what a base does when it is destroyed. */
  readonly condition: number | undefined;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly action: Action;
  /** It can, after roles are swapped. */
  readonly hasDirect: boolean;
  /** After a delay of the same list. `maybe`: one that a filter may skip. */
  readonly delayed: 'no' | 'maybe' | 'surely';
  /** No filter may skip it. */
  readonly certain: boolean;
  readonly isLast: boolean;
}

interface Roles {
  readonly subject: boolean;
  readonly direct: boolean;
}

export function walkLevel({ conditions, bases }: Level): WalkedList[] {
  const walkList = (condition: number | undefined, list: readonly Action[], subject: boolean, direct: boolean) => {
    const steps: Step[] = [];
    walk(list, { subject, direct }, true, 'no', steps);
    return { condition, steps };
  };
  return [
    ...conditions.map(({ action, subject, direct }, condition) =>
      walkList(condition, action, subject !== undefined, direct !== undefined),
    ),
    ...Array.from(bases.values(), ({ destroyAction }) => walkList(undefined, destroyAction, true, false)),
  ];
}

function walk(
  list: readonly Action[],
  roles: Roles,
  certain: boolean,
  before: Step['delayed'],
  steps: Step[],
): Step['delayed'] {
  let delayed = before;
  list.forEach((action, index) => {
    const own = rolesOf(action, roles);
    if (cannotPass(action, own)) return;
    const swapped = action.reflexive ? { subject: own.direct, direct: own.subject } : own;
    const isCertain = certain && action.filter === undefined;
    steps.push({ action, hasDirect: swapped.direct, delayed, certain: isCertain, isLast: index === list.length - 1 });
    if (action.type === 'delay') delayed = later(delayed, action.filter === undefined ? 'surely' : 'maybe');
    if (action.type === 'group') {
      const after = walk(action.of, swapped, isCertain, delayed, steps);
      delayed = later(delayed, action.filter !== undefined && after === 'surely' ? 'maybe' : after);
    }
  });
  return delayed;
}

function later(a: Step['delayed'], b: Step['delayed']): Step['delayed'] {
  if (a === 'surely' || b === 'surely') return 'surely';
  return a === 'maybe' || b === 'maybe' ? 'maybe' : 'no';
}

function rolesOf({ override }: Action, list: Roles): Roles {
  const subject = override.subject !== undefined || list.subject;
  return { subject, direct: override.direct !== undefined || list.direct || subject };
}

/** Tags and attributes ask the direct object: without one the action is skipped. */
function cannotPass({ filter }: Action, { direct }: Roles): boolean {
  return filter !== undefined && !direct && filter.tags.size + filter.attributes.size > 0;
}

export function destroys({ action, hasDirect }: Step): boolean {
  return hasDirect && (action.type === 'destroy' || (action.type === 'heal' && action.value < 0));
}

export function stepsOfBases(lists: readonly WalkedList[]): readonly Step[] {
  return lists.flatMap(({ condition, steps }) => (condition === undefined ? steps : []));
}
