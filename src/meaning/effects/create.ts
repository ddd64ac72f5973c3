import { asStored, hasCell, writeCell } from '../../components/cells.js';
import { type Kind, classAt, kindAt } from '../../model/model.js';
import { type Placement, placementBy } from '../../components/place.js';
import { bear } from '../../state/objects.js';
import { ownerOf } from '../../components/ownership.js';
import { EdictError } from '../../kernel/errors.js';
import { targetSlot } from '../../ir/node.js';
import { isAbsent } from '../../eval/operation.js';
import type { CreateEffect, Effect, Rule } from '../../ir/rule.js';
import { makingRoom } from './making-room.js';
import { type TurnContext, countCreated } from './turn-context.js';

/** Fires effects on one object. */
export type FireOn = (context: TurnContext, rule: Rule, effects: readonly Effect[], id: number) => void;

/**
 * Creates objects for an object that is fired on; `onBorn` is told of each when it is whole. Returns false where none
 * can be: no class, a count below 1, or no place for the kind.
 */
export function create(
  context: TurnContext,
  rule: Rule,
  effect: CreateEffect,
  id: number,
  fireOn: FireOn,
  onBorn?: (born: number) => void,
): boolean {
  const { state, frame } = context;
  frame.value = 0;
  const classIndex = effect.bare === undefined ? (context.evaluate(effect.class) ?? 0) : 0;
  const wanted = context.evaluate(effect.count);
  if ((classIndex === 0 && effect.bare === undefined) || isAbsent(wanted) || !(wanted >= 1)) return false;
  const kind = kindAt(state.model, effect.bare ?? classAt(state.model, classIndex).kind);
  const place = placeFor(context, effect, kind, id);
  if (place === undefined) return false;
  const count = Math.trunc(wanted);
  countCreated(context, rule, count, kind);
  const owner = ownerFor(context, effect, kind, id);
  const values = effect.initial.map(({ column, value }) => ({
    column: state.model.columns[column],
    value: context.evaluate(value),
  }));
  for (let i = 0; i < count; i++) {
    const born = makingRoom({ context }, () =>
      bear(
        state,
        { kind: kind.index, class: classIndex, name: '', owner, place, created: frame.turn, near: id },
        `rule ${rule.name}`,
      ),
    );
    for (const { column, value } of values) {
      if (isAbsent(value) || !hasCell(state, column, born)) continue;
      if (!Number.isFinite(asStored(column, value))) {
        throw new EdictError(
          'not-finite',
          `rule ${rule.name} would create an object with ${column.name} of ${value}; keep its amounts within the range of numbers`,
          rule.name,
        );
      }
      writeCell(state, column, born, column.type.name === 'number' ? asStored(column, value) : value);
    }
    for (const inner of effect.inside ?? []) create(context, rule, { ...inner, into: undefined }, born, fireOn);
    if (effect.then !== undefined) fireOn(context, rule, effect.then, born);
    onBorn?.(born);
    frame.slots[targetSlot] = id;
  }
  return true;
}

/** Where they are put: on what the effect names, else by the object fired on. */
function placeFor(context: TurnContext, { into }: CreateEffect, kind: Kind, id: number): Placement | undefined {
  const neighbour = into === undefined ? id : (context.evaluate(into) ?? 0);
  return neighbour === 0 ? undefined : placementBy(context.state, kind, neighbour);
}

function ownerFor(context: TurnContext, { owner }: CreateEffect, kind: Kind, id: number): number {
  if (kind.ownership.rule !== 'stored' || kind.faction) return 0;
  if (owner === undefined) return ownerOf(context.state, id);
  const named = context.evaluate(owner) ?? 0;
  return context.state.faction[named] === 0 ? 0 : named;
}
