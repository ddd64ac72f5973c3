import { occurrenceCount } from '../../components/occurrence-stack.js';
import type { WorldState } from '../../components/state.js';
import type { TimingBook } from '../../ir/occurrence.js';
import { header } from '../../kernel/arena.js';
import type { Run } from './event-run.js';

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

/** One kind of frame: how it goes on, and which rows of it a run can have left. */
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
export function beganWithin({ frames, arena }: WorldState, row: number): boolean {
  return isWithin(frames.mark[row], 0, arena.header[header.uses]);
}

export function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
