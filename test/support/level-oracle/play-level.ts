import type { Document, HostEntry, Outcome } from './document.js';
import { applyFacts } from './facts.js';
import { runQueue } from './queue.js';
import { runRests, sweep } from './run.js';
import { standingOf } from './standing.js';
import { type Stage, Stop, openStage } from './stage.js';

/** Plays a level as plainly as its rules are written: objects, recursion, everything looked at every time. */
export function playLevel(document: Document): Outcome {
  const stage = openStage(document);
  let stop: Stop | undefined;
  try {
    playAll(stage);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stop = error;
  }
  const active = stage.players.filter(({ isActive }) => isActive);
  return {
    events: stage.events,
    diagnostics: stage.diagnostics,
    scores: active.map(({ scores }) => scores),
    cash: active.map(({ cash }) => cash),
    winner: stage.winner,
    over: stage.over,
    enabledAtEnd: stage.enabled.flatMap((isEnabled, index) => (isEnabled ? [index] : [])),
    standing: standingOf(stage),
    ...(stop === undefined ? {} : { error: stop.code, ...(stop.cycle === undefined ? {} : { cycle: stop.cycle }) }),
  };
}

function playAll(stage: Stage): void {
  const {
    setup,
    document: { until },
  } = stage;
  for (stage.time = 3 - setup; setup > 0 && stage.time <= 0; stage.time += 3)
    step(stage, true, (stage.time + setup) % 90 === 0);
  stage.time = 0;
  tell(stage, 'front');
  sweep(stage);
  late(stage);
  for (stage.time = 1; stage.time <= until; stage.time++) {
    step(stage, stage.time % 3 === 0, stage.time % 90 === 0);
    late(stage);
  }
}

function step(stage: Stage, hasQueue: boolean, hasSweep: boolean): void {
  for (const body of stage.bodies) if (!body.inUse) body.freed = true;
  tell(stage, 'tick');
  if (hasQueue)
    runQueue(stage, (rests) => {
      runRests(stage, rests);
    });
  tell(stage, 'sweep');
  if (hasSweep) sweep(stage);
}

function late(stage: Stage): void {
  for (const { set, sweep: asked } of entriesOf(stage, 'late')) {
    if (set !== undefined) applyFacts(stage, set);
    if (asked === true) sweep(stage);
  }
}

function tell(stage: Stage, phase: HostEntry['phase']): void {
  for (const { set } of entriesOf(stage, phase)) if (set !== undefined) applyFacts(stage, set);
}

function entriesOf({ document, time }: Stage, phase: HostEntry['phase']): readonly HostEntry[] {
  return document.host.filter((entry) => entry.t === time && entry.phase === phase);
}
