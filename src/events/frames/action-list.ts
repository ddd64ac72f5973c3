import { isAbsent } from '../../eval/operation.js';
import { timeOf } from '../../components/clock.js';
import { copyCount, pushCopy } from '../../components/copies.js';
import { frameCount, popFrame } from '../../components/frames.js';
import { fieldOf, setField, status } from '../../components/occurrence-stack.js';
import { setArmed } from '../../components/armed-triggers.js';
import type { Node } from '../../ir/node.js';
import type { Action, Task } from '../../ir/trigger.js';
import { asHandle, handleOf, resolve } from '../../kernel/identity.js';
import { listRule } from '../../meaning/answering.js';
import { fireAction } from '../../meaning/effects/fire-effects.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { viewOf } from '../event.js';
import { occurringOf } from './ability-use.js';
import type { Run } from './event-run.js';
import {
  type FrameKind,
  damageOfAnswer,
  frameKind,
  countAction,
  demandFewFrames,
  demandFewWaiting,
  stopped,
  addList,
  bindRoles,
  handleFrom,
  reportOccurrence,
  typeOf,
} from './stack.js';
import { beginBarePoint, beginRaised, beginPayment } from './occurrence-batch.js';
import { beginSweep, delayRun } from './ticks.js';
import { raiseEffect } from './raised-effects.js';

/**
 * Of the current action: it is next, its roles are known, its effects fire one by one, or its roles are known and its
 * other list is run.
 */
const stage = { next: 0, ready: 1, firing: 2, otherwise: 3 } as const;

/** Runs the list on top by one action, or where nothing is reported until another frame is on top. */
export const actionList: FrameKind = {
  step(run, row) {
    do stepOnce(run, row);
    while (run.report === undefined && frameCount(run.state) === row);
  },
  lastStage: stage.otherwise,
  damage: damageOfAnswer,
};

function stepOnce(run: Run, row: number): void {
  const { frames } = run.state;
  const { actions } = run.book.lists[frames.list[row]];
  const at = frames.at[row];
  if (at >= actions.length) {
    endList(run, row);
    return;
  }
  const action = actions[at];
  if (frames.stage[row] === stage.firing) {
    fireNext(run, row, action);
    return;
  }
  const isNext = frames.stage[row] === stage.next;
  if (isNext && !reach(run, row, action)) return;
  // Just reached, the frame is still bound, unless a listener ran.
  perform(run, row, action, isNext && run.report === undefined);
}

function endList({ state, timing, report }: Run, row: number): void {
  const ability = state.frames.mark[row] - 1;
  popFrame(state);
  if (ability >= 0) report?.({ kind: 'end', time: timeOf(state), ability, name: timing.abilities[ability].name });
}

function bindList({ state, context: { frame } }: Run, row: number): void {
  const { frames, identity } = state;
  const occurrence = frames.occurrence[row];
  frame.occurrence = occurrence;
  frame.controller = resolve(identity, frames.controller[row]);
  frame.rule = listRule(state, frames.list[row], occurrence);
}

/** Binds and reports the roles of an action; false where its filter skips all of it. */
function reach(run: Run, row: number, action: Action): boolean {
  const { state, report } = run;
  const { frames } = state;
  countAction(run, row);
  bindList(run, row);
  const listSubject = frames.subject[row];
  const listDirect = frames.direct[row];
  bindRoles(run, listSubject, listDirect);
  const subject = roleOf(run, action.subject, listSubject);
  const named = roleOf(run, action.direct, listDirect);
  const direct = named === 0 && !action.silent ? subject : named;
  let next: number = stage.ready;
  if (action.filter !== undefined) {
    bindRoles(run, subject, direct);
    if (run.context.evaluate(action.filter) !== 1) next = stage.otherwise;
  }
  if (next === stage.otherwise && otherwiseOf(action) === undefined) {
    frames.at[row]++;
    return false;
  }
  frames.actSubject[row] = action.swaps ? direct : subject;
  frames.actDirect[row] = action.swaps ? subject : direct;
  frames.stage[row] = next;
  if (report === undefined || action.silent) return true;
  report({
    kind: 'act',
    time: timeOf(state),
    action: action.name,
    subject: asHandle(frames.actSubject[row]) || null,
    direct: asHandle(frames.actDirect[row]) || null,
    fields: action.fields,
  });
  return true;
}

/** What is done where the filter is not true. */
function otherwiseOf({ task }: Action): Task | undefined {
  return task.by === 'group' && task.otherwise !== undefined ? { by: 'group', list: task.otherwise } : undefined;
}

function roleOf(run: Run, node: Node | undefined, otherwise: number): number {
  return node === undefined ? otherwise : handleFrom(run, node);
}

function perform(run: Run, row: number, action: Action, isBound: boolean): void {
  const { frames } = run.state;
  const { needsDirect } = action;
  const task = (frames.stage[row] === stage.otherwise ? otherwiseOf(action) : undefined) ?? action.task;
  const subject = frames.actSubject[row];
  const direct = frames.actDirect[row];
  const isMissing = direct === 0 && needsDirect;
  if (task.by === 'effects' && run.heard !== undefined && !isMissing && task.effects.some(run.heard.mayHear)) {
    frames.stage[row] = stage.firing;
    frames.memo[row] = 0;
    return;
  }
  // First, so that what the action begins stands above the list.
  advance(run, row);
  if (isMissing) missDirect(run, action);
  else {
    if (!isBound) bindList(run, row);
    does(run, row, task, subject, direct);
  }
}

function advance({ state: { frames } }: Run, row: number): void {
  frames.at[row]++;
  frames.stage[row] = stage.next;
}

