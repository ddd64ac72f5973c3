import type { Batch, BatchLog, BatchOptions } from '../batch/api.js';
import type { EnvironmentShape } from '../ir/environment.js';

/** A batch that can be made: known by its shape before there is any memory for it. */
export interface Offer {
  readonly shape: EnvironmentShape;
  /** Bytes that its views take. */
  readonly bytes: number;
  /** To be called once. With a log, of options that are those here, the batch has come to its end. */
  create(buffer: ArrayBuffer | SharedArrayBuffer | undefined, log?: BatchLog): Batch;
}

/** What a bridge can open. */
export interface Offers {
  /** Names of environments that need no file. */
  names(): readonly string[];
  /** Throws EdictError where there is no such environment or the options ask for what cannot be. */
  open(environment: string, options: BatchOptions): Offer;
}
