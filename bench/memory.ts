import { inspect } from '../src/world/inspect.js';
import { generateGalaxy } from '../src/galaxy/generate.js';
import { loadGalaxy } from '../src/galaxy/load-galaxy.js';
import { runAlone } from './child.js';
import type { HeapAsked, HeapFound } from './heap.js';
import type { Result } from './report.js';
import type { Say, Suite, SuiteOptions } from './suite.js';

export const memorySuite: Suite = {
  name: 'memory',
  summary: 'bytes of the state, and whether memory grows while turns run',
  legend: {
    n: 'objects',
    lines: [
      'state: bytes of the buffer that holds the state; the ratio columns is what they are to the bytes of the columns in it, the rest being header and gaps.',
      'heap: objects of the engine after 1,000 turns, collected; growth: what 1,000 turns more added to it, the same 50 turns again and again. What is left of it',
      'is the engine compiling what has become hot; arrays: memory outside of the heap, where the state is.',
    ],
  },
  run: runMemory,
};

function runMemory({ quick, objects = 10_000, seed }: SuiteOptions, say: Say): readonly Result[] {
  say(`memory: the state of ${String(objects)} objects`);
  const world = generateGalaxy(loadGalaxy(), { objects, seed });
  const [column] = world.ecs().columns.values();
  const bytes = column.value.buffer.byteLength;
  const asked: HeapAsked = {
    objects: Math.min(objects, 300),
    seed,
    before: quick ? 50 : 1_000,
    between: quick ? 50 : 1_000,
  };
  say(`memory: ${String(asked.before + asked.between)} turns of ${String(asked.objects)} objects`);
  const found = runAlone('./heap.js', asked, ['--expose-gc']) as HeapFound;
  const growth = (name: string, grown: number): Result => ({ name, n: found.objects, bytes: grown });
  return [
    { name: 'state', n: world.size, bytes, ratios: { columns: bytes / inspect(world).bytes } },
    growth('heap', found.first),
    growth('heap growth', found.heap),
    growth('arrays growth', found.arrays),
  ];
}
