import { copyRow, lastCopyNumber } from '../../components/copies.js';
import { timeOf } from '../../components/clock.js';
import { frameCount, popFrame } from '../../components/frames.js';
import { fieldOf, isUsed, status } from '../../components/occurrences.js';
import type { Point } from '../../ir/occurrence.js';
import { frameSort, pointNumber, points } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { isOpen } from '../../meaning/answering.js';
import { ask } from './ask.js';
import { type Candidates, addCandidate, keepOnly, type Search, type Step } from '../../meaning/finder.js';
import { addFrame, addUse, demandFewSubstitutions, tellOf, typeOf } from './resolving.js';
import { startAbility, useAbility } from './start.js';

/** Steps of a point of time, as in saved worlds. */
const stage = { negating: 0, grouping: 1, triggered: 2, counted: 3, reacting: 4 } as const;

/** Use of no ability, which marks an occurrence as taken alone at a point. */
const takenAlone = -(2 ** 30);

export function beginPoint(run: Run, batch: number, at: Point): void {
  const {
    state,
    resolver: { book },
  } = run;
  const { list, depth, trigger } = state.frames;
  const row = addFrame(run, frameSort.point, list[batch], depth[batch], trigger[batch]);
  const { frames } = state;
  const groups = book.policy.grouping === 'perOccurrence' && frames.at[batch] > 1 && at !== 'would';
  frames.at[row] = frames.at[batch];
  frames.mark[row] = frames.mark[batch];
  frames.direct[row] = pointNumber(at);
  frames.stage[row] = at === 'before' ? stage.negating : groups ? stage.grouping : stage.triggered;
  frames.actDirect[row] = book.policy.bornInStep ? Infinity : lastCopyNumber(state);
}

export function pointOf({ state: { frames } }: Run, row: number): Point {
  return points[frames.direct[row]];
}

/** Continues the point on top until another frame is or a decision is needed. */
export function goThroughPoint(run: Run, row: number): void {
  const {
    state,
    resolver: { question },
  } = run;
  do goOn(run, row);
  while (frameCount(state) === row && !question.isOpen);
}

function goOn(run: Run, row: number): void {
  switch (run.state.frames.stage[row]) {
    case stage.negating:
      negate(run, row);
      return;
    case stage.grouping:
      takeAlone(run, row);
      return;
    case stage.triggered:
      trigger(run, row);
      return;
    case stage.counted:
      count(run, row);
      return;
    default:
      react(run, row);
  }
}

function searchOf(run: Run, row: number, step: Step, only = run.state.frames.occurrence[row]): Search {
  const { frames } = run.state;
  const { search } = run.resolver;
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
  const { finder, question } = run.resolver;
  question.isAnswered = false;
  finder.find(searchOf(run, row, step, only), run.context.frame, question.candidates);
  return question.candidates;
}

/** Step A: negations, preventions and substitutions, until there are none. */
function negate(run: Run, row: number): void {
  const { frames } = run.state;
  const { book } = run.resolver;
  const candidates = find(run, row, 'A');
  if (candidates.count === 0) {
    frames.memo[row] = 0;
    frames.stage[row] =
      book.policy.grouping === 'perOccurrence' && frames.at[row] > 1 ? stage.grouping : stage.triggered;
    return;
  }
  const chosen = order(run, row);
  if (chosen < 0) return;
  demandFewSubstitutions(run, row, chosen);
  startAbility(run, chosen, 'A', row);
}

/** Lets the player who orders conflicts choose among the candidates, where there are several. */
function order(run: Run, row: number): number {
  const { candidates } = run.resolver.question;
  return candidates.count === 1 ? 0 : ask(run, row, 'order', run.resolver.players.orderer(), candidates.count);
}

/** Chooses the occurrence that is taken alone next, with all that answers it. */
function takeAlone(run: Run, row: number): void {
  const {
    state,
    resolver: { players },
  } = run;
  const { frames } = state;
  const offered: number[] = [];
  for (let each = frames.list[row]; each < frames.list[row] + frames.at[row]; each++) {
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
    for (let each = frames.list[row]; each < frames.list[row] + frames.at[row]; each++)
      if (!isTaken(run, row, each)) dropZero(run, each);
    popFrame(run.state);
    return;
  }
  const chosen = offered.length === 1 ? 0 : askForOne(run, row, offered, players.orderer());
  if (chosen < 0) return;
  addUse(run, offered[chosen], takenAlone - frames.direct[row], 0, 0);
  // Making room may have moved frames.
  state.frames.occurrence[row] = offered[chosen];
  state.frames.stage[row] = stage.triggered;
}

