import { type ObjectType, objectTypes } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';

/**
 * Kinds of things that carry manipulators, by the type of the objects that have them, in the order in which they apply.
 */
export const carrierKinds: Readonly<Record<ObjectType, readonly CarrierKind[]>> = {
  GAME: [],
  TEAM: [],
  PLAYER: ['CIVIC', 'RELIGION', 'TRAIT', 'HANDICAP'],
  CITY: ['BUILDING', 'RELIGION', 'CORPORATION', 'SPECIALIST'],
  UNIT: ['UNITTYPE', 'PROMOTION'],
  PLOT: ['TERRAIN', 'FEATURE', 'IMPROVEMENT', 'ROUTE', 'BONUS'],
};

export type CarrierKind =
  | 'CIVIC'
  | 'RELIGION'
  | 'TRAIT'
  | 'HANDICAP'
  | 'BUILDING'
  | 'CORPORATION'
  | 'SPECIALIST'
  | 'UNITTYPE'
  | 'PROMOTION'
  | 'TERRAIN'
  | 'FEATURE'
  | 'IMPROVEMENT'
  | 'ROUTE'
  | 'BONUS';

/** What every object carries. */
export const globalCarrier = 'global';

/**
 * The types of objects that have what carries manipulators; all types for what is global, none for things that carry
 * nothing.
 */
export function carrierTypes({ types }: Pick<CivDeclaration, 'types'>, carrier: string): readonly ObjectType[] {
  if (carrier === globalCarrier) return objectTypes;
  return objectTypes.filter((type) => carrierKinds[type].some((kind) => types[kind]?.includes(carrier) === true));
}
