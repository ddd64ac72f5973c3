import { asHandle } from '../../kernel/identity.js';
import { timeOf } from '../../components/clock.js';
import { copyRow, lastCopyNumber } from '../../components/copies.js';
import { frameCount, popFrame } from '../../components/frames.js';
import { fieldOf, isUsed, status } from '../../components/occurrence-stack.js';
import { type Point, points } from '../../ir/occurrence.js';
import { isOpen, type Candidates, type Search, type Step, addCandidate, keepOnly } from '../../meaning/answering.js';
import { pointNumber } from '../points.js';
import { startAbility, useAbility, decide } from './ability-use.js';
import type { Run } from './event-run.js';
import {
  type FrameKind,
  beganWithin,
  frameKind,
  isOccurrence,
  isWithin,
  countSubstitution,
  abilityOf,
  addFrame,
  addUse,
  reportOccurrence,
  typeOf,
} from './stack.js';

/** Steps of a point of time, as in saved worlds. */
const stage = { negating: 0, grouping: 1, triggered: 2, counted: 3, reacting: 4 } as const;

/** Use of no ability, which marks an occurrence as taken alone at a point. */
const takenAlone = -(2 ** 30);

/** A point of time of the batch below, until another frame is on top or a decision is needed. */
export const pointOfTime: FrameKind = {
  step(run, row) {
    do acts[run.state.frames.stage[row]](run, row);
    while (frameCount(run.state) === row && !run.question.isOpen);
  },
  lastStage: stage.reacting,
  damage(state, _timing, row) {
    const { does, list, at, memo, direct, actDirect, occurrence } = state.frames;
    const below = row - 1;
    const isOfBatch = does[below] === frameKind.batch && list[below] === list[row] && at[below] === at[row];
    const isPoint = Number.isInteger(direct[row]) && isWithin(direct[row], 0, points.length - 1);
    const isAbout = occurrence[row] === 0 || isWithin(occurrence[row], list[row], list[row] + at[row] - 1);
    return isOfBatch && beganWithin(state, row) && isPoint && memo[row] >= 0 && actDirect[row] >= 0 && isAbout
      ? undefined
      : 'is at a point of time of no batch';
  },
};

export function beginPoint(run: Run, batch: number, at: Point): void {
  const { state, timing } = run;
  const { list, depth, trigger } = state.frames;
  const row = addFrame(run, frameKind.point, list[batch], depth[batch], trigger[batch]);
  const { frames } = state;
  frames.at[row] = frames.at[batch];
  frames.mark[row] = frames.mark[batch];
  frames.direct[row] = pointNumber(at);
  frames.stage[row] = at === 'before' ? stage.negating : at === 'would' ? stage.triggered : firstStage(run, row);
  frames.actDirect[row] = timing.policy.bornInStep ? Infinity : lastCopyNumber(state);
}

/** After step A: several occurrences may be taken one by one. */
function firstStage({ state, timing }: Run, row: number): number {
  return timing.policy.grouping === 'perOccurrence' && state.frames.at[row] > 1 ? stage.grouping : stage.triggered;
}

function pointOf({ state: { frames } }: Run, row: number): Point {
  return points[frames.direct[row]];
}

/** By stage. */
const acts: readonly FrameKind['step'][] = [negate, takeAlone, trigger, count, react];

function searchOf(run: Run, row: number, step: Step, only = run.state.frames.occurrence[row]): Search {
  const { state, search } = run;
  const { frames } = state;
  search.first = frames.list[row];
  search.count = frames.at[row];
  search.at = pointOf(run, row);
  search.step = step;
  search.only = only;
  search.usesBefore = frames.mark[row];
  search.bornUntil = frames.actDirect[row];
  search.most = Infinity;
  return search;
}

function find(run: Run, row: number, step: Step, only?: number): Candidates {
  const { finder, question, watch } = run;
  question.isAnswered = false;
  const search = searchOf(run, row, step, only);
  watch?.searched?.(search);
  finder.find(search, run.context.frame, question.candidates);
  return question.candidates;
}

/** Step A: negations, preventions and substitutions, until there are none. */
function negate(run: Run, row: number): void {
  const { frames } = run.state;
  const candidates = find(run, row, 'A');
  if (candidates.count === 0) {
    frames.memo[row] = 0;
    frames.stage[row] = firstStage(run, row);
    return;
  }
  const chosen = order(run, row);
  if (chosen < 0) return;
  countSubstitution(run, row, typeOf(run, candidates.occurrence[chosen]).name, abilityOf(run, chosen).name);
  startAbility(run, chosen, 'A', row);
}

/** The player who orders conflicts chooses among the candidates. */
function order(run: Run, row: number): number {
  const { count } = run.question.candidates;
  return count === 1 ? 0 : decide(run, row, 'order', run.players.orderer(), count);
}

/** Chooses the occurrence that is taken alone next. */
function takeAlone(run: Run, row: number): void {
  const { state, players } = run;
  const { frames } = state;
  const offered: number[] = [];
  const end = frames.list[row] + frames.at[row];
  for (let each = frames.list[row]; each < end; each++) {
    if (
      isOpen(state, each, pointOf(run, row)) &&
      !isTaken(run, row, each) &&
      (find(run, row, 'B', each).count > 0 || find(run, row, 'C', each).count > 0)
    )
      offered.push(each);
  }
  if (offered.length === 0) {
    // Unanswered ones may have come to 0, too.
    frames.occurrence[row] = 0;
    for (let each = frames.list[row]; each < end; each++) if (!isTaken(run, row, each)) dropZero(run, each);
    popFrame(state);
    return;
  }
  const chosen = offered.length === 1 ? 0 : decideFirst(run, row, offered, players.orderer());
  if (chosen < 0) return;
  addUse(run, offered[chosen], takenAlone - frames.direct[row], 0, 0);
  // Making room may have moved frames.
  state.frames.occurrence[row] = offered[chosen];
  state.frames.stage[row] = stage.triggered;
}

