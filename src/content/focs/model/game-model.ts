import { booleanType, entityType, numberType } from '../../../eval/operation.js';
import type { Column, ColumnType, Storage } from '../../../model/model.js';

/** `current` is reset before and clamped after the effects of a pass; `initial` stays until the next turn. */

type Reset = number | 'initial' | 'keep';

/** The bounds of a meter: none, 0 to `greatestMeter`, or 0 to another meter of the object. */
type Clamp = 'none' | 'bounds' | { readonly cap: string };

export interface MeterRule {
  readonly meter: string;
  readonly kinds: readonly KindName[];
  readonly reset: Reset;
  readonly clamp: Clamp;
}

export const greatestMeter = 65_536;

/** Fleets show their ships instead. */
const fleetStealth = 2_000;

/** `maximum`: the meter with that prefix. Caps come before what they cap. */
const meterTable: readonly (readonly [
  meters: string,
  kinds: readonly KindName[],
  reset: Reset,
  clamp: 'none' | 'bounds' | 'maximum',
])[] = [
  // Population and happiness may aim below zero.
  ['TARGET_POPULATION TARGET_HAPPINESS', ['planet'], 0, 'none'],
  ['TARGET_CONSTRUCTION', ['planet'], 0, 'bounds'],
  ['TARGET_INDUSTRY TARGET_RESEARCH TARGET_TRADE', ['planet', 'ship'], 0, 'bounds'],
  ['MAX_SHIELD', ['planet', 'ship'], 0, 'bounds'],
  ['MAX_DEFENSE MAX_SUPPLY MAX_STOCKPILE MAX_TROOPS', ['planet'], 0, 'bounds'],
  ['MAX_FUEL MAX_STRUCTURE', ['ship'], 0, 'bounds'],
  ['MAX_CAPACITY', ['mount', 'gun'], 0, 'bounds'],
  ['MAX_SECONDARY_STAT', ['gun'], 0, 'bounds'],

  ['HAPPINESS', ['planet'], 'initial', 'none'],
  ['POPULATION CONSTRUCTION', ['planet'], 'initial', 'bounds'],
  ['INDUSTRY RESEARCH TRADE', ['planet', 'ship'], 'initial', 'bounds'],
  ['SHIELD', ['planet', 'ship'], 'initial', 'maximum'],
  ['DEFENSE SUPPLY STOCKPILE TROOPS', ['planet'], 'initial', 'maximum'],
  ['FUEL STRUCTURE', ['ship'], 'initial', 'maximum'],
  ['CAPACITY', ['mount', 'gun'], 'initial', 'maximum'],
  ['SECONDARY_STAT', ['gun'], 'initial', 'maximum'],

  ['CAPACITY', ['pod'], 0, 'none'],
  ['REBEL_TROOPS', ['planet'], 0, 'bounds'],
  ['DETECTION', ['planet', 'ship'], 0, 'bounds'],
  ['STEALTH', ['system', 'planet', 'building', 'ship', 'field'], 0, 'bounds'],
  ['STEALTH', ['fleet'], fleetStealth, 'bounds'],
  ['SPEED', ['ship'], 0, 'bounds'],
  // A field's speed has a sign.
  ['SPEED', ['field'], 0, 'none'],
  ['SIZE', ['field'], 'keep', 'bounds'],
];

export const meterRules: readonly MeterRule[] = meterTable.flatMap(([meters, kinds, reset, clamp]) =>
  meters
    .split(' ')
    .map((meter) => ({ meter, kinds, reset, clamp: clamp === 'maximum' ? { cap: `MAX_${meter}` } : clamp })),
);

export function metersOfKind(kind: KindName): readonly string[] {
  return meterRules.filter(({ kinds }) => kinds.includes(kind)).map(({ meter }) => meter);
}

/** Designs and parts of ships are objects, so that conditions apply to them. */

export const gameKindIndices = Object.freeze({
  /** One object, with rules and settings of the game; also a role. */
  galaxy: 1,
  empire: 2,
  design: 3,
  system: 4,
  planet: 5,
  building: 6,
  /** Attached to a system, or on a lane between the previous and the next one. */
  fleet: 7,
  ship: 8,
  /** Attached to a system, or at a point. */
  field: 9,
  /**
   * Parts of ships, by class, attached to the ship: with CAPACITY alone; with MAX_CAPACITY too; with all four meters.
   */
  pod: 10,
  mount: 11,
  gun: 12,
  /** Of a production queue: attached to the place of production, owned by the empire. It carries no rules. */
  order: 13,
  /** Has classes and no objects. */
  tech: 14,
});

export type KindName = keyof typeof gameKindIndices;

export const gameKinds = ['system', 'planet', 'building', 'fleet', 'ship', 'field'] as const;

export const enumerationIndices = Object.freeze({
  species: 0,
  focus: 1,
  planetType: 2,
  planetSize: 3,
  environment: 4,
  star: 5,
  designName: 6,
  visibility: 7,
});

