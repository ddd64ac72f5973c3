import type { BatchOptions, BatchSource } from '../batch/api.js';
import { createBatch } from '../batch/batch.js';
import { bytesOfViews } from '../batch/views.js';
import { shapeOf } from '../compile/environment.js';
import { EdictError } from '../kernel/errors.js';
import type { Offer } from './offer.js';

/** Batches of a source. */
export function offerOf(source: BatchSource, options: BatchOptions): Offer {
  const { environment } = source.program;
  if (environment === undefined) throw new EdictError('no-environment', 'the content declares no environment; give it a section environment');
  const shape = shapeOf(environment);
  return {
    shape,
    bytes: bytesOfViews(shape, options),
    create: (buffer) => createBatch(source, buffer === undefined ? options : { ...options, buffer }),
  };
}
