import { generateGalaxy } from '../src/galaxy/generate.js';
import { loadGalaxy } from '../src/galaxy/load-galaxy.js';
import { EdictError } from '../src/kernel/errors.js';
import { answerAlone } from './child.js';

export interface HeapAsked {
  readonly objects: number;
  readonly seed: string;
  /** Turns at whose ends the memory is looked at. */
  readonly from: number;
  readonly to: number;
}

export interface HeapFound {
  /** At the end. */
  readonly objects: number;
  /** Bytes that were added between the two looks. */
  readonly heap: number;
  readonly arrays: number;
  /** What the state itself came to need for more objects; a world keeps two copies of it. */
  readonly state: number;
}

/** Runs a galaxy and looks at the memory twice. Needs a process with `--expose-gc`. */
function lookTwice({ objects, seed, from, to }: HeapAsked): HeapFound {
  const world = generateGalaxy(loadGalaxy(), { objects, seed });
  const runTo = (turn: number): void => {
    while (world.turn < turn) world.step();
  };
  runTo(from);
  const bytes = world.bytes;
  const before = look();
  runTo(to);
  const after = look();
  return { objects: world.size, heap: after.heapUsed - before.heapUsed, arrays: after.arrayBuffers - before.arrayBuffers, state: world.bytes - bytes };
}

function look(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined) throw new EdictError('benchmark', 'memory can only be compared after a collection; start node with --expose-gc');
  // What finalizers let go is taken by a second one.
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage();
}

answerAlone<HeapAsked>(lookTwice);
