import { asAggregate, asFollow, asRead, dataOf, isOf, isSlot, slotOf } from '../../../eval/shape.js';
import type { Column, Model } from '../../../model/model.js';
import { kindAt } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { controller } from '../../../eval/ops/controller.js';
import { occurring } from '../../../eval/ops/occurring.js';
import { remembered } from '../../../eval/ops/remembered.js';
import type { Range } from '../../../eval/ops/members.js';
import { kindsOfController, kindsOfField } from './occurring.js';
import type { Kinds, Scope } from './scope.js';

/** What can be said at load of the kinds that an object can be of. */

/** The kinds that the object which a node gives can be of; undefined when any. */
export function kindsOf(node: Node, scope: Scope): Kinds {
  const slot = slotOf(node);
  if (slot !== undefined) return scope.kinds.get(slot);
  const range = asAggregate(node)?.range;
  if (range !== undefined) return kindsOfRange(range, scope.check.context.model);
  const field = dataOf(node, occurring)?.field;
  if (field !== undefined) return kindsOfField(field, scope);
  if (isOf(node, controller)) return kindsOfController(scope);
  if (isOf(node, remembered)) return kindsOf(node.args[0], scope);
  const followed = asFollow(node);
  const { model } = scope.check.context;
  switch (followed?.relation) {
    case undefined:
      return undefined;
    case 'ancestor':
      return [followed.kind];
    case 'owner':
      return factions(model);
    case 'parent': {
      const below = kindsOf(node.args[0], scope);
      return below === undefined ? undefined : [...new Set(below.flatMap((index) => kindAt(model, index).attachesTo))];
    }
  }
}

/** The kinds that the members of a range can be of. */
export function kindsOfRange(range: Range, model: Model): Kinds {
  if (range.kind !== 0) return [range.kind];
  if (range.over === 'class')
    return model.classes.filter((each) => each.index === range.class).map((each) => each.kind);
  return range.over === 'owners' ? factions(model) : undefined;
}

/** The slot at the bottom of a chain of members; -1 when it begins otherwise. */
export function rootOf(node: Node): number {
  let at = node;
  while (asFollow(at) !== undefined || asRead(at) !== undefined) at = at.args[0];
  return slotOf(at) ?? -1;
}

/** Whether a chain of members leads from a slot to its own object or to one that this is attached to. */
export function leadsUpward(node: Node): boolean {
  let at = node;
  for (let by = asFollow(at); by !== undefined && by.relation !== 'owner'; by = asFollow(at)) at = at.args[0];
  return isSlot(at);
}

/** A number that only factions have, as a property: it is asked of the faction itself, never looked up. */
export function isStockpile(model: Model, column: Column): boolean {
  if (column.type.name !== 'number') return false;
  const having = model.kinds.filter((kind) => column.kinds[kind.index] === 1);
  return column.role === 'property' && having.length > 0 && having.every((kind) => kind.faction);
}

function factions(model: Model): Kinds {
  return model.kinds.filter((kind) => kind.faction).map((kind) => kind.index);
}
