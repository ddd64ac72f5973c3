import type { Action, ActionList, TriggerBook } from '../../ir/trigger.js';

/** A trigger that may fire within itself without end: it sweeps and is armed again meanwhile. */
export interface EndlessPoll {
  readonly trigger: number;
  readonly action: Action;
  /** Index of the trigger that arms it while it sweeps; undefined: itself. */
  readonly armer: number | undefined;
}

/** What a trigger surely does when it fires: before any delay, and without a filter. */
interface Firing {
  /** The first action that sweeps while the trigger is armed, else the first that sweeps. */
  poll: Action | undefined;
  polls: number;
  /** Armed by itself at that action. */
  armedAtPoll: boolean;
  /** Armed by itself at the end. */
  armedAtEnd: boolean;
  /** Other triggers, not of rises, that are armed at a sweep or at the end. */
  readonly arms: Set<number>;
}

/**
 * Endlessly nested sweeps, if all conditions stay true: triggers that sweep among those that fire repeatedly in one
 * moment, because they stay armed or arm one another. What a filter may skip is left out.
 */
export function findEndlessPolls(book: TriggerBook): readonly EndlessPoll[] {
  const { triggers } = book;
  const firings = triggers.map((_, index) => firingOf(index, book));
  const endless = repeatedly(firings);
  const polls = firings.reduce((sum, each, index) => (endless[index] ? sum + each.polls : sum), 0);
  // One later in the order of sweeps arms it after its turn: in time if there is one more sweep.
  const armers = armersOf(firings, endless, (from, to) => endless[to] && (from < to || polls > 1));
  return triggers.flatMap(({ index, looks }): readonly EndlessPoll[] => {
    const { poll: action, armedAtPoll } = firings[index];
    if (action === undefined || looks === 'rise') return [];
    const armer = armedAtPoll ? undefined : armers.get(index);
    return armedAtPoll || armer !== undefined ? [{ trigger: index, action, armer }] : [];
  });
}

/** By trigger, the first other one that fires repeatedly and arms it in time. */
export function armersOf(
  firings: readonly Pick<Firing, 'arms'>[],
  endless: readonly boolean[],
  isInTime: (from: number, to: number) => boolean,
): ReadonlyMap<number, number> {
  const armers = new Map<number, number>();
  firings.forEach(({ arms }, from) => {
    if (!endless[from]) return;
    for (const to of arms) if (!armers.has(to) && isInTime(from, to)) armers.set(to, from);
  });
  return armers;
}

/** Triggers that can fire repeatedly: those that stay armed, and those that such ones arm. Others are struck out. */
export function repeatedly(
  firings: readonly Pick<Firing, 'armedAtPoll' | 'armedAtEnd' | 'arms'>[],
): readonly boolean[] {
  const armers = firings.map(() => 0);
  for (const { arms } of firings) for (const to of arms) armers[to]++;
  const endless = firings.map(() => true);
  const isDone = (index: number) => !firings[index].armedAtPoll && !firings[index].armedAtEnd && armers[index] === 0;
  const done = firings.map((_, index) => index).filter(isDone);
  for (let index = done.pop(); index !== undefined; index = done.pop()) {
    endless[index] = false;
    for (const to of firings[index].arms) {
      armers[to]--;
      if (isDone(to)) done.push(to);
    }
  }
  return endless;
}

function firingOf(index: number, { triggers, lists }: TriggerBook): Firing {
  const { looks, persistent, list } = triggers[index];
  const firing: Firing = {
    poll: undefined,
    polls: 0,
    armedAtPoll: false,
    armedAtEnd: looks === 'sweep' && persistent,
    arms: new Set(),
  };
  const armed = new Set<number>();
  follow(lists[list]);
  for (const other of armed) firing.arms.add(other);
  return firing;

  /** False where the rest waits. */
  function follow({ actions }: ActionList): boolean {
    for (const action of actions) {
      if (action.filter !== undefined) continue;
      const { task } = action;
      if (task.by === 'delay') return false;
      if (task.by === 'poll') sweep(action);
      if (task.by === 'arm') arm(task.arm, task.disarm);
      if (task.by === 'group' && !follow(lists[task.list])) return false;
    }
    return true;
  }

  function sweep(action: Action): void {
    firing.polls++;
    if (firing.poll === undefined || (firing.armedAtEnd && !firing.armedAtPoll)) firing.poll = action;
    firing.armedAtPoll ||= firing.armedAtEnd;
    for (const other of armed) firing.arms.add(other);
  }

  function arm(arms: readonly number[], disarms: readonly number[]): void {
    for (const other of arms) {
      if (triggers[other].looks === 'rise') continue;
      if (other === index) firing.armedAtEnd = true;
      else armed.add(other);
    }
    for (const other of disarms) {
      if (other === index) firing.armedAtEnd = false;
      else armed.delete(other);
    }
  }
}
