import { nodes } from '../../../eval/node-kit.js';
import { makeNode } from '../../../eval/make-node.js';
import { occurring, remembered } from '../../../eval/ops/occurrence-reads.js';
import { sourceSlot, targetSlot, type Node } from '../../../ir/node.js';
import type { Raised, Remembered } from '../../../ir/occurrence.js';
import type { ColumnType } from '../../../model/model.js';
import { isOwnField, places, sortOf, sortTypes } from '../facts.js';
import { storedValue, type ScenarioModel } from '../scenario-model.js';
import type { Live, Occurrence, Scalar, Test } from '../syntax.js';
import { boundaries, type Found } from '../walk.js';

/** Whose ability it is, or the player of what occurs. */
export const firstSlot: Node = nodes.slot(sourceSlot);
/** What occurs befalls this. */
export const subjectNode: Node = nodes.slot(targetSlot);

const { constant: constantNode, applies: appliesNode } = nodes;
export const {
  number: numberNode,
  boolean: booleanNode,
  missing: missingNode,
  role: roleNode,
  equal: equalNode,
  all: allOf,
  any: anyOf,
} = nodes;

export function noneNode(type: ColumnType = { name: 'entity' }): Node {
  return constantNode(0, type);
}

export function readNode({ model }: ScenarioModel, column: number, of: Node): Node {
  return nodes.read(column, model.columns[column].type, of, 'missing');
}

export function fieldNode({ fields }: ScenarioModel, field: number): Node {
  return makeNode(occurring, { field, type: fields.list[field].type as ColumnType });
}

export function absentNode(value: Node): Node {
  return nodes.not(nodes.present(value));
}

export function entityNode({ entityRoles }: ScenarioModel, name: string): Node {
  return roleNode(entityRoles.get(name) ?? -1);
}

export function valueNode({ words }: ScenarioModel, value: Scalar): Node {
  return constantNode(storedValue(words, value), sortTypes[sortOf(value) ?? 'word']);
}

export function namedNode(object: Node, value: Scalar, named: ReadonlyMap<string, number>): Node {
  const role = typeof value === 'string' ? named.get(value) : undefined;
  return role === undefined ? booleanNode(false) : equalNode(object, roleNode(role));
}

export type Memories = Map<string, Remembered>;

export function lowerTests(model: ScenarioModel, memories: Memories, tests: readonly Test[]) {
  const remembers: Remembered[] = [];
  const conditions = tests.map((test) => {
    if ('ent' in test) return factNode(model, entityNode(model, test.ent), test.key, test.eq);
    const { lki, eq } = test;
    const key = JSON.stringify([lki, eq]);
    const memory = memories.get(key) ?? { number: memories.size, node: pathNode(model, lki, eq) };
    memories.set(key, memory);
    remembers.push(memory);
    return makeNode(remembered, { number: memory.number }, memory.node);
  });
  return { conditions, remembers };
}

export function liveNode(model: ScenarioModel, live: readonly Found<Live>[]): Node | undefined {
  if (live.length === 0) return undefined;
  return allOf(live.map(({ item: [entity, key, value] }) => factNode(model, entityNode(model, entity), key, value)));
}

/** `attachedTo.bowed`: what the subject is attached to, and so on, has that value. */
function pathNode(model: ScenarioModel, path: string, value: Scalar): Node {
  const steps = path.split('.');
  const holder = steps.slice(0, -1).reduce<Node>((of) => readNode(model, model.facts.attachedTo, of), subjectNode);
  return factNode(model, holder, steps[steps.length - 1], value);
}

/**
 * Whether a key of an object has a value; never absent. False, 0 and null are also what is so where nothing is said.
 */
export function factNode(model: ScenarioModel, of: Node, key: string, value: Scalar): Node {
  const { facts, playerRoles, entityRoles } = model;
  if (key === 'controller' || key === 'attachedTo') {
    const object = readNode(model, facts[key], of);
    const named = key === 'controller' ? playerRoles : entityRoles;
    return appliesNode(value === null ? equalNode(object, noneNode()) : namedNode(object, value, named));
  }
  const columns = facts.byKey.get(key) ?? [];
  const its = columns.find(({ sort }) => sort === sortOf(value));
  const isNothing = value === null || value === false || value === 0;
  if (its === undefined && !isNothing) return booleanNode(false);
  const others = isNothing ? columns.filter((each) => each !== its) : [];
  return appliesNode(
    allOf([
      ...(its === undefined ? [] : [equalNode(readNode(model, its.column, of), valueNode(model, value))]),
      ...others.map(({ sort, column }) => equalNode(readNode(model, column, of), noneNode(sortTypes[sort]))),
    ]),
  );
}

type FieldValue = { readonly role: number } | { readonly value: number; readonly type: ColumnType };

export function valuesOf(model: ScenarioModel, occurrence: Occurrence): readonly (FieldValue | undefined)[] {
  const { fields, playerRoles, entityRoles, players } = model;
  const values = Array.from<FieldValue | undefined>({ length: fields.list.length });
  const { type, card, player, target, amount } = occurrence;
  values[places.card] = objectOf(entityRoles, card);
  values[places.player] = objectOf(playerRoles, player);
  values[places.target] = storedOf(model, target);
  values[places.amount] = storedOf(model, amount);
  if (type === boundaries.turnEnds) {
    const next = players[(players.indexOf(player ?? '') + 1) % players.length];
    values[places.nextPlayer] = objectOf(playerRoles, next);
  }
  for (const [key, value] of Object.entries(occurrence)) {
    const sort = isOwnField(key) ? undefined : sortOf(value);
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
  const sort = sortOf(value);
  return sort === undefined || value === undefined
    ? undefined
    : { value: storedValue(words, value), type: sortTypes[sort] };
}

export function lowerRaised(model: ScenarioModel, occurrence: Occurrence): Raised {
  return {
    type: typeOf(model, occurrence),
    values: valuesOf(model, occurrence).map((value) => value && nodeOf(value)),
  };
}

/** In the place of another: card and player are that one's, where it does not say. */
export function lowerInto(model: ScenarioModel, occurrence: Occurrence): Raised {
  const { type, values } = lowerRaised(model, occurrence);
  const isInherited = (place: number) =>
    (place === places.card && occurrence.card === undefined) ||
    (place === places.player && occurrence.player === undefined);
  return {
    type,
    values: values.map((value, place) =>
      value === undefined && !isInherited(place) ? missingNode(model.fields.list[place].type as ColumnType) : value,
    ),
  };
}

function nodeOf(value: FieldValue): Node {
  return 'role' in value ? roleNode(value.role) : constantNode(value.value, value.type);
}

export function typeOf({ types }: ScenarioModel, { type }: Pick<Occurrence, 'type'>): number {
  return types.get(type) ?? -1;
}
