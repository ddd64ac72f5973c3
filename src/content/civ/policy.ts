/**
 * How content is read: strictly, as it was designed, or as the shipped game reads it, so that existing content behaves
 * as it does there.
 */
export type Policy = 'intended' | 'compat';

/** In the order in which the game goes through them. */
export const objectTypes = ['GAME', 'TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'] as const;
export type ObjectType = (typeof objectTypes)[number];

export const relationNames = ['ASSOCIATED', 'SAME_PLOT', 'NEAR', 'TRADE', 'WORKING'] as const;
export type RelationName = (typeof relationNames)[number];
