import { timeOf } from '../../components/clock.js';
import { frameCount, popFrame } from '../../components/frames.js';
import { setArmed } from '../../components/triggers.js';
import { header } from '../../kernel/arena.js';
import { resolve } from '../../kernel/identity.js';
import { fireDeed, firePlain } from '../../meaning/effects/fire.js';
import type { Action, Deed } from '../../ir/trigger.js';
import { listRule } from '../../meaning/answering.js';
import { TriggerError, repeating } from './trigger-error.js';
import { actionStage, frameSort } from './frame-sort.js';
import { beginSweep, delayRun } from './ticks.js';
import type { Run } from './run.js';
import { addList, bindRoles, handleFrom } from '../timing/resolving.js';
import { doTiming } from '../timing/deeds.js';
import { raiseEffect } from '../timing/raise-effect.js';

/** Continues the list on top by one action, or without a listener until another frame is on top. */
export function goOn(run: Run, row: number): void {
  do goOnOnce(run, row);
  while (run.tell === undefined && frameCount(run.state) === row);
}

function goOnOnce(run: Run, row: number): void {
  const { state, book } = run;
  const { actions } = book.lists[state.frames.list[row]];
  const at = state.frames.at[row];
  if (at >= actions.length) {
    endList(run, row);
    return;
  }
  const action = actions[at];
  if (state.frames.stage[row] === actionStage.firing) {
    fireNext(run, row, action);
    return;
  }
  const isReached = state.frames.stage[row] === actionStage.reached;
  if (isReached && !reach(run, row, action)) return;
  // Just reached, the frame is still bound, unless a listener ran.
  perform(run, row, action, isReached && run.tell === undefined);
}

function endList({ state, resolver: { book }, tell }: Run, row: number): void {
  const ability = state.frames.mark[row] - 1;
  popFrame(state);
  if (ability >= 0) tell?.({ kind: 'end', time: timeOf(state), ability, name: book.abilities[ability].name });
}

function bindList({ state, context: { frame } }: Run, row: number): void {
  const { frames, identity } = state;
  const occurrence = frames.occurrence[row];
  frame.occurrence = occurrence;
  frame.controller = resolve(identity, frames.controller[row]);
  frame.rule = listRule(state, frames.list[row], occurrence);
}

/** Binds and reports the roles of an action; false where its filter skips it. */
function reach(run: Run, row: number, action: Action): boolean {
  const { state, tell } = run;
  const { frames } = state;
  countAction(run, row);
  bindList(run, row);
  const listSubject = frames.subject[row];
  const listDirect = frames.direct[row];
  bindRoles(run, listSubject, listDirect);
  const subject = action.subject === undefined ? listSubject : handleFrom(run, action.subject);
  const named = action.direct === undefined ? listDirect : handleFrom(run, action.direct);
  const direct = named === 0 && !action.silent ? subject : named;
  if (action.filter !== undefined) {
    bindRoles(run, subject, direct);
    if (run.context.evaluate(action.filter) !== 1) {
      frames.at[row]++;
      return false;
    }
  }
  frames.actSubject[row] = action.swaps ? direct : subject;
  frames.actDirect[row] = action.swaps ? subject : direct;
  frames.stage[row] = actionStage.told;
  if (tell === undefined || action.silent) return true;
  tell({
    kind: 'act',
    time: timeOf(state),
    action: action.name,
    subject: frames.actSubject[row] || null,
    direct: frames.actDirect[row] || null,
    fields: action.fields,
  });
  return true;
}

function perform(run: Run, row: number, action: Action, isBound: boolean): void {
  const { frames } = run.state;
  const subject = frames.actSubject[row];
  const direct = frames.actDirect[row];
  if (
    action.deed.by === 'effects' &&
    run.resolver.isHeard(action.deed.effects) &&
    !(direct === 0 && action.needsDirect)
  ) {
    frames.stage[row] = actionStage.firing;
    frames.memo[row] = 0;
    return;
  }
  // The list advances first, so that what the action begins stands above it.
  frames.at[row]++;
  frames.stage[row] = actionStage.reached;
  if (direct === 0 && action.needsDirect) missDirect(run, action);
  else doDeed(run, row, action, subject, direct, isBound);
}

