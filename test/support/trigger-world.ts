import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { type Comparison } from '../../src/kernel/comparison.js';
import { read } from '../../src/eval/ops/read.js';
import { role } from '../../src/eval/ops/object-links.js';
import { type Effect, noRules } from '../../src/ir/rule.js';
import { type Action, type Task, type Trigger, type TriggerBook, plainPolicy } from '../../src/ir/trigger.js';
import type { TriggerEvent } from '../../src/events/event.js';
import { createWorld } from '../../src/world.js';
import type { World, WorldOptions } from '../../src/world/api.js';
import { modelOf } from './hand-model.js';
import { number } from './nodes.js';

/** Small worlds with triggers by hand: one board with counters, named by the role `board`. */

const plain = modelOf({
  kinds: { board: { ownership: 'none' } },
  columns: { a: { kinds: ['board'] }, b: { kinds: ['board'] } },
  roles: ['board'],
});

const board = makeNode(role, { role: 0 });

const columns = { a: 0, b: 1 } as const;
export type Counter = keyof typeof columns;

export function counter(name: Counter): Node {
  return makeNode(
    read,
    { column: columns[name], type: { name: 'number' }, climb: false, absent: 'missing' as const },
    board,
  );
}

export function when(name: Counter, comparison: Comparison, value: number): Node {
  return makeNode(compare, { comparison }, counter(name), number(value));
}

/** True at any time. */
export const always = when('a', '>=', -1_000);

export function does(task: Task, given: Partial<Action> = {}): Action {
  return { name: task.by, swaps: false, silent: false, needsDirect: false, task, ...given };
}

/** Counts one up. */
export function counts(name: Counter, by = 1): Action {
  const effect: Effect = {
    kind: 'modify',
    recipient: 'target',
    stacking: 0,
    label: '',
    column: columns[name],
    holder: board,
    modification: 'add',
    amount: number(by),
  };
  return does({ by: 'effects', effects: [effect] }, { name: `${name} += ${by}` });
}

export interface TriggerSource extends Partial<Omit<Trigger, 'index' | 'list'>> {
  readonly actions: readonly Action[];
}

/** A world of triggers, each with its list; further lists come after theirs. */
export function triggerWorld(
  sources: readonly TriggerSource[],
  given: Partial<Pick<TriggerBook, 'policy' | 'timing'>> & { readonly lists?: readonly (readonly Action[])[] } = {},
  options: WorldOptions = {},
): World {
  const triggers = sources.map(
    ({ actions: _, ...source }, index): Trigger => ({
      name: `trigger ${index}`,
      when: always,
      looks: 'sweep',
      armed: true,
      persistent: false,
      origin: { file: '', line: 0, column: 0 },
      ...source,
      index,
      list: index,
    }),
  );
  const lists = [...sources.map(({ actions }) => actions), ...(given.lists ?? [])].map((actions, index) => ({
    index,
    name: `list ${index}`,
    actions,
  }));
  const book: TriggerBook = {
    triggers,
    lists,
    policy: given.policy ?? plainPolicy,
    timing: given.timing ?? { granularity: 1, period: 1 },
  };
  const world = createWorld(
    {
      model: { ...plain, triggers: triggers.map(({ name }) => name) },
      rules: { ...noRules, triggers: book },
      fingerprint: 'triggers',
    },
    options,
  );
  world.relations.setRole('board', world.spawn({ kind: 'board' }));
  return world;
}

/** What is told while something runs, in short. */
export function told(run: (listen: (event: TriggerEvent) => void) => unknown): readonly string[] {
  const said: string[] = [];
  run((event) => {
    said.push(inShort(event));
  });
  return said;
}

function inShort(event: TriggerEvent): string {
  switch (event.kind) {
    case 'fire':
      return `${event.time} ${event.name} (${event.depth})`;
    case 'act':
      return `${event.time} ${event.action}`;
    case 'message':
      return `${event.time} says ${event.message.text}`;
    case 'skip':
    case 'dropped':
      return `${event.time} ${event.kind}: ${event.reason}`;
    default:
      return `${event.time} ${event.kind}`;
  }
}
