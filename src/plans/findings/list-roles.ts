import { constantValue } from '../../eval/node-shape.js';
import type { Node } from '../../ir/node.js';
import type { Ability, TimingBook } from '../../ir/occurrence.js';
import type { Action, TriggerBook } from '../../ir/trigger.js';
import type { Subject } from './finding.js';

/** Who may be there in slots 0 and 1. */
export interface Present {
  readonly subject: boolean;
  readonly direct: boolean;
}

/** How a list of actions may be reached. */
export interface ListUse {
  /** The first definition that runs it. */
  readonly owner: Subject;
  readonly present: Present;
}

/** By index, of the lists that something runs. Roles are there where one of the ways to the list may fill them. */
export function usesOfLists(triggers: TriggerBook, timing: TimingBook): ReadonlyMap<number, ListUse> {
  const uses = new Map<number, ListUse>();
  const left: number[] = [];
  const reach = (list: number, owner: Subject, { subject, direct }: Present): void => {
    const known = uses.get(list);
    const before = known?.present;
    const present = {
      subject: subject || before?.subject === true,
      direct: direct || before?.direct === true,
    };
    // Each list is looked at again at most twice.
    if (before?.subject === present.subject && before.direct === present.direct) return;
    uses.set(list, { owner: known?.owner ?? owner, present });
    left.push(list);
  };
  for (const [list, owner, present] of beginnings(triggers, timing)) if (list >= 0) reach(list, owner, present);
  for (const list of left) {
    const use = uses.get(list);
    const actions = triggers.lists.at(list)?.actions ?? [];
    if (use === undefined) continue;
    for (const action of actions)
      for (const [inner, present] of listsOf(action, use.present)) reach(inner, use.owner, present);
  }
  return uses;
}

type Beginning = readonly [list: number, owner: Subject, present: Present];

const both: Present = { subject: true, direct: true };

function beginnings({ triggers }: TriggerBook, timing: TimingBook): readonly Beginning[] {
  return [
    ...triggers.map(
      ({ list, name, origin, subject, direct }): Beginning => [
        list,
        { what: 'trigger', name, origin },
        { subject: isSomebody(subject), direct: isSomebody(direct) },
      ],
    ),
    ...timing.types.flatMap(({ change, name, origin, player, subject }): readonly Beginning[] =>
      change.by === 'list'
        ? [[change.list, { what: 'occurrence', name, origin }, { subject: player >= 0, direct: subject >= 0 }]]
        : [],
    ),
    ...timing.abilities.map((ability): Beginning => [ability.list, subjectOf(ability), presentIn(ability, timing)]),
    ...timing.continuous.flatMap(({ begins, ends, name, origin }): readonly Beginning[] =>
      [begins, ends].map((list) => [list, { what: 'continuous', name, origin }, both]),
    ),
  ];
}

export function subjectOf({ name, origin }: Ability): Subject {
  return { what: 'ability', name, origin };
}

/** A carrier, and a subject of what is answered. */
export function presentIn({ carrier, on }: Pick<Ability, 'carrier' | 'on'>, { types }: TimingBook): Present {
  const subjects = on.map(({ type }) => types.at(type)?.subject ?? 0);
  return { subject: carrier.by !== 'world', direct: subjects.length === 0 || subjects.some((field) => field >= 0) };
}

function isSomebody(node: Node | undefined): boolean {
  return node !== undefined && constantValue(node) !== 0;
}

/** For its task. */
export function presentFor({ subject, direct, swaps, silent }: Action, list: Present): Present {
  const isSubject = subject === undefined ? list.subject : isSomebody(subject);
  const isDirect = (direct === undefined ? list.direct : isSomebody(direct)) || (!silent && isSubject);
  return swaps ? { subject: isDirect, direct: isSubject } : { subject: isSubject, direct: isDirect };
}

function listsOf(action: Action, list: Present): readonly (readonly [list: number, present: Present])[] {
  const { task } = action;
  const present = presentFor(action, list);
  if (task.by === 'group')
    return [task.list, ...(task.otherwise === undefined ? [] : [task.otherwise])].map((inner) => [inner, present]);
  if (task.by !== 'start') return [];
  const inside = {
    subject: task.subject === undefined ? present.subject : isSomebody(task.subject),
    direct: task.direct === undefined ? present.direct : isSomebody(task.direct),
  };
  const lists = typeof task.list === 'number' ? [task.list] : [...task.list.lists.values()];
  return lists.map((inner) => [inner, inside]);
}
