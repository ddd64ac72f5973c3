import { isAbsent } from '../../eval/operation.js';
import { frameCount, popFrame } from '../../components/frames.js';
import {
  occurrenceCount,
  popMemories,
  popOccurrences,
  popUses,
  pushMemories,
  status,
  fieldOf,
} from '../../components/occurrence-stack.js';
import { sourceSlot } from '../../ir/node.js';
import { type OccurrenceType, type Point, type Raised, points } from '../../ir/occurrence.js';
import { header } from '../../kernel/arena.js';
import { asHandle, handleOf, resolve } from '../../kernel/identity.js';
import { type Search, bindAnswer, handleIn, subjectOf, keepOnly } from '../../meaning/answering.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { pointNumber } from '../points.js';
import { putValues, noteChosen, useAbility, decide } from './ability-use.js';
import { apply, isMomentary, beginChanges } from './apply.js';
import type { Occurring, Run } from './event-run.js';
import {
  type FrameKind,
  beganWithin,
  frameKind,
  isOccurrence,
  isWithin,
  countRaised,
  demandDepth,
  addDeeper,
  addOccurrence,
  depthAbove,
  reportOccurrence,
  typeOf,
  abilityOf,
} from './stack.js';
import { beginPoint, dropZero } from './point.js';
import { timeOf } from '../../components/clock.js';

/** The next step of a batch, as in saved worlds. From `bare` on, by point: nothing happens but that point of time. */
const stage = { before: 0, settle: 1, apply: 2, change: 3, when: 4, after: 5, done: 6, bare: 7 } as const;

/** Occurrences that happen simultaneously, until another frame is on top. */
export const occurrenceBatch: FrameKind = {
  step(run, row) {
    do stepOnce(run, row);
    while (frameCount(run.state) === row);
  },
  lastStage: stage.bare + points.length - 1,
  damage(state, _timing, row) {
    const { list, at, memo, direct } = state.frames;
    if (!(isOccurrence(state, list[row]) && at[row] >= 1 && isOccurrence(state, list[row] + at[row] - 1)))
      return 'resolves no occurrences';
    if (!Number.isInteger(direct[row]) || !isWithin(direct[row], 0, at[row]))
      return 'goes on with none of its occurrences';
    const isKnown = beganWithin(state, row) && isWithin(memo[row], 0, state.arena.header[header.memories]);
    return isKnown ? undefined : 'began with more than there is';
  },
};

/**
 * Lets occurrences happen simultaneously, above the frame `below` (0: none). `parent`: the row of the causing
 * occurrence, or 0. What is momentary and has no listeners is done at once.
 */
export function beginBatch(run: Run, occurring: readonly Occurring[], parent: number, below: number): void {
  beginRoot(run, parent, below);
  resolveFrom(run, pushAll(run, occurring, parent, status.live), occurring.length, below);
}

/** The same for content, with values by the current binding. */
export function beginRaised(run: Run, raised: readonly Raised[], parent: number, below: number): void {
  beginRoot(run, parent, below);
  const { state } = run;
  const first = occurrenceCount(state) + 1;
  for (const each of raised)
    putValues(run, addOccurrence(run, each.type, parent === 0 ? 0 : state.occurrences.id[parent], status.live), each);
  resolveFrom(run, first, raised.length, below);
}

function beginRoot(run: Run, parent: number, below: number): void {
  if (parent === 0) run.state.arena.header[header.raised] = 0;
  demandDepth(run, depthAbove(run.state, below));
}

function resolveFrom(run: Run, first: number, count: number, below: number): void {
  const { state, timing, finder, continuous } = run;
  countRaised(run, count);
  const { occurrences } = state;
  // Continuous abilities come first.
  let needsFrame = continuous?.isDirty() === true;
  for (let row = first; row < first + count; row++) {
    const type = occurrences.type[row];
    if (!isPossible(run, row)) fail(run, row, status.failed);
    else
      needsFrame ||=
        finder.isHeard(type) ||
        !isMomentary(run, type) ||
        (continuous !== undefined && timing.types[type].change.by !== 'nothing');
  }
  if (needsFrame) pushBatchFrame(run, first, count, below, stage.before);
  else {
    for (let row = first; row < first + count; row++) dropZero(run, row);
    for (let row = first; row < first + count; row++)
      if (state.occurrences.status[row] === status.live) apply(run, row, below);
    popOccurrences(state, first - 1);
  }
}

/** Goes through one point of time, without an occurrence. */
export function beginBarePoint(run: Run, occurring: Occurring, at: Point, parent: number, below: number): void {
  const first = addPoint(run, occurring, parent);
  // `would` precedes `when`, as in a batch.
  pushBatchFrame(run, first, 1, below, stage.bare + pointNumber(at === 'when' ? 'would' : at));
}