/** The next step of effects with listeners: all that one causes is done before the next. */
function fireNext(run: Run, row: number, { task }: Action): void {
  const { state, context } = run;
  const { frames, identity } = state;
  const steps = task.by === 'effects' ? run.stepsOf(task.effects) : [];
  const at = frames.memo[row]++;
  if (at >= steps.length) {
    advance(run, row);
    frames.memo[row] = 0;
    return;
  }
  const step = steps[at];
  const subject = frames.actSubject[row];
  const direct = frames.actDirect[row];
  bindList(run, row);
  if ('to' in step) {
    bindRoles(run, subject, direct);
    if (step.unless === undefined || context.evaluate(step.unless) !== 1) frames.memo[row] = step.to;
    return;
  }
  const rule = run.ruleOf(frames.list[row]);
  if (!raiseEffect(run, rule, step.effect, subject, step.effect.recipient === 'source' ? subject : direct, row)) {
    fireAction(context, rule, [step.effect], resolve(identity, subject), resolve(identity, direct));
    run.settle?.();
  }
}

function missDirect(run: Run, { name }: Action): void {
  const { state, book, report } = run;
  if (book.policy.missingDirect === 'error')
    throw stopped(
      run,
      'null-direct',
      `the action ${name} has no direct object and needs one; give its list a subject or a direct object`,
      name,
    );
  report?.({ kind: 'skip', time: timeOf(state), action: name, reason: 'it has no direct object' });
}

/** Performs an action, by the handles of its roles, for a list bound to the frame. */
function does(run: Run, row: number, task: Task, subject: number, direct: number): void {
  const { state } = run;
  const { frames } = state;
  switch (task.by) {
    case 'effects':
      run.fire(run.context, run.ruleOf(frames.list[row]), task.effects, subject, direct);
      run.settle?.();
      return;
    case 'poll':
      beginSweep(run, frames.depth[row] + 1);
      return;
    case 'arm':
      for (const index of task.arm) setArmed(state, index, true);
      for (const index of task.disarm) setArmed(state, index, false);
      return;
    case 'delay':
      delayRun(run, task.ticks);
      return;
    case 'group':
      beginList(run, row, frameKind.part, task.list, subject, direct);
      return;
    case 'start':
      start(run, row, task, subject, direct);
      return;
    case 'tell':
      return;
    default:
      bindRoles(run, subject, direct);
      answer(run, row, frames.occurrence[row], task);
  }
}

function start(run: Run, row: number, task: TaskBy<'start'>, subject: number, direct: number): void {
  bindRoles(run, subject, direct);
  const list =
    typeof task.list === 'number'
      ? task.list
      : task.list.lists.get(run.state.class[run.context.evaluate(task.list.object) ?? 0]);
  if (list === undefined) return;
  beginList(run, row, frameKind.run, list, roleOf(run, task.subject, subject), roleOf(run, task.direct, direct));
}

function beginList(run: Run, row: number, kind: number, list: number, subject: number, direct: number): void {
  demandFewFrames(run);
  const { occurrence, controller } = run.state.frames;
  addList(run, kind, list, row, occurrence[row], subject, direct, controller[row]);
}

type TaskBy<By extends Task['by']> = Extract<Task, { readonly by: By }>;
type OccurrenceTask = TaskBy<'raise' | 'point' | 'pay' | 'add' | 'cancel' | 'adjust' | 'retarget'>;

/** Performs an action on occurrences; `answered`: the row of the one that the list answers, or 0. */
function answer(run: Run, row: number, answered: number, task: OccurrenceTask): void {
  switch (task.by) {
    case 'raise':
      beginRaised(run, task.occurrences, answered, row);
      return;
    case 'point':
      beginBarePoint(run, occurringOf(run, task.occurrence), task.at, answered, row);
      return;
    case 'pay':
      beginPayment(run, occurringOf(run, task.occurrence), task.paid, answered, row);
      return;
    case 'add':
      addAbility(run, row, task);
      return;
    default:
      // Only live occurrences can change.
      if (answered > 0 && run.state.occurrences.status[answered] === status.live) change(run, answered, task);
  }
}

function change(run: Run, row: number, task: TaskBy<'cancel' | 'adjust' | 'retarget'>): void {
  const { state, timing, context, report, watch } = run;
  if (task.by === 'cancel') {
    state.occurrences.status[row] = status.cancelled;
    reportOccurrence(run, 'cancel', row);
    return;
  }
  const { amount, target, fields } = typeOf(run, row);
  if (task.by === 'adjust') {
    const [before, by] = [fieldOf(state, row, amount), context.evaluate(task.amount)];
    if (Number.isNaN(before) || isAbsent(by)) return;
    setField(state, row, amount, before + by);
    watch?.befell?.('adjust', row);
    report?.({ kind: 'adjust', time: timeOf(state), by, occurrence: viewOf(state, timing.types, row) });
    return;
  }
  const to = context.evaluate(task.to);
  if (target < 0 || isAbsent(to)) return;
  setField(state, row, target, fields[target]?.type.name === 'entity' ? handleOf(state.identity, to) || NaN : to);
  reportOccurrence(run, 'retarget', row);
}

function addAbility(
  run: Run,
  row: number,
  { ability, source: ofSource, controller: ofController }: TaskBy<'add'>,
): void {
  const { state, timing, report } = run;
  const source = roleOf(run, ofSource, state.frames.subject[row]);
  const controller = roleOf(run, ofController, state.frames.controller[row]);
  const { name } = timing.abilities[ability];
  demandFewWaiting(run, copyCount(state) + 1, 'abilities that were created and are still there', name);
  makingRoom(run, () => pushCopy(state, ability, source, controller));
  report?.({ kind: 'create', time: timeOf(state), ability, name, source: asHandle(source) || null });
}
