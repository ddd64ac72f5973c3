import { type ObjectType, type RelationName, objectTypes, relationNames } from '../policy.js';
import type { ValueType } from './syntax.js';

/** An element that folds values of related objects; the one that names its aggregator is not among them. */
export interface IntegratorForm {
  readonly aggregator: string;
  readonly output: ValueType;
  readonly input: ValueType;
  /** Without an operand it takes true of each object. */
  readonly optional?: true;
}

const count: IntegratorForm = { aggregator: 'NUM', input: 'boolean', output: 'number', optional: true };
const mean: IntegratorForm = { aggregator: 'MEAN', input: 'number', output: 'number' };

/** By name of the element. */
export const integrators: ReadonlyMap<string, IntegratorForm> = new Map<string, IntegratorForm>([
  ['IntegrateAnd', { aggregator: 'AND', input: 'boolean', output: 'boolean' }],
  ['IntegrateOr', { aggregator: 'OR', input: 'boolean', output: 'boolean', optional: true }],
  ['IntegrateSum', { aggregator: 'SUM', input: 'number', output: 'number' }],
  ['IntegrateMean', mean],
  ['IntegrateAvg', mean],
  ['IntegrateNum', count],
  ['IntegrateCount', count],
]);

/** Says by whom it folds, and of whom. */
export const rangeParameters: readonly string[] = ['RelationType', 'GameObjectType', 'iDistance'];

/** What a text such as `RELATION_NEAR` or `GAMEOBJECT_CITY` names. */
export const relationsByText: ReadonlyMap<string, RelationName> = new Map(
  relationNames.map((name) => [`RELATION_${name}`, name]),
);
export const objectTypesByText: ReadonlyMap<string, ObjectType> = new Map(
  objectTypes.map((type) => [`GAMEOBJECT_${type}`, type]),
);

/** Beyond this a distance could only go several times around a world. */
export const greatestDistance = 1_000;

/** A distance: digits alone. */
export function distanceIn(text: string): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= greatestDistance ? Number(text) : undefined;
}

export function isOnGround(type: ObjectType): boolean {
  return type === 'CITY' || type === 'UNIT' || type === 'PLOT';
}

/** Whether a relation leads anywhere from objects of one type to objects of another. */
export function relationLeads(relation: RelationName, from: ObjectType, to: ObjectType): boolean {
  switch (relation) {
    case 'ASSOCIATED':
      return true;
    case 'SAME_PLOT':
    case 'NEAR':
      return isOnGround(from);
    case 'TRADE':
      return from === 'CITY' && to === 'CITY';
    case 'WORKING':
      return (from === 'CITY' && to === 'PLOT') || (from === 'PLOT' && to === 'CITY');
  }
}