/** The row of an occurrence that is counted, but does not happen itself. */
function addPoint(run: Run, occurring: Occurring, parent: number): number {
  if (parent === 0) run.state.arena.header[header.raised] = 0;
  countRaised(run, 1);
  return pushAll(run, [occurring], parent, status.point);
}

/** Adds rows for occurrences; returns the first. */
function pushAll(run: Run, occurring: readonly Occurring[], parent: number, is: number): number {
  const { state } = run;
  const first = occurrenceCount(state) + 1;
  for (let i = 0; i < occurring.length; i++) {
    const { type, values, effect = 0, maker = 0, rule = 0, answered = 0, controller = 0 } = occurring[i];
    const row = addOccurrence(run, type, parent === 0 ? 0 : state.occurrences.id[parent], is);
    const { occurrences, fieldCount } = state;
    if (effect !== 0) {
      occurrences.effect[row] = effect;
      occurrences.maker[row] = maker;
      occurrences.rule[row] = rule;
      occurrences.answered[row] = answered;
      occurrences.controller[row] = controller;
    }
    for (let field = 0; field < values.length; field++) occurrences.values[row * fieldCount + field] = values[field];
  }
  return first;
}

function pushBatchFrame(run: Run, first: number, count: number, below: number, at: number): void {
  const row = addDeeper(run, frameKind.batch, first, below);
  const { frames, arena } = run.state;
  frames.at[row] = count;
  frames.memo[row] = arena.header[header.memories];
  frames.stage[row] = at;
}

function stepOnce(run: Run, row: number): void {
  const { frames } = run.state;
  const at = frames.stage[row];
  switch (at) {
    case stage.before:
      frames.stage[row] = stage.settle;
      // Nothing else checks for amounts of 0.
      if (!beginPointIfHeard(run, row, 'before'))
        for (let each = frames.list[row]; each < frames.list[row] + frames.at[row]; each++) dropZero(run, each);
      return;
    case stage.settle:
      // First, because making room for memories moves frames.
      frames.stage[row] = stage.apply;
      settle(run, row);
      beginPointIfHeard(run, row, 'would');
      return;
    case stage.apply:
      applyNext(run, row);
      return;
    case stage.change:
      frames.stage[row] = stage.when;
      beginChanges(run, row);
      return;
    case stage.when:
      frames.stage[row] = stage.after;
      beginPointIfHeard(run, row, 'when');
      return;
    case stage.after:
      frames.stage[row] = stage.done;
      beginPointIfHeard(run, row, 'after');
      return;
    case stage.done:
      end(run, row);
      return;
    default: {
      const point = points[at - stage.bare];
      frames.stage[row] = point === 'would' ? stage.bare + pointNumber('when') : stage.done;
      beginPointIfHeard(run, row, point);
    }
  }
}

function beginPointIfHeard(run: Run, row: number, at: Point): boolean {
  const { frames, occurrences } = run.state;
  for (let each = frames.list[row]; each < frames.list[row] + frames.at[row]; each++) {
    if (!run.finder.isHeardAt(occurrences.type[each], at)) continue;
    beginPoint(run, row, at);
    return true;
  }
  return false;
}

/** Drops what has become impossible and remembers the rest before any of it applies. */
function settle(run: Run, row: number): void {
  const { frames, occurrences } = run.state;
  const first = frames.list[row];
  const end = first + frames.at[row];
  for (let each = first; each < end; each++)
    if (occurrences.status[each] === status.live && !isPossible(run, each)) fail(run, each, status.fizzled);
  for (let each = first; each < end; each++) if (occurrences.status[each] === status.live) remember(run, each);
}

function remember(run: Run, row: number): void {
  const { state } = run;
  const type = typeOf(run, row);
  const subject = subjectOf(state, type, row);
  state.occurrences.kind[row] = state.identity.kind[subject];
  state.occurrences.class[row] = subject === 0 ? 0 : state.class[subject];
  if (type.remembers.length > 0) keepMemories(run, row, type.remembers);
}

function keepMemories(run: Run, row: number, remembers: OccurrenceType['remembers']): void {
  const { state, timing, context } = run;
  const { frame } = context;
  const first = makingRoom(run, () => pushMemories(state, 1 + 2 * remembers.length));
  const found = remembers.map(({ node }) => {
    bindAnswer(frame, timing, row, 0, 0);
    const value = frame.evaluate(node);
    if (isAbsent(value)) return NaN;
    return node.type.name === 'entity' ? handleOf(state.identity, value) : value;
  });
  state.memories[first] = remembers.length;
  remembers.forEach(({ number }, i) => {
    state.memories[first + 1 + 2 * i] = number;
    state.memories[first + 2 + 2 * i] = found[i];
  });
  state.occurrences.memo[row] = first;
}

