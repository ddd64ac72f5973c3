import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { AnyCase, RunCase } from './case.js';
import { lifetime } from './litters.js';
import type { PeerTimes } from './move-case.js';
import { ecsResults } from './results.js';

export const ecsSuite: Suite = {
  name: 'ecs',
  summary:
    'host systems over arrays, births and deaths, turns after a look as an ECS, reads by handle; against bitECS, koota, miniplex and plain typed arrays',
  legend: {
    n: 'entities, or objects',
    perSecond: 'entities moved, entities that die and are born, objects, reads; the same holds for ns an object',
    lines: [
      'move: x += velocity, and back from a wall. Edict: the host phase with its bookkeeping, by runs of ids, with arrays that it keeps; taken: with those that run gets; ids: the same, one by one; turn: the whole turn, with the copy of the state that makes it atomic.',
      'churn: a tenth of the particles dies in every turn and as many are born; ns for one death with one birth. view: bitECS is asked about the world of Edict too, in every turn.',
      'unchanged-after-ecs: a turn in which nothing changes, after all components were read; without: in a world in which ecs() was not called.',
      'one-column-written: the phases reset and meters after a system has written one of four columns that rules read; every-column: all four, unchanged: none.',
      'get-column: a read by a handle and a column that is resolved; get-name: by the name of the column.',
      'typed: the tightest loop over plain typed arrays; bitecs, koota, miniplex: these libraries, as their documentation says for speed.',
    ],
  },
  run: (options, say) => runEcs(options, say, alone),
};

const alone: RunCase = (asked) => runAlone('./ecs/case-process.js', asked) as PeerTimes;

const moved = [10_000, 100_000, 1_000_000];
const churned = 100_000;
/** Ten dens and ten thousand hares. */
const warren = 10_010;

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runEcs(
  { quick, objects, isWanted = () => true }: SuiteOptions,
  say: Say,
  run: RunCase,
): readonly Result[] {
  const milliseconds = quick ? 500 : 3_000;
  const results: Result[] = [];
  const measured = (name: string, n: number, asked: AnyCase, units = n): void => {
    if (!isWanted(name)) return;
    say(`ecs: ${name}`);
    results.push(...ecsResults(name, n, run(asked), units));
  };
  const sizes = objects !== undefined ? [objects] : quick ? moved.slice(0, 2) : moved;
  for (const count of sizes) measured(`move-${String(count)}`, count, { case: 'move', count, milliseconds });
  const born = Math.ceil((objects ?? churned) / lifetime);
  const count = born * lifetime;
  measured(`churn-${String(count)}`, count, { case: 'churn', count, milliseconds }, born);
  const some = objects ?? warren;
  measured('unchanged-after-ecs', some, { case: 'unchanged', count: some, milliseconds });
  measured('one-column-written', some, { case: 'written', count: some, milliseconds });
  measured('get-column', some, { case: 'get-column', count: some, milliseconds });
  measured('get-name', some, { case: 'get-name', count: some, milliseconds });
  return results;
}
