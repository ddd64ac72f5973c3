import { booleanType, entityType, numberType } from '../../../eval/operation.js';
import type { Column, ColumnType, Model, Storage } from '../../../model/model.js';
import type { ItemKind } from '../syntax.js';

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

/**
 * The model of a game's content. Empires are factions; designs, and the parts that a ship carries, are objects too, so
 * that conditions apply to them. Unused names get no column.
 */

/** Kinds, by index from 1. */
export const gameKindIndices = Object.freeze({
  /** Has one object, which holds the rules and settings of a game; it is bound to the role of that name. */
  galaxy: 1,
  empire: 2,
  /** A ship design; nowhere. */
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
   * A part of a ship with CAPACITY alone; with MAX_CAPACITY too; with all four part meters. Attached to the ship, its
   * class is the part.
   */
  pod: 10,
  mount: 11,
  gun: 12,
  /**
   * An item of a production queue, attached to the object where it will be made; its owner is the empire. Of no class,
   * so that it carries no rules.
   */
  order: 13,
  /** Has classes and no objects. */
  tech: 14,
});

export type KindName = keyof typeof gameKindIndices;

/** The kinds of objects of the game itself: the meaning of `All`. */
export const gameKinds = ['system', 'planet', 'building', 'fleet', 'ship', 'field'] as const;

/** Enumerations, by index; `designName`: names of designs that content defines. */
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

/**
 * A meter: its value before the turn, which conditions and values read, and the one that effects write. Column indices.
 */
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
/** `never` where something never happened. */
const turns = (...kinds: Kinds): ColumnShape => ({ ...wholes(...kinds), initial: never });
const classes = (...kinds: Kinds): ColumnShape => ({ type: { name: 'class' }, storage: 'i32', kinds });
const words = (name: EnumerationName, ...kinds: Kinds): ColumnShape => ({
  type: { name: 'enumeration', index: enumerationIndices[name] },
  storage: 'u8',
  kinds,
});

/** A turn in which something never happened. */
const never = -65_535;

/**
 * Columns of fixed names. All exist even if content does not read them; for names of content see `GameModelBuilder`.
 */
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
  /** The planet that a ship was ordered to bombard. */
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

/** Tables that operations look up, by index in the model. Rows and columns by value, 0 is none. */
export interface GameTables {
  /** planetType × species → environment; `Uninhabitable` by default. */
  readonly environment: number;
  readonly preferredFocus: number;
  /** species → 0 or 1. */
  readonly canColonize: number;
  readonly canProduceShips: number;
}

/** Indices of a model, in its order; sights are those besides plain sight. */
export const gameNumbers = Object.freeze({
  kinds: gameKindIndices,
  enumerations: enumerationIndices,
  roles: Object.freeze({ galaxy: 0 }),
  relations: Object.freeze({ war: 0, peace: 1, allied: 2 }),
  /** Systems explored by an empire, and those where it resupplies. */
  sights: Object.freeze({ explored: 0, resupply: 1 }),
  networks: Object.freeze({ supply: 0 }),
});

type Numbers<Sets> = { readonly [Sort in keyof Sets]: Readonly<Record<keyof Sets[Sort], number>> };

interface GameNames extends Numbers<typeof gameNumbers> {
  column(name: GameColumn): Column;
  /** The value of a word of an enumeration, from 1. */
  word(enumeration: EnumerationName, word: string): number | undefined;
  /** Index of the class of an item: BuildingType, FieldType, Hull, Part, Tech. */
  readonly classOf: (kind: ItemKind, name: string) => number | undefined;
}

/** Columns of names in content, made when lowering first uses them. */
export interface NamedColumns {
  /**
   * Kind of the objects for a part of ships: pod, mount or gun; 0 for a part without meters, and so without objects.
   */
  partKind(name: string): number | undefined;
  /** Notes that rules make ships of a design of content, so that it exists. */
  useDesign(name: string): void;
  /** Boolean: an object has a special. */
  special(name: string): Column | undefined;
  /** Turn of acquisition, and capacity (f32), of a special of an object. */
  specialSince(name: string): Column | undefined;
  specialCapacity(name: string): Column | undefined;
  /** Of designs: number of parts of a name, or of a class of parts, or (no name) of all. */
  partCount(name: string): Column | undefined;
  partClassCount(partClass: string): Column | undefined;
  allParts(): Column;
  /** Of designs: boolean, its hull or a part has a tag (letters have no case); the empty tag stands for any. */
  designTag(tag: string): Column;
  rule(name: string): Column;
  /** Of empires: the turn in which a tech was researched (0: never), a meter (f32). */
  researched(tech: string): Column | undefined;
  /** Of empires: boolean, a tech is granted when the next turn begins. */
  granted(tech: string): Column | undefined;
  empireMeter(name: string): Column;
}

/** A model under construction. The caller reports unknown names of content: their columns are undefined. */
export interface GameModelBuilder extends GameNames, NamedColumns {
  readonly tables: GameTables;
  /**
   * By its name in states, such as `TARGET_POPULATION`; pods, mounts and guns have `CAPACITY`, `MAX_CAPACITY`,
   * `SECONDARY_STAT` and `MAX_SECONDARY_STAT`.
   */
  meter(name: string): MeterColumns | undefined;
  /** Table species → 0 or 1, and table class → 0 or 1 (buildings and fields), for a tag or, where it is empty, any. */
  speciesTag(tag: string): number;
  classTag(tag: string): number;
  /** The finished model; no further column can be made. */
  finishGame(): GameModel;
}

interface SpecialColumns {
  readonly has: Column | undefined;
  readonly since: Column | undefined;
  readonly capacity: Column | undefined;
}

/** The columns that rules use; names of content without a column are not used. */
export interface AskedColumns {
  readonly specials: ReadonlyMap<string, SpecialColumns>;
  readonly partCounts: ReadonlyMap<string, Column>;
  readonly partClassCounts: ReadonlyMap<string, Column>;
  readonly allParts: Column | undefined;
  readonly designTags: ReadonlyMap<string, Column>;
  readonly rules: ReadonlyMap<string, Column>;
  readonly ruleDefaults: ReadonlyMap<string, number>;
  readonly researched: ReadonlyMap<string, Column>;
  readonly granted: ReadonlyMap<string, Column>;
  readonly empireMeters: ReadonlyMap<string, Column>;
  readonly usedDesigns: ReadonlyMap<string, DesignFacts>;
  /** All parts of content, and the tags of all hulls. */
  readonly parts: ReadonlyMap<string, PartFacts>;
  readonly hullTags: ReadonlyMap<string, readonly string[]>;
}

export interface GameModel extends GameNames, AskedColumns {
  readonly model: Model;
  readonly meters: ReadonlyMap<string, MeterColumns>;
  namesOf(kind: ItemKind): readonly string[];
}

/** The facts that determine designs, and objects for parts of ships. */
export interface PartFacts {
  /** As in content: `ShortRange`, `Armour`, … */
  readonly partClass: string;
  /** The kind of its objects; undefined for a part without meters, and so without objects. */
  readonly objects: 'pod' | 'mount' | 'gun' | undefined;
  /** Capacity or damage, 0 where it has none. */
  readonly capacity: number;
  readonly tags: readonly string[];
}

export interface DesignFacts {
  readonly hull: string;
  /** Empty slots are empty names. */
  readonly parts: readonly string[];
}
