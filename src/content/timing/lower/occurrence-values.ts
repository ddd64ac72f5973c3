import type { Raised } from '../../../ir/occurrence.js';
import type { ColumnType } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { sortOf, sortTypes } from '../facts.js';
import { isOwnField, places } from '../fields.js';
import { type ScenarioModel, storedValue } from '../scenario-model.js';
import type { Occurrence, Scalar } from '../syntax.js';
import { boundaries } from '../types.js';
import { constantNode, missingNode, roleNode } from './nodes.js';

/** What a field of an occurrence holds: an object by its role, or a value as it is stored. */
export type FieldValue = { readonly role: number } | { readonly value: number; readonly type: ColumnType };

/** The values of an occurrence by place of their fields; a hole: it does not say. */
export function valuesOf(model: ScenarioModel, occurrence: Occurrence): readonly (FieldValue | undefined)[] {
  const { fields, playerRoles, entityRoles } = model;
  const values = Array.from<FieldValue | undefined>({ length: fields.list.length });
  const { type, card, player, target, amount } = occurrence;
  values[places.card] = objectOf(entityRoles, card);
  values[places.player] = objectOf(playerRoles, player);
  values[places.target] = storedOf(model, target);
  values[places.amount] = storedOf(model, amount);
  if (type === boundaries.turnEnds) values[places.nextPlayer] = objectOf(playerRoles, playerAfter(model, player));
  for (const [key, value] of Object.entries(occurrence)) {
    const sort = isOwnField(key) || value === undefined ? undefined : sortOf(value);
    const place = sort === undefined ? undefined : fields.byKey.get(key)?.get(sort);
    if (place !== undefined) values[place] = storedOf(model, value);
  }
  return values;
}

function objectOf(named: ReadonlyMap<string, number>, name: string | null | undefined): FieldValue | undefined {
  const role = name === null || name === undefined ? undefined : named.get(name);
  return role === undefined ? undefined : { role };
}

function storedOf({ words }: ScenarioModel, value: Scalar | undefined): FieldValue | undefined {
  const sort = value === undefined ? undefined : sortOf(value);
  return sort === undefined || value === undefined
    ? undefined
    : { value: storedValue(words, value), type: sortTypes[sort] };
}

/** Whose turn comes behind that of a player. */
function playerAfter({ players }: Pick<ScenarioModel, 'players'>, player: string | null | undefined): string {
  return players[(players.indexOf(player ?? '') + 1) % players.length];
}

/** An occurrence that an ability raises. */
export function lowerRaised(model: ScenarioModel, occurrence: Occurrence): Raised {
  return {
    type: typeOf(model, occurrence),
    values: valuesOf(model, occurrence).map((value) => value && nodeOf(value)),
  };
}

/**
 * An occurrence that is put in the place of another: card and player are that one's, where it does not say; nothing
 * else is.
 */
export function lowerInto(model: ScenarioModel, occurrence: Occurrence): Raised {
  const { fields } = model;
  const isInherited = (place: number): boolean =>
    (place === places.card && occurrence.card === undefined) ||
    (place === places.player && occurrence.player === undefined);
  const values = valuesOf(model, occurrence).map((value, place) => {
    if (value !== undefined) return nodeOf(value);
    return isInherited(place) ? undefined : missingNode(fields.list[place].type as ColumnType);
  });
  return { type: typeOf(model, occurrence), values };
}

function nodeOf(value: FieldValue): Node {
  return 'role' in value ? roleNode(value.role) : constantNode(value.value, value.type);
}

/** The index of an occurrence's type; the model has all that are named. */
export function typeOf({ types }: ScenarioModel, { type }: Pick<Occurrence, 'type'>): number {
  return types.get(type) ?? -1;
}
