import { timeOf } from '../../components/clock.js';
import { openFrame, frameCount } from '../../components/frames.js';
import { noteUse, pushOccurrence, occurrenceCount } from '../../components/occurrence-stack.js';
import type { WorldState } from '../../components/state.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { type Ability, type OccurrenceType, type Point, type TimingBook, points } from '../../ir/occurrence.js';
import { header } from '../../kernel/arena.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { roomAfter } from '../../meaning/effects/structure.js';
import { viewOf } from '../event.js';
import type { Run } from './event-run.js';
import { EdictError } from '../../kernel/errors.js';

/** Kinds of frames; the numbers are part of saved worlds. */
export const frameKind = {
  /** Time: `list` ticks are left, `stage` parts of this one are done, `at` is 1 where it sweeps. */
  clock: 1,
  /**
   * The queue: `at` entries may still run, `list` is the rest of the delay of the running one, `depth` its place.
   */
  queue: 2,
  /** A sweep from trigger `at` on. */
  sweep: 3,
  /** Rises from trigger `at` on. */
  rise: 4,
  /** A list of its own, from action `at` on. */
  run: 5,
  /** A list as a part of the one below. */
  part: 6,
  /**
   * A batch: `list` is the row of the first occurrence, `at` how many, `direct` how many have applied, `depth` nested
   * batches, `mark` and `memo` uses and memories before.
   */
  batch: 7,
  /**
   * A point of time of the batch below: `list`, `at`, `depth`, `mark` as there, `memo` a count, `occurrence` the one
   * taken alone; `direct` is the point, `subject` the player to move, `actSubject` the answer from 1, `actDirect` the
   * copies born before.
   */
  point: 8,
  /**
   * An optional ability: `list` is the ability, `subject` its source, `direct` the number of its copy, `occurrence`
   * the one that it answers, `memo` its step.
   */
  choice: 9,
  /** A payment: `occurrence` is its reason, `at` the type that follows, `direct` the sum so far. */
  payment: 10,
  /** Continuous abilities from `at` on; objects up to `occurrence` are done, `memo` is 1 after a change. */
  changes: 11,
} as const;

export function isList(kind: number): boolean {
  return kind === frameKind.run || kind === frameKind.part;
}

/** How a kind of frame goes on, and which rows of it a run can have left. */
export interface FrameKind {
  readonly step: (run: Run, row: number) => void;
  readonly lastStage: number;
  /** Says of a loaded frame what no run could have left in it. */
  readonly damage: (state: WorldState, timing: TimingBook, row: number) => string | undefined;
}

/** Of all frames that do not resolve occurrences: they may answer one, by an ability. */
export function damageOfAnswer(state: WorldState, { abilities }: TimingBook, row: number): string | undefined {
  const { occurrence, memo, mark } = state.frames;
  const isKnown =
    (occurrence[row] === 0 || isOccurrence(state, occurrence[row])) &&
    memo[row] >= 0 &&
    Math.abs(mark[row]) <= abilities.length;
  return isKnown ? undefined : 'answers no occurrence';
}

export function isOccurrence(state: WorldState, row: number): boolean {
  return isWithin(row, 1, occurrenceCount(state));
}

/** It began with at most the present uses. */
export function beganWithin(state: WorldState, row: number): boolean {
  const { frames, arena } = state;
  return isWithin(frames.mark[row], 0, arena.header[header.uses]);
}

