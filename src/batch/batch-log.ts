import { EdictError, messageOf } from '../kernel/errors.js';
import { isList, isObject, reading } from '../kernel/given.js';
import { demandContent } from '../world/play-out.js';
import type { BatchEvent, BatchLog, BatchSource, Batch, BatchOptions } from './api.js';
import { type Settings, environmentOf } from './settings.js';

const logFormat = 'edict-batch-log/1';

/** Events of a batch, last first. A snapshot remembers its place in the list. */
export interface LoggedEvent {
  readonly event: BatchEvent;
  readonly before: LoggedEvent | undefined;
}

/** In the order in which they happened. */
export function eventsOf(last: LoggedEvent | undefined): readonly BatchEvent[] {
  const events: BatchEvent[] = [];
  for (let entry = last; entry !== undefined; entry = entry.before) events.push(entry.event);
  return events.reverse();
}

export function lastOf(events: readonly BatchEvent[]): LoggedEvent | undefined {
  return events.reduce<LoggedEvent | undefined>((before, event) => ({ event, before }), undefined);
}

export function logOf(
  source: BatchSource,
  { instances, autoreset, seats, opponents, masked }: Settings,
  last: LoggedEvent | undefined,
): BatchLog {
  // Functions are refused with `record`.
  const named = typeof opponents === 'function' ? 'random' : opponents;
  return {
    format: logFormat,
    content: source.program.fingerprint,
    options: { instances, autoreset, seats, opponents: named, masked },
    events: eventsOf(last),
  };
}

/** A copy of a log. Throws `bad-log` for a malformed log, `foreign-log` for one of other content. */
function logGiven(source: BatchSource, given: BatchLog): BatchLog {
  // A log may come from a file.
  const log = reading('the log', () => copyOf(given));
  if (log === undefined)
    throw new EdictError(
      'bad-log',
      `the argument is not a log of a batch, which has the format ${JSON.stringify(logFormat)}`,
    );
  demandContent(log, source.program);
  return log;
}

function copyOf(given: unknown): BatchLog | undefined {
  if (!isObject(given)) return undefined;
  const { format, content, options, events } = given as Partial<BatchLog>;
  if (format !== logFormat || typeof content !== 'string' || typeof options !== 'object' || !isList(events))
    return undefined;
  const copies = Array.from(events, eventOf).filter((event) => event !== undefined);
  return copies.length === events.length ? { format, content, options: { ...options }, events: copies } : undefined;
}

function eventOf(event: unknown): BatchEvent | undefined {
  if (!isObject(event)) return undefined;
  const { reset, step, fork, to } = event as { readonly [Key in 'reset' | 'step' | 'fork' | 'to']?: unknown };
  const all = (list: readonly unknown[], fits: (item: unknown) => boolean): readonly never[] | undefined => {
    const items = Array.from(list);
    return items.every(fits) ? (items as never[]) : undefined;
  };
  if (isList(reset)) {
    const seeds = all(reset, (seed) => seed === null || seed === 'next' || Number.isSafeInteger(seed));
    return seeds && { reset: seeds };
  }
  if (isList(step)) {
    const actions = all(step, Number.isInteger);
    return actions && { step: actions };
  }
  if (!Number.isInteger(fork) || !isList(to)) return undefined;
  const instances = all(to, Number.isInteger);
  return instances && { fork: fork as number, to: instances };
}

/**
 * Throws `bad-log` and `foreign-log` before it makes anything, and `log-differs` for a failure that the recorded batch
 * did not have.
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
        `event ${place + 1} of the log cannot be repeated: ${messageOf(error)}; replay it with the source and the version of edict that it was written with`,
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
