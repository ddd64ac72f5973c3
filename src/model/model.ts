/**
 * The model: what exists in a world, as content declares it. Plain data, frozen after load; indices are stable for one
 * content. Index 0 means "none" in every list of kinds, classes, enumeration members and faction slots, so a zeroed
 * column is a column of "none".
 */

import type { Aggregator } from './aggregator.js';
import type { Connection, Grid, Link } from './connection.js';

export type Storage = 'f64' | 'f32' | 'i32' | 'u8';

/** Type of what a column holds. Every value is a number at run time: booleans 0 or 1, the rest indices or ids. */
export type ColumnType =
  | { readonly name: 'number' }
  | { readonly name: 'boolean' }
  | { readonly name: 'entity' }
  | { readonly name: 'kind' }
  | { readonly name: 'class' }
  | { readonly name: 'enumeration'; readonly index: number };

/** What an array may hold. */
export type ElementType =
  | { readonly name: 'boolean' }
  | { readonly name: 'numeric' }
  | { readonly name: 'text' }
  | { readonly name: 'pair' }
  | { readonly name: 'dice' };

/**
 * Type of a value in expressions and variables. `numeric` is a number with a class (an int of 32 bits or a double, see
 * kernel/numeric.ts); texts, pairs, dice and arrays are handles into the world's pool of texts (see compounds.ts).
 */
export type Type = ColumnType | ElementType | { readonly name: 'array'; readonly of: ElementType };

/** A closed list of words. Member i of the list has the value i + 1; 0 is "none". */
export interface Enumeration {
  readonly index: number;
  readonly name: string;
  readonly members: readonly string[];
  /**
   * `ordered`: distance is the difference of places. `wheel`: the first `ring` members form a ring, the rest are off
   * it.
   */
  readonly order: 'none' | 'ordered' | 'wheel';
  /** Number of members on the ring (wheels only, else 0). */
  readonly ring: number;
}

/** How an object's empires are found. */
export type Ownership =
  | { readonly rule: 'none' }
  | { readonly rule: 'stored' }
  /** Every faction that owns an attached object of that kind, at any depth. */
  | { readonly rule: 'through'; readonly kind: number };

export interface Kind {
  /** From 1. */
  readonly index: number;
  readonly name: string;
  /** Factions own other objects, see, and have availabilities. */
  readonly faction: boolean;
  /** Nodes have coordinates of their own and are the ends of lanes. */
  readonly node: boolean;
  readonly ownership: Ownership;
  /** Kinds that objects of this kind may be attached to; empty: to nothing. */
  readonly attachesTo: readonly number[];
  /** What becomes of an object of this kind when the object it is attached to is destroyed. */
  readonly orphan: 'destroy' | 'detach';
  /** Indices into `columns` of what objects of this kind have. */
  readonly columns: readonly number[];
}

/** One meter or property. Shared by all kinds that have it. */
export interface Column {
  readonly index: number;
  readonly name: string;
  readonly role: 'meter' | 'property';
  readonly type: ColumnType;
  readonly storage: Storage;
  /** Numbers kept whole: truncated toward zero at every write. */
  readonly integer: boolean;
  readonly initial: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Reset to `initial` at the start of each turn. */
  readonly reset: boolean;
  /** Index of the column that caps this one in the clamp phase, or -1. */
  readonly cap: number;
  /** Has a value for kind k when `kinds[k] === 1`. Length: number of kinds + 1. */
  readonly kinds: Uint8Array;
  /** For ordered enumerations: what stepping along the order brings with it. */
  readonly companion?: Companion;
}

/**
 * What a step along an ordered enumeration does to another property: entering a listed member sets the companion
 * property and remembers what it was; leaving it restores what was remembered, or sets `born` when there is nothing to
 * restore.
 */
export interface Companion {
  readonly property: number;
  readonly remember: number;
  /** By member value of the stepped property. */
  readonly members: ReadonlyMap<number, { readonly value: number; readonly born: number }>;
}

