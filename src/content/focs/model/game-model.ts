import type { Column, Model, Type } from '../../../model/model.js';
import type { ItemKind } from '../syntax.js';

/**
 * How a game's content becomes a model. Empires are factions; designs, and what a ship carries of each kind of part,
 * are objects too, so that content that asks of parts asks of objects. What content never names gets no column.
 */

/**
 * Kinds, by index. `galaxy` has one object, which holds the rules and settings of a game; it is bound to the role of
 * that name.
 */
export interface GameKinds {
  readonly galaxy: number;
  /** A faction. */
  readonly empire: number;
  /** A ship design; nowhere. */
  readonly design: number;
  /**
   * A part of a ship with CAPACITY alone; with MAX_CAPACITY too; with all four part meters. Attached to the ship, its
   * class is the part.
   */
  readonly pod: number;
  readonly mount: number;
  readonly gun: number;
  /**
   * An item of a production queue, attached to the object where it will be made; its owner is the empire. Of no class,
   * so that it carries no rules.
   */
  readonly order: number;
  /** A node. */
  readonly system: number;
  /** Attached to a system. */
  readonly planet: number;
  /** Attached to a planet. */
  readonly building: number;
  /** Attached to a system, or on a lane between the previous and the next one. */
  readonly fleet: number;
  /** Attached to a fleet. */
  readonly ship: number;
  /** Attached to a system, or at a point. */
  readonly field: number;
  /** Has classes and no objects. */
  readonly tech: number;
}

/** The kinds of objects that a game itself knows: what `All` means. */
export const gameKinds = ['system', 'planet', 'building', 'fleet', 'ship', 'field'] as const;

/** Enumerations, by name. Words are spelled as in content. */
export interface GameEnumerations {
  readonly species: number;
  readonly focus: number;
  readonly planetType: number;
  readonly planetSize: number;
  readonly environment: number;
  readonly star: number;
  /** Names of designs that content defines. */
  readonly designName: number;
  readonly visibility: number;
}

/** A meter: what it was before the turn, which conditions and values read, and what effects write. Column indices. */
export interface MeterColumns {
  readonly initial: number;
  readonly current: number;
}

/**
 * Columns of fixed names. All are there whether content reads them or not; of names in content see `GameModelBuilder`.
 * Objects: `id` (i32, the game's own id) of all game kinds, design and empire; -1 for an object that has none yet.
 */
export const gameColumns = [
  // Planet and ship: species. Planet: focus, planetType, originalPlanetType, planetSize (enumerations), habitableSize
  // (number, follows from size and rules).
  'id',
  'species',
  'focus',
  'planetType',
  'originalPlanetType',
  'planetSize',
  'habitableSize',
  'homeworldOf',
  'alsoHomeworldOf',
  // System: star (enumeration), lastTurnBattleHere. i32 as all turns.
  'star',
  'lastTurnBattleHere',
  'lastTurnFocusChanged',
  'lastTurnColonized',
  'lastTurnConquered',
  'lastTurnAttackedByShip',
  // Ship: design (entity), the turns, the planet (entity) it was ordered to bombard. Its class is its hull.
  'design',
  'arrivedOnTurn',
  'lastTurnActiveInBattle',
  'lastTurnResupplied',
  'orderedBombardPlanet',
  // Ship and building: the empire (entity).
  'producedBy',
  // Fleet: boolean; entities.
  'aggressive',
  'previousSystem',
  'nextSystem',
  'destination',
  // Design: class (the hull), name (designName; none unless predefined), and booleans.
  'hull',
  'designName',
  'predefined',
  'monster',
  'armed',
  // Empire: entities, boolean.
  'capital',
  'sourceObject',
  'eliminated',
  // Order: how many are left, its design (entity), its building type (class).
  'remaining',
  'orderDesign',
  'orderClass',
  // Galaxy: numbers; the greatest id that an object has had.
  'lastId',
  'universeWidth',
  'GalaxySize',
  'GalaxyShape',
  'GalaxyAge',
  'GalaxyPlanetDensity',
  'GalaxyStarlaneFrequency',
  'GalaxySpecialFrequency',
  'GalaxyMonsterFrequency',
  'GalaxyNativeFrequency',
  'GalaxyMaxAIAggression',
] as const;

export type GameColumn = (typeof gameColumns)[number];

/** Tables that operations look up, by index in the model. Rows and columns by value, 0 is none. */
export interface GameTables {
  /** planetType × species → environment; `Uninhabitable` where nothing is said. */
  readonly environment: number;
  /** species → focus. */
  readonly preferredFocus: number;
  /** species → 0 or 1. */
  readonly canColonize: number;
  readonly canProduceShips: number;
}

/**
 * A model in the making. Columns of names in content are made when lowering first asks for them; asking again gives the
 * same. Column types: see each. An unknown name of content is the caller's error to report: these return undefined for
 * it.
 */
