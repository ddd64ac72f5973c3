import { setStep, timeOf } from '../../components/clock.js';
import { copyCount, dropCopies, isGone, setGone } from '../../components/copies.js';
import { fieldOf, forgetPast, keepPast, pastCount, setField, status } from '../../components/occurrence-stack.js';
import { bindHandle, boundTo } from '../../components/roles.js';
import type { OccurrenceChange } from '../../ir/occurrence.js';
import { handleOf } from '../../kernel/identity.js';
import { handleIn } from '../../meaning/answering.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import { fireAtOnce } from './ability-use.js';
import { applyEffect } from './effect-occurrences.js';
import { type Run, plainEffects } from './event-run.js';
import { frameKind } from './frame.js';
import { demandFewWaiting } from './run-limits.js';
import { addList, reportOccurrence, typeOf } from './stack.js';

/** Applies an occurrence. A list that takes longer is pushed above the frame `below`. */
export function apply(run: Run, row: number, below: number): void {
  const { state } = run;
  const { index, change, amount } = typeOf(run, row);
  // A change is never below none.
  if (fieldOf(state, row, amount) < 0) setField(state, row, amount, 0);
  state.occurrences.status[row] = status.applied;
  if (run.keepsPast[index] === 1) keep(run, row);
  if (change.by === 'list') {
    reportOccurrence(run, 'apply', row);
    runList(run, row, change.list, below);
  } else if (change.by === 'effect') {
    reportOccurrence(run, 'apply', row);
    applyEffect(run, row, change.what);
    run.settle?.();
  } else {
    if (change.by !== 'nothing') {
      changeSequence(run, row, change);
      run.settle?.();
    }
    reportOccurrence(run, 'apply', row);
  }
}

function keep(run: Run, row: number): void {
  const { state } = run;
  const { name } = typeOf(run, row);
  demandFewWaiting(run, pastCount(state) + 1, 'occurrences that are remembered until their turn ends', name);
  makingRoom(run, () => {
    keepPast(state, row);
  });
}

/** Whether a type needs no frame. */
export function isMomentary(run: Run, type: number): boolean {
  const { change } = run.timing.types[type];
  return change.by !== 'list' || plainEffects(run, change.list, 1) !== undefined;
}

function runList(run: Run, row: number, list: number, below: number): void {
  const { player, subject: field } = typeOf(run, row);
  const subject = handleIn(run.state, row, player);
  const direct = handleIn(run.state, row, field);
  if (!fireAtOnce(run, list, row, subject, direct, 0))
    addList(run, frameKind.run, list, below, row, subject, direct, 0);
}

function changeSequence(run: Run, row: number, change: Extract<OccurrenceChange, { readonly field: number }>): void {
  const { state, timing, players } = run;
  const value = fieldOf(state, row, change.field);
  const bind = (role: number, handle: number): void => {
    if (role >= 0) bindHandle(state, role, handle > 0 ? handle : 0);
  };
  switch (change.by) {
    case 'step-begins':
      setStep(state, value > 0 ? value : 0);
      return;
    case 'step-ends':
      setStep(state, 0);
      return;
    case 'turn-begins':
      bind(timing.active, players.plays(value) ? value : 0);
      bind(timing.next, 0);
      return;
    case 'turn-ends':
      // The next player may be set already.
      bind(timing.next, value > 0 || timing.next < 0 ? value : handleOf(state.identity, boundTo(state, timing.next)));
      bind(timing.active, 0);
      setStep(state, 0);
      lapse(run);
  }
}

/** Ends a turn: what lasts for a turn goes, and what has happened is forgotten. */
export function lapse({ state, timing: { abilities }, report }: Pick<Run, 'state' | 'timing' | 'report'>): void {
  const reportLapse = (ability: number, source: number): void => {
    report?.({ kind: 'lapse', time: timeOf(state), ability, name: abilities[ability].name, source: source || null });
  };
  for (const { index, lapses, carrier } of abilities) {
    if (!lapses || carrier.by !== 'world' || isGone(state, index)) continue;
    setGone(state, index);
    reportLapse(index, 0);
  }
  const { copies } = state;
  const isOver = (row: number): boolean => abilities[copies.ability[row]].lapses;
  for (let row = 1; row <= copyCount(state); row++)
    if (isOver(row)) reportLapse(copies.ability[row], copies.source[row]);
  dropCopies(state, isOver);
  forgetPast(state);
}
