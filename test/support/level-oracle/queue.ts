import type { Action } from './document.js';
import { type Body, type Stage, Stop } from './stage.js';

/** What is left of a list, with its roles. */
export interface Rest {
  readonly actions: readonly Action[];
  readonly subject: Body | undefined;
  readonly direct: Body | undefined;
}

/** A queued delay: the rests of its list and of all around it, innermost first. */
export interface Entry {
  readonly rests: readonly Rest[];
  remaining: number;
  /** The engine lost what was to be done: it never runs and lets nothing after it run. */
  readonly isBlocked: boolean;
  /** The lowest that no other entry had. */
  readonly place: number;
}

const capacity = 120;

export function enqueue(stage: Stage, ticks: number, rests: readonly Rest[]): void {
  const isCompat = stage.policy === 'compat';
  const { queue, running } = stage;
  const remaining = isCompat ? ticks : Math.max(0, ticks);
  const place = isCompat ? freePlace(queue) : 0;
  if (place >= capacity) return;
  if (isCompat && running !== undefined && remaining <= running.remaining) throw new Stop('hang:zero-delay');
  // To the engine a place looks free of which it lost what was to be done.
  if (queue.some((other) => other.isBlocked && other.place === place)) throw new Stop('queue-corrupt');
  const entry: Entry = { rests, remaining, isBlocked: isCompat && rests[0]?.actions.length === 0, place };
  const before = queue.findIndex((other) => (isCompat ? other.remaining >= remaining : other.remaining > remaining));
  queue.splice(before < 0 ? queue.length : before, 0, entry);
}

function freePlace(queue: readonly Entry[]): number {
  let place = 0;
  while (queue.some((entry) => !entry.isBlocked && entry.place === place)) place++;
  return place;
}

/** Counts down and runs what is due. */
export function runQueue(stage: Stage, run: (rests: readonly Rest[]) => void): void {
  for (const entry of stage.queue) if (!entry.isBlocked) entry.remaining -= 3;
  const due = stage.policy === 'sound' ? new Set(stage.queue.filter(({ remaining }) => remaining <= 0)) : undefined;
  const next = (): Entry | undefined =>
    due === undefined ? stage.queue[0] : stage.queue.find((entry) => due.has(entry));
  for (let entry = next(); entry !== undefined && !entry.isBlocked && entry.remaining <= 0; entry = next()) {
    stage.running = entry;
    runEntry(stage, entry, run);
    stage.running = undefined;
    stage.queue.splice(stage.queue.indexOf(entry), 1);
  }
}

function runEntry(stage: Stage, { rests }: Entry, run: (rests: readonly Rest[]) => void): void {
  const [innermost] = rests;
  if (innermost?.subject?.freed === true || innermost?.direct?.freed === true) {
    if (stage.policy === 'sound') stage.diagnostics.push(['dropped', stage.time, 'an object of it is gone']);
    return;
  }
  run(rests);
}
