import { momentOf, setTimeOf, timeOf } from '../../components/clock.js';
import { countDown, delayCount, delayRow, dropFirst, park, unpark, waitingFrames } from '../../components/delays.js';
import { frameCount, popFrame } from '../../components/frames.js';
import type { WorldState } from '../../components/state.js';
import { resolve } from '../../kernel/identity.js';
import type { TriggerPolicy } from '../../ir/trigger.js';
import {
  type FrameKind,
  damageOfAnswer,
  frameKind,
  demandFewWaiting,
  demandSweepDepth,
  stopped,
  addFrame,
  handleFrom,
} from './stack.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { header } from '../../kernel/arena.js';
import type { Run } from './event-run.js';
import { isArmed, setArmed, setWasTrue, wasTrue } from '../../components/armed-triggers.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { watchedRule } from '../../meaning/drawing-rules.js';

/** What happens as time passes: sweeps over triggers, and delayed lists. */

/** Parks the lists of which the top frame is the innermost, after its action. */
export function delayRun(run: Run, ticks: number): void {
  const { state, book } = run;
  const { policy, lists } = book;
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
  makingRoom(run, () => park(state, base, position, left, isLast && policy.trailing === 'lost', place));
}

function authorOf({ state: { frames }, book: { triggers, lists } }: Run, base: number): string {
  const trigger = frames.trigger[base];
  return trigger < 0 ? lists[frames.list[base]].name : triggers[trigger].name;
}

function baseOf({ frames }: WorldState, top: number): number {
  let row = top;
  while (frames.does[row] === frameKind.part) row--;
  return row;
}

/** The frame of the queue, for delayed lists; 0 elsewhere. */
function runningEntry({ frames }: WorldState, base: number): number {
  for (let row = base - 1; row > 0; row--) if (frames.does[row] === frameKind.queue) return row;
  return 0;
}

function dropRun(state: WorldState, base: number): void {
  while (frameCount(state) >= base) popFrame(state);
}

/** Before the first entry with as much left, or with more. */
function positionFor(state: WorldState, left: number, { ties, trailing }: TriggerPolicy): number {
  const count = delayCount(state);
  const { delays } = state;
  const isBefore = (position: number): boolean => {
    const other = delays.left[delayRow(state, position)];
    return ties === 'last' ? other < left : other <= left;
  };
  // Stuck entries do not count down: the queue is not sorted.
  if (trailing === 'lost') {
    let position = 0;
    while (position < count && isBefore(position)) position++;
    return position;
  }
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The lowest free place, from 1. A stuck entry gives up its place, which corrupts the queue. */
function freePlace(run: Run, running: number): number {
  const { state, book } = run;
  const { policy } = book;
  const taken = new Uint8Array(policy.capacity + 2);
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    taken[state.delays.place[row]] = state.delays.stuck[row] === 1 ? 2 : 1;
  }
  if (running !== 0) taken[state.frames.depth[running]] = 1;
  let place = 1;
  while (place <= policy.capacity && taken[place] === 1) place++;
  if (place <= policy.capacity && taken[place] === 2) {
    throw stopped(
      run,
      'queue-corrupt',
      `a delay takes the place of one that was the last action of its list, which corrupts the queue; let no list end with a delay, or use the policy that loses nothing`,
    );
  }
  return place;
}

function hang(run: Run, ticks: number): Error {
  return stopped(
    run,
    'hang:zero-delay',
    `a delayed list delays itself by ${ticks} ticks, so that the queue never ends; delay it by more`,
  );
}

const queueStage = { count: 0, idle: 1, running: 2 } as const;

export const queue: FrameKind = { step: lookAtQueue, lastStage: queueStage.running, damage: damageOfAnswer };

function lookAtQueue(run: Run, row: number): void {
  const { state, book } = run;
  const { timing, policy } = book;
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
  makingRoom(run, () => unpark(state));
  state.frames.stage[row] = queueStage.running;
  state.frames.list[row] = left;
  state.frames.depth[row] = place;
}