/** Applies the next live occurrence; after the last come continuous abilities. */
function applyNext(run: Run, row: number): void {
  const { frames, occurrences } = run.state;
  // Continues after those done: batches may have thousands.
  while (frames.direct[row] < frames.at[row]) {
    const each = frames.list[row] + frames.direct[row]++;
    if (occurrences.status[each] !== status.live) continue;
    apply(run, each, row);
    return;
  }
  frames.stage[row] = stage.change;
}

function end({ state }: Run, row: number): void {
  const { list, mark, memo } = state.frames;
  const [first, uses, memories] = [list[row], mark[row], memo[row]];
  popFrame(state);
  popOccurrences(state, first - 1);
  popUses(state, uses);
  popMemories(state, memories);
}

function isPossible(run: Run, row: number): boolean {
  const { possible, player } = typeOf(run, row);
  if (possible === undefined) return true;
  const { state, timing, context } = run;
  const { frame } = context;
  bindAnswer(frame, timing, row, 0, 0);
  if (player >= 0) frame.slots[sourceSlot] = resolve(state.identity, handleIn(state, row, player));
  return frame.evaluate(possible) === 1;
}

function fail(run: Run, row: number, is: number): void {
  run.state.occurrences.status[row] = is;
  reportOccurrence(run, is === status.failed ? 'fail' : 'fizzle', row);
}

/** Gathers the amount of an occurrence from abilities that yield. */
export const payment: FrameKind = {
  step: gather,
  lastStage: 0,
  damage(state, { types }, row) {
    const { at, memo, direct, occurrence } = state.frames;
    const isKnown =
      isOccurrence(state, occurrence[row]) &&
      isWithin(at[row], 0, types.length) &&
      (memo[row] === 0 || isOccurrence(state, memo[row]));
    return isKnown && direct[row] >= 0 && beganWithin(state, row) ? undefined : 'pays for nothing';
  },
};

/**
 * Begins a payment: the player gathers its amount from what yields. `paid`: the type that follows success; -1: none.
 */
export function beginPayment(run: Run, occurring: Occurring, paid: number, parent: number, below: number): void {
  const occurrence = addPoint(run, occurring, parent);
  const row = addDeeper(run, frameKind.payment, 0, below);
  const { frames } = run.state;
  frames.occurrence[row] = occurrence;
  frames.at[row] = paid + 1;
  frames.memo[row] = parent;
}

/** The payer orders sources of all steps. */
function gather(run: Run, row: number): void {
  const { state, timing, finder, question, context, report } = run;
  const { frames } = state;
  const { candidates } = question;
  const occurrence = frames.occurrence[row];
  const { player: payer, amount: due } = typeOf(run, occurrence);
  const player = handleIn(state, occurrence, payer);
  const cost = fieldOf(state, occurrence, due);
  candidates.count = 0;
  if (player !== 0 && frames.direct[row] < cost) {
    const search: Search = {
      first: occurrence,
      count: 1,
      at: 'when',
      step: 'pay',
      only: 0,
      usesBefore: frames.mark[row],
      bornUntil: Infinity,
      most: Infinity,
    };
    run.watch?.searched?.(search);
    finder.find(search, context.frame, candidates);
    keepOnly(candidates, player);
  }
  if (candidates.count === 0) {
    endPayment(run, row, player, cost);
    return;
  }
  const chosen = candidates.count === 1 ? 0 : decide(run, row, 'pay', player, candidates.count);
  if (chosen < 0) return;
  const { index, name, yields } = abilityOf(run, chosen);
  noteChosen(run, chosen);
  bindAnswer(context.frame, timing, occurrence, candidates.source[chosen], player);
  const amount = yields === undefined ? 0 : (context.frame.evaluate(yields) ?? 0);
  // Making room for the use may have moved frames.
  state.frames.direct[row] += amount > 0 ? amount : 0;
  report?.({ kind: 'yield', time: timeOf(state), ability: index, name, amount });
  useAbility(run, chosen, 'pay', row);
}

function endPayment(run: Run, row: number, player: number, cost: number): void {
  const { state, timing, report } = run;
  const { at, direct, mark, memo, occurrence: of } = state.frames;
  const isPaid = direct[row] >= cost;
  const [paid, occurrence, uses, parent] = [at[row] - 1, of[row], mark[row], memo[row]];
  popFrame(state);
  popOccurrences(state, occurrence - 1);
  popUses(state, uses);
  report?.({ kind: 'pay', time: timeOf(state), player: asHandle(player), cost, isPaid });
  if (!isPaid || paid < 0) return;
  const type = timing.types[paid];
  const values: number[] = type.fields.map(() => NaN);
  if (type.player >= 0) values[type.player] = player || NaN;
  beginBatch(run, [{ type: paid, values }], parent, row - 1);
}
