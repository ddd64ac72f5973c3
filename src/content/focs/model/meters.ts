import type { KindName } from './game-model.js';

/**
 * The meters of each kind, and their reset and clamp before and after the effects of a pass. `current` is reset and
 * clamped; `initial` stays until the next turn.
 */

/** The value of `current` before the effects: a number, that of `initial`, or unchanged. */
type Reset = number | 'initial' | 'keep';

/**
 * The bounds of `current` after the effects: none, from 0 to `greatestMeter`, or from 0 to another meter of the object.
 */
type Clamp = 'none' | 'bounds' | { readonly cap: string };

export interface MeterRule {
  readonly meter: string;
  readonly kinds: readonly KindName[];
  readonly reset: Reset;
  readonly clamp: Clamp;
}

export const greatestMeter = 65_536;

/** The initial stealth of a fleet: fleets show their ships instead. */
const fleetStealth = 2_000;

/** Rules in an order in which every cap comes before the meters that it caps. */
export const meterRules: readonly MeterRule[] = [
  // Targets of a game: reset in every pass. Population and happiness may aim below zero.
  ...rules(['TARGET_POPULATION', 'TARGET_HAPPINESS'], ['planet'], 0, 'none'),
  ...rules(['TARGET_CONSTRUCTION'], ['planet'], 0, 'bounds'),
  ...rules(['TARGET_INDUSTRY', 'TARGET_RESEARCH', 'TARGET_TRADE'], ['planet', 'ship'], 0, 'bounds'),
  ...rules(['MAX_SHIELD'], ['planet', 'ship'], 0, 'bounds'),
  ...rules(['MAX_DEFENSE', 'MAX_SUPPLY', 'MAX_STOCKPILE', 'MAX_TROOPS'], ['planet'], 0, 'bounds'),
  ...rules(['MAX_FUEL', 'MAX_STRUCTURE'], ['ship'], 0, 'bounds'),
  ...rules(['MAX_CAPACITY'], ['mount', 'gun'], 0, 'bounds'),
  ...rules(['MAX_SECONDARY_STAT'], ['gun'], 0, 'bounds'),

  // Present values, on the way to a target or below a maximum.
  ...rules(['HAPPINESS'], ['planet'], 'initial', 'none'),
  ...rules(['POPULATION', 'CONSTRUCTION'], ['planet'], 'initial', 'bounds'),
  ...rules(['INDUSTRY', 'RESEARCH', 'TRADE'], ['planet', 'ship'], 'initial', 'bounds'),
  ...capped('SHIELD', ['planet', 'ship']),
  ...['DEFENSE', 'SUPPLY', 'STOCKPILE', 'TROOPS'].flatMap((meter) => capped(meter, ['planet'])),
  ...['FUEL', 'STRUCTURE'].flatMap((meter) => capped(meter, ['ship'])),
  ...capped('CAPACITY', ['mount', 'gun']),
  ...capped('SECONDARY_STAT', ['gun']),

  // Meters with neither target nor maximum.
  ...rules(['CAPACITY'], ['pod'], 0, 'none'),
  ...rules(['REBEL_TROOPS'], ['planet'], 0, 'bounds'),
  ...rules(['DETECTION'], ['planet', 'ship'], 0, 'bounds'),
  ...rules(['STEALTH'], ['system', 'planet', 'building', 'ship', 'field'], 0, 'bounds'),
  ...rules(['STEALTH'], ['fleet'], fleetStealth, 'bounds'),
  ...rules(['SPEED'], ['ship'], 0, 'bounds'),
  // A field's speed has a sign.
  ...rules(['SPEED'], ['field'], 0, 'none'),
  ...rules(['SIZE'], ['field'], 'keep', 'bounds'),
];

export function metersOfKind(kind: KindName): readonly string[] {
  return meterRules.filter(({ kinds }) => kinds.includes(kind)).map(({ meter }) => meter);
}

function rules(
  meters: readonly string[],
  kinds: readonly KindName[],
  reset: Reset,
  clamp: Clamp,
): readonly MeterRule[] {
  return meters.map((meter) => ({ meter, kinds, reset, clamp }));
}

function capped(meter: string, kinds: readonly KindName[]): readonly MeterRule[] {
  return rules([meter], kinds, 'initial', { cap: `MAX_${meter}` });
}
