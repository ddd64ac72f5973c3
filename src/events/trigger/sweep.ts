import { momentOf, timeOf } from '../../components/clock.js';
import { frameCount, popFrame, pushFrame } from '../../components/frames.js';
import { isArmed, setArmed, setWasTrue, wasTrue } from '../../components/triggers.js';
import type { WorldState } from '../../components/state.js';
import { handleOf } from '../../kernel/identity.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { watchedRule } from '../../meaning/drawing-rules.js';
import { repeating } from './find-cycle.js';
import { frameSort } from './frame-sort.js';
import type { Run } from './run.js';
import { TriggerError } from './trigger-error.js';

/** Begins a sweep over all triggers, on top of what runs. */
export function beginSweep(run: Run, depth: number): void {
  const {
    state,
    book: { policy },
  } = run;
  if (depth > policy.depth) throw tooDeep(run);
  makingRoom(run, () => pushFrame(state, { does: frameSort.sweep, depth }));
}

/** Goes on with a sweep: the frame on top. Fires the next trigger that is true, or ends. */
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

/** Goes on with a look for rises. */
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
  // What its roles draw is drawn as its condition does, whatever was asked last.
  context.frame.rule = watchedRule(index, momentOf(state));
  const roles = { subject: roleFrom(run, subject), direct: roleFrom(run, direct) };
  makingRoom(run, () => pushFrame(state, { does: frameSort.run, list, depth, trigger: index, ...roles }));
  run.tell?.({ kind: 'fire', time: timeOf(state), trigger: index, name, depth });
}

function roleFrom({ state, context }: Run, node: Node | undefined): number {
  if (node === undefined) return 0;
  context.frame.slots[sourceSlot] = context.frame.slots[targetSlot] = 0;
  return handleOf(state.identity, context.evaluate(node) ?? 0);
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

/** The triggers whose actions are running, from the first. */
function firing(state: WorldState): readonly number[] {
  const { does, trigger } = state.frames;
  const indices: number[] = [];
  for (let row = 2; row <= frameCount(state); row++)
    if (does[row] === frameSort.run && does[row - 1] === frameSort.sweep) indices.push(trigger[row]);
  return indices;
}
