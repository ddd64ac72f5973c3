import { momentOf, timeOf } from '../../components/clock.js';
import { frameCount, popFrame, pushFrame } from '../../components/frames.js';
import { isArmed, setArmed, setWasTrue, wasTrue } from '../../components/triggers.js';
import type { WorldState } from '../../components/state.js';
import { handleFrom } from '../timing/resolving.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { makingRoom } from '../../meaning/effects/making-room.js';
import { watchedRule } from '../../meaning/drawing-rules.js';
import { TriggerError, repeating } from './trigger-error.js';
import { frameSort } from './frame-sort.js';
import type { Run } from './run.js';

export function beginSweep(run: Run, depth: number): void {
  const {
    state,
    book: { policy },
  } = run;
  if (depth > policy.depth) throw tooDeep(run);
  makingRoom(run, () => pushFrame(state, { does: frameSort.sweep, depth }));
}

/** Continues the sweep on top: fires the next true trigger, or ends. */
export function sweep(run: Run, row: number): void {
  const {
    state,
    watcher,
    context: { frame },
  } = run;
  const index = watcher.next(state.frames.at[row], frame);
  if (index < 0) {
    popFrame(state);
    return;
  }
  state.frames.at[row] = index + 1;
  fire(run, index, state.frames.depth[row]);
}

export function lookForRises(run: Run, row: number): void {
  const {
    state,
    watcher,
    context: { frame },
  } = run;
  const index = watcher.nextChanged(state.frames.at[row], frame);
  if (index < 0) {
    popFrame(state);
    return;
  }
  const isRise = !wasTrue(state, index);
  setWasTrue(state, index, isRise);
  state.frames.at[row] = index + 1;
  if (isRise && isArmed(state, index)) fire(run, index, 0);
}

function fire(run: Run, index: number, depth: number): void {
  const {
    state,
    context,
    book: { triggers },
  } = run;
  const { persistent, subject, direct, list, name } = triggers[index];
  if (!persistent) setArmed(state, index, false);
  // Roles draw as the condition does, whatever came last.
  context.frame.rule = watchedRule(index, momentOf(state));
  const roles = { subject: roleFrom(run, subject), direct: roleFrom(run, direct) };
  makingRoom(run, () => pushFrame(state, { does: frameSort.run, list, depth, trigger: index, ...roles }));
  run.tell?.({ kind: 'fire', time: timeOf(state), trigger: index, name, depth });
}

function roleFrom(run: Run, node: Node | undefined): number {
  if (node === undefined) return 0;
  const { slots } = run.context.frame;
  slots[sourceSlot] = slots[targetSlot] = 0;
  return handleFrom(run, node);
}

function tooDeep({ state, book: { policy, triggers } }: Run): TriggerError {
  const cycle = repeating(firing(state));
  const names = cycle.map((index) => triggers[index].name);
  return new TriggerError(
    'sweep-depth',
    `at time ${timeOf(state)} sweeps stand in one another more than ${policy.depth} deep: ${names.join(', then ')}${names.length > 0 ? ' again and again; ' : ''}let a trigger that sweeps not be persistent, or not arm itself`,
    names[0],
    cycle,
  );
}

/** Triggers whose actions are running, oldest first. */
function firing(state: WorldState): readonly number[] {
  const { does, trigger } = state.frames;
  const indices: number[] = [];
  for (let row = 2; row <= frameCount(state); row++)
    if (does[row] === frameSort.run && does[row - 1] === frameSort.sweep) indices.push(trigger[row]);
  return indices;
}
