import { setStep, timeOf } from '../../components/clock.js';
import { copyCount, dropCopies, isGone, setGone } from '../../components/copies.js';
import { fieldOf, forgetPast, keepPast, pastCount, setField, status } from '../../components/occurrence-stack.js';
import { bindHandle, boundTo } from '../../components/roles.js';
import type { OccurrenceChange, HeardChange, OccurrenceType } from '../../ir/occurrence.js';
import { asHandle, handleOf, resolve, idLimit } from '../../kernel/identity.js';
import { handleIn } from '../../meaning/answering.js';
import { destroy, giveTo, makingRoom, moveTo } from '../../meaning/effects/structure.js';
import { fireAtOnce } from './ability-use.js';
import { type Run, plainEffects, type Occurring } from './event-run.js';
import {
  frameKind,
  type FrameKind,
  isWithin,
  demandFewWaiting,
  countRaised,
  addList,
  reportOccurrence,
  typeOf,
  addFrame,
} from './stack.js';
import { asStored, hasCell, readCell, writeCell } from '../../components/cells.js';
import { classAt } from '../../model/model.js';
import { ownerOf } from '../../components/ownership.js';
import type { CreateEffect, ModifyEffect } from '../../ir/effect.js';
import { createFor, fireAction } from '../../meaning/effects/fire-effects.js';
import { notFinite, writeAs, writeOf } from '../../meaning/effects/modify.js';
import { duringEffect, holderOf, mayFire, noteFired } from '../../meaning/effects/turn-context.js';
import { nodes } from '../../eval/node-kit.js';
import { type Value, sourceSlot, targetSlot } from '../../ir/node.js';
import { isAbsent } from '../../eval/operation.js';
import type { Rule } from '../../ir/rule.js';
import type { HeardTypes, PlainEffect } from '../../ir/heard-effects.js';
import { write } from '../../ir/make-effect.js';
import { popFrame } from '../../components/frames.js';

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
  const bind = (role: number, handle: number) => {
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
  const reportLapse = (ability: number, source: number) => {
    report?.({
      kind: 'lapse',
      time: timeOf(state),
      ability,
      name: abilities[ability].name,
      source: asHandle(source) || null,
    });
  };
  for (const { index, lapses, carrier } of abilities) {
    if (!lapses || carrier.by !== 'world' || isGone(state, index)) continue;
    setGone(state, index);
    reportLapse(index, 0);
  }
  const { copies } = state;
  const isOver = (row: number) => abilities[copies.ability[row]].lapses;
  for (let row = 1; row <= copyCount(state); row++)
    if (isOver(row)) reportLapse(copies.ability[row], copies.source[row]);
  dropCopies(state, isOver);
  forgetPast(state);
}

export type Predicted = Required<Occurring>;

/**
 * What an effect is about to do to an object, by handles; undefined where nothing listens; `done` if its evaluation has
 * already done it.
 */
export function predict(
  run: Run,
  rule: Rule,
  effect: PlainEffect,
  source: number,
  target: number,
): Predicted | 'done' | undefined {
  const { state, timing, context, heard, effects } = run;
  if (heard === undefined) return undefined;
  const { slots } = context.frame;
  const id = (slots[targetSlot] = resolve(state.identity, target));
  slots[sourceSlot] = resolve(state.identity, source);
  const on = holderOf(context, effect, id);
  if (on === 0 && effect.holder !== undefined) return undefined;
  const handle = effect.holder === undefined ? target : handleOf(state.identity, on);
  if (!mayFire(context.ledger, effect.stacking, handle)) return undefined;
  const found = changeBy(run, heard, rule, effect, on);
  if (found === undefined) return undefined;
  noteFired(context.ledger, effect.stacking, handle);
  if (found.type < 0) return 'done';
  const type = timing.types[found.type];
  const values: number[] = type.fields.map(() => NaN);
  const give = (field: number, value: number) => {
    if (field >= 0) values[field] = value;
  };
  const { subject, amount, before, after, to } = found;
  give(type.subject, subject === 0 ? NaN : handleOf(state.identity, subject));
  give(type.amount, amount ?? NaN);
  give(type.target, to === undefined || to === 0 ? NaN : handleOf(state.identity, to));
  give(type.player, handleOf(state.identity, ownerOf(state, subject === 0 ? on : subject)) || NaN);
  give(fieldNamed(type, 'before'), before ?? NaN);
  give(fieldNamed(type, 'after'), after ?? NaN);
  give(fieldNamed(type, 'source'), source || NaN);
  const { rule: drawing, occurrence, controller } = context.frame;
  return {
    type: found.type,
    values,
    effect: effects.placeOf(effect),
    maker: source,
    rule: drawing,
    answered: occurrence,
    controller: handleOf(state.identity, controller),
  };
}

