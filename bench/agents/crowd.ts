import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import { inspect } from '../../src/world/inspect.js';
import { lookAtMemory } from '../look.js';
import { processorTime } from './case.js';

export interface CrowdFound {
  /** Milliseconds of processor time, from content to a world with all objects. */
  readonly setUp: number;
  readonly objects: number;
  /** Bytes of the buffer that holds the state. */
  readonly state: number;
  /** Bytes of the columns in it. */
  readonly columns: number;
  /** Bytes that the process has more after a turn, collected. */
  readonly process: number;
}

/** Many objects with three values each, which a rule changes every turn. Needs a process with `--expose-gc`. */
export function crowdOf({ count }: { readonly count: number }): CrowdFound {
  const first = lookAtMemory();
  const before = process.cpuUsage();
  const world = createWorld(
    defineContent({
      properties: { energy: {}, speed: {}, age: {} },
      kinds: { walker: { ownership: 'none', properties: ['energy', 'speed', 'age'] } },
      classes: {
        person: {
          kind: 'walker',
          groups: [
            {
              name: 'live',
              scope: { include: 'target == source' },
              effects: [
                { property: 'energy', add: '-source.speed' },
                { property: 'age', add: 1 },
              ],
            },
          ],
        },
      },
      start: [
        {
          create: 'person',
          count,
          values: { energy: 'uniform(0, 100)', speed: '1 + floor(uniform(0, 6))', age: 'index % 80' },
        },
      ],
    }),
  );
  const setUp = processorTime(before);
  world.step();
  const [column] = world.ecs().columns.values();
  const last = lookAtMemory();
  const used = ({ heapUsed, arrayBuffers }: NodeJS.MemoryUsage): number => heapUsed + arrayBuffers;
  return {
    setUp,
    objects: world.size,
    state: column.value.buffer.byteLength,
    columns: inspect(world).bytes,
    process: used(last) - used(first),
  };
}
