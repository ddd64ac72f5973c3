import { applyOccurrence, cannotChange } from './apply.js';
import { type Candidate, type Moment, type StepName, candidatesOf, memoryOf, nameOfCandidate } from './candidates.js';
import { chooseCandidate, chooseOccurrence, chooseReaction, isAgreed } from './decide.js';
import type { Effect, Point } from './scenario.js';
import {
  type Happening,
  OutOfScope,
  type Stage,
  copyOf,
  forceOf,
  happening,
  nameOf,
  ordererOf,
  standing,
} from './stage.js';

/** Lets a batch happen, from first to last. */
export function resolve(stage: Stage, all: readonly Happening[]): void {
  if (++stage.depth > 12 || stage.log.length > 1500) throw new OutOfScope('no end');
  drop(stage, all, 'fail');
  const batch = all.filter(isLive);
  point(stage, batch, 'before');
  drop(stage, batch, 'fizzle');
  for (const occurrence of batch.filter(isLive)) occurrence.memory = memoryOf(stage, occurrence);
  stepB(stage, { at: 'when', isWould: true, limit: limitOf(stage) }, batch);
  const applied = batch.filter(isLive);
  for (const occurrence of applied) applyOccurrence(stage, occurrence);
  groups(stage, { at: 'when', isWould: false, limit: limitOf(stage) }, applied);
  point(stage, applied, 'after');
  stage.depth -= 1;
}

/** Answers to a batch at a point; what stands in for an occurrence takes its place in the batch. */
export function point(stage: Stage, batch: Happening[], at: Point): void {
  const moment = { at, isWould: false, limit: limitOf(stage) };
  if (at === 'before') stepA(stage, moment, batch);
  groups(stage, moment, batch);
}

/** A point of time at which nothing needs to happen. */
export function timePoint(stage: Stage, type: string, at: Point): void {
  const batch = [happening({ type }, { hasApplied: at !== 'before' })];
  if (at === 'when') stepB(stage, { at, isWould: true, limit: limitOf(stage) }, batch);
  point(stage, batch, at);
}

function limitOf({ policy, abilities }: Stage): number {
  return policy.bornInStep === false ? abilities.length : Infinity;
}

function isLive({ status }: Happening): boolean {
  return status === 'live';
}

function drop(stage: Stage, batch: readonly Happening[], word: 'fail' | 'fizzle'): void {
  for (const occurrence of batch.filter(isLive)) {
    if (!cannotChange(stage, occurrence)) continue;
    occurrence.status = 'failed';
    stage.log.push(`${word} ${nameOf(occurrence)}`);
  }
}

function stepA(stage: Stage, moment: Moment, batch: Happening[]): void {
  for (
    let candidates = candidatesOf(stage, moment, 'A', batch);
    candidates.length > 0;
    candidates = candidatesOf(stage, moment, 'A', batch)
  ) {
    const chosen = chooseCandidate(stage, ordererOf(stage), candidates);
    const {
      ability: { class: kind, into },
      occurrence,
    } = chosen;
    if (!start(stage, 'A', chosen)) continue;
    occurrence.status = kind === 'substitute' ? 'replaced' : 'cancelled';
    if (kind !== 'substitute' || into === undefined) continue;
    const { card, player } = occurrence.fields;
    batch[batch.indexOf(occurrence)] = happening(
      { ...(card === undefined ? {} : { card }), ...(player === undefined ? {} : { player }), ...into },
      { used: occurrence.used },
    );
  }
}

/** Steps B and C: of the whole batch, or of one occurrence after another. */
function groups(stage: Stage, moment: Moment, batch: readonly Happening[]): void {
  if (stage.policy.grouping !== 'perOccurrence') {
    group(stage, moment, batch);
    return;
  }
  let waiting = [...batch];
  const isOffered = (occurrence: Happening): boolean =>
    candidatesOf(stage, moment, 'B', [occurrence]).length > 0 ||
    candidatesOf(stage, moment, 'C', [occurrence]).length > 0;
  for (let offered = waiting.filter(isOffered); offered.length > 0; offered = waiting.filter(isOffered)) {
    const chosen = chooseOccurrence(stage, ordererOf(stage), offered);
    waiting = waiting.filter((occurrence) => occurrence !== chosen);
    group(stage, moment, [chosen]);
  }
  drainZero(stage, moment, waiting);
}

