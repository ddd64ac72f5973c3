import type { ExecutorName, World } from '../src/world/api.js';
import { generateGalaxy } from '../src/galaxy/generate.js';
import { loadGalaxy } from '../src/galaxy/load-galaxy.js';
import { EdictError } from '../src/kernel/errors.js';
import { type Effort, type Timing, measureParts } from './measure.js';
import { createPhaseTimes } from './phase-times.js';
import type { Result } from './report.js';
import { isReference } from './scope/case.js';
import type { Say, Suite, SuiteOptions } from './suite.js';

const sizes = [2_000, 10_000];
const largestReference = 2_000;

export const turnSuite: Suite = {
  name: 'turn',
  summary: 'whole turns of the embedded galaxy, by phase, against the interpreter',
  legend: {
    n: 'objects at the start',
    perSecond: 'objects',
    lines: [
      'turn: a whole turn, with the copy of the state ahead of it; the others: its phases. The ratio says how many times slower the interpreter was',
      'over the same turns of the same galaxy, which ended in the same state.',
    ],
  },
  run: runTurns,
};

function runTurns({ quick, objects, seed }: SuiteOptions, say: Say): readonly Result[] {
  const asked = objects !== undefined ? [objects] : quick ? sizes.slice(0, 1) : sizes;
  return asked.flatMap((size) => {
    const effort: Effort = { milliseconds: 0, rounds: quick ? 20 : 40, warmups: quick ? 10 : 20 };
    const measured = (executor?: ExecutorName): Turns => measureTurns(size, seed, effort, executor);
    say(`turn: ${String(size)} objects, ${String(effort.rounds + effort.warmups)} turns`);
    const own = measured();
    if (size > largestReference || isReference()) return resultsOf(size, own, undefined);
    say('turn: the same by the interpreter');
    const reference = measured('reference');
    if (own.hash !== reference.hash)
      throw new EdictError(
        'disagreement',
        `the galaxy of ${String(size)} objects ends in state ${own.hash}, by the interpreter in ${reference.hash}; they must be the same`,
      );
    return resultsOf(size, own, reference);
  });
}

interface Turns {
  readonly times: Readonly<Record<string, Timing>>;
  readonly objects: number;
  readonly hash: string;
}

function measureTurns(objects: number, seed: string, effort: Effort, executor: ExecutorName | undefined): Turns {
  const world: World = generateGalaxy(loadGalaxy(), { objects, seed, ...(executor === undefined ? {} : { executor }) });
  const phases = createPhaseTimes();
  const times = measureParts(() => {
    phases.clear();
    const start = performance.now();
    world.step(phases.observer);
    return { turn: performance.now() - start, ...phases.all() };
  }, effort);
  return { times, objects: world.size, hash: world.hash() };
}

function resultsOf(n: number, { times, objects }: Turns, reference: Turns | undefined): readonly Result[] {
  return Object.entries(times).map(([name, ms]) => ({
    name,
    n,
    ms,
    perSecond: (objects * 1_000) / ms.median,
    nanosecondsPerObject: (ms.median * 1e6) / objects,
    ...(reference === undefined ? {} : { ratios: { reference: reference.times[name].median / ms.median } }),
  }));
}
