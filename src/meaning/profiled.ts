import type { WorldState } from '../components/state.js';
import type { ColumnArray } from '../kernel/arena.js';
import { idLimit } from '../kernel/identity.js';
import type { Rule } from '../ir/rule.js';
import { raises } from '../ir/heard-effects.js';
import { fact, factNames } from '../model/stamps.js';
import type { TurnContext } from './effects/turn-context.js';
import type { RuleActivity } from './executor.js';

/** Runs a rule, and notes in the profile, if there is one, what it does. */
export function profiled(context: TurnContext, activity: RuleActivity, rule: Rule, act: () => void): void {
  const { profile, state } = context;
  if (profile === undefined) {
    act();
    return;
  }
  const { index } = rule;
  const { now, changed, changedNow } = profile;
  const isUnchanged = changed[index] === 1 ? undefined : comparing(state, rule);
  const before = {
    fired: context.fired,
    wrote: context.wrote,
    tests: context.frame.tests,
    visits: context.frame.visits,
    created: context.created,
    active: activity.active[index],
    targets: activity.targets[index],
  };
  const began = performance.now();
  act();
  now.milliseconds[index] += performance.now() - began;
  now.active[index] += activity.active[index] - before.active;
  now.targets[index] += activity.targets[index] - before.targets;
  now.fired[index] += context.fired - before.fired;
  now.wrote[index] += context.wrote - before.wrote;
  now.tests[index] += context.frame.tests - before.tests;
  now.visits[index] += context.frame.visits - before.visits;
  now.created[index] += context.created - before.created;
  if (isUnchanged?.() === false) changedNow[index] = 1;
}

/** Whether the cells that a rule writes, and the facts of the world, are as they were at the call. */
function comparing(state: WorldState, rule: Rule): () => boolean {
  const { writes, effects, heard } = rule;
  // What answers may write anything.
  if (heard === true || effects.some(raises)) return comparingStamps(state, state.stamps.values.length);
  const limit = idLimit(state.identity);
  const cells = writes.map((column) => state.cells[column].slice(0, limit));
  const areFactsSame = comparingStamps(state, factNames.length);
  return () => areFactsSame() && writes.every((column, i) => isSame(state.cells[column], cells[i]));
}

/** Of what is always new the stamp is NaN. */
function comparingStamps({ stamps }: WorldState, count: number): () => boolean {
  const before = stamps.values.slice(0, count);
  return () => before.every((stamp, i) => i === fact.clock || Object.is(stamp, stamps.values[i]));
}

function isSame(cells: ColumnArray, before: ColumnArray): boolean {
  for (let row = 0; row < before.length; row++) if (cells[row] !== before[row]) return false;
  return true;
}
