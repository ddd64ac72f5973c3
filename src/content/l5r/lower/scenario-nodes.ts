import { nodes } from '../../../eval/node-kit.js';
import { makeNode } from '../../../eval/make-node.js';
import { occurring, remembered } from '../../../eval/ops/occurrence-reads.js';
import { sourceSlot, targetSlot, type Node } from '../../../ir/node.js';
import type { Raised, Remembered } from '../../../ir/occurrence.js';
import { kept } from '../../../kernel/maps.js';
import type { ColumnType } from '../../../model/model.js';
import { places, scalarType, columnTypes, storedValue, type ScenarioModel } from '../scenario-model.js';
import { type Live, type Occurrence, type Scalar, type Test, boundaries, type Found } from '../syntax.js';

/** The controller of an ability, or the player of an occurrence. */
export const firstSlot: Node = nodes.slot(sourceSlot);
export const subjectNode: Node = nodes.slot(targetSlot);

export function noneNode(type: ColumnType = { name: 'entity' }): Node {
  return nodes.constant(0, type);
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
  return nodes.role(entityRoles.get(name) ?? -1);
}

export function valueNode({ words }: ScenarioModel, value: Scalar): Node {
  return nodes.constant(storedValue(words, value), columnTypes[scalarType(value) ?? 'word']);
}

export function namedNode(object: Node, value: Scalar, named: ReadonlyMap<string, number>): Node {
  const role = typeof value === 'string' ? named.get(value) : undefined;
  return role === undefined ? nodes.boolean(false) : nodes.equal(object, nodes.role(role));
}

export type Memories = Map<string, Remembered>;

export function lowerTests(model: ScenarioModel, memories: Memories, tests: readonly Test[]) {
  const remembers: Remembered[] = [];
  const conditions = tests.map((test) => {
    if ('ent' in test) return factNode(model, entityNode(model, test.ent), test.key, test.eq);
    const { lki, eq } = test;
    const memory = kept(memories, JSON.stringify([lki, eq]), () => ({
      number: memories.size,
      node: pathNode(model, lki, eq),
    }));
    remembers.push(memory);
    return makeNode(remembered, { number: memory.number }, memory.node);
  });
  return { conditions, remembers };
}

export function liveNode(model: ScenarioModel, live: readonly Found<Live>[]): Node | undefined {
  if (live.length === 0) return undefined;
  return nodes.all(
    live.map(({ item: [entity, key, value] }) => factNode(model, entityNode(model, entity), key, value)),
  );
}

/** A path such as `attachedTo.bowed` compares a key of the object to which the subject is attached. */
function pathNode(model: ScenarioModel, path: string, value: Scalar): Node {
  const steps = path.split('.');
  const holder = steps.slice(0, -1).reduce<Node>((of) => readNode(model, model.facts.attachedTo, of), subjectNode);
  return factNode(model, holder, steps[steps.length - 1], value);
}

/** True if a key of an object has a value; never absent. Unset keys are false, 0 or null. */
export function factNode(model: ScenarioModel, of: Node, key: string, value: Scalar): Node {
  const { facts, playerRoles, entityRoles } = model;
  if (key === 'controller' || key === 'attachedTo') {
    const object = readNode(model, facts[key], of);
    const named = key === 'controller' ? playerRoles : entityRoles;
    return nodes.applies(value === null ? nodes.equal(object, noneNode()) : namedNode(object, value, named));
  }
  const columns = facts.byKey.get(key) ?? [];
  const its = columns.find(({ type }) => type === scalarType(value));
  const isNothing = value === null || value === false || value === 0;
  if (its === undefined && !isNothing) return nodes.boolean(false);
  const others = isNothing ? columns.filter((each) => each !== its) : [];
  return nodes.applies(
    nodes.all([
      ...(its === undefined ? [] : [nodes.equal(readNode(model, its.column, of), valueNode(model, value))]),
      ...others.map(({ type, column }) => nodes.equal(readNode(model, column, of), noneNode(columnTypes[type]))),
    ]),
  );
}

type FieldValue = { readonly role: number } | { readonly value: number; readonly type: ColumnType };

export function valuesOf(model: ScenarioModel, occurrence: Occurrence): readonly (FieldValue | undefined)[] {
  const { fields, playerRoles, entityRoles, players } = model;
  const values = Array.from<FieldValue | undefined>({ length: fields.list.length });
  const { type, card, player } = occurrence;
  values[places.card] = objectOf(entityRoles, card);
  values[places.player] = objectOf(playerRoles, player);
  if (type === boundaries.turnEnds) {
    const next = players[(players.indexOf(player ?? '') + 1) % players.length];
    values[places.nextPlayer] = objectOf(playerRoles, next);
  }
  for (const [key, value] of Object.entries(occurrence)) {
    const type = scalarType(value);
    const place = type && fields.byKey.get(key)?.get(type);
    if (type === undefined || value === undefined || place === undefined) continue;
    values[place] = { value: storedValue(model.words, value), type: columnTypes[type] };
  }
  return values;
}

function objectOf(named: ReadonlyMap<string, number>, name: string | null = null): FieldValue | undefined {
  const role = name === null ? undefined : named.get(name);
  return role === undefined ? undefined : { role };
}

export function lowerRaised(model: ScenarioModel, occurrence: Occurrence): Raised {
  return {
    type: typeOf(model, occurrence),
    values: valuesOf(model, occurrence).map(
      (value) => value && ('role' in value ? nodes.role(value.role) : nodes.constant(value.value, value.type)),
    ),
  };
}

/** Replaces another, and inherits its card and player. */
export function lowerInto(model: ScenarioModel, occurrence: Occurrence): Raised {
  const { type, values } = lowerRaised(model, occurrence);
  const isInherited = (place: number) =>
    (place === places.card && occurrence.card === undefined) ||
    (place === places.player && occurrence.player === undefined);
  return {
    type,
    values: values.map((value, place) =>
      value === undefined && !isInherited(place) ? nodes.missing(model.fields.list[place].type as ColumnType) : value,
    ),
  };
}

export function typeOf({ types }: ScenarioModel, { type }: Pick<Occurrence, 'type'>): number {
  return types.get(type) ?? -1;
}
