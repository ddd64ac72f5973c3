import type { ObjectType, RelationName } from '../policy.js';
import { objectTypes, relationNames } from '../policy.js';

/** An element that folds values of related objects; the one that names its aggregator is not among them. */
export interface IntegratorForm {
  readonly aggregator: string;
  readonly output: 'boolean' | 'number';
  readonly input: 'boolean' | 'number';
  /** Without an operand it takes true of each object. */
  readonly optional: boolean;
}

/** By name of the element. */
export const integrators: ReadonlyMap<string, IntegratorForm> = new Map<string, IntegratorForm>([
  ['IntegrateAnd', { aggregator: 'AND', input: 'boolean', output: 'boolean', optional: false }],
  ['IntegrateOr', { aggregator: 'OR', input: 'boolean', output: 'boolean', optional: true }],
  ['IntegrateSum', { aggregator: 'SUM', input: 'number', output: 'number', optional: false }],
  ['IntegrateMean', { aggregator: 'MEAN', input: 'number', output: 'number', optional: false }],
  ['IntegrateAvg', { aggregator: 'MEAN', input: 'number', output: 'number', optional: false }],
  ['IntegrateNum', { aggregator: 'NUM', input: 'boolean', output: 'number', optional: true }],
  ['IntegrateCount', { aggregator: 'NUM', input: 'boolean', output: 'number', optional: true }],
]);

/** Says by whom it folds, and of whom. */
export const rangeParameters: readonly string[] = ['RelationType', 'GameObjectType', 'iDistance'];

const relationTexts: ReadonlyMap<string, RelationName> = new Map(
  relationNames.map((name) => [`RELATION_${name}`, name]),
);
const typeTexts: ReadonlyMap<string, ObjectType> = new Map(objectTypes.map((type) => [`GAMEOBJECT_${type}`, type]));

/** The relation that a text such as `RELATION_NEAR` names. */
export function relationOf(text: string): RelationName | undefined {
  return relationTexts.get(text);
}

/** The type that a text such as `GAMEOBJECT_CITY` names. */
export function objectTypeOf(text: string): ObjectType | undefined {
  return typeTexts.get(text);
}

/** All texts that name one. */
export const relationNamings: ReadonlySet<string> = new Set(relationTexts.keys());
export const objectTypeNamings: ReadonlySet<string> = new Set(typeTexts.keys());

const onGround: ReadonlySet<ObjectType> = new Set<ObjectType>(['CITY', 'UNIT', 'PLOT']);

/** Whether a relation leads anywhere from objects of one type to objects of another. */
export function relationLeads(relation: RelationName, from: ObjectType, to: ObjectType): boolean {
  switch (relation) {
    case 'ASSOCIATED':
      return true;
    case 'SAME_PLOT':
    case 'NEAR':
      return onGround.has(from);
    case 'TRADE':
      return from === 'CITY' && to === 'CITY';
    case 'WORKING':
      return (from === 'CITY' && to === 'PLOT') || (from === 'PLOT' && to === 'CITY');
  }
}
