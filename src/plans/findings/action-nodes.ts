import { nodesOfEffect } from '../../ir/effect-nodes.js';
import type { Node, Raised } from '../../ir/node.js';
import type { Action, Task } from '../../ir/trigger.js';

/** Expressions of an action: those over the roles of its list, over its own before the swap, and after it. */
export function nodesOfAction(action: Action) {
  const { subject, direct, filter, task } = action;
  return { ofList: present(subject, direct), before: present(filter), after: nodesOfTask(task) };
}

function present(...nodes: readonly (Node | undefined)[]): readonly Node[] {
  return nodes.filter((node) => node !== undefined);
}

function nodesOfTask(task: Task): readonly Node[] {
  switch (task.by) {
    case 'effects':
      return task.effects.flatMap(nodesOfEffect);
    case 'start':
      return present(task.subject, task.direct, typeof task.list === 'number' ? undefined : task.list.object);
    case 'raise':
      return task.occurrences.flatMap(nodesOfRaised);
    case 'point':
    case 'pay':
      return nodesOfRaised(task.occurrence);
    case 'adjust':
      return [task.amount];
    case 'retarget':
      return [task.to];
    case 'add':
      return present(task.source, task.controller);
    default:
      return [];
  }
}

export function nodesOfRaised({ values }: Raised): readonly Node[] {
  return present(...values);
}