function group(stage: Stage, moment: Moment, batch: readonly Happening[]): void {
  stepB(stage, moment, batch);
  drainZero(stage, moment, batch);
  stepC(stage, moment, batch);
  if (stage.policy.reactionToZero === true) drainZero(stage, moment, batch);
}

function stepB(stage: Stage, moment: Moment, batch: readonly Happening[]): void {
  for (
    let candidates = candidatesOf(stage, moment, 'B', batch);
    candidates.length > 0;
    candidates = candidatesOf(stage, moment, 'B', batch)
  )
    start(stage, 'B', chooseCandidate(stage, ordererOf(stage), candidates));
}

/** A change that has come to nothing is none. */
function drainZero(stage: Stage, { at }: Moment, batch: readonly Happening[]): void {
  if (at !== 'before') return;
  for (const occurrence of batch.filter(isLive)) {
    if ((occurrence.fields.amount ?? 1) > 0) continue;
    occurrence.status = 'zero';
    stage.log.push(`zero ${nameOf(occurrence)}`);
  }
}

function stepC(stage: Stage, moment: Moment, batch: readonly Happening[]): void {
  const { players, log } = stage;
  const first = Math.max(0, players.indexOf(ordererOf(stage)));
  let passes = 0;
  for (let turn = first; passes < players.length; turn++) {
    const candidates = candidatesOf(stage, moment, 'C', batch);
    if (candidates.length === 0) return;
    const player = players[turn % players.length];
    const reaction = chooseReaction(
      stage,
      player,
      candidates.filter(({ ability }) => ability.controller === player),
    );
    if (reaction === undefined) {
      log.push(`pass ${player}`);
      passes += 1;
    } else {
      start(stage, 'C', reaction);
      passes = 0;
    }
  }
}

/** Runs an ability wholly; false where its controller would not. */
function start(stage: Stage, step: StepName, candidate: Candidate): boolean {
  const { ability, standing: own, occurrence } = candidate;
  const isDeclined = ability.choice === true && step !== 'C' && !isAgreed(stage, candidate, ordererOf(stage));
  occurrence.used.add(copyOf(ability));
  if (isDeclined) return false;
  if (ability.next === true) own.isGone = true;
  stage.log.push(`${step}:${nameOfCandidate(candidate)}`);
  for (const effect of ability.do ?? []) run(stage, effect, occurrence);
  if (step !== 'A') stage.log.push(`end ${ability.id}`);
  return true;
}

function run(stage: Stage, effect: Effect, occurrence: Happening): void {
  const { log } = stage;
  const { fields, hasApplied } = occurrence;
  if ('note' in effect) log.push(effect.note);
  else if ('noteForce' in effect) log.push(`force ${effect.noteForce}=${forceOf(stage, effect.noteForce)}`);
  else if ('notePhase' in effect) log.push(`phase is ${stage.phase ?? 'none'}`);
  else if ('raise' in effect) resolve(stage, [happening(effect.raise)]);
  else if ('raiseAll' in effect)
    resolve(
      stage,
      effect.raiseAll.map((each) => happening(each)),
    );
  else if ('add' in effect) {
    log.push(`create ${effect.add.id}`);
    stage.abilities.push(standing(effect.add));
  } else if (hasApplied) return;
  else if ('negate' in effect) occurrence.status = occurrence.status === 'live' ? 'cancelled' : occurrence.status;
  else if ('retarget' in effect) fields.target = effect.retarget;
  else if (fields.amount !== undefined && occurrence.status === 'live') {
    log.push(`adjust ${effect.adjust}`);
    fields.amount += effect.adjust;
  }
}
