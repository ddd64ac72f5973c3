import { constantValue } from '../../eval/node-shape.js';
import type { CreateEffect } from '../../ir/effect.js';
import { leavesOf } from '../../ir/effect-nodes.js';
import { raises } from '../../ir/heard-effects.js';
import type { Effect, Program, Rule } from '../../ir/rule.js';
import type { Action } from '../../ir/trigger.js';
import type { Model } from '../../model/model.js';
import { flowColumns } from '../../meaning/flow-book.js';

/** Moments of a turn as numbers: rules have their places, and these lie between those of the two phases. */
export interface TurnOrder {
  readonly growth: number;
  readonly clamp: number;
  /** After all rules. */
  readonly end: number;
  /** The first moment at which something may write a column; Infinity: never. */
  readonly firstWrite: (column: number) => number;
}

export function turnOrder({ rules, model }: Program): TurnOrder {
  const meters = rules.rules.filter(({ phase }) => phase === 'meters').length;
  const [growth, clamp, flows] = [meters - 0.75, meters - 0.5, meters - 0.25];
  const first = new Map<number, number>();
  const note = (column: number, at: number) => first.set(column, Math.min(at, first.get(column) ?? Infinity));
  // Newborn objects begin with values that no reset has met.
  for (const [at, { writes, effects }] of rules.rules.entries())
    for (const column of [...writes, ...columnsWritten(effects, model)]) note(column, at);
  for (const { column } of rules.growths) note(column, growth);
  for (const { form } of rules.flows.flows) for (const column of flowColumns(form)) note(column, flows);
  // Whatever occurs within the turn may run any list of actions.
  const firstRaise = rules.rules.findIndex(mayRaise);
  const lists = firstRaise < 0 ? Infinity : firstRaise;
  const listed = new Set(
    rules.triggers.lists.flatMap(({ actions }) => actions.flatMap((action) => columnsOfAction(action, model))),
  );
  for (const column of listed) note(column, Math.min(lists, rules.rules.length));
  for (const { column } of rules.timing.continuous) note(column, Math.min(lists, rules.rules.length));
  for (const { index, companion } of model.columns) {
    const at = first.get(index);
    if (companion === undefined || at === undefined) continue;
    note(companion.property, at);
    note(companion.remember, at);
  }
  return { growth, clamp, end: rules.rules.length, firstWrite: (column) => first.get(column) ?? Infinity };
}

function mayRaise({ heard, effects }: Rule): boolean {
  return heard === true || effects.some(raises);
}

function columnsOfAction({ task }: Action, model: Model): readonly number[] {
  return task.by === 'effects' ? columnsWritten(task.effects, model) : [];
}

function columnsWritten(effects: readonly Effect[], model: Model): readonly number[] {
  return leavesOf(effects).flatMap((effect) => {
    switch (effect.kind) {
      case 'modify':
      case 'step':
        return [effect.column];
      case 'create':
        return columnsOfBirth(effect, model);
      case 'become':
        return effect.columns;
      default:
        return [];
    }
  });
}

/** Those with a value of the effect or of the class; of a computed class, of any. */
function columnsOfBirth({ class: of, initial, inside = [], then = [] }: CreateEffect, model: Model): readonly number[] {
  const known = constantValue(of);
  const classes = known === undefined ? model.classes : model.classes.filter(({ index }) => index === known);
  return [
    ...initial.map(({ column }) => column),
    ...classes.flatMap((each) => [...each.initial.keys()]),
    ...inside.flatMap((inner) => columnsOfBirth(inner, model)),
    ...columnsWritten(then, model),
  ];
}
