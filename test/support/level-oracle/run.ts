import { isAllowed } from './filter.js';
import type { Action } from './document.js';
import { applyAction, destroyBody } from './effects.js';
import { ticksOfDuration } from './numbers.js';
import { type Rest, enqueue } from './queue.js';
import { readable, resolve } from './references.js';
import { type Body, type Stage, Stop } from './stage.js';
import { isTrue } from './when.js';

/** The error of a level that was given up: its rules do not say so. */
export const tooLong = 'too-long';
/** Sweeps within sweeps; the engine comes to the end of its stack somewhere. */
const deepest = { compat: 300, sound: 64 } as const;
/** Destroy actions within destroy actions. */
const deepestDestroy = 400;
/** Acts of a level: where delayed sweeps begin further delayed sweeps, they become more and more without an end. */
const mostEvents = 20_000;

export function sweep(stage: Stage): void {
  if (stage.depth >= deepest[stage.policy]) throw new Stop('sweep-depth', cycleOf(stage.fired));
  stage.depth++;
  stage.document.conditions.forEach((condition, index) => {
    if (!stage.enabled[index] || !isTrue(stage, condition.when)) return;
    if (condition.persistent !== true) stage.enabled[index] = false;
    stage.events.push(['fire', stage.time, index, stage.depth]);
    stage.fired.push(index);
    runRests(stage, [
      {
        actions: condition.action ?? [],
        subject: resolve(stage, condition.subject),
        direct: resolve(stage, condition.direct),
      },
    ]);
    stage.fired.pop();
  });
  stage.depth--;
}

/** The shortest row of conditions that comes again and again at the end, as it first came. */
function cycleOf(fired: readonly number[]): readonly number[] {
  for (let length = 1; 2 * length <= fired.length; length++) {
    const isSame = (at: number): boolean => fired[at] === fired[at + length];
    let start = fired.length - length;
    while (start > 0 && isSame(start - 1)) start--;
    if (start <= fired.length - 2 * length) return fired.slice(start, start + length);
  }
  return fired;
}

/** Runs the rest of a list, then those of the lists around it. False where a delay has ended it. */
export function runRests(stage: Stage, rests: readonly Rest[]): boolean {
  const [first, ...outer] = rests;
  if (first === undefined) return true;
  for (let at = 0; at < first.actions.length; at++) {
    const action = first.actions[at];
    if (action === undefined) continue;
    const left = [{ ...first, actions: first.actions.slice(at + 1) }, ...outer];
    if (!runAction(stage, action, first, left)) return false;
  }
  return runRests(stage, outer);
}

function runAction(stage: Stage, action: Action, list: Rest, left: readonly Rest[]): boolean {
  const given = action.override ?? {};
  let subject = isGiven(given.subject) ? resolve(stage, given.subject) : list.subject;
  let direct = (isGiven(given.direct) ? resolve(stage, given.direct) : list.direct) ?? subject;
  const origin = { subject, direct };
  if (!isAllowed(action.if ?? {}, readable(subject), readable(direct))) return true;
  if (action.reflexive === true) [subject, direct] = [direct, subject];
  if (stage.events.length >= mostEvents) throw new Stop(tooLong);
  stage.events.push(['act', stage.time, action.type, numberOf(subject), numberOf(direct)]);
  if (action.type === 'delay') {
    enqueue(stage, ticksOfDuration(action.duration ?? '0t'), left);
    return false;
  }
  if (action.type === 'group') {
    // What is left of the list around it must not run twice: a delay inside queues it, otherwise it goes on here.
    return runGroup(stage, { actions: action.of ?? [], subject, direct }, left);
  }
  if (action.type === 'check') sweep(stage);
  else
    applyAction(stage, action, { subject, direct, origin }, (body) => {
      destroy(stage, body);
    });
  return true;
}

function runGroup(stage: Stage, group: Rest, left: readonly Rest[]): boolean {
  for (let at = 0; at < group.actions.length; at++) {
    const action = group.actions[at];
    if (
      action !== undefined &&
      !runAction(stage, action, group, [{ ...group, actions: group.actions.slice(at + 1) }, ...left])
    )
      return false;
  }
  return true;
}

function destroy(stage: Stage, body: Body): void {
  if (stage.destroying >= deepestDestroy) throw new Stop('list-depth');
  stage.destroying++;
  destroyBody(body, stage, () =>
    runRests(stage, [{ actions: body.base.destroyAction ?? [], subject: body, direct: undefined }]),
  );
  stage.destroying--;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== undefined && value !== null;
}

function numberOf(body: Body | undefined): number {
  return body?.from ?? -1;
}
