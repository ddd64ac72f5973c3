import type { Batch, BatchLog, BatchOptions, BatchSource } from './api.js';
import { makers } from './makers.js';
import { openBatch } from './open-batch.js';
import { replayWith } from './replay-batch.js';

/**
 * A batch of instances of an environment, which are nowhere before `reset`. Throws `bad-option` for options and sources
 * that are none, `no-environment` for content without one, and what is wrong with the first map.
 */
export function createBatch(source: BatchSource, options: BatchOptions = {}): Batch {
  return openBatch(makers, source, options);
}

/**
 * A batch that has come to where a log ends, with `record`. Throws `bad-log` for what is no log, `foreign-log` for one
 * of other content, and `log-differs` where something fails that did not when it was written.
 */
export function replayBatch(source: BatchSource, log: BatchLog): Batch {
  return replayWith(createBatch, source, log);
}
