import type { Batch, BatchEvent, BatchLog, BatchOptions, BatchSource } from './api.js';
import { logGiven } from './batch-log.js';
import { environmentOf } from './settings.js';
import { EdictError } from '../kernel/errors.js';

/**
 * Does again what a log says, with a batch that `open` makes. Throws `bad-log` and `foreign-log` before anything is
 * made, and `log-differs` where something fails that did not when it was written.
 */
export function replayWith(
  open: (source: BatchSource, options: BatchOptions) => Batch,
  source: BatchSource,
  given: BatchLog,
): Batch {
  environmentOf(source);
  const log = logGiven(source, given);
  const batch = open(source, { ...log.options, record: true });
  for (const [place, event] of log.events.entries()) {
    try {
      repeat(batch, event);
    } catch (error) {
      batch.close();
      if (!(error instanceof EdictError)) throw error;
      throw new EdictError(
        'log-differs',
        `event ${place + 1} of the log cannot be repeated: ${error.message.slice('edict: '.length)}; replay it with the source and the version of edict that it was written with`,
        String(place + 1),
      );
    }
  }
  return batch;
}

function repeat(batch: Batch, event: BatchEvent): void {
  if ('reset' in event) {
    const seeds = event.reset.map((beginning) => (beginning === 'next' ? null : beginning));
    batch.reset(
      seeds,
      Uint8Array.from(event.reset, (beginning) => (beginning === null ? 0 : 1)),
    );
  } else if ('fork' in event) {
    batch.fork(event.fork, event.to);
  } else {
    if (event.step.length !== batch.actions.length)
      throw new EdictError(
        'bad-log',
        `a step has ${event.step.length} numbers, and the batch takes ${batch.actions.length}`,
      );
    batch.actions.set(event.step);
    batch.step();
  }
}
