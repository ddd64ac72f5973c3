import { timeOf } from '../../components/clock.js';
import { countDown, delayCount, delayRow, dropFirst, park, unpark, waitingFrames } from '../../components/delays.js';
import { frameCount, popFrame } from '../../components/frames.js';
import type { WorldState } from '../../components/state.js';
import { resolve } from '../../kernel/identity.js';
import type { TriggerPolicy } from '../../ir/trigger.js';
import { frameSort, queueStage } from './frame-sort.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { demandFewWaiting } from '../timing/guards.js';
import type { Run } from './run.js';
import { TriggerError } from './trigger-error.js';

/** Delays: what is parked when, and in which order it goes on. */

/** Parks the run of lists of which the top frame is the innermost, behind the action that it is at. */
export function delayRun(run: Run, ticks: number): void {
  const {
    state,
    book: { policy, lists },
  } = run;
  const top = frameCount(state);
  const base = baseOf(state, top);
  const running = runningEntry(state, base);
  const left = Math.max(policy.zero === 'wait' ? 0 : -(2 ** 31), Math.min(2 ** 31 - 1, ticks));
  const isLast = state.frames.at[top] >= lists[state.frames.list[top]].actions.length;
  if (running !== 0 && policy.zero === 'same-step' && left <= state.frames.list[running]) throw hang(run, ticks);
  const place = Number.isFinite(policy.capacity) ? freePlace(run, running) : 0;
  if (place > policy.capacity) {
    dropRun(state, base);
    return;
  }
  demandFewWaiting(
    run,
    waitingFrames(state) + top - base + 1,
    'delayed lists of actions and their parts',
    authorOf(run, base),
  );
  for (let row = base; row <= top; row++) state.frames.depth[row] = state.frames.occurrence[row] = 0;
  const position = positionFor(state, left, policy);
  makingRoom(run, () => {
    park(state, base, position, left, isLast && policy.trailing === 'lost', place);
  });
}

/** The name of the trigger that began a run of lists, or of its first list where none did. */
function authorOf({ state: { frames }, book: { triggers, lists } }: Run, base: number): string {
  const trigger = frames.trigger[base];
  return trigger < 0 ? lists[frames.list[base]].name : triggers[trigger].name;
}

/** The frame at which a run of lists begins. */
function baseOf({ frames }: WorldState, top: number): number {
  let row = top;
  while (frames.does[row] === frameSort.part) row--;
  return row;
}

/** The frame of the queue, where what runs was delayed; 0 elsewhere. */
function runningEntry({ frames }: WorldState, base: number): number {
  for (let row = base - 1; row > 0; row--) if (frames.does[row] === frameSort.queue) return row;
  return 0;
}

function dropRun(state: WorldState, base: number): void {
  while (frameCount(state) >= base) popFrame(state);
}

/** Before the first entry that has as much left, or that has more. */
function positionFor(state: WorldState, left: number, { ties, trailing }: TriggerPolicy): number {
  const count = delayCount(state);
  const { delays } = state;
  const isBefore = (position: number): boolean => {
    const other = delays.left[delayRow(state, position)];
    return ties === 'last' ? other < left : other <= left;
  };
  // One that is stuck does not count down, so that the queue is no longer sorted.
  if (trailing === 'lost') return firstFrom(0, count, (position) => !isBefore(position));
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstFrom(from: number, to: number, fits: (position: number) => boolean): number {
  let position = from;
  while (position < to && !fits(position)) position++;
  return position;
}

/**
 * The lowest place that no entry takes, from 1. One that is stuck lets another have its place, which leads the queue
 * astray.
 */
function freePlace(run: Run, running: number): number {
  const {
    state,
    book: { policy },
  } = run;
  const taken = new Uint8Array(policy.capacity + 2);
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    taken[state.delays.place[row]] = state.delays.stuck[row] === 1 ? 2 : 1;
  }
  if (running !== 0) taken[state.frames.depth[running]] = 1;
  let place = 1;
  while (place <= policy.capacity && taken[place] === 1) place++;
  if (place <= policy.capacity && taken[place] === 2) {
    throw new TriggerError(
      'queue-corrupt',
      `at time ${timeOf(state)} a delay takes the place of one that was the last action of its list, which leads the queue astray; let no list end with a delay, or use the policy that loses nothing`,
    );
  }
  return place;
}

function hang({ state }: Run, ticks: number): TriggerError {
  return new TriggerError(
    'hang:zero-delay',
    `at time ${timeOf(state)} a list that was delayed delays itself by ${ticks} ticks, so that the queue never comes to its end; delay it by more`,
  );
}

/** Goes on with a look at the queue: the frame on top. */
export function lookAtQueue(run: Run, row: number): void {
  const {
    state,
    book: { timing, policy },
  } = run;
  const { frames } = state;
  if (frames.stage[row] === queueStage.count) {
    countDown(state, timing.granularity);
    frames.at[row] = policy.zero === 'wait' ? dueCount(state) : 1;
    frames.stage[row] = queueStage.idle;
    return;
  }
  frames.stage[row] = queueStage.idle;
  if (frames.at[row] === 0 || !isDue(state, 0)) {
    popFrame(state);
    return;
  }
  if (policy.zero === 'wait') frames.at[row]--;
  const entry = delayRow(state, 0);
  if (isOrphaned(state, entry)) {
    drop(run, entry);
    return;
  }
  const [left, place] = [state.delays.left[entry], state.delays.place[entry]];
  makingRoom(run, () => {
    unpark(state);
  });
  state.frames.stage[row] = queueStage.running;
  state.frames.list[row] = left;
  state.frames.depth[row] = place;
}

/**
 * Drops the first entry, and names the list that the others of it are parts of. Who is told may keep the world as it
 * is: the entry is gone by then.
 */
function drop({ state, book: { lists, policy }, tell }: Run, entry: number): void {
  const { delays, parked } = state;
  const [list, trigger] = [parked.list[delays.start[entry]], parked.trigger[delays.start[entry]]];
  dropFirst(state);
  if (policy.tellsDropped)
    tell?.({
      kind: 'dropped',
      time: timeOf(state),
      trigger,
      list,
      name: lists[list].name,
      reason: 'an object of its list is gone',
    });
}

function dueCount(state: WorldState): number {
  let due = 0;
  while (isDue(state, due)) due++;
  return due;
}

function isDue(state: WorldState, position: number): boolean {
  if (position >= delayCount(state)) return false;
  const row = delayRow(state, position);
  return state.delays.stuck[row] === 0 && state.delays.left[row] <= 0;
}

/** The subject or direct object of its innermost list was there when it was queued and is gone. */
function isOrphaned({ delays, parked, identity }: WorldState, entry: number): boolean {
  const innermost = delays.start[entry] + delays.count[entry] - 1;
  return [parked.subject[innermost], parked.direct[innermost]].some(
    (handle) => handle !== 0 && resolve(identity, handle) === 0,
  );
}
