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
  /** The engine lost what was to be done: it never runs and lets nothing behind it run. */
  readonly isBlocked: boolean;
}

const capacity = 120;

export function enqueue(stage: Stage, ticks: number, rests: readonly Rest[]): void {
  const isCompat = stage.policy === 'compat';
  const { queue, running } = stage;
  const remaining = isCompat ? ticks : Math.max(0, ticks);
  if (isCompat && queue.length >= capacity) return;
  if (isCompat && running !== undefined && remaining <= running.remaining) throw new Stop('hang:zero-delay');
  const entry: Entry = { rests, remaining, isBlocked: isCompat && rests[0]?.actions.length === 0 };
  const before = queue.findIndex((other) => (isCompat ? other.remaining >= remaining : other.remaining > remaining));
  queue.splice(before < 0 ? queue.length : before, 0, entry);
}

/** Counts down and runs what is due. */
export function runQueue(stage: Stage, run: (rests: readonly Rest[]) => void): void {
  for (const entry of stage.queue) if (!entry.isBlocked) entry.remaining -= 3;
  const due = stage.policy === 'sound' ? new Set(stage.queue.filter(({ remaining }) => remaining <= 0)) : undefined;
  for (let entry = stage.queue[0]; entry !== undefined && !entry.isBlocked && entry.remaining <= 0; entry = due === undefined ? stage.queue[0] : stage.queue.find((each) => due.has(each))) {
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
