import { EdictError } from '../src/kernel/errors.js';

/** The memory that is in use, after a collection. Needs a process with `--expose-gc`. */
export function lookAtMemory(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined)
    throw new EdictError('benchmark', 'memory can only be compared after a collection; start node with --expose-gc');
  // What finalizers let go is taken by a second one.
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage();
}