interface Found {
  readonly type: number;
  /** Id; 0: none. */
  readonly subject: number;
  readonly to?: number;
  readonly amount?: number;
  readonly before?: number;
  readonly after?: number;
}

function changeBy(run: Run, heard: HeardTypes, rule: Rule, effect: PlainEffect, id: number): Found | undefined {
  const { state, context } = run;
  const found = (change: HeardChange, rest: Omit<Found, 'type'>): Found | undefined => {
    const type = heard.typeOf(change);
    return type === undefined ? undefined : { type, ...rest };
  };
  const kind = state.identity.kind[id];
  switch (effect.kind) {
    case 'modify':
      return cellChangeBy(run, heard, rule, effect, id);
    case 'create': {
      const count = context.evaluate(effect.count);
      const of = kindOfCreated(run, effect);
      return isAbsent(count) || !(count >= 1) || of === 0
        ? undefined
        : found({ what: 'create', kind: of }, { subject: 0, to: id, amount: Math.trunc(count) });
    }
    case 'destroy':
      return id === 0 ? undefined : found({ what: 'destroy', kind }, { subject: id });
    case 'give': {
      const owner: Value = context.evaluate(effect.owner);
      return id === 0 || isAbsent(owner) || owner === state.owner[id]
        ? undefined
        : found({ what: 'give', kind }, { subject: id, to: owner });
    }
    case 'move': {
      const to = context.evaluate(effect.to);
      return id === 0 || isAbsent(to) || to === 0 ? undefined : found({ what: 'move', kind }, { subject: id, to });
    }
    case 'put':
      return id === 0 ? undefined : found({ what: 'move', kind }, { subject: id });
    default:
      return undefined;
  }
}

function cellChangeBy(run: Run, heard: HeardTypes, rule: Rule, effect: ModifyEffect, id: number): Found | undefined {
  const { state, context } = run;
  if (!heard.mayHear(effect) || state.model.columns[effect.column].type.name !== 'number') return undefined;
  const written = writeOf(context, rule, effect, id);
  if (written === undefined) return undefined;
  const rise = written.after - written.before;
  const type = rise === 0 ? undefined : heard.typeOf({ what: rise > 0 ? 'gain' : 'loss', column: effect.column });
  if (type !== undefined)
    return { type, subject: written.id, amount: Math.abs(rise), before: written.before, after: written.after };
  // Not computed twice: numbers that keep amounts have noted it.
  writeAs(context, rule, effect, written);
  return { type: -1, subject: written.id };
}

function kindOfCreated({ state: { model }, context }: Run, effect: CreateEffect): number {
  if (effect.bare !== undefined) return effect.bare;
  const classIndex = context.evaluate(effect.class) ?? 0;
  return classIndex === 0 ? 0 : classAt(model, classIndex).kind;
}

function fieldNamed({ fields }: OccurrenceType, name: string): number {
  return fields.findIndex((field) => field?.name === name);
}

