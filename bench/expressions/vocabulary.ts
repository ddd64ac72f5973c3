import type { CivDeclarationData } from '../../src/content/civ/world/declaration.js';

/** Ids a kind, as many as a large mod has of what expressions ask most. */
const counts = {
  TECH: 1_000,
  BONUS: 150,
  BUILDING: 600,
  UNITTYPE: 300,
  PROMOTION: 100,
  FEATURE: 20,
  TERRAIN: 25,
  ROUTE: 8,
  IMPROVEMENT: 60,
  UNITCOMBAT: 30,
  CIVIC: 60,
  TRAIT: 40,
  RELIGION: 12,
  CORPORATION: 10,
  HANDICAP: 4,
  GAMESPEED: 3,
} as const;

export type Kind = keyof typeof counts;

export const properties = Array.from({ length: 10 }, (_, i) => `PROPERTY_${String(i)}`);
export const options = Array.from({ length: 40 }, (_, i) => `GAMEOPTION_${String(i)}`);
/** Of cities; the first three are the game's own. */
export const attributes = ['ATTRIBUTE_POPULATION', 'ATTRIBUTE_HEALTH', 'ATTRIBUTE_HAPPINESS', 'ATTRIBUTE_GUARDS'];

export function countOf(kind: Kind): number {
  return counts[kind];
}

export function idOf(kind: Kind, place: number): string {
  return `${kind === 'UNITTYPE' ? 'UNIT' : kind}_${String(place)}`;
}

export const types: CivDeclarationData['types'] = {
  ...Object.fromEntries(
    (Object.keys(counts) as Kind[]).map((kind) => [
      kind,
      Array.from({ length: counts[kind] }, (_, i) => idOf(kind, i)),
    ]),
  ),
  PROPERTY: properties,
  SPECIALIST: [],
  PLAYEROPTION: [],
  ADAPT: ['ADAPT_DEFAULT'],
};