export interface GameModelBuilder {
  readonly kinds: GameKinds;
  readonly enumerations: GameEnumerations;
  readonly tables: GameTables;
  readonly roles: { readonly galaxy: number };
  readonly relations: { readonly war: number; readonly peace: number; readonly allied: number };
  /** Indices of sights beside plain sight: systems explored by an empire, and those where it resupplies. */
  readonly sights: { readonly explored: number; readonly resupply: number };
  /** Index of the network of supply. */
  readonly networks: { readonly supply: number };
  column(name: GameColumn): Column;
  typeOf(column: number): Type;
  /**
   * A meter of objects by its name in states, such as `TARGET_POPULATION`; the part meters are `CAPACITY`,
   * `MAX_CAPACITY`, `SECONDARY_STAT`, `MAX_SECONDARY_STAT`, of pods, mounts and guns.
   */
  meter(name: string): MeterColumns | undefined;
  /** The value of a word of an enumeration, from 1. */
  word(enumeration: keyof GameEnumerations, word: string): number | undefined;
  /** Index of the class of an item: BuildingType, FieldType, Hull, Part, Tech. */
  classOf(kind: ItemKind, name: string): number | undefined;
  /**
   * Kind of the objects that stand for a part of ships: pod, mount or gun; 0 when it has no meters, and so no objects.
   */
  partKind(name: string): number | undefined;
  /** Notes that rules make ships of a design of content, so that there is one. */
  useDesign(name: string): void;
  /** Boolean: whether an object has a special. */
  special(name: string): Column | undefined;
  /** Turn since when, and capacity (f32), of a special that an object has. */
  specialSince(name: string): Column | undefined;
  specialCapacity(name: string): Column | undefined;
  /** Of designs: how many parts of a name, or of a class of parts, or (no name) how many at all. */
  partCount(name: string): Column | undefined;
  partClassCount(partClass: string): Column | undefined;
  allParts(): Column;
  /** Of designs: boolean, whether its hull or a part has a tag (letters have no case); the empty tag stands for any. */
  designTag(tag: string): Column;
  /** Table species → 0 or 1, and table class → 0 or 1 (buildings and fields), for a tag or, where it is empty, any. */
  speciesTag(tag: string): number;
  classTag(tag: string): number;
  /** Number of the galaxy: a game rule. */
  rule(name: string): Column;
  /** Of empires: the turn in which a tech was researched (0: never), a meter (f32). */
  researched(tech: string): Column | undefined;
  /** Of empires: boolean, whether a tech is to be theirs when the next turn begins. */
  granted(tech: string): Column | undefined;
  empireMeter(name: string): Column;
  /** The model as it is now; nothing new can be asked for afterwards. */
  finish(): Model;
  /** The same, with what it takes to bring a game into a world of it. */
  finishGame(): GameModel;
}

/** Columns of a special, where rules ask for them. */
interface SpecialColumns {
  readonly has: Column | undefined;
  readonly since: Column | undefined;
  readonly capacity: Column | undefined;
}

/**
 * A finished model with the meaning of its columns. Names of content that have no column are nothing that rules ask
 * for.
 */
export interface GameModel
  extends Pick<
    GameModelBuilder,
    'kinds' | 'enumerations' | 'roles' | 'relations' | 'sights' | 'networks' | 'column' | 'word' | 'classOf'
  > {
  readonly model: Model;
  readonly meters: ReadonlyMap<string, MeterColumns>;
  /** All specials of content. */
  readonly specials: ReadonlyMap<string, SpecialColumns>;
  readonly partCounts: ReadonlyMap<string, Column>;
  readonly partClassCounts: ReadonlyMap<string, Column>;
  readonly allParts: Column | undefined;
  readonly designTags: ReadonlyMap<string, Column>;
  readonly rules: ReadonlyMap<string, Column>;
  /** What content gives all rules of the game. */
  readonly ruleDefaults: ReadonlyMap<string, number>;
  readonly researched: ReadonlyMap<string, Column>;
  readonly granted: ReadonlyMap<string, Column>;
  readonly empireMeters: ReadonlyMap<string, Column>;
  /** Designs that rules make ships of. */
  readonly usedDesigns: ReadonlyMap<string, DesignFacts>;
  /** All parts of content, and the tags of all hulls. */
  readonly parts: ReadonlyMap<string, PartFacts>;
  readonly hullTags: ReadonlyMap<string, readonly string[]>;
  /** Names of all items of a kind that has classes, in the order of their indices. */
  namesOf(kind: ItemKind): readonly string[];
}

/** What designs, and objects for parts of ships, follow from. */
export interface PartFacts {
  /** As in content: `ShortRange`, `Armour`, … */
  readonly partClass: string;
  /** The kind of the objects that stand for it; undefined when it has no meters, and so no objects. */
  readonly objects: 'pod' | 'mount' | 'gun' | undefined;
  /** Capacity or damage, 0 where it has none. */
  readonly capacity: number;
  readonly tags: readonly string[];
}

/** A design as content defines it. */
export interface DesignFacts {
  readonly hull: string;
  /** Slots that hold nothing are empty names. */
  readonly parts: readonly string[];
}
