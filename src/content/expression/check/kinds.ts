import type { Column, Model } from '../../../components/model.js';
import { kindAt } from '../../../components/model.js';
import type { Node } from '../../../ir/node.js';
import { type AggregateData, aggregate } from '../../../eval/ops/aggregate.js';
import { type FollowData, follow } from '../../../eval/ops/follow.js';
import { controller } from '../../../eval/ops/controller.js';
import { type OccurringData, occurring } from '../../../eval/ops/occurring.js';
import { remembered } from '../../../eval/ops/remembered.js';
import type { Range } from '../../../eval/ops/members.js';
import { slot } from '../../../eval/ops/slot.js';
import { kindsOfController, kindsOfField } from './occurring.js';
import type { Kinds, Scope } from './scope.js';

/** What can be said at load of the kinds that an object can be of. */

/** The kinds that the object which a node gives can be of; undefined when any. */
export function kindsOf(node: Node, scope: Scope): Kinds {
  if (isOf<{ readonly slot: number }>(node, slot.name)) return scope.kinds.get(node.data.slot);
  if (isOf<AggregateData>(node, aggregate.name)) return kindsOfRange(node.data.range, scope.check.context.model);
  if (isOf<OccurringData>(node, occurring.name)) return kindsOfField(node.data.field, scope);
  if (node.op === controller.name) return kindsOfController(scope);
  if (node.op === remembered.name) return kindsOf(node.args[0], scope);
  if (!isOf<FollowData>(node, follow.name)) return undefined;
  const { model } = scope.check.context;
  switch (node.data.relation) {
    case 'ancestor':
      return [node.data.kind];
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
  while (at.op === 'follow' || at.op === 'read') at = at.args[0];
  return isOf<{ readonly slot: number }>(at, slot.name) ? at.data.slot : -1;
}

/** Whether a chain of members leads from a slot to its own object or to one that this is attached to. */
export function leadsUpward(node: Node): boolean {
  let at = node;
  while (isOf<FollowData>(at, follow.name) && at.data.relation !== 'owner') at = at.args[0];
  return at.op === slot.name;
}

/** A number that only factions have, as a property: it is asked of the faction itself, never looked up. */
export function isStockpile(model: Model, column: Column): boolean {
  if (column.type.name !== 'number') return false;
  const having = model.kinds.filter((kind) => column.kinds[kind.index] === 1);
  return column.role === 'property' && having.length > 0 && having.every((kind) => kind.faction);
}

/**
 * Whether an object of one of these kinds, or for what is looked up anything that it may hang on, can have the column.
 */
export function canHave(model: Model, column: Column, kinds: Kinds, climb: boolean): boolean {
  const reached = new Set(kinds ?? model.kinds.map((kind) => kind.index));
  for (const index of reached) {
    if (column.kinds[index] === 1) return true;
    if (climb) for (const above of kindAt(model, index).attachesTo) reached.add(above);
  }
  return false;
}

function factions(model: Model): Kinds {
  return model.kinds.filter((kind) => kind.faction).map((kind) => kind.index);
}

function isOf<Data>(node: Node, name: string): node is Node<Data> {
  return node.op === name;
}
