import { fieldOf, forgetPast, keepPast, pastCount, setField, status } from '../../components/occurrences.js';
import { bindHandle, boundTo } from '../../components/roles.js';
import { setStep, timeOf } from '../../components/clock.js';
import { handleOf } from '../../kernel/identity.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import type { OccurrenceChange } from '../../ir/occurrence.js';
import { frameSort } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { handleIn } from '../../meaning/answering.js';
import { applyEffect } from './effect-occurrences.js';
import { addFrame, addList, countRaised, demandFewWaiting, tellOf, typeOf } from './resolving.js';
import { fireAtOnce } from './start.js';
import { writeCell } from '../../components/cells.js';
import { popFrame } from '../../components/frames.js';
import { copyCount, dropCopies, isGone, setGone } from '../../components/copies.js';

/** Applies an occurrence. A list that takes longer is pushed above the frame `below`. */
export function apply(run: Run, row: number, below: number): void {
  const { state } = run;
  const { index, change, amount } = typeOf(run, row);
  // A change is never below none.
  if (fieldOf(state, row, amount) < 0) setField(state, row, amount, 0);
  state.occurrences.status[row] = status.applied;
  if (run.resolver.keepsPast[index] === 1) keep(run, row);
  if (change.by === 'list') {
    tellOf(run, 'apply', row);
    runList(run, row, change.list, below);
  } else if (change.by === 'effect') {
    tellOf(run, 'apply', row);
    applyEffect(run, row, change.what);
    run.settle?.();
  } else {
    if (change.by !== 'nothing') {
      changeSequence(run, row, change);
      run.settle?.();
    }
    tellOf(run, 'apply', row);
  }
}

function keep(run: Run, row: number): void {
  const { state } = run;
  const { name } = typeOf(run, row);
  demandFewWaiting(run, pastCount(state) + 1, 'occurrences that are remembered until their turn ends', name);
  makingRoom(run, () => keepPast(state, row));
}

/** Whether a type needs no frame. */
export function isMomentary(run: Run, type: number): boolean {
  const { change } = run.resolver.book.types[type];
  return change.by !== 'list' || run.resolver.plainEffects(change.list, run.tell !== undefined, 1) !== undefined;
}

function runList(run: Run, row: number, list: number, below: number): void {
  const { state } = run;
  const type = typeOf(run, row);
  const subject = handleIn(state, row, type.player);
  const direct = handleIn(state, row, type.subject);
  if (!fireAtOnce(run, list, row, subject, direct, 0))
    addList(run, frameSort.run, list, below, row, subject, direct, 0);
}

function changeSequence(run: Run, row: number, change: Extract<OccurrenceChange, { readonly field: number }>): void {
  const { state, resolver } = run;
  const { book } = resolver;
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
      bind(book.active, resolver.players.plays(value) ? value : 0);
      bind(book.next, 0);
      return;
    case 'turn-ends':
      // The next player may be set already.
      bind(book.next, value > 0 || book.next < 0 ? value : handleOf(state.identity, boundTo(state, book.next)));
      bind(book.active, 0);
      setStep(state, 0);
      lapse(run);
  }
}

/** Begins and ends continuous abilities above the frame `below` (0: none), where something may have changed. */
export function beginChanges(run: Run, below: number): void {
  const {
    state,
    resolver: { watch },
  } = run;
  if (watch?.isDirty !== true) return;
  watch.begin();
  // Most changes make no difference.
  if (!watch.finds(run.context.frame)) {
    watch.settled();
    return;
  }
  const { depth, trigger } = state.frames;
  addFrame(run, frameSort.changes, 0, below === 0 ? 0 : depth[below], below === 0 ? -1 : trigger[below]);
}

/** Continues with the frame on top. One begins or ends wholly before the next. */
export function goOnChanging(run: Run, row: number): void {
  const {
    state,
    resolver: { watch, book },
    context: { frame },
    tell,
  } = run;
  const { frames } = state;
  const index = frames.at[row];
  if (watch === undefined || index >= book.continuous.length) {
    // They may depend on one another: repeated until none changes.
    if (frames.memo[row] === 0) {
      popFrame(state);
      watch?.settled();
    } else {
      frames.at[row] = frames.memo[row] = frames.occurrence[row] = 0;
      watch?.begin();
    }
    return;
  }
  const id = watch.next(index, frames.occurrence[row] + 1, frame);
  if (id === 0) {
    frames.at[row]++;
    frames.occurrence[row] = 0;
    return;
  }
  frames.occurrence[row] = id;
  frames.memo[row] = 1;
  const { column, name, begins, ends } = book.continuous[index];
  const holds = state.cells[column][id] !== 1;
  writeCell(state, state.model.columns[column], id, holds ? 1 : 0);
  const source = handleOf(state.identity, id);
  tell?.({ kind: holds ? 'begin-continuous' : 'end-continuous', time: timeOf(state), name, source });
  countRaised(run, 1);
  const list = holds ? begins : ends;
  if (list < 0) return;
  addList(run, frameSort.run, list, row, 0, source, source, 0);
}

/** Ends a turn: what lasts for a turn goes, and what has happened is forgotten. */
export function lapse({ state, resolver: { book }, tell }: Pick<Run, 'state' | 'resolver' | 'tell'>): void {
  const told = (ability: number, source: number): void => {
    tell?.({ kind: 'lapse', time: timeOf(state), ability, name: book.abilities[ability].name, source: source || null });
  };
  for (const { index, lapses, carrier } of book.abilities) {
    if (!lapses || carrier.by !== 'world' || isGone(state, index)) continue;
    setGone(state, index);
    told(index, 0);
  }
  const { copies } = state;
  const isOver = (row: number): boolean => book.abilities[copies.ability[row]].lapses;
  for (let row = 1; row <= copyCount(state); row++) if (isOver(row)) told(copies.ability[row], copies.source[row]);
  dropCopies(state, isOver);
  forgetPast(state);
}
