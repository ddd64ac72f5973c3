/** The five rules: which meter of what each raises, and the constants in their conditions. */

export const ruleNames = ['G1', 'G2', 'G3', 'G4', 'G5'] as const;
export type RuleName = (typeof ruleNames)[number];

export type TargetKind = 'planet' | 'ship' | 'system';

export const ruleTable: Readonly<
  Record<RuleName, { readonly meter: string; readonly on: TargetKind; readonly title: string }>
> = {
  G1: { meter: 'industry', on: 'planet', title: 'own industry planets of some population within five jumps' },
  G2: { meter: 'shield', on: 'ship', title: 'armed foreign ships near by that the owner sees' },
  G3: { meter: 'happiness', on: 'planet', title: 'planets of a species whose owner has a tech' },
  G4: { meter: 'supply', on: 'system', title: 'systems with a building of a class that the owner has' },
  G5: { meter: 'troops', on: 'planet', title: 'planets with two enemy ships in their system' },
};

export const empireCount = 12;
/** In columns of owners: belongs to nobody. */
export const nobody = empireCount;
/** Values that a column of owners can hold. */
export const ownerCount = empireCount + 1;

export const speciesCount = 20;
export const techCount = 100;
export const buildingClassCount = 30;
export const focuses = ['none', 'industry', 'research', 'influence'] as const;

export const nearJumps = 5;
export const leastPopulation = 3;
export const industryFocus = 1;
export const nearDistance = 150;
export const favouredSpecies = 3;
export const favouredTech = 17;
export const suppliedClass = 5;
export const fewestEnemies = 2;

/** Sums of a rule by row of its target kind. */
export type Meters = Readonly<Partial<Record<RuleName, Float64Array>>>;
