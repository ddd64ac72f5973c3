import type { ObjectType } from '../policy.js';

/** Stored by units. */
export const unitTags: readonly string[] = [
  'TAG_ONLY_DEFENSIVE',
  'TAG_SPY',
  'TAG_FIRST_STRIKE_IMMUNE',
  'TAG_NO_DEFENSIVE_BONUS',
  'TAG_CAN_MOVE_IMPASSABLE',
  'TAG_HIDDEN_NATIONALITY',
  'TAG_BLITZ',
  'TAG_ALWAYS_HEAL',
  'TAG_ENEMY_ROUTE',
];

/** Stored by plots. */
export const plotTags: readonly string[] = [
  'TAG_WATER',
  'TAG_FRESH_WATER',
  'TAG_PEAK',
  'TAG_HILL',
  'TAG_FLATLAND',
  'TAG_COASTAL',
];

/** Found out of what a plot is of, and of what stands on it. */
const derivedPlotTags: readonly string[] = ['TAG_OWNED', 'TAG_CITY'];

export const anarchyTag = 'TAG_ANARCHY';

const unit: readonly ObjectType[] = ['UNIT'];
const unitAndPlot: readonly ObjectType[] = ['UNIT', 'PLOT'];

/** With `TAG_`, to the types that can have it: everywhere else it is false. A unit asks its plot. */
export const tagTypes: ReadonlyMap<string, readonly ObjectType[]> = new Map([
  ...unitTags.map((tag) => [tag, unit] as const),
  ...[...plotTags, ...derivedPlotTags].map((tag) => [tag, unitAndPlot] as const),
  [anarchyTag, ['PLAYER', 'CITY', 'UNIT', 'PLOT']],
]);
