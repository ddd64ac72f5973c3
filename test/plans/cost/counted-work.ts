import type { WorldState } from '../../../src/components/state.js';
import type { Rule } from '../../../src/ir/rule.js';
import type { World } from '../../../src/world/api.js';
import { profileRules } from '../../../src/world/profile-world.js';
import { insideOf } from '../../../src/world/core.js';
import type { Work } from '../../../src/plans/cost/work.js';

/** What the rules of a world count in each next turn: a call after a turn returns the counts of that turn. */
export function countingRules(world: World): (rule: Rule) => Work {
  profileRules(world);
  return ({ index }) => {
    const { profile } = insideOf(world).core;
    if (profile === undefined) throw new Error('no profile');
    const { tests, visits, fired, created } = profile.rules.now;
    return { tests: tests[index], visits: visits[index], effects: fired[index], created: created[index] };
  };
}

export function stateOf(world: World): WorldState {
  return insideOf(world).core.state;
}
