import { EdictError } from '../kernel/errors.js';
import { isList, reading } from '../kernel/given.js';
import type { BatchEvent, BatchLog, BatchSource } from './api.js';
import type { Settings } from './settings.js';

export const logFormat = 'edict-batch-log/1';

/** The last thing that was done with a batch, and what was done before; undefined before the first. A snapshot remembers where in it it was taken. */
export interface Deed {
  readonly event: BatchEvent;
  readonly before: Deed | undefined;
}

/** What was done up to a deed, the first first. */
export function eventsOf(last: Deed | undefined): readonly BatchEvent[] {
  const events: BatchEvent[] = [];
  for (let deed = last; deed !== undefined; deed = deed.before) events.push(deed.event);
  return events.reverse();
}

/** The last of what was done. */
export function lastOf(events: readonly BatchEvent[]): Deed | undefined {
  return events.reduce<Deed | undefined>((before, event) => ({ event, before }), undefined);
}

/** A log that ends with a deed. */
export function logOf(source: BatchSource, { instances, autoreset, seats, opponents, masked }: Settings, last: Deed | undefined): BatchLog {
  // Functions are refused with `record`.
  const named = typeof opponents === 'function' ? 'random' : opponents;
  return { format: logFormat, content: source.program.fingerprint, options: { instances, autoreset, seats, opponents: named, masked }, events: eventsOf(last) };
}

/** Throws `bad-log` for what is no log, and `foreign-log` for one of other content. */
export function checkLog(source: BatchSource, log: BatchLog): void {
  // A log may come from a file.
  if (!reading('the log', () => isLog(log))) throw new EdictError('bad-log', `this is no log of a batch; one has the format ${JSON.stringify(logFormat)}`);
  if (log.content !== source.program.fingerprint) throw new EdictError('foreign-log', 'the log is of other content; replay it with the content that it was written with');
}

function isLog(log: unknown): boolean {
  if (typeof log !== 'object' || log === null) return false;
  const { format, content, options, events } = log as Partial<Record<keyof BatchLog, unknown>>;
  return format === logFormat && typeof content === 'string' && typeof options === 'object' && options !== null && isList(events) && events.every(isEvent);
}

function isEvent(event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false;
  const { reset, step, fork, to } = event as Readonly<Record<string, unknown>>;
  return isList(reset) || isList(step) || (Number.isInteger(fork) && isList(to));
}
