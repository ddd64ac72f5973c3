import type { WorldState } from '../components/state.js';
import type { Rule } from '../ir/rule.js';
import { fact, factNames } from '../model/stamps.js';
import type { TurnContext } from './effects/turn-context.js';
import type { Grown, RuleActivity } from './executor.js';

/** Runs a rule, and notes in the profile, if there is one, what it does. */
export function profiled(context: TurnContext, activity: RuleActivity, rule: Rule, act: () => void): void {
  const { profile, state } = context;
  if (profile === undefined) {
    act();
    return;
  }
  const { index } = rule;
  const { now } = profile.rules;
  const changes = profile.cells.since(profile.columnsOf(rule));
  const areFactsSame = comparingFacts(state);
  const before = {
    fired: context.fired,
    wrote: context.wrote,
    tests: context.frame.tests,
    visits: context.frame.visits,
    created: context.created,
    active: activity.active[index],
    targets: activity.targets[index],
  };
  timed(now.milliseconds, index, act);
  now.active[index] += activity.active[index] - before.active;
  now.targets[index] += activity.targets[index] - before.targets;
  now.fired[index] += context.fired - before.fired;
  now.wrote[index] += context.wrote - before.wrote;
  now.tests[index] += context.frame.tests - before.tests;
  now.visits[index] += context.frame.visits - before.visits;
  now.created[index] += context.created - before.created;
  now.changed[index] += changes();
  now.altered[index] += Number(!areFactsSame());
}

/** Of what is always new the stamp is NaN. */
function comparingFacts({ stamps }: WorldState): () => boolean {
  const before = stamps.values.slice(0, factNames.length);
  return () => {
    for (let i = 0; i < before.length; i++)
      if (i !== fact.clock && !Object.is(before[i], stamps.values[i])) return false;
    return true;
  };
}

/** Adds the time that something takes to one of some sums. */
export function timed<Result>(milliseconds: Float64Array | undefined, index: number, act: () => Result): Result {
  if (milliseconds === undefined) return act();
  const began = performance.now();
  const result = act();
  milliseconds[index] += performance.now() - began;
  return result;
}

/** Writes the results of a growth formula, and notes what they change. */
export function profiledGrowth(
  { profile }: TurnContext,
  place: number,
  column: number,
  { length }: Grown,
  write: () => void,
): void {
  if (profile === undefined) {
    write();
    return;
  }
  const changes = profile.cells.since([column]);
  const { now } = profile.growths;
  timed(now.milliseconds, place, write);
  now.grown[place] += length;
  now.changed[place] += changes();
}
