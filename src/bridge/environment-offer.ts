import type { BatchOptions, BatchSource } from '../batch/api.js';
import { createBatch } from '../batch/batch.js';
import { replayWith } from '../batch/batch-log.js';
import { bytesOfViews } from '../batch/views.js';
import { shapeOf } from '../ir/environment.js';
import { EdictError } from '../kernel/errors.js';
import type { Offer } from './offer.js';

/** Batches of a source. */
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
      // Where and in how many threads a log is replayed is no part of it.
      if (log === undefined) return createBatch(source, given);
      const batch = replayWith((of, logged) => createBatch(of, { ...given, ...logged }), source, log);
      // The other side has given none yet.
      batch.actions.fill(0);
      return batch;
    },
  };
}
