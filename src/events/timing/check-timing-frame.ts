import { damaged } from '../../kernel/errors.js';
import { occurrenceCount } from '../../components/occurrences.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { idLimit } from '../../kernel/identity.js';
import type { TimingBook } from '../../ir/occurrence.js';
import { frameSort } from '../trigger/frame-sort.js';
import { points } from './points.js';

/**
 * Throws when a frame that came from a file resolves occurrences in no way that its rules could have left, or is a list
 * that answers what is not there.
 */
export function checkTimingFrame(state: WorldState, book: TimingBook, row: number): void {
  const { does, stage, depth } = state.frames;
  const sort = does[row];
  if (stage[row] > (lastStages.get(sort) ?? lastStageOfOthers))
    throw damaged(`frame ${row} is at no stage that is known`);
  if (sort >= frameSort.batch && depth[row] > book.policy.depth)
    throw damaged(`frame ${row} lies deeper than any batch can`);
  (checks.get(sort) ?? checkList)(state, book, row);
}

/** The last stage by sort of frame: see batch.ts and point.ts; of others see frame-sort.ts. */
const lastStages: ReadonlyMap<number, number> = new Map([
  [frameSort.batch, 6 + points.length],
  [frameSort.point, 4],
  [frameSort.choice, 0],
  [frameSort.payment, 0],
  [frameSort.changes, 0],
]);
const lastStageOfOthers = 3;

type Check = (state: WorldState, book: TimingBook, row: number) => void;

const checks: ReadonlyMap<number, Check> = new Map<number, Check>([
  [frameSort.batch, checkBatch],
  [frameSort.point, checkPoint],
  [frameSort.choice, checkChoice],
  [frameSort.payment, checkPayment],
  [frameSort.changes, checkChanges],
]);

function checkBatch(state: WorldState, _book: TimingBook, row: number): void {
  const { list, at, memo, direct } = state.frames;
  if (!(isOccurrence(state, list[row]) && at[row] >= 1 && isOccurrence(state, list[row] + at[row] - 1)))
    throw damaged(`frame ${row} resolves no occurrences`);
  if (!Number.isInteger(direct[row]) || !isWithin(direct[row], 0, at[row]))
    throw damaged(`frame ${row} goes on with none of its occurrences`);
  if (!beganWithin(state, row) || !isWithin(memo[row], 0, state.arena.header[header.memories]))
    throw damaged(`frame ${row} began with more than there is`);
}

/** It stands upon its batch. */
function checkPoint(state: WorldState, _book: TimingBook, row: number): void {
  const { does, list, at, memo, direct, actDirect, occurrence } = state.frames;
  const isOfBatch =
    does[row - 1] === frameSort.batch &&
    list[row - 1] === list[row] &&
    at[row - 1] === at[row] &&
    beganWithin(state, row);
  const isPoint =
    Number.isInteger(direct[row]) &&
    isWithin(direct[row], 0, points.length - 1) &&
    memo[row] >= 0 &&
    actDirect[row] >= 0;
  const isAbout = occurrence[row] === 0 || isWithin(occurrence[row], list[row], list[row] + at[row] - 1);
  if (!isOfBatch || !isPoint || !isAbout) throw damaged(`frame ${row} is at a point of time of no batch`);
}

/** It stands upon the point of time at which it is asked. */
function checkChoice(state: WorldState, { abilities }: TimingBook, row: number): void {
  const { does, list, memo, direct, occurrence } = state.frames;
  const isKnown =
    isWithin(list[row], 0, abilities.length - 1) &&
    isOccurrence(state, occurrence[row]) &&
    isWithin(memo[row], 0, 1) &&
    Number.isSafeInteger(direct[row]) &&
    direct[row] >= 0;
  if (!isKnown || does[row - 1] !== frameSort.point) throw damaged(`frame ${row} asks about no ability`);
}

function checkPayment(state: WorldState, { types }: TimingBook, row: number): void {
  const { at, memo, direct, occurrence } = state.frames;
  const isKnown =
    isOccurrence(state, occurrence[row]) &&
    isWithin(at[row], 0, types.length) &&
    (memo[row] === 0 || isOccurrence(state, memo[row]));
  if (!isKnown || !(direct[row] >= 0) || !beganWithin(state, row)) throw damaged(`frame ${row} pays for nothing`);
}

function checkChanges(state: WorldState, { continuous }: TimingBook, row: number): void {
  const { at, occurrence } = state.frames;
  if (!isWithin(at[row], 0, continuous.length) || !isWithin(occurrence[row], 0, idLimit(state.identity) - 1))
    throw damaged(`frame ${row} changes nothing that lasts`);
}

/** What a list, or anything else that runs, knows of the occurrence that it answers, and of the ability. */
function checkList(state: WorldState, { abilities }: TimingBook, row: number): void {
  const { occurrence, memo, mark } = state.frames;
  if (
    !(occurrence[row] === 0 || isOccurrence(state, occurrence[row])) ||
    memo[row] < 0 ||
    Math.abs(mark[row]) > abilities.length
  )
    throw damaged(`frame ${row} answers no occurrence`);
}

function isOccurrence(state: WorldState, row: number): boolean {
  return isWithin(row, 1, occurrenceCount(state));
}

/** It began when there were at most as many uses as there are. */
function beganWithin({ frames, arena }: WorldState, row: number): boolean {
  return isWithin(frames.mark[row], 0, arena.header[header.uses]);
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