export interface Class {
  /** From 1. */
  readonly index: number;
  readonly name: string;
  readonly kind: number;
  /** Whole turns after the turn of creation that an object lives; 0: for ever. */
  readonly duration: number;
  /** Not shown to players; the rules see it like any other. */
  readonly invisible: boolean;
  /** First values of an object of this class, by column index, over the columns' own. */
  readonly initial: ReadonlyMap<number, number>;
  /** The words that an object of this class holds at first, by holding. */
  readonly held?: ReadonlyMap<number, readonly number[]>;
  /** Names of sets of objects that those of this class are in; modifiers name them. */
  readonly groups?: ReadonlySet<string>;
  /** Where content declares it; left out where no text does. Lines and columns from 1. */
  readonly origin?: { readonly file: string; readonly line: number; readonly column: number };
  /** The class of the object that the one object of this class is part of, where content declares single objects. */
  readonly home?: Home;
}

export interface Home {
  readonly class: number;
  /** Granted together with that object. */
  readonly together: boolean;
}

/**
 * The value of a cell without a world: a number, with its class where it is numeric, or the text that stands for a
 * pooled value (see compounds.ts).
 */
export type Content = { readonly value: number; readonly whole?: boolean } | { readonly text: string };

/**
 * A solved variable: a cell of every object of a kind that modifiers make, and that is made anew as soon as something
 * changes that they look at. Objects that hang on one of the kind see it as theirs.
 */
export interface Variable {
  readonly index: number;
  readonly name: string;
  readonly kind: number;
  readonly type: Type;
  /** What it is before the first modifier; what an input is until a host sets it. */
  readonly initial: Content;
  /** Set by hosts, not by modifiers. */
  readonly input: boolean;
  /** Its place among the cells of an object of its kind. */
  readonly offset: number;
  /** For people. */
  readonly explanation: string;
}

/**
 * A set of words of an enumeration that every object of some kinds holds: the techs of a faction, the buildings of a
 * city.
 */
export interface Holding {
  readonly index: number;
  readonly name: string;
  /** Index of the enumeration. */
  readonly words: number;
  readonly kinds: readonly number[];
}

/**
 * What may be asked of objects by name, and be supposed to be otherwise: "has it this word", "is it so", "how much is
 * it". Who asks states the answer (see the operation `supposed`); the question gives it the name under which an overlay
 * answers instead.
 */
export interface Question {
  readonly index: number;
  readonly name: string;
  /** Index of the enumeration of whose words it is asked, or -1. */
  readonly words: number;
  readonly type: 'boolean' | 'number';
}

/** A yes or no between two factions, such as war. Relations have indices from 0, in their order. */
export interface Relation {
  readonly name: string;
  /** What holds from one faction to another holds back as well. */
  readonly symmetric: boolean;
}

/**
 * Values by one or two codes: that of a row and a column lies at `row * width + column`. Width 1: by the row alone.
 * Rows and columns begin at 0, which for words and classes is none.
 */
export interface Table {
  readonly name: string;
  readonly width: number;
  readonly values: Float64Array;
}

export type Keep = 'first' | 'largest' | 'smallest' | 'mean';

