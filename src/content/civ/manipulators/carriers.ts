import { type ObjectType, objectTypes } from '../policy.js';
import type { CivDeclaration } from '../world/declaration.js';

/**
 * Kinds of things that carry manipulators, by the type of the objects that have them, in the order in which they apply.
 */
export const carrierKinds = {
  GAME: [],
  TEAM: [],
  PLAYER: ['CIVIC', 'RELIGION', 'TRAIT', 'HANDICAP'],
  CITY: ['BUILDING', 'RELIGION', 'CORPORATION', 'SPECIALIST'],
  UNIT: ['UNITTYPE', 'PROMOTION'],
  PLOT: ['TERRAIN', 'FEATURE', 'IMPROVEMENT', 'ROUTE', 'BONUS'],
} as const satisfies Readonly<Record<ObjectType, readonly (keyof CivDeclaration['types'])[]>>;

export type CarrierKind = (typeof carrierKinds)[ObjectType][number];

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
