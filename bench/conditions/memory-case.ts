import type { Program } from '../../src/ir/rule.js';
import { noTriggers } from '../../src/ir/trigger.js';
import { lowerLevel } from '../../src/content/antares/lower/lower-level.js';
import { createLevelModel } from '../../src/content/antares/world/level-model.js';
import { lookAtMemory } from '../look.js';
import { makeLevel } from './level.js';
import { period } from './mix.js';
import { createFilled } from './watched-world.js';

/** What conditions take beside the objects that they are about. */
export interface MemoryCase {
  readonly case: 'memory';
  readonly size: number;
}

/** Bytes of all conditions; 0 where the process cannot tell (it needs `--expose-gc`). */
export interface MemoryFound {
  /** Of the state and of what watches it, in arrays and on the heap. */
  readonly arrays: number;
  readonly heap: number;
  /** What is known of them before there is a world. */
  readonly definitions: number;
}

interface InUse {
  readonly heap: number;
  readonly arrays: number;
}

/** A world of the level is made twice, with conditions and without. */
export function runMemoryCase({ size }: MemoryCase): MemoryFound {
  const { level } = makeLevel(size, '1');
  const model = createLevelModel(level, 'sound');
  const { bytes: definitions, made: program } = inUseBy(() => lowerLevel(model));
  const without: Program = { ...program, rules: { ...program.rules, triggers: noTriggers } };
  const run = (of: Program): InUse & { readonly made: unknown } => {
    const { bytes, made } = inUseBy(() => {
      const world = createFilled(of, model, 'compiled');
      for (let sweep = 0; sweep < 5; sweep++) {
        world.triggers.setTime(world.triggers.time + period);
        world.triggers.poll();
      }
      return world;
    });
    return { ...bytes, made };
  };
  // What is made once for all worlds is not to be counted as that of the first.
  run(without);
  run(program);
  const [empty, full] = [run(without), run(program)];
  return {
    arrays: full.arrays - empty.arrays,
    heap: full.heap - empty.heap,
    definitions: definitions.heap + definitions.arrays,
  };
}

/** What something takes that is kept until it has been looked at. */
function inUseBy<Made>(make: () => Made): { readonly bytes: InUse; readonly made: Made } {
  const before = look();
  const made = make();
  const after = look();
  return { bytes: { heap: after.heap - before.heap, arrays: after.arrays - before.arrays }, made };
}

function look(): InUse {
  if (globalThis.gc === undefined) return { heap: 0, arrays: 0 };
  const { heapUsed, arrayBuffers } = lookAtMemory();
  return { heap: heapUsed, arrays: arrayBuffers };
}
