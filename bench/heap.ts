import { generateGalaxy } from '../src/galaxy/generate.js';
import { loadGalaxy } from '../src/galaxy/load-galaxy.js';
import { answerAlone } from './child.js';
import { lookAtMemory } from './look.js';

export interface HeapAsked {
  readonly objects: number;
  readonly seed: string;
  /** Turns that run before the first look, and between it and the second. */
  readonly before: number;
  readonly between: number;
}

export interface HeapFound {
  readonly objects: number;
  /** Bytes of the heap at the first look, and what was added until the second. */
  readonly first: number;
  readonly heap: number;
  readonly arrays: number;
}

/** Turns after which the world is put back to where it began, so that it is as large at one look as at the other. */
const round = 50;

/** Runs a galaxy and looks at the memory twice. Needs a process with `--expose-gc`. */
function lookTwice({ objects, seed, before, between }: HeapAsked): HeapFound {
  const world = generateGalaxy(loadGalaxy(), { objects, seed });
  const start = world.snapshot();
  const run = (turns: number): void => {
    for (let turn = 0; turn < turns; turn++) {
      if (turn % round === 0) world.restore(start);
      world.step();
    }
  };
  run(before);
  const first = lookAtMemory();
  run(between);
  const last = lookAtMemory();
  return {
    objects: world.size,
    first: first.heapUsed,
    heap: last.heapUsed - first.heapUsed,
    arrays: last.arrayBuffers - first.arrayBuffers,
  };
}

answerAlone<HeapAsked>(lookTwice);