/** Drops the first entry and reports its outermost list. The entry is gone before a listener may save the world. */
function drop({ state, book: { lists, policy }, report }: Run, entry: number): void {
  const { delays, parked } = state;
  const [list, trigger] = [parked.list[delays.start[entry]], parked.trigger[delays.start[entry]]];
  dropFirst(state);
  if (policy.tellsDropped)
    report?.({
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

/** The subject or direct object of its innermost list is gone. */
function isOrphaned({ delays, parked, identity }: WorldState, entry: number): boolean {
  const innermost = delays.start[entry] + delays.count[entry] - 1;
  return [parked.subject[innermost], parked.direct[innermost]].some(
    (handle) => handle !== 0 && resolve(identity, handle) === 0,
  );
}

export function beginSweep(run: Run, depth: number): void {
  demandSweepDepth(run, depth);
  addFrame(run, frameKind.sweep, 0, depth, -1);
}

export const triggerSweep: FrameKind = {
  step(run, row) {
    const index = nextTrigger(run, row, 'next');
    if (index >= 0) fire(run, index, run.state.frames.depth[row]);
  },
  lastStage: 0,
  damage: damageOfAnswer,
};

/** Notes the next trigger whose condition has changed, and fires it if the condition has become true. */
export const rises: FrameKind = {
  step(run, row) {
    const { state } = run;
    const index = nextTrigger(run, row, 'nextChanged');
    if (index < 0) return;
    const isRise = !wasTrue(state, index);
    setWasTrue(state, index, isRise);
    if (isRise && isArmed(state, index)) fire(run, index, 0);
  },
  lastStage: 0,
  damage: damageOfAnswer,
};

/** The next trigger of the frame on top, which ends where there is none (-1). */
function nextTrigger({ state, watcher, context, watch }: Run, row: number, way: 'next' | 'nextChanged'): number {
  const index = watcher[way](state.frames.at[row], context.frame);
  watch?.tested?.(way === 'next' ? 'sweep' : 'rise', state.frames.at[row], index, state.frames.depth[row]);
  if (index < 0) popFrame(state);
  else state.frames.at[row] = index + 1;
  return index;
}

function fire(run: Run, index: number, depth: number): void {
  const { state, context, book, report } = run;
  const { persistent, subject, direct, list, name } = book.triggers[index];
  if (!persistent) setArmed(state, index, false);
  // Roles draw as the condition does, whatever came last.
  context.frame.rule = watchedRule(index, momentOf(state));
  const roles = [roleFrom(run, subject), roleFrom(run, direct)];
  const row = addFrame(run, frameKind.run, list, depth, index);
  [state.frames.subject[row], state.frames.direct[row]] = roles;
  report?.({ kind: 'fire', time: timeOf(state), trigger: index, name, depth });
}

function roleFrom(run: Run, node: Node | undefined): number {
  if (node === undefined) return 0;
  const { slots } = run.context.frame;
  slots[sourceSlot] = slots[targetSlot] = 0;
  return handleFrom(run, node);
}

const clockStage = { next: 0, queue: 1, sweep: 2, rise: 3 } as const;

export const clock: FrameKind = { step: passTime, lastStage: clockStage.rise, damage: damageOfAnswer };

function passTime(run: Run, row: number): void {
  const { state, book, context } = run;
  const { frames } = state;
  const time = timeOf(state);
  switch (frames.stage[row]) {
    case clockStage.next:
      if (frames.list[row] === 0) {
        popFrame(state);
        return;
      }
      frames.list[row]--;
      frames.stage[row] = clockStage.queue;
      setTimeOf(state, time + 1);
      state.arena.header[header.acted] = 0;
      // Limits count by the tick.
      context.fired = context.created = 0;
      context.frame.tests = context.frame.visits = context.frame.sorted = 0;
      return;
    case clockStage.queue:
      frames.stage[row] = clockStage.sweep;
      if (time % book.timing.granularity === 0) addFrame(run, frameKind.queue, 0, 0, -1);
      return;
    case clockStage.sweep:
      frames.stage[row] = clockStage.rise;
      if (frames.at[row] === 1 && book.timing.period > 0 && time % book.timing.period === 0) beginSweep(run, 1);
      return;
    default:
      frames.stage[row] = clockStage.next;
      if (run.hasRises) addFrame(run, frameKind.rise, 0, 0, -1);
  }
}
