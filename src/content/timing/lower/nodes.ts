import type { ColumnType } from '../../../model/model.js';
import { makeNode, makeNodeOf } from '../../../eval/make-node.js';
import { type Node, sourceSlot, targetSlot } from '../../../ir/node.js';
import { compare } from '../../../eval/ops/compare.js';
import { constant } from '../../../eval/ops/constant.js';
import * as logic from '../../../eval/ops/logic.js';
import { occurring } from '../../../eval/ops/occurring.js';
import { provided } from '../../../eval/ops/provided.js';
import { read } from '../../../eval/ops/read.js';
import { role } from '../../../eval/ops/role.js';
import { slot } from '../../../eval/ops/slot.js';
import { type ScenarioModel, storedValue } from '../scenario-model.js';
import { remembered } from '../../../eval/ops/remembered.js';
import type { Remembered, Raised } from '../../../ir/occurrence.js';
import { type FactColumn, sortOf, sortTypes, isOwnField, places } from '../facts.js';
import type { Live, Scalar, Test, Occurrence } from '../syntax.js';
import { boundaries } from '../walk.js';

/** Nodes that scenarios are made of. */

/** Whose ability it is, or the player of what occurs. */
export const firstSlot: Node = makeNode(slot, { slot: sourceSlot });
/** What occurs befalls this. */
export const subjectNode: Node = makeNode(slot, { slot: targetSlot });

function constantNode(value: number, type: ColumnType): Node {
  return makeNode(constant, { value, type });
}

export function numberNode(value: number): Node {
  return constantNode(value, { name: 'number' });
}

export function booleanNode(value: boolean): Node {
  return constantNode(value ? 1 : 0, { name: 'boolean' });
}

/** Nobody, and nothing. */
export function noneNode(type: ColumnType = { name: 'entity' }): Node {
  return constantNode(0, type);
}

/** A value that is never there. */
export function missingNode(type: ColumnType): Node {
  return makeNode(provided, undefined, noneNode(type), booleanNode(false));
}

export function roleNode(index: number): Node {
  return makeNode(role, { role: index });
}

/** A column of an object; missing where there is no object. */
export function readNode({ model }: ScenarioModel, column: number, of: Node): Node {
  return makeNode(read, { column, type: model.columns[column].type, climb: false, absent: 'missing' }, of);
}

/** A field of what is answered, or of what occurs. */
export function fieldNode({ fields }: ScenarioModel, field: number): Node {
  return makeNode(occurring, { field, type: fields.list[field].type as ColumnType });
}

export function equalNode(left: Node, right: Node): Node {
  return makeNode(compare, { comparison: '==' }, left, right);
}

/** True of no conditions at all. */
export function allOf(conditions: readonly Node[]): Node {
  if (conditions.length === 0) return booleanNode(true);
  return conditions.length === 1 ? conditions[0] : makeNodeOf(logic.and, undefined, conditions);
}

/** False of no conditions at all. */
export function anyOf(conditions: readonly Node[]): Node {
  if (conditions.length === 0) return booleanNode(false);
  return conditions.length === 1 ? conditions[0] : makeNodeOf(logic.or, undefined, conditions);
}

export function absentNode(value: Node): Node {
  return makeNode(logic.not, undefined, makeNode(logic.present, undefined, value));
}

/** A condition that is never absent. */
function appliesNode(condition: Node): Node {
  return makeNode(logic.applies, undefined, condition);
}

/** What is asked of the last-known states of occurrences: each once, with its number. */
interface Memories {
  /** The number of a condition over the subject. */
  numberOf(key: string, make: () => Node): Remembered;
}

export function createMemories(): Memories {
  const known = new Map<string, Remembered>();
  return {
    numberOf(key, make) {
      const found = known.get(key) ?? { number: known.size, node: make() };
      known.set(key, found);
      return found;
    },
  };
}

/** What an ability asks: its condition, and what occurrences have to remember for it. */
interface LoweredTests {
  readonly condition: Node | undefined;
  readonly remembers: readonly Remembered[];
}

export function lowerTests(model: ScenarioModel, memories: Memories, tests: readonly Test[]): LoweredTests {
  const remembers: Remembered[] = [];
  const conditions = tests.map((test) => {
    if ('ent' in test) return factNode(model, entityNode(model, test.ent), test.key, test.eq);
    const memory = memories.numberOf(JSON.stringify([test.lki, test.eq]), () => pathNode(model, test.lki, test.eq));
    remembers.push(memory);
    return makeNode(remembered, { number: memory.number }, memory.node);
  });
  return { condition: conditions.length === 0 ? undefined : allOf(conditions), remembers };
}

/** Whether all that an ability needs to be there is so. */
export function liveNode(model: ScenarioModel, live: readonly Live[]): Node | undefined {
  if (live.length === 0) return undefined;
  return allOf(live.map(([entity, key, value]) => factNode(model, entityNode(model, entity), key, value)));
}

/** An entity by its name; the format has seen that there is one. */
export function entityNode({ entityRoles }: ScenarioModel, name: string): Node {
  return roleNode(entityRoles.get(name) ?? -1);
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
  const { facts } = model;
  if (key === 'controller')
    return appliesNode(objectFact(readNode(model, facts.controller, of), value, model.playerRoles));
  if (key === 'attachedTo')
    return appliesNode(objectFact(readNode(model, facts.attachedTo, of), value, model.entityRoles));
  const columns = facts.byKey.get(key) ?? [];
  const its = columns.find(({ sort }) => sort === sortOf(value));
  const isNothing = value === null || value === false || value === 0;
  if (its === undefined && !isNothing) return booleanNode(false);
  const others = isNothing ? columns.filter((each) => each !== its).map((each) => emptyNode(model, of, each)) : [];
  return appliesNode(
    allOf([
      ...(its === undefined ? [] : [equalNode(readNode(model, its.column, of), valueNode(model, value))]),
      ...others,
    ]),
  );
}

function objectFact(object: Node, value: Scalar, named: ReadonlyMap<string, number>): Node {
  if (value === null) return equalNode(object, noneNode());
  const role = typeof value === 'string' ? named.get(value) : undefined;
  return role === undefined ? booleanNode(false) : equalNode(object, roleNode(role));
}

function emptyNode(model: ScenarioModel, of: Node, { sort, column }: FactColumn): Node {
  return equalNode(readNode(model, column, of), noneNode(sortTypes[sort]));
}

/** A value that is no object, as it is stored. */
export function valueNode({ words }: ScenarioModel, value: Scalar): Node {
  return constantNode(storedValue(words, value), sortTypes[sortOf(value) ?? 'word']);
}

/** What a field of an occurrence holds: an object by its role, or a value as it is stored. */
type FieldValue = { readonly role: number } | { readonly value: number; readonly type: ColumnType };

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
