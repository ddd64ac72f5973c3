import type { ObjectType } from '../policy.js';

/** Attributes that the game itself has, with `ATTRIBUTE_`, to the types that have them. */
export const builtInAttributes: ReadonlyMap<string, readonly ObjectType[]> = new Map([
  ['ATTRIBUTE_POPULATION', ['CITY']],
  ['ATTRIBUTE_HEALTH', ['CITY']],
  ['ATTRIBUTE_HAPPINESS', ['CITY']],
  ['ATTRIBUTE_PLAYERS', ['GAME']],
  ['ATTRIBUTE_TEAMS', ['GAME']],
]);
