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
      'Growth is from an early turn to the last, after a collection. heap: objects of the engine; arrays: memory outside of the heap, where the state is;',
      'state growth: what the state itself needs for more objects. A world keeps two copies of it, so that arrays may grow by three times as much.',
    ],
  },
  run: runMemory,
};

function runMemory({ quick, objects = 10_000, seed }: SuiteOptions, say: Say): readonly Result[] {
  say(`memory: the state of ${String(objects)} objects`);
  const world = generateGalaxy(loadGalaxy(), { objects, seed });
  const [column] = world.ecs().columns.values();
  const bytes = column.value.buffer.byteLength;
  const asked: HeapAsked = { objects: Math.min(objects, 300), seed, from: quick ? 20 : 100, to: quick ? 60 : 1_000 };
  say(`memory: ${String(asked.to)} turns of ${String(asked.objects)} objects`);
  const found = runAlone('./heap.js', asked, ['--expose-gc']) as HeapFound;
  const growth = (name: string, grown: number): Result => ({ name, n: found.objects, bytes: grown });
  return [
    { name: 'state', n: world.size, bytes, ratios: { columns: bytes / world.bytes } },
    growth('heap growth', found.heap),
    growth('arrays growth', found.arrays),
    growth('state growth', found.state),
  ];
}
