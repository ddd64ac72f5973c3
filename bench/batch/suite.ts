import type { Batch } from '../../src/batch/api.js';
import { createBatch } from '../../src/batch/batch.js';
import { openEnvironment } from '../../src/environments/open-environment.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Effort, type Timing, measure } from '../measure.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import { randomPlayer } from './players.js';

export const batchSuite: Suite = {
  name: 'batch',
  summary:
    'environments for training: many small games in one batch against as many stepped one after the other, a large game with its observations, workers, copies of instances',
  legend: {
    n: 'instances; of fork and snapshot: objects of one',
    perSecond:
      'steps of an environment, forks, snapshots; ns an object: of one of its turns, with observations, masks and rewards',
    lines: [
      'Needed are: galaxy-small-64 3 times as many steps a second as separate and 40,000 in all, galaxy 200 steps a second, two workers 1.7 times one, a fork in 0.5 ms, a snapshot at 10 GB/s.',
      'All agents choose at random among what is allowed; choosing is not timed. separate: as many batches of one instance, stepped one after the other; that both come to the same states is checked.',
      'one: the same batch with one worker. copy: as many bytes copied plainly.',
    ],
  },
  run: runBatch,
};

function runBatch({ quick }: SuiteOptions, say: Say): readonly Result[] {
  const effort: Effort = { milliseconds: quick ? 1_000 : 5_000, rounds: 20, warmups: quick ? 60 : 200 };
  say('batch: galaxy-small-64');
  const small = smallResult(effort);
  say('batch: galaxy');
  const large = largeResults(effort);
  if (quick) return [small, ...large];
  say('batch: workers');
  return [small, ...large, workersResult(instances, effort), workersResult(4 * instances, effort)];
}

const instances = 64;
const seed = 7;

function smallResult(effort: Effort): Result {
  const source = openEnvironment('galaxy-small');
  assertAgreement();
  const batch = createBatch(source, { instances });
  batch.reset(seed);
  const player = randomPlayer(seed);
  const together = measure(
    () => {
      batch.step();
    },
    effort,
    () => {
      player(batch);
    },
  );
  const single = Array.from({ length: instances }, (_, i) => {
    const one = createBatch(source, { together: 1 });
    one.reset(seed + i);
    return one;
  });
  const separate = measure(
    () => {
      for (const one of single) one.step();
    },
    effort,
    () => {
      for (const one of single) player(one);
    },
  );
  const objects = batch.world(0).size;
  for (const each of [batch, ...single]) each.close();
  return {
    name: 'galaxy-small-64',
    n: instances,
    ms: together,
    perSecond: (instances * 1_000) / together.median,
    nanosecondsPerObject: (together.median * 1e6) / instances / objects,
    ratios: { separate: separate.median / together.median, needed: (instances * 1_000) / together.median / 40_000 },
  };
}

/** Throws unless a batch and batches of one come to the same states by the same actions. */
function assertAgreement(): void {
  const source = openEnvironment('galaxy-small');
  const [few, turns] = [4, 12];
  const batch = createBatch(source, { instances: few });
  batch.reset(seed);
  const single = Array.from({ length: few }, (_, i) => {
    const one = createBatch(source);
    one.reset(seed + i);
    return one;
  });
  const player = randomPlayer(seed);
  for (let turn = 0; turn < turns; turn++) {
    player(batch);
    const each = batch.actions.length / few;
    single.forEach((one, i) => {
      one.actions.set(batch.actions.subarray(i * each, (i + 1) * each));
    });
    for (const one of [batch, ...single]) one.step();
  }
  single.forEach((one, i) => {
    if (one.hash(0) !== batch.hash(i))
      throw new EdictError(
        'disagreement',
        `instance ${String(i)} comes to state ${batch.hash(i)} in a batch and to ${one.hash(0)} by itself; they must be the same`,
      );
  });
  for (const one of [batch, ...single]) one.close();
}

function largeResults(effort: Effort): readonly Result[] {
  const source = openEnvironment('galaxy');
  const batch = createBatch(source, { instances: 2 });
  batch.reset(seed);
  const alone = createBatch(source);
  alone.reset(seed);
  // Before the first step: how many are run in the time that there is differs from one run to the next.
  const objects = alone.world(0).size;
  const player = randomPlayer(seed);
  const step = measure(
    () => {
      alone.step();
    },
    effort,
    () => {
      player(alone);
    },
  );
  const fork = measure(() => {
    batch.fork(0, [1]);
  }, effort);
  const kept = alone.snapshot();
  const snapshot = measure(() => {
    alone.snapshot(kept);
  }, effort);
  const [from, into] = [new Uint8Array(kept.bytes).fill(1), new Uint8Array(kept.bytes)];
  const copy = measure(() => {
    into.set(from);
  }, effort);
  for (const each of [batch, alone]) each.close();
  return [
    {
      name: 'galaxy',
      n: 1,
      ms: step,
      perSecond: 1_000 / step.median,
      nanosecondsPerObject: (step.median * 1e6) / objects,
      ratios: { needed: 1_000 / step.median / 200 },
    },
    { name: 'fork', n: objects, ms: fork, perSecond: 1_000 / fork.median, ratios: { needed: 0.5 / fork.median } },
    {
      name: 'snapshot',
      n: objects,
      ms: snapshot,
      perSecond: 1_000 / snapshot.median,
      gigabytesPerSecond: kept.bytes / snapshot.median / 1e6,
      bytes: kept.bytes,
      ratios: { copy: copy.median / snapshot.median, needed: kept.bytes / snapshot.median / 1e7 },
    },
  ];
}

/** One worker against two, with so many instances of the small game. */
function workersResult(count: number, effort: Effort): Result {
  const source = openEnvironment('galaxy-small');
  const timed = (workers: number): Timing => {
    const batch: Batch = createBatch(source, { instances: count, workers });
    batch.reset(seed);
    const player = randomPlayer(seed);
    const time = measure(
      () => {
        batch.step();
      },
      effort,
      () => {
        player(batch);
      },
    );
    batch.close();
    return time;
  };
  const [one, two] = [timed(1), timed(2)];
  return {
    name: `workers-2-${String(count)}`,
    n: count,
    ms: two,
    perSecond: (count * 1_000) / two.median,
    ratios: { one: one.median / two.median, needed: one.median / two.median / 1.7 },
  };
}