/** Applies an occurrence of an effect with its current amount and target. */
function applyEffect(run: Run, row: number, change: HeardChange): void {
  const { state, context, effects } = run;
  const type = typeOf(run, row);
  const heard = effects.at(state.occurrences.effect[row]);
  const rule = heard?.rule() ?? run.ruleOf(-1);
  const source = state.occurrences.maker[row];
  const subject = resolve(state.identity, handleIn(state, row, type.subject));
  const target = handleIn(state, row, type.target);
  const to = resolve(state.identity, target);
  const amount = fieldOf(state, row, type.amount);
  context.frame.slots[sourceSlot] = resolve(state.identity, source);
  context.frame.slots[targetSlot] = subject;
  context.frame.rule = state.occurrences.rule[row];
  context.frame.occurrence = state.occurrences.answered[row];
  context.frame.controller = resolve(state.identity, state.occurrences.controller[row]);
  const act = (change: () => void) => {
    duringEffect(context, rule, heard?.effect, change);
  };
  switch (change.what) {
    case 'gain':
    case 'loss':
      if (subject !== 0)
        changeCell(run, row, rule, heard?.effect, subject, change.column, change.what === 'gain' ? amount : -amount);
      return;
    case 'create':
      if (heard?.effect.kind === 'create') {
        const onTarget = { ...heard.effect, count: nodes.number(amount), holder: undefined };
        createFor(context, rule, onTarget, source, target, (born) => {
          if (type.subject >= 0) setField(state, row, type.subject, handleOf(state.identity, born));
        });
      }
      return;
    case 'destroy':
      if (subject !== 0) act(() => destroy(context, subject));
      return;
    case 'give':
      if (subject !== 0) act(() => giveTo(state, subject, to));
      return;
    case 'move':
      if (subject === 0) return;
      if (to !== 0 && to !== subject) act(() => moveTo(state, subject, to));
      else if (heard?.effect.kind === 'put')
        fireAction(context, rule, [{ ...heard.effect, holder: undefined }], resolve(state.identity, source), subject);
  }
}

function changeCell(
  run: Run,
  row: number,
  rule: Rule,
  effect: PlainEffect | undefined,
  id: number,
  index: number,
  by: number,
): void {
  const { state, context } = run;
  const column = state.model.columns[index];
  if (!hasCell(state, column, id)) return;
  const before = readCell(state, column, id);
  const after = asStored(column, before + by);
  if (!Number.isFinite(after)) throw notFinite(after, rule, column, id);
  writeAs(context, rule, effect?.kind === 'modify' ? effect : write(index, nodes.number(0)), { id, before, after });
  // The actual values replace the predicted ones.
  for (const [name, value] of [
    ['before', before],
    ['after', after],
  ] as const) {
    const field = fieldNamed(typeOf(run, row), name);
    if (field >= 0) setField(state, row, field, value);
  }
}

/** Begins and ends continuous abilities, one wholly before the next. */
export const changes: FrameKind = {
  step,
  lastStage: 0,
  damage(state, { continuous }, row) {
    const { at, occurrence } = state.frames;
    const isKnown =
      isWithin(at[row], 0, continuous.length) && isWithin(occurrence[row], 0, idLimit(state.identity) - 1);
    return isKnown ? undefined : 'changes nothing that lasts';
  },
};

/** Begins and ends continuous abilities above the frame `below` (0: none), where something may have changed. */
export function beginChanges(run: Run, below: number): void {
  const { state, timing, continuous, context } = run;
  if (continuous?.isDirty() !== true) return;
  continuous.begin();
  // Most changes make no difference.
  if (!timing.continuous.some(({ index }) => continuous.next(index, 1, context.frame) !== 0)) {
    continuous.settled();
    return;
  }
  const { depth, trigger } = state.frames;
  addFrame(run, frameKind.changes, 0, below === 0 ? 0 : depth[below], below === 0 ? -1 : trigger[below]);
}

function step(run: Run, row: number): void {
  const { state, timing, continuous, context, report } = run;
  const { frames } = state;
  const index = frames.at[row];
  if (continuous === undefined || index >= timing.continuous.length) {
    // They may depend on one another: repeated until none changes.
    if (frames.memo[row] === 0) {
      popFrame(state);
      continuous?.settled();
    } else {
      frames.at[row] = frames.memo[row] = frames.occurrence[row] = 0;
      continuous?.begin();
    }
    return;
  }
  const id = continuous.next(index, frames.occurrence[row] + 1, context.frame);
  if (id === 0) {
    frames.at[row]++;
    frames.occurrence[row] = 0;
    return;
  }
  frames.occurrence[row] = id;
  frames.memo[row] = 1;
  const { column, name, begins, ends } = timing.continuous[index];
  const holds = state.cells[column][id] !== 1;
  writeCell(state, state.model.columns[column], id, holds ? 1 : 0);
  const source = handleOf(state.identity, id);
  report?.({ kind: holds ? 'begin-continuous' : 'end-continuous', time: timeOf(state), name, source });
  countRaised(run, 1);
  const list = holds ? begins : ends;
  if (list >= 0) addList(run, frameKind.run, list, row, 0, source, source, 0);
}