export interface Model {
  readonly kinds: readonly Kind[];
  readonly columns: readonly Column[];
  readonly variables: readonly Variable[];
  readonly enumerations: readonly Enumeration[];
  readonly classes: readonly Class[];
  /** Names that the host binds to an object at run time. */
  readonly roles: readonly string[];
  /** What factions can be to one another. */
  readonly relations: readonly Relation[];
  /** What operations look up, by index. */
  readonly tables: readonly Table[];
  /** Names of what factions know of objects beside plain sight, such as that a place was explored: see sights.ts. */
  readonly sights: readonly string[];
  /** Names of what divides the nodes into networks for each faction, such as supply: see networks.ts. */
  readonly networks: readonly string[];
  /** Sets of words that objects hold. */
  readonly holdings: readonly Holding[];
  /** Lists of objects that objects keep. */
  readonly links: readonly Link[];
  readonly grids: readonly Grid[];
  /** From objects to other objects, for aggregates and flows. */
  readonly connections: readonly Connection[];
  readonly questions: readonly Question[];
  /** Names of what waits for its condition; each is armed or not. */
  readonly triggers: readonly string[];
  /** Types of what may occur, with the number of their fields, and names of what answers. */
  readonly occurrences: readonly { readonly name: string; readonly fields: number }[];
  readonly abilities: readonly string[];
  /** Registered before content was read. */
  readonly aggregators: readonly Aggregator[];
  /** What a stacking group keeps, by its number; `first` where it is not named. */
  readonly stacking: ReadonlyMap<number, Keep>;
  readonly kindByName: ReadonlyMap<string, Kind>;
  readonly columnByName: ReadonlyMap<string, Column>;
  readonly classByName: ReadonlyMap<string, Class>;
}

/** The parts of a model that most content does not declare. */
export const nothingDeclared = {
  holdings: [],
  links: [],
  grids: [],
  connections: [],
  questions: [],
  triggers: [],
  occurrences: [],
  abilities: [],
  aggregators: [],
} as const;

/** The kind at an index from 1. */
export function kindAt(model: Model, index: number): Kind {
  return model.kinds[index - 1];
}

/** The class at an index from 1. */
export function classAt(model: Model, index: number): Class {
  return model.classes[index - 1];
}

/** Content in which something waits or occurs, so that actions run. */
export function runsActions({ triggers, occurrences }: Pick<Model, 'triggers' | 'occurrences'>): boolean {
  return triggers.length > 0 || occurrences.length > 0;
}

/**
 * Nothing hangs on anything and nothing is owned through something else: owners and places are those of objects
 * themselves.
 */
export function isFlat({ kinds }: Pick<Model, 'kinds'>): boolean {
  return kinds.every(({ attachesTo, ownership }) => attachesTo.length === 0 && ownership.rule !== 'through');
}

/**
 * The owner of an object of a kind is stored with it, or it is a faction, which belongs to itself. Kind 0, which is not
 * known: so it is of all kinds.
 */
export function keepsOwner({ kinds }: Pick<Model, 'kinds'>, kind: number): boolean {
  return kind === 0 ? kinds.every(isOwnedByItself) : isOwnedByItself(kinds[kind - 1]);
}

function isOwnedByItself({ faction, ownership }: Kind): boolean {
  return faction || ownership.rule === 'stored';
}

/** Whether objects of a kind hang on objects of another kind and on nothing else. Kind 0: not known. */
export function hangsOnOnly({ kinds }: Pick<Model, 'kinds'>, kind: number, on: number): boolean {
  if (kind === 0) return false;
  const { attachesTo } = kinds[kind - 1];
  return attachesTo.length === 1 && attachesTo[0] === on;
}

/** Most objects that can be attached in a row, the root counted; Infinity when kinds attach in a circle. */
export function attachmentLevels(kinds: readonly Pick<Kind, 'index' | 'attachesTo'>[]): number {
  const levels = new Map(kinds.map((kind) => [kind.index, 1]));
  for (let round = 0; round <= kinds.length; round++) {
    let risen = false;
    for (const kind of kinds) {
      const level = 1 + Math.max(0, ...kind.attachesTo.map((parent) => levels.get(parent) ?? 0));
      if (level === levels.get(kind.index)) continue;
      levels.set(kind.index, level);
      risen = true;
    }
    if (!risen) return Math.max(0, ...levels.values());
  }
  return Infinity;
}

/** Values of the type are handles into the pool of texts. */
export function isPooled({ name }: Type): boolean {
  return name === 'text' || name === 'pair' || name === 'dice' || name === 'array';
}
