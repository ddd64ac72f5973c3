import { asStored, hasCell, readCell } from '../../components/cells.js';
import { classAt, kindAt } from '../../model/model.js';
import { placementBy, put } from '../../components/place.js';
import { setOwner, ownerOf } from '../../components/ownership.js';
import { fieldOf, setField } from '../../components/occurrence-stack.js';
import { EdictError } from '../../kernel/errors.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import type { CreateEffect, ModifyEffect } from '../../ir/effect.js';
import { createFor, fireDeed } from '../../meaning/effects/fire.js';
import { writeAs, writeOf } from '../../meaning/effects/modify.js';
import { mayFire, noteFired } from '../../meaning/effects/turn-context.js';
import { destroy } from '../../meaning/effects/structure.js';
import { makeNode } from '../../eval/make-node.js';
import { type Value, sourceSlot, targetSlot } from '../../ir/node.js';
import { isAbsent, numberType } from '../../eval/operation.js';
import { constant } from '../../eval/ops/constants.js';
import type { HeardChange, OccurrenceType } from '../../ir/occurrence.js';
import type { Rule } from '../../ir/rule.js';
import type { Occurring, Run } from './event-run.js';
import { handleIn } from '../../meaning/answering.js';
import { typeOf } from './stack.js';
import type { HeardTypes, PlainEffect } from '../../ir/heard-effects.js';

/** Effects as occurrences: prediction and application. */

export type Predicted = Required<Occurring>;

/**
 * What an effect is about to do to an object, by handles; undefined where nothing listens; `done` where evaluating it
 * has done it.
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
  if (!mayFire(context.ledger, effect.stacking, target)) return undefined;
  const found = changeBy(run, heard, rule, effect, id);
  if (found === undefined) return undefined;
  noteFired(context.ledger, effect.stacking, target);
  if (found.type < 0) return 'done';
  const type = timing.types[found.type];
  const values: number[] = type.fields.map(() => NaN);
  const give = (field: number, value: number): void => {
    if (field >= 0) values[field] = value;
  };
  const { subject, amount, before, after, to } = found;
  give(type.subject, subject === 0 ? NaN : handleOf(state.identity, subject));
  give(type.amount, amount ?? NaN);
  give(type.target, to === undefined || to === 0 ? NaN : handleOf(state.identity, to));
  give(type.player, handleOf(state.identity, ownerOf(state, subject === 0 ? id : subject)) || NaN);
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
  // Effects with a holder of their own have no listeners.
  if (
    effect.holder !== undefined ||
    !heard.mayHear(effect) ||
    state.model.columns[effect.column].type.name !== 'number'
  )
    return undefined;
  const write = writeOf(context, rule, effect, id);
  if (write === undefined) return undefined;
  const rise = write.after - write.before;
  const type = rise === 0 ? undefined : heard.typeOf({ what: rise > 0 ? 'gain' : 'loss', column: effect.column });
  if (type !== undefined)
    return { type, subject: write.id, amount: Math.abs(rise), before: write.before, after: write.after };
  // Not computed twice: numbers that keep amounts have noted it.
  writeAs(context, rule, effect, write);
  return { type: -1, subject: write.id };
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
export function applyEffect(run: Run, row: number, change: HeardChange): void {
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
  switch (change.what) {
    case 'gain':
    case 'loss':
      if (subject !== 0)
        changeCell(run, row, rule, heard?.effect, subject, change.column, change.what === 'gain' ? amount : -amount);
      return;
    case 'create':
      if (heard?.effect.kind === 'create') {
        const count = makeNode(constant, { value: amount, type: numberType });
        createFor(context, rule, { ...heard.effect, count }, source, target, (born) => {
          if (type.subject >= 0) setField(state, row, type.subject, handleOf(state.identity, born));
        });
      }
      return;
    case 'destroy':
      if (subject !== 0) destroy(context, subject);
      return;
    case 'give': {
      const kind = kindAt(state.model, state.identity.kind[subject]);
      if (subject !== 0 && !kind.faction && kind.ownership.rule === 'stored' && (to === 0 || state.faction[to] !== 0))
        setOwner(state, subject, to);
      return;
    }
    case 'move':
      if (subject !== 0) moveTo(run, rule, heard?.effect, source, subject, to);
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
  if (!Number.isFinite(after))
    throw new EdictError(
      'not-finite',
      `rule ${rule.name} would set ${column.name} of object ${id} to ${after}; keep its amounts within the range of numbers`,
      rule.name,
    );
  writeAs(context, rule, effect?.kind === 'modify' ? effect : writing(index), { id, before, after });
  // The actual values replace the predicted ones.
  for (const [name, value] of [
    ['before', before],
    ['after', after],
  ] as const) {
    const field = fieldNamed(typeOf(run, row), name);
    if (field >= 0) setField(state, row, field, value);
  }
}

function writing(column: number): ModifyEffect {
  return {
    kind: 'modify',
    recipient: 'target',
    stacking: 0,
    label: '',
    column,
    modification: 'set',
    amount: makeNode(constant, { value: 0, type: numberType }),
  };
}

function moveTo(
  { state, context }: Run,
  rule: Rule,
  effect: PlainEffect | undefined,
  source: number,
  subject: number,
  to: number,
): void {
  if (to === 0 || to === subject) {
    if (effect?.kind === 'put') fireDeed(context, rule, [effect], resolve(state.identity, source), subject);
    return;
  }
  const kind = kindAt(state.model, state.identity.kind[subject]);
  const place = kind.node || kind.faction ? undefined : placementBy(state, kind, to);
  if (place !== undefined && place.at !== 'nowhere') put(state, subject, place);
}