function askForOne(run: Run, row: number, offered: readonly number[], orderer: number): number {
  const { candidates } = run.resolver.question;
  candidates.count = 0;
  for (const each of offered) addCandidate(candidates, -1, each, 0, 0, 0);
  return ask(run, row, 'group', orderer, offered.length);
}

function isTaken({ state }: Run, row: number, occurrence: number): boolean {
  return isUsed(state, state.frames.mark[row], occurrence, takenAlone - state.frames.direct[row], 0, 0);
}

/** Step B: one trigger wholly, then those there are now. */
function trigger(run: Run, row: number): void {
  const {
    state,
    resolver: { players, finder, question },
  } = run;
  const { candidates } = question;
  // What is done at once adds no frame.
  while (frameCount(state) === row) {
    if (!question.isAnswered) {
      const search = searchOf(run, row, 'B');
      // Without players the first goes first; else players may come with any candidate.
      search.most = players.all().length === 0 ? 1 : Infinity;
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
  const {
    state: { frames },
    resolver: { players },
  } = run;
  // `would` only settles: no reactions, and amounts are not checked again.
  if (pointOf(run, row) === 'would') {
    popFrame(run.state);
    return;
  }
  dropZeros(run, row);
  frames.stage[row] = stage.reacting;
  frames.subject[row] = players.orderer();
  frames.memo[row] = 0;
}

/** Step C: players react or pass in turn, until all pass in a row. */
function react(run: Run, row: number): void {
  const { state, tell } = run;
  const { frames } = state;
  const { players, question } = run.resolver;
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
    const chosen = ask(run, row, 'react', player, candidates.count + 1);
    if (chosen < 0) return;
    if (chosen < candidates.count) taken = chosen;
  }
  frames.subject[row] = players.after(player);
  if (taken >= 0) {
    frames.memo[row] = 0;
    startAbility(run, taken, 'C', row);
    return;
  }
  tell?.({ kind: 'pass', time: timeOf(state), player });
  if (++frames.memo[row] >= players.all().length) close(run, row);
}

function someoneMay({ resolver: { players } }: Run, { count, controller }: Candidates): boolean {
  for (let i = 0; i < count; i++) if (players.plays(controller[i])) return true;
  return false;
}

/** Ends the reactions to one occurrence, or to all. */
function close(run: Run, row: number): void {
  const { frames } = run.state;
  if (run.resolver.book.policy.reactionToZero) dropZeros(run, row);
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

export function dropZero(run: Run, occurrence: number): void {
  const { state } = run;
  const { occurrences } = state;
  if (
    occurrences.status[occurrence] !== status.live ||
    !(fieldOf(state, occurrence, typeOf(run, occurrence).amount) <= 0)
  )
    return;
  occurrences.status[occurrence] = status.zero;
  tellOf(run, 'zero', occurrence);
}

const steps: readonly Step[] = ['A', 'B', 'C'];

/** Asks whether an optional ability answers: the frame on top. Without a player it does. */
export function choose(run: Run, row: number): void {
  const {
    state,
    resolver: {
      book,
      players,
      question: { candidates },
    },
  } = run;
  const { frames } = state;
  const player = frames.controller[row];
  const ability = book.abilities[frames.list[row]];
  candidates.count = 1;
  candidates.ability[0] = ability.index;
  candidates.occurrence[0] = frames.occurrence[row];
  candidates.source[0] = frames.subject[row];
  candidates.controller[0] = player;
  candidates.number[0] = frames.direct[row];
  const answer = players.plays(player) ? ask(run, row, 'choose', player, 2) : 0;
  if (answer < 0) return;
  const [point, step] = [row - 1, frames.memo[row]];
  popFrame(state);
  const isThere = candidates.number[0] === 0 || copyRow(state, candidates.number[0]) > 0;
  if (answer === 0 && isThere) useAbility(run, 0, steps[step], point);
}