export type EnumerationName = keyof typeof enumerationIndices;

export const enumerationNames: Readonly<Record<EnumerationName, string>> = {
  species: 'species',
  focus: 'focus',
  planetType: 'planet type',
  planetSize: 'planet size',
  environment: 'planet environment',
  star: 'star type',
  designName: 'ship design',
  visibility: 'visibility',
};

/** Column indices. Content reads the value before the turn; effects write the current one. */
export interface MeterColumns {
  readonly initial: number;
  readonly current: number;
}

export interface ColumnShape {
  readonly type: ColumnType;
  readonly storage: Storage;
  readonly kinds: readonly KindName[];
  readonly role?: Column['role'];
  readonly initial?: number | undefined;
}

type Kinds = ColumnShape['kinds'];

export const booleans = (...kinds: Kinds): ColumnShape => ({ type: booleanType, storage: 'u8', kinds });
const references = (...kinds: Kinds): ColumnShape => ({ type: entityType, storage: 'f64', kinds });
export const wholes = (...kinds: Kinds): ColumnShape => ({ type: numberType, storage: 'i32', kinds });
export const singles = (...kinds: Kinds): ColumnShape => ({ type: numberType, storage: 'f32', kinds });
export const doubles = (...kinds: Kinds): ColumnShape => ({ type: numberType, storage: 'f64', kinds });
const turns = (...kinds: Kinds): ColumnShape => ({ ...wholes(...kinds), initial: never });
const classes = (...kinds: Kinds): ColumnShape => ({ type: { name: 'class' }, storage: 'i32', kinds });
const words = (name: EnumerationName, ...kinds: Kinds): ColumnShape => ({
  type: { name: 'enumeration', index: enumerationIndices[name] },
  storage: 'u8',
  kinds,
});

const never = -65_535;

export const fixedColumns = {
  /** The game's own; -1 for an object that has none yet. */
  id: { ...wholes(...gameKinds, 'design', 'empire'), initial: -1 },
  species: words('species', 'planet', 'ship'),
  focus: words('focus', 'planet'),
  planetType: words('planetType', 'planet'),
  originalPlanetType: words('planetType', 'planet'),
  planetSize: words('planetSize', 'planet'),
  habitableSize: wholes('planet'),
  homeworldOf: words('species', 'planet'),
  alsoHomeworldOf: words('species', 'planet'),
  star: words('star', 'system'),
  lastTurnBattleHere: turns('system'),
  lastTurnFocusChanged: turns('planet'),
  lastTurnColonized: turns('planet'),
  lastTurnConquered: turns('planet'),
  lastTurnAttackedByShip: turns('planet'),
  design: references('ship'),
  arrivedOnTurn: turns('ship'),
  lastTurnActiveInBattle: turns('ship'),
  lastTurnResupplied: turns('ship'),
  orderedBombardPlanet: references('ship'),
  producedBy: references('ship', 'building'),
  aggressive: booleans('fleet'),
  previousSystem: references('fleet'),
  nextSystem: references('fleet'),
  destination: references('fleet'),
  hull: classes('design'),
  /** None unless predefined. */
  designName: words('designName', 'design'),
  predefined: booleans('design'),
  monster: booleans('design'),
  armed: booleans('design'),
  capital: references('empire'),
  sourceObject: references('empire'),
  eliminated: booleans('empire'),
  remaining: wholes('order'),
  orderDesign: references('order'),
  orderClass: classes('order'),
  /** The greatest id of any object so far. */
  lastId: wholes('galaxy'),
  universeWidth: doubles('galaxy'),
  GalaxySize: wholes('galaxy'),
  GalaxyShape: wholes('galaxy'),
  GalaxyAge: wholes('galaxy'),
  GalaxyPlanetDensity: wholes('galaxy'),
  GalaxyStarlaneFrequency: wholes('galaxy'),
  GalaxySpecialFrequency: wholes('galaxy'),
  GalaxyMonsterFrequency: wholes('galaxy'),
  GalaxyNativeFrequency: wholes('galaxy'),
  GalaxyMaxAIAggression: wholes('galaxy'),
} as const satisfies Readonly<Record<string, ColumnShape>>;

export type GameColumn = keyof typeof fixedColumns;
export const gameColumns = Object.keys(fixedColumns) as readonly GameColumn[];

export const gameNumbers = Object.freeze({
  kinds: gameKindIndices,
  enumerations: enumerationIndices,
  roles: Object.freeze({ galaxy: 0 }),
  relations: Object.freeze({ war: 0, peace: 1, allied: 2 }),
  sights: Object.freeze({ explored: 0, resupply: 1 }),
  networks: Object.freeze({ supply: 0 }),
});

export type GameNumbers = {
  readonly [Kind in keyof typeof gameNumbers]: Readonly<Record<keyof (typeof gameNumbers)[Kind], number>>;
};
