/**
 * How content is read: as it was designed, strictly, or as the game that ships it does, so that existing content
 * behaves as it does there.
 */
export type Policy = 'intended' | 'compat';

/** Types of game objects, in the order in which they are gone through. */
export const objectTypes = ['GAME', 'TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'] as const;
export type ObjectType = (typeof objectTypes)[number];

export const relationNames = ['ASSOCIATED', 'SAME_PLOT', 'NEAR', 'TRADE', 'WORKING'] as const;
export type RelationName = (typeof relationNames)[number];
