import { fieldOf, keepPast, pastCount, setField, status } from '../../components/occurrences.js';
import { bindHandle, boundTo } from '../../components/roles.js';
import { setStep } from '../../components/step.js';
import { handleOf } from '../../kernel/identity.js';
import { firePlain } from '../../meaning/effects/fire.js';
import { makingRoom } from '../../meaning/effects/structure.js';
import type { OccurrenceChange } from '../../ir/occurrence.js';
import { frameSort } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { handleIn, listRule } from '../../meaning/answering.js';
import { applyEffect } from './effect-occurrences.js';
import { demandFewWaiting } from './guards.js';
import { lapse } from './lapse.js';
import { addFrame } from './rows.js';
import { tellOf } from './view.js';

/** Lets an occurrence happen. A list that takes more than a moment is pushed on top of the frame `below`. */
export function apply(run: Run, row: number, below: number): void {
  const {
    state,
    resolver: { book, keepsPast },
  } = run;
  const { index, change, amount } = book.types[state.occurrences.type[row]];
  // A change is never below none.
  if (fieldOf(state, row, amount) < 0) setField(state, row, amount, 0);
  state.occurrences.status[row] = status.applied;
  if (keepsPast[index] === 1) keep(run, row);
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
  const {
    state,
    resolver: { book },
  } = run;
  demandFewWaiting(
    run,
    pastCount(state) + 1,
    'occurrences that are remembered until their turn ends',
    book.types[state.occurrences.type[row]].name,
  );
  makingRoom(run, () => {
    keepPast(state, row);
  });
}

/** Whether an occurrence of a type happens in a moment: it needs no frame. */
export function isMomentary(run: Run, type: number): boolean {
  const { change } = run.resolver.book.types[type];
  return change.by !== 'list' || run.resolver.plainEffects(change.list, run.tell !== undefined, 1) !== undefined;
}

function runList(run: Run, row: number, list: number, below: number): void {
  const { state, resolver, context } = run;
  const type = resolver.book.types[state.occurrences.type[row]];
  const subject = type.player < 0 ? 0 : handleIn(state, row, type.player);
  const direct = type.subject < 0 ? 0 : handleIn(state, row, type.subject);
  const effects = resolver.plainEffects(list, run.tell !== undefined, direct);
  if (effects === undefined) {
    const { depth, trigger } = state.frames;
    const begun = addFrame(run, frameSort.run, list, depth[below], trigger[below]);
    const { frames } = state;
    frames.occurrence[begun] = row;
    frames.subject[begun] = subject;
    frames.direct[begun] = direct;
    return;
  }
  const { frame } = context;
  frame.occurrence = row;
  frame.controller = 0;
  frame.rule = listRule(state, list, row);
  firePlain(context, run.ruleOf(list), effects, subject, direct);
  run.settle?.();
}

/** A step or a turn begins or ends. */
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
      // Nobody has a turn who does not play.
      bind(book.active, resolver.players.plays(value) ? value : 0);
      bind(book.next, 0);
      return;
    case 'turn-ends':
      // Whose turn comes next may have been settled before.
      bind(book.next, value > 0 || book.next < 0 ? value : handleOf(state.identity, boundTo(state, book.next)));
      bind(book.active, 0);
      setStep(state, 0);
      lapse(run);
  }
}
