import type { Batch, BatchLog, BatchOptions, BatchSource } from '../batch/api.js';
import { createBatch } from '../batch/batch.js';
import { replayWith } from '../batch/batch-log.js';
import { bytesOfViews } from '../batch/view-layout.js';
import { type EnvironmentShape, shapeOf } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';

/** Known by its shape before there is memory for it. */
export interface Offer {
  readonly shape: EnvironmentShape;
  /** Bytes that its views take. */
  readonly bytes: number;
  /** Called once. A log, which has these options, is replayed. */
  create(buffer: ArrayBuffer | SharedArrayBuffer | undefined, log?: BatchLog): Batch;
}

export interface Offers {
  /** Names of environments that need no file. */
  names(): readonly string[];
  /** Throws EdictError for unknown environments and impossible options. */
  open(environment: string, options: BatchOptions): Offer;
}

export function offerOf(source: BatchSource, options: BatchOptions): Offer {
  const { environment } = source.program;
  if (environment === undefined)
    throw new EdictError('no-environment', 'the content declares no environment; give it a section environment');
  const shape = shapeOf(environment);
  return {
    shape,
    bytes: bytesOfViews(shape, options),
    create(buffer, log) {
      const given = buffer === undefined ? options : { ...options, buffer };
      if (log === undefined) return createBatch(source, given);
      const batch = replayWith((of, logged) => createBatch(of, { ...given, ...logged }), source, log);
      batch.actions.fill(0);
      return batch;
    },
  };
}
