import type { Listening as LoweredListening } from '../../../ir/ability.js';
import type { Node } from '../../../ir/node.js';
import { type Sort, sortOf } from '../facts.js';
import { places } from '../fields.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Listening, Scalar } from '../syntax.js';
import { absentNode, allOf, anyOf, booleanNode, equalNode, fieldNode, roleNode } from './nodes.js';
import { typeOf } from './occurrence-values.js';
import { valueNode } from './tests.js';

/** What an ability listens to: each type once, with all that its fields may be. */
export function lowerListening(model: ScenarioModel, listening: readonly Listening[]): readonly LoweredListening[] {
  const byType = new Map<number, Node[]>();
  for (const each of listening) {
    const type = typeOf(model, each);
    const wheres = byType.get(type) ?? [];
    byType.set(type, wheres);
    wheres.push(
      allOf(Object.entries(each.where ?? {}).map(([key, value]) => comparison(model, each.type, key, value))),
    );
  }
  return [...byType].map(([type, wheres]) => ({ type, where: anyOf(wheres) }));
}

function comparison(model: ScenarioModel, type: string, key: string, value: Scalar): Node {
  switch (key) {
    case 'type':
      return booleanNode(value === type);
    case 'card':
      return object(model, places.card, value, model.entityRoles);
    case 'player':
      return object(model, places.player, value, model.playerRoles);
    case 'target':
      return plain(model, new Map([['word', places.target]]), value);
    case 'amount':
      return plain(model, new Map([['number', places.amount]]), value);
    default:
      return plain(model, model.fields.byKey.get(key) ?? new Map<Sort, number>(), value);
  }
}

function object(model: ScenarioModel, place: number, value: Scalar, named: ReadonlyMap<string, number>): Node {
  const field = fieldNode(model, place);
  if (value === null) return absentNode(field);
  const role = typeof value === 'string' ? named.get(value) : undefined;
  return role === undefined ? booleanNode(false) : equalNode(field, roleNode(role));
}

/** A field that is no object; `bySort`: its places. Null: it is not there. */
function plain(model: ScenarioModel, bySort: ReadonlyMap<Sort, number>, value: Scalar): Node {
  const sort = sortOf(value);
  if (sort === undefined) return allOf([...bySort.values()].map((place) => absentNode(fieldNode(model, place))));
  const place = bySort.get(sort);
  return place === undefined ? booleanNode(false) : equalNode(fieldNode(model, place), valueNode(model, value));
}
