import { generateGalaxy } from '../src/galaxy/generate.js';
import { loadGalaxy } from '../src/galaxy/load-galaxy.js';
import { EdictError } from '../src/kernel/errors.js';
import type { World } from '../src/world/api.js';
import { type Timing, measure } from './measure.js';
import type { Result } from './report.js';
import type { Say, Suite, SuiteOptions } from './suite.js';

export const snapshotSuite: Suite = {
  name: 'snapshot',
  summary: 'how fast the state of the embedded galaxy is copied and put back, and that it goes on the same',
  legend: {
    n: 'objects',
    perSecond: 'copies',
    lines: [
      'capture: into a snapshot whose memory is used again; restore: back into the world. Bytes are those of the state in use. The ratio copy compares with',
      'one plain copy of as many bytes (below 1: it was faster). A restored world has run on to the same hash as before, or there were no figures here.',
    ],
  },
  run: runSnapshots,
};

function runSnapshots({ quick, objects = 10_000, seed }: SuiteOptions, say: Say): readonly Result[] {
  say(`snapshot: ${String(objects)} objects`);
  const world = generateGalaxy(loadGalaxy(), { objects, seed });
  world.run(2);
  const snapshot = world.snapshot();
  const bytes = snapshot.used;
  const [source, target] = [new Uint8Array(bytes).fill(1), new Uint8Array(bytes)];
  const effort = { milliseconds: quick ? 300 : 1_000, rounds: 20, warmups: 5 };
  const copy = measure(() => {
    target.set(source);
  }, effort);
  const capture = measure(() => {
    world.snapshot(snapshot);
  }, effort);
  const restore = measure(() => {
    world.restore(snapshot);
  }, effort);
  const turns = quick ? 5 : 50;
  say(`snapshot: twice ${String(turns)} turns from one state`);
  assertGoesOn(world, turns);
  const result = (name: string, ms: Timing): Result => ({
    name,
    n: world.size,
    ms,
    perSecond: 1_000 / ms.median,
    gigabytesPerSecond: bytes / ms.median / 1e6,
    bytes,
    ratios: { copy: copy.median / ms.median },
  });
  return [result('capture', capture), result('restore', restore)];
}

/** Throws unless a world that is put back runs on to the same state. */
function assertGoesOn(world: World, turns: number): void {
  const start = world.snapshot();
  world.run(turns);
  const hash = world.hash();
  world.restore(start);
  world.run(turns);
  const again = world.hash();
  world.restore(start);
  if (hash !== again)
    throw new EdictError(
      'disagreement',
      `${String(turns)} turns led to state ${hash}, and after restore to ${again}; they must be the same`,
    );
}