export function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** All else in the frame is 0. */
export function addFrame(run: Run, kind: number, list: number, depth: number, trigger: number): number {
  for (;;) {
    try {
      return openFrame(run.state, kind, list, depth, trigger);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

/** Adds a frame for a list, or a choice, above the frame `below`, with roles by handle; returns it. */
export function addList(
  run: Run,
  kind: number,
  list: number,
  below: number,
  occurrence: number,
  subject: number,
  direct: number,
  controller: number,
): number {
  const { depth, trigger } = run.state.frames;
  const row = addFrame(run, kind, list, depth[below], trigger[below]);
  const { frames } = run.state;
  frames.occurrence[row] = occurrence;
  frames.subject[row] = subject;
  frames.direct[row] = direct;
  frames.controller[row] = controller;
  return row;
}

/** Adds a frame one deeper than `below` (0: none), with the number of uses. */
export function addDeeper(run: Run, kind: number, list: number, below: number): number {
  const { state } = run;
  const depth = depthAbove(state, below);
  demandDepth(run, depth);
  const row = addFrame(run, kind, list, depth, below === 0 ? -1 : state.frames.trigger[below]);
  state.frames.mark[row] = state.arena.header[header.uses];
  return row;
}

export function depthAbove(state: WorldState, below: number): number {
  return below === 0 ? 1 : state.frames.depth[below] + 1;
}

export function addOccurrence(run: Run, type: number, parent: number, is: number): number {
  for (;;) {
    try {
      return pushOccurrence(run.state, type, parent, is);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function addUse(run: Run, occurrence: number, ability: number, source: number, number: number): void {
  for (;;) {
    try {
      noteUse(run.state, occurrence, ability, source, number);
      return;
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function reportOccurrence(
  { state, timing, report, watch }: Run,
  kind: 'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget',
  row: number,
): void {
  watch?.befell?.(kind, row);
  report?.({ kind, time: timeOf(state), occurrence: viewOf(state, timing.types, row) });
}

/** Binds roles; objects that are gone read as nobody. */
export function bindRoles({ state: { identity }, context: { frame } }: Run, subject: number, direct: number): void {
  frame.slots[sourceSlot] = resolve(identity, subject);
  frame.slots[targetSlot] = resolve(identity, direct);
}

export function handleFrom({ state, context }: Run, node: Node): number {
  return handleOf(state.identity, context.evaluate(node) ?? 0);
}

export function abilityOf({ timing, question }: Run, candidate: number): Ability {
  return timing.abilities[question.candidates.ability[candidate]];
}

export function typeOf({ state, timing }: Run, row: number): OccurrenceType {
  return timing.types[state.occurrences.type[row]];
}

/** The nearest point of a frame or below it. */
export function pointOfFrame(state: WorldState, row: number): Point {
  const { frames } = state;
  for (let at = row; at > 0; at--) if (frames.does[at] === frameKind.point) return points[frames.direct[at]];
  return 'when';
}

/**
 * Triggers were stopped. Codes: `sweep-depth`, `list-depth`, `hang:zero-delay`, `queue-corrupt`, `null-direct`,
 * `limit-actions`, `limit-waiting`.
 */
export class TriggerError extends EdictError {
  /** Triggers that set off one another, by index, in order. */
  readonly cycle: readonly number[];

  constructor(code: string, message: string, culprit?: string, cycle: readonly number[] = []) {
    super(code, message, culprit);
    this.name = 'TriggerError';
    this.cycle = cycle;
  }
}

/** One period of the repetition at the end of a row, from its beginning; else the whole row. */
export function repeating(row: readonly number[]): readonly number[] {
  for (let period = 1; 2 * period <= row.length; period++) {
    let start = row.length - period;
    while (start > 0 && row[start - 1] === row[start - 1 + period]) start--;
    if (start + 2 * period <= row.length) return row.slice(start, start + period);
  }
  return row;
}

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
    `occurrences cause one another more than ${most} levels deep${names.length === 0 ? '' : `: ${names.join(', then ')} again and again`}; let one of them not raise the next, or answer it once only (next)`,
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
    `the occurrence ${type} has been substituted ${mostSubstitutions} times, now by ${ability}; let substitutions not create further ones`,
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
    `lists of actions begin one another without end: ${names.join(', then ')} again and again; let one of them not begin the next`,
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
    `sweeps are nested more than ${most} levels deep: ${names.join(', then ')}${names.length > 0 ? ' again and again; ' : ''}let a trigger that sweeps not be persistent, or not arm itself`,
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
