import type { ObjectType } from '../policy.js';
import type { GomKind } from '../world/gom-kinds.js';

const everywhere: readonly ObjectType[] = ['GAME', 'TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'];
const onGround: readonly ObjectType[] = ['CITY', 'UNIT', 'PLOT'];
const butGame: readonly ObjectType[] = ['TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'];

/** The types of objects that can have things of a kind, by kind: everywhere else they have none. */
export const hasTypes: Readonly<Record<GomKind, readonly ObjectType[]>> = {
  BUILDING: everywhere,
  UNITTYPE: everywhere,
  UNITCOMBAT: onGround,
  PROMOTION: onGround,
  FEATURE: onGround,
  TERRAIN: onGround,
  ROUTE: onGround,
  IMPROVEMENT: onGround,
  BONUS: butGame,
  TECH: everywhere,
  TRAIT: everywhere,
  CIVIC: everywhere,
  RELIGION: everywhere,
  CORPORATION: everywhere,
  HANDICAP: everywhere,
  OPTION: everywhere,
  GAMESPEED: everywhere,
};
