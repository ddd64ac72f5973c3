import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';
import type { Hasher } from '../kernel/hash.js';
import { runsActions } from '../model/model.js';
import { type Arrays, component } from './component.js';
import { clearFrame, copyFrame, demandFrames, hashFrame } from './frames.js';
import type { WorldState } from './state.js';

/** The queue of delays: entries in running order, after removed rows. Parked frames lie in the order of queueing. */

declare module './state.js' {
  interface WorldState {
    delays: Readonly<Arrays<typeof delayColumns>>;
  }
}

const delayColumns = {
  /** Ticks. */
  left: 'i32',
  /** Of its frames. */
  start: 'i32',
  count: 'i32',
  /** 1: it never counts down and never runs. */
  stuck: 'u8',
  /** Its place where places are limited, else 0. */
  place: 'i32',
} as const;

const delayColumnNames = Object.keys(delayColumns) as readonly (keyof typeof delayColumns)[];

export const delays = component({
  name: 'delays',
  rows: 'delay',
  group: 'delays',
  columns: delayColumns,
  when: runsActions,
});

export function hashDelays(state: WorldState, hasher: Hasher): void {
  const { parked, delays: entries } = state;
  hasher.number(delayCount(state));
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    for (const column of [entries.left, entries.count, entries.stuck, entries.place]) hasher.number(column[row]);
    for (let i = 0; i < entries.count[row]; i++) hashFrame(parked, entries.start[row] + i, hasher);
  }
}

/** Entries, also those that are stuck. */
export function delayCount({ arena }: WorldState): number {
  return arena.header[header.delays] - arena.header[header.delaysGone];
}

export function waitingFrames(state: WorldState): number {
  return (state.derived.waiting ??= parkedInUse(state));
}

/** `position`: from 0. */
export function delayRow({ arena }: WorldState, position: number): number {
  return arena.header[header.delaysGone] + 1 + position;
}

/** Queues the frames from a row to the top. Throws WorldFullError, with nothing changed. */
export function park(
  state: WorldState,
  from: number,
  position: number,
  left: number,
  stuck: boolean,
  place: number,
): void {
  const {
    arena: { header: words },
    delays,
    frames,
    parked,
  } = state;
  const count = words[header.frames] - from + 1;
  makeRoom(state, count);
  const start = words[header.parked] + 1;
  for (let i = 0; i < count; i++) copyFrame(frames, from + i, parked, start + i);
  words[header.parked] += count;
  if (state.derived.waiting !== undefined) state.derived.waiting += count;
  for (let row = from + count - 1; row >= from; row--) clearFrame(frames, row);
  words[header.frames] = from - 1;
  const row = delayRow(state, position);
  const end = words[header.delays] + 1;
  words[header.delays]++;
  for (const name of delayColumnNames) delays[name].copyWithin(row + 1, row, end);
  delays.left[row] = left;
  delays.start[row] = start;
  delays.count[row] = count;
  delays.stuck[row] = stuck ? 1 : 0;
  delays.place[row] = place;
}

/** Back to the stack. Throws WorldFullError, with nothing changed. */
export function unpark(state: WorldState): void {
  const {
    arena: { header: words },
    delays,
    frames,
    parked,
  } = state;
  const row = delayRow(state, 0);
  const count = delays.count[row];
  demandFrames(state, count);
  for (let i = 0; i < count; i++) copyFrame(parked, delays.start[row] + i, frames, words[header.frames] + 1 + i);
  words[header.frames] += count;
  dropFirst(state);
}

export function dropFirst(state: WorldState): void {
  const {
    arena: { header: words },
    delays,
    derived,
    parked,
  } = state;
  const row = delayRow(state, 0);
  if (derived.waiting !== undefined) derived.waiting -= delays.count[row];
  for (let i = 0; i < delays.count[row]; i++) clearFrame(parked, delays.start[row] + i);
  for (const name of delayColumnNames) delays[name][row] = 0;
  words[header.delaysGone]++;
  if (delayCount(state) === 0) words[header.delays] = words[header.delaysGone] = words[header.parked] = 0;
}

export function countDown(state: WorldState, ticks: number): void {
  const { left, stuck } = state.delays;
  const end = delayRow(state, delayCount(state));
  for (let row = delayRow(state, 0); row < end; row++)
    if (stuck[row] === 0) left[row] = Math.max(leastLeft, left[row] - ticks);
}

const leastLeft = -(2 ** 31);

/** Unused rows are reclaimed once they are half of all. */
function makeRoom(state: WorldState, count: number): void {
  const {
    arena: { header: words },
    delays,
    parked,
  } = state;
  const room = Math.min(delays.left.length, parked.does.length) - 1;
  if (words[header.delays] >= room && words[header.delaysGone] * 2 >= room) moveToFront(state);
  if (words[header.parked] + count > room && parkedInUse(state) * 2 <= room) packParked(state);
  if (words[header.delays] >= room || words[header.parked] + count > room)
    throw new WorldFullError(room, undefined, 'frames');
}

function parkedInUse(state: WorldState): number {
  let sum = 0;
  for (let position = 0; position < delayCount(state); position++) sum += state.delays.count[delayRow(state, position)];
  return sum;
}

function moveToFront({ arena: { header: words }, delays }: WorldState): void {
  const gone = words[header.delaysGone];
  if (gone === 0) return;
  const end = words[header.delays] + 1;
  for (const name of delayColumnNames) {
    delays[name].copyWithin(1, gone + 1, end);
    delays[name].fill(0, end - gone, end);
  }
  words[header.delays] -= gone;
  words[header.delaysGone] = 0;
}

function packParked(state: WorldState): void {
  const {
    arena: { header: words },
    delays,
    parked,
  } = state;
  const rows = Array.from({ length: delayCount(state) }, (_, i) => delayRow(state, i)).sort(
    (a, b) => delays.start[a] - delays.start[b],
  );
  let next = 1;
  for (const row of rows) {
    const start = delays.start[row];
    if (start > next)
      for (let i = 0; i < delays.count[row]; i++) {
        copyFrame(parked, start + i, parked, next + i);
        clearFrame(parked, start + i);
      }
    delays.start[row] = next;
    next += delays.count[row];
  }
  words[header.parked] = next - 1;
}
