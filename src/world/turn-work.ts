import { type Work, sumOfWork } from '../plans/cost/work.js';
import { type WorldCounts, countsIn } from '../plans/cost/world-counts.js';
import type { World } from './api.js';
import { insideOf } from './core.js';
import { profileRules } from './profile-world.js';

/** How many objects of each kind and class a world has, and how many edges of each network. */
export function countsOfWorld(world: World): WorldCounts {
  return countsIn(insideOf(world).core.state);
}

/** What the rules counted in the last turn, by name, and all together. */
export interface TurnWork {
  readonly rules: ReadonlyMap<string, Work>;
  readonly all: Work;
}

/** Counts from now on; the returned function tells of the last turn. It replaces the profile of the world. */
export function countRules(world: World): () => TurnWork {
  profileRules(world);
  const { core } = insideOf(world);
  const { profile } = core;
  return () => {
    const now = profile?.rules.now;
    const rules = new Map(
      core.program.rules.rules.map(({ name, index }): readonly [string, Work] => [
        name,
        {
          tests: now?.tests[index] ?? 0,
          visits: now?.visits[index] ?? 0,
          effects: now?.fired[index] ?? 0,
          created: now?.created[index] ?? 0,
        },
      ]),
    );
    return { rules, all: sumOfWork([...rules.values()]) };
  };
}
