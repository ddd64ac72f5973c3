import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { RunCase } from './case.js';
import type { Change } from './changes.js';
import { firingResults, memoryResults, queueResults, sweepNames, sweepResults } from './results.js';

export const conditionsSuite: Suite = {
  name: 'conditions',
  summary:
    'sweeps over conditions that watch a level, with some, none and all of what they read changed; delays, nested sweeps, actions, memory; against the interpreter and a loop written by hand',
  legend: {
    n: 'conditions, and as many bodies; cells that were written; conditions that fired in a sweep; delays; sweeps in one another; actions',
    perSecond: 'conditions, cells, delays, sweeps, actions; the same holds for ns an object',
    lines: [
      'owner 35 %, score 20 %, distance 15 %, time 10 %, destroyed 8 %, health 6 %, count 6 %. Before a sweep a hundredth of the cells that conditions compare is written, or none, or all; the time moves by 90 ticks before',
      'every sweep, also where nothing else changes. Where something does, one condition in a thousand fires in each sweep and does its list. writes: the writes before a sweep, which the sweep is without.',
      'sweep-all writes another value into every cell but the existence of bodies for whose end a condition waits: that condition would fire every second time.',
      'handwritten: typed arrays and one loop with a switch that asks every enabled condition every time; its writes are assignments. reference: the interpreter.',
      'queue: one sweep queues all delays, then the ticks pass until all have run out. check: conditions that ask for a sweep in which the next fires. actions: ten conditions share them.',
      'memory-condition: bytes of one condition, in the state and in what watches; memory-definition: what is known of it before there is a world.',
    ],
  },
  run: (options, say) => runConditions(options, say, alone),
};

const alone: RunCase = (asked) =>
  runAlone('./conditions/case-process.js', asked, ['--expose-gc']) as ReturnType<typeof alone<typeof asked.case>>;

const changes: readonly Change[] = ['some', 'none', 'all'];

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runConditions(
  { quick, objects = 10_000, isWanted = () => true }: SuiteOptions,
  say: Say,
  run: RunCase,
  larger: number = 10 * objects,
): readonly Result[] {
  const milliseconds = quick ? 400 : 1_500;
  const results: Result[] = [];
  for (const size of quick ? [objects] : [objects, larger]) {
    for (const change of changes) {
      const suffix = size === objects ? '' : ` ${String(size)}`;
      say(`conditions: ${sweepNames[change]}${suffix}`);
      // Sweeps in which nothing changes are so short that there are enough of them after a tenth of the time.
      const asked = {
        case: 'sweep',
        change,
        size,
        milliseconds: change === 'none' ? milliseconds / 10 : milliseconds,
        referenceRounds: size === objects ? 20 : 0,
      } as const;
      results.push(...sweepResults(change, size, suffix, run(asked)));
    }
  }
  if (!['queue', 'check', 'actions', 'memory-condition'].some(isWanted)) return results;
  say('conditions: queue, check, actions, memory');
  return [
    ...results,
    ...queueResults(10_000, run({ case: 'queue', size: 10_000, milliseconds })),
    ...firingResults('check', 60, run({ case: 'check', size: 60, milliseconds })),
    ...firingResults('actions', 1_000, run({ case: 'actions', size: 1_000, milliseconds })),
    ...memoryResults(objects, run({ case: 'memory', size: objects })),
  ];
}
