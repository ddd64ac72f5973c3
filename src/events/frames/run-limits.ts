import { timeOf } from '../../components/clock.js';
import { frameCount } from '../../components/frames.js';
import { header } from '../../kernel/arena.js';
import { TriggerError, repeating } from '../trigger-error.js';
import type { Run } from './event-run.js';
import { frameKind, isList } from './frame.js';

/** Limits that stop endless content; each names its culprit. */

/** Frames or abilities on top that are searched for a circle. */
const mostShown = 64;

/** Names of running abilities, oldest first, or of occurrences where there are none; of a circle, one round. */
export function runningAbilities({ state, timing }: Run): readonly string[] {
  const { does, mark, list } = state.frames;
  const [abilities, types]: [number[], number[]] = [[], []];
  for (let row = 1; row <= frameCount(state); row++) {
    if (does[row] === frameKind.run && mark[row] !== 0) abilities.push(Math.abs(mark[row]) - 1);
    if (does[row] === frameKind.batch) types.push(state.occurrences.type[list[row]]);
  }
  const [running, names] = abilities.length > 0 ? [abilities, timing.abilities] : [types, timing.types];
  return repeating(running.slice(-mostShown)).map((index) => names[index].name);
}

export function demandDepth(run: Run, depth: number): void {
  const most = run.timing.policy.depth;
  if (depth <= most) return;
  const names = runningAbilities(run);
  throw stopped(
    run,
    'nesting',
    `occurrences bring about one another more than ${most} deep${names.length === 0 ? '' : `: ${names.join(', then ')} again and again`}; let one of them not raise the next, or answer it once only (next)`,
    names[0],
  );
}

/** Counts what one occurrence causes; throws above the limit. */
export function countRaised(run: Run, more: number, by?: string): void {
  const { state } = run;
  const raised = (state.arena.header[header.raised] += more);
  const limit = state.limits.occurrencesPerRoot;
  if (raised <= limit) return;
  const names = by === undefined ? runningAbilities(run) : [by];
  throw stopped(
    run,
    'limit-occurrences',
    `one occurrence leads to more than ${limit} others and answers${names.length === 0 ? '' : `, now by ${names.join(', ')}`}; let abilities answer less often or raise limits.occurrencesPerRoot`,
    names[0],
  );
}

/** Throws above the limit of waiting things; `what` names them, `count` includes that of `culprit`. */
export function demandFewWaiting({ state }: Run, count: number, what: string, culprit: string): void {
  const limit = state.limits.waiting;
  if (count <= limit) return;
  const message = `${culprit} brings the number of ${what} to ${count} at time ${timeOf(state)}, the limit is ${limit}; let fewer wait at one time or raise limits.waiting`;
  throw new TriggerError('limit-waiting', message, culprit);
}

/** Negations and substitutions of an occurrence at one point. */
const mostSubstitutions = 1_000;

/** Counts step A at a point; throws above the limit. */
export function countSubstitution(run: Run, row: number, type: string, ability: string): void {
  if (++run.state.frames.memo[row] <= mostSubstitutions) return;
  throw stopped(
    run,
    'substitutions',
    `the occurrence ${type} has had others put in its place ${mostSubstitutions} times, now by ${ability}; let substitutions not create further ones`,
    ability,
  );
}

/** Counts actions of a tick; throws above the limit. */
export function countAction({ state, book }: Run, row: number): void {
  const limit = state.limits.actionsPerTick;
  const count = ++state.arena.header[header.acted];
  if (count <= limit) return;
  const { name } = book.lists[state.frames.list[row]];
  throw new TriggerError(
    'limit-actions',
    `${name} does action number ${count} of time ${timeOf(state)}, the limit is ${limit}; let triggers fire one another less often or raise limits.actionsPerTick`,
    name,
  );
}

/** Nested frames: each sweep of an action takes two or three. */
const mostFrames = 50_000;

export function demandFewFrames(run: Run): void {
  const { state, book } = run;
  const top = frameCount(state);
  if (top < mostFrames) return;
  const { does, list, trigger } = state.frames;
  const begun: number[] = [];
  for (let row = Math.max(1, top - mostShown); row <= top; row++) if (isList(does[row])) begun.push(list[row]);
  const names = repeating(begun).map((index) => book.lists[index].name);
  throw stopped(
    run,
    'list-depth',
    `lists of actions begin one another without an end: ${names.join(', then ')} again and again; let one of them not begin the next`,
    names[0],
    trigger[top] < 0 ? [] : [trigger[top]],
  );
}

export function demandSweepDepth(run: Run, depth: number): void {
  const { state, book } = run;
  const most = book.policy.depth;
  if (depth <= most) return;
  const { does, trigger } = state.frames;
  // Triggers whose actions are running, oldest first.
  const firing: number[] = [];
  for (let row = 2; row <= frameCount(state); row++)
    if (does[row] === frameKind.run && does[row - 1] === frameKind.sweep) firing.push(trigger[row]);
  const cycle = repeating(firing);
  const names = cycle.map((index) => book.triggers[index].name);
  throw stopped(
    run,
    'sweep-depth',
    `sweeps stand in one another more than ${most} deep: ${names.join(', then ')}${names.length > 0 ? ' again and again; ' : ''}let a trigger that sweeps not be persistent, or not arm itself`,
    names[0],
    cycle,
  );
}

export function stopped(
  { state }: Pick<Run, 'state'>,
  code: string,
  message: string,
  culprit?: string,
  cycle?: readonly number[],
): TriggerError {
  return new TriggerError(code, `at time ${timeOf(state)} ${message}`, culprit, cycle);
}