function decideFirst(run: Run, row: number, offered: readonly number[], orderer: number): number {
  const { candidates } = run.question;
  candidates.count = 0;
  for (const each of offered) addCandidate(candidates, -1, each, 0, 0, 0);
  return decide(run, row, 'group', orderer, offered.length);
}

function isTaken({ state }: Run, row: number, occurrence: number): boolean {
  return isUsed(state, state.frames.mark[row], occurrence, takenAlone - state.frames.direct[row], 0, 0);
}

/** Step B: one trigger wholly, then those there are now. */
function trigger(run: Run, row: number): void {
  const { state, players, finder, question } = run;
  const { candidates } = question;
  // What is done at once adds no frame.
  while (frameCount(state) === row) {
    if (!question.isAnswered) {
      const search = searchOf(run, row, 'B');
      // Without players the first goes first; else players may come with any candidate.
      search.most = players.all().length === 0 ? 1 : Infinity;
      run.watch?.searched?.(search);
      finder.find(search, run.context.frame, candidates);
    }
    if (candidates.count === 0) {
      state.frames.stage[row] = stage.counted;
      return;
    }
    const chosen = order(run, row);
    if (chosen < 0) return;
    startAbility(run, chosen, 'B', row);
  }
}

/** After step B: drops what came to nothing. */
function count(run: Run, row: number): void {
  const { frames } = run.state;
  // `would` only settles: no reactions, and amounts are not checked again.
  if (pointOf(run, row) === 'would') {
    popFrame(run.state);
    return;
  }
  dropZeros(run, row);
  frames.stage[row] = stage.reacting;
  frames.subject[row] = run.players.orderer();
  frames.memo[row] = 0;
}

/** Step C: players react or pass in turn, until all pass in a row. */
function react(run: Run, row: number): void {
  const { state, players, question, report } = run;
  const { frames } = state;
  const { candidates } = question;
  if (!question.isAnswered) {
    find(run, row, 'C');
    if (!someoneMay(run, candidates)) {
      close(run, row);
      return;
    }
  }
  // The next player may be gone.
  const player = players.plays(frames.subject[row]) ? frames.subject[row] : players.orderer();
  if (!question.isAnswered) keepOnly(candidates, player);
  let taken = -1;
  if (candidates.count > 0) {
    const chosen = decide(run, row, 'react', player, candidates.count + 1);
    if (chosen < 0) return;
    if (chosen < candidates.count) taken = chosen;
  }
  frames.subject[row] = players.after(player);
  if (taken >= 0) {
    frames.memo[row] = 0;
    startAbility(run, taken, 'C', row);
    return;
  }
  report?.({ kind: 'pass', time: timeOf(state), player: asHandle(player) });
  if (++frames.memo[row] >= players.all().length) close(run, row);
}

function someoneMay({ players }: Run, { count, controller }: Candidates): boolean {
  for (let i = 0; i < count; i++) if (players.plays(controller[i])) return true;
  return false;
}

/** Ends the reactions to one occurrence, or to all. */
function close(run: Run, row: number): void {
  const { frames } = run.state;
  if (run.timing.policy.reactionToZero) dropZeros(run, row);
  if (frames.occurrence[row] === 0) popFrame(run.state);
  else {
    frames.occurrence[row] = 0;
    frames.stage[row] = stage.grouping;
  }
}

/** Drops the occurrences of a point that have not applied and whose amount is 0 or less. */
function dropZeros(run: Run, row: number): void {
  const { frames } = run.state;
  const only = frames.occurrence[row];
  for (let each = frames.list[row]; each < frames.list[row] + frames.at[row]; each++)
    if (only === 0 || only === each) dropZero(run, each);
}

export function dropZero(run: Run, row: number): void {
  const { state } = run;
  const { occurrences } = state;
  if (occurrences.status[row] !== status.live || !(fieldOf(state, row, typeOf(run, row).amount) <= 0)) return;
  occurrences.status[row] = status.zero;
  reportOccurrence(run, 'zero', row);
}

const steps: readonly Step[] = ['A', 'B', 'C'];

/** Asks whether an optional ability answers. It stands on its point. */
export const choice: FrameKind = {
  step: choose,
  lastStage: 0,
  damage(state, { abilities }, row) {
    const { does, list, memo, direct, occurrence } = state.frames;
    const isKnown =
      isWithin(list[row], 0, abilities.length - 1) &&
      isOccurrence(state, occurrence[row]) &&
      isWithin(memo[row], 0, 1) &&
      Number.isSafeInteger(direct[row]) &&
      direct[row] >= 0;
    return isKnown && does[row - 1] === frameKind.point ? undefined : 'asks about no ability';
  },
};

/** Without a player it answers. */
function choose(run: Run, row: number): void {
  const { state, timing, players, question } = run;
  const { frames } = state;
  const { candidates } = question;
  const player = frames.controller[row];
  const { index } = timing.abilities[frames.list[row]];
  const [number, step] = [frames.direct[row], steps[frames.memo[row]]];
  candidates.count = 0;
  addCandidate(candidates, index, frames.occurrence[row], frames.subject[row], player, number);
  const answer = players.plays(player) ? decide(run, row, 'choose', player, 2) : 0;
  if (answer < 0) return;
  popFrame(state);
  if (answer === 0 && (number === 0 || copyRow(state, number) > 0)) useAbility(run, 0, step, row - 1);
}