/** The next step of effects with listeners: all that one causes is done before the next. */
function fireNext(run: Run, row: number, { deed }: Action): void {
  const { state, context, resolver } = run;
  const { frames, identity } = state;
  const steps = deed.by === 'effects' ? resolver.stepsOf(deed.effects) : [];
  const at = frames.memo[row]++;
  if (at >= steps.length) {
    frames.at[row]++;
    frames.stage[row] = actionStage.reached;
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
    fireDeed(context, rule, [step.effect], resolve(identity, subject), resolve(identity, direct));
    run.settle?.();
  }
}

function missDirect({ state, book: { policy }, tell }: Run, { name }: Action): void {
  const time = timeOf(state);
  if (policy.missingDirect === 'error')
    throw new TriggerError(
      'null-direct',
      `at time ${time} the action ${name} has no direct object and needs one; give its list a subject or a direct object`,
      name,
    );
  tell?.({ kind: 'skip', time, action: name, reason: 'it has no direct object' });
}

function doDeed(run: Run, row: number, action: Action, subject: number, direct: number, isBound: boolean): void {
  const { state } = run;
  const { deed } = action;
  switch (deed.by) {
    case 'effects':
      if (!isBound) bindList(run, row);
      firePlain(run.context, run.ruleOf(state.frames.list[row]), deed.effects, subject, direct);
      run.settle?.();
      return;
    case 'poll':
      beginSweep(run, state.frames.depth[row] + 1);
      return;
    case 'arm':
      for (const index of deed.arm) setArmed(state, index, true);
      for (const index of deed.disarm) setArmed(state, index, false);
      return;
    case 'delay':
      delayRun(run, deed.ticks);
      return;
    case 'group':
      beginList(run, row, deed.list, frameSort.part, subject, direct);
      return;
    case 'start':
      start(run, row, deed, subject, direct);
      return;
    case 'tell':
      return;
    default:
      if (!isBound) bindList(run, row);
      doTiming(run, row, deed, subject, direct);
  }
}

function start(
  run: Run,
  row: number,
  deed: Extract<Deed, { readonly by: 'start' }>,
  subject: number,
  direct: number,
): void {
  bindRoles(run, subject, direct);
  const list =
    typeof deed.list === 'number'
      ? deed.list
      : deed.list.lists.get(run.state.class[run.context.evaluate(deed.list.object) ?? 0]);
  if (list === undefined) return;
  const newSubject = deed.subject === undefined ? subject : handleFrom(run, deed.subject);
  const newDirect = deed.direct === undefined ? direct : handleFrom(run, deed.direct);
  beginList(run, row, list, frameSort.run, newSubject, newDirect);
}

/** Nested frames: each sweep of an action takes two or three. */
const mostFrames = 50_000;
/** Frames on top that are searched for a circle. */
const mostShown = 64;

function beginList(run: Run, row: number, list: number, does: number, subject: number, direct: number): void {
  const { state } = run;
  if (frameCount(state) >= mostFrames) throw tooManyFrames(run);
  const { occurrence, controller } = state.frames;
  addList(run, does, list, row, occurrence[row], subject, direct, controller[row]);
}

function tooManyFrames({ state, book: { lists } }: Run): TriggerError {
  const { does, list, trigger } = state.frames;
  const begun: number[] = [];
  const top = frameCount(state);
  for (let row = Math.max(1, top - mostShown); row <= top; row++)
    if (does[row] === frameSort.run || does[row] === frameSort.part) begun.push(list[row]);
  const names = repeating(begun).map((index) => lists[index].name);
  const message = `at time ${timeOf(state)} lists of actions begin one another without an end: ${names.join(', then ')} again and again; let one of them not begin the next`;
  return new TriggerError('list-depth', message, names[0], trigger[top] < 0 ? [] : [trigger[top]]);
}

/** Counts actions of a tick; throws above the limit. */
function countAction({ state, book }: Run, row: number): void {
  const limit = state.limits.actionsPerTick;
  const acted = ++state.arena.header[header.acted];
  if (acted <= limit) return;
  const { name } = book.lists[state.frames.list[row]];
  throw new TriggerError(
    'limit-actions',
    `${name} does action number ${acted} of time ${timeOf(state)}, the limit is ${limit}; let triggers fire one another less often or raise limits.actionsPerTick`,
    name,
  );
}
