import type { Connection, Graph, Grid, Link, Named } from './connection.js';
import type { Space } from './space.js';
import type { Parameter } from './parameter.js';

/** The world that content declares: plain data, frozen after load. Index 0 is "none", as in a zeroed column. */

export type Storage = 'f64' | 'f32' | 'i32' | 'u8';

/** Type of a column. Every value is a number: booleans 0 or 1, the rest indices or ids. */
export type ColumnType =
  | { readonly name: 'number' }
  | { readonly name: 'boolean' }
  | { readonly name: 'entity' }
  | { readonly name: 'kind' }
  | { readonly name: 'class' }
  | { readonly name: 'enumeration'; readonly index: number };

export type ElementType =
  | { readonly name: 'boolean' }
  | { readonly name: 'numeric' }
  | { readonly name: 'text' }
  | { readonly name: 'pair' }
  | { readonly name: 'dice' };

/**
 * Type of a value in expressions and variables. `numeric` is an int of 32 bits or a double (kernel/numeric-value.ts);
 * texts, pairs, dice and arrays are pooled (compounds.ts).
 */
export type Type = ColumnType | ElementType | { readonly name: 'array'; readonly of: ElementType };

/** A closed list of words: member i has the value i + 1; 0 is "none". */
export interface Enumeration extends Named {
  readonly members: readonly string[];
  /**
   * `ordered`: distance is the difference of places. `wheel`: the first `ring` members form a ring, the rest are off
   * it.
   */
  readonly order: 'none' | 'ordered' | 'wheel';
  /** Members on the ring; 0 unless a wheel. */
  readonly ring: number;
}

/** A byte tells the kind of an object, and one value is kept back. A byte tells words, a bit those of sets. */
export const mostKinds = 254;
export const mostWords = 255;
export const mostWordsOfSets = 65_535;

export type Ownership =
  | { readonly rule: 'none' }
  | { readonly rule: 'stored' }
  /** Every faction that owns an object of that kind attached to it, at any depth. */
  | { readonly rule: 'through'; readonly kind: number };

export interface Kind extends Named {
  /** Owns other objects, sees, and has availabilities. */
  readonly faction: boolean;
  /** Has coordinates of its own and is the end of lanes. */
  readonly node: boolean;
  readonly ownership: Ownership;
  /** Kinds of possible parents; empty: none. */
  readonly attachesTo: readonly number[];
  /** Its fate when its parent is destroyed. */
  readonly orphan: 'destroy' | 'detach';
  readonly columns: readonly number[];
}

/** One meter or property, shared by all kinds that have it. */
export interface Column extends Named {
  readonly role: 'meter' | 'property';
  readonly type: ColumnType;
  readonly storage: Storage;
  /** Truncated toward zero at every write. */
  readonly integer: boolean;
  readonly initial: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Reset to `initial` at the start of each turn. */
  readonly reset: boolean;
  /** Index of the column that caps this one in the clamp phase, or -1. */
  readonly cap: number;
  /** Kind k has it when `kinds[k] === 1`. Length: number of kinds + 1. */
  readonly kinds: Uint8Array;
  /** For ordered enumerations: the effect of stepping along the order. */
  readonly companion?: Companion;
}

/**
 * Stepping along an ordered enumeration changes another property: entering a listed member sets and remembers it;
 * leaving restores it, or sets `born`.
 */
export interface Companion {
  readonly property: number;
  readonly remember: number;
  /** By member value of the stepped property. */
  readonly members: ReadonlyMap<number, { readonly value: number; readonly born: number }>;
}

export interface Class extends Named {
  readonly kind: number;
  /** Lifetime in whole turns after the turn of creation; 0: unlimited. */
  readonly duration: number;
  /** Hidden from players, not from rules. */
  readonly invisible: boolean;
  /** First values by column index, in place of those of the columns. */
  readonly initial: ReadonlyMap<number, number>;
  /** First words by holding. */
  readonly held?: ReadonlyMap<number, readonly number[]>;
  /** Named sets of objects that its objects are in, for modifiers. */
  readonly groups?: ReadonlySet<string>;
  /** Its declaration, if in a text. */
  readonly origin?: { readonly file: string; readonly line: number; readonly column: number };
  /** For single objects: the class of the object that this one is part of. */
  readonly home?: Home | undefined;
}

export interface Home {
  readonly class: number;
  /** Granted together with that object. */
  readonly together: boolean;
}

/** The value of a cell outside of a world: a number, with its class where numeric, or the text of a pooled value. */
export type Content = { readonly value: number; readonly whole?: boolean } | { readonly text: string };

/**
 * A cell of every object of a kind, computed by modifiers and recomputed when their inputs change. Attached objects see
 * it as theirs.
 */
export interface Variable extends Named {
  readonly kind: number;
  readonly type: Type;
  /** The value before the first modifier, or until a host sets an input. */
  readonly initial: Content;
  /** Set by hosts, not by modifiers. */
  readonly input: boolean;
  /** Place among the cells of an object. */
  readonly offset: number;
  readonly explanation: string;
}

/** Words of an enumeration that objects hold: the techs of a faction, the buildings of a city. */
export interface Holding extends Named {
  readonly words: number;
  readonly kinds: readonly number[];
}

/**
 * A question that an overlay can answer otherwise: "has it this word", "is it so", "how much is it". The operation
 * `supposed` gives the actual answer.
 */
export interface Question extends Named {
  readonly words: number;
  readonly type: 'boolean' | 'number';
}

/** A yes or no between two factions, such as war. */
interface Relation {
  readonly name: string;
  /** Holds both ways. */
  readonly symmetric: boolean;
}

/**
 * By one or two codes, at `row * width + column`; width 1: by row alone. Row and column 0 are none for words and
 * classes.
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
  readonly roles: readonly string[];
  readonly relations: readonly Relation[];
  readonly tables: readonly Table[];
  /** In addition to plain sight: see sights.ts. */
  readonly sights: readonly string[];
  /** See networks.ts. */
  readonly networks: readonly string[];
  readonly holdings: readonly Holding[];
  readonly links: readonly Link[];
  readonly grids: readonly Grid[];
  readonly spaces: readonly Space[];
  readonly connections: readonly Connection[];
  readonly questions: readonly Question[];
  /** Names; each is armed or not. */
  readonly triggers: readonly string[];
  /** Types of occurrences with numbers of fields, and names of abilities that answer. */
  readonly occurrences: readonly { readonly name: string; readonly fields: number }[];
  readonly abilities: readonly string[];
  /** Registered before content was read. */
  readonly aggregators: readonly Aggregator[];
  /** By number of a stacking group; default: `first`. */
  readonly stacking: ReadonlyMap<number, Keep>;
  readonly kindByName: ReadonlyMap<string, Kind>;
  readonly columnByName: ReadonlyMap<string, Column>;
  readonly classByName: ReadonlyMap<string, Class>;
  readonly parameters: readonly Parameter[];
  /** Networks of content; `networks` are those of the host. */
  readonly graphs: readonly Graph[];
  readonly parameterByName: ReadonlyMap<string, Parameter>;
}

const nothingDeclared = {
  columns: [],
  variables: [],
  enumerations: [],
  classes: [],
  roles: [],
  relations: [],
  tables: [],
  sights: [],
  networks: [],
  stacking: new Map<number, never>(),
  holdings: [],
  links: [],
  grids: [],
  spaces: [],
  connections: [],
  questions: [],
  triggers: [],
  occurrences: [],
  abilities: [],
  aggregators: [],
  parameters: [],
  graphs: [],
} as const;

export type Declared = Omit<Model, 'kindByName' | 'columnByName' | 'classByName' | 'parameterByName'>;

/** Of what is left out there is none. Freezes all but aggregators, which are the host's. */
export function modelOf(declared: Pick<Declared, 'kinds'> & Partial<Declared>): Model {
  const parts: Declared = { ...nothingDeclared, ...declared };
  for (const list of Object.values<Iterable<unknown>>({ ...parts, aggregators: [] })) {
    for (const part of list) Object.freeze(part);
    Object.freeze(list);
  }
  const { kinds, columns, classes, parameters } = parts;
  return Object.freeze({
    ...parts,
    kindByName: indexByName(kinds),
    columnByName: indexByName(columns),
    classByName: indexByName(classes),
    parameterByName: indexByName(parameters),
  });
}

/** Without bounds, reset or cap. `having`: the kinds that have it. */
export function freeColumn(
  {
    index,
    name,
    type,
    storage,
    initial,
    role = 'property',
  }: Pick<Column, 'index' | 'name' | 'type' | 'storage' | 'initial'> & Partial<Pick<Column, 'role'>>,
  having: readonly number[],
  kindCount: number,
): Column {
  const kinds = new Uint8Array(kindCount + 1);
  for (const kind of having) kinds[kind] = 1;
  return {
    index,
    name,
    role,
    type,
    storage,
    initial,
    integer: type.name === 'number' && storage === 'i32',
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
    kinds,
  };
}

/** Its objects belong to nobody and hang on nothing, unless the shape says so. */
export function kindOf(shape: Pick<Kind, 'index' | 'name'> & Partial<Kind>, columns: readonly Column[]): Kind {
  return {
    faction: false,
    node: false,
    ownership: { rule: 'none' },
    attachesTo: [],
    orphan: 'destroy',
    columns: columns.filter(({ kinds }) => kinds[shape.index] === 1).map(({ index }) => index),
    ...shape,
  };
}

export function indexByName<Part extends { readonly name: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.name, part]));
}

export function kindAt(model: Model, index: number): Kind {
  return model.kinds[index - 1];
}

export function classAt(model: Model, index: number): Class {
  return model.classes[index - 1];
}

export function runsActions({ triggers, occurrences }: Pick<Model, 'triggers' | 'occurrences'>): boolean {
  return triggers.length > 0 || occurrences.length > 0;
}

/** Without attachments and ownership through others: owners and places are those of objects themselves. */
export function isFlat({ kinds }: Pick<Model, 'kinds'>): boolean {
  return kinds.every(({ attachesTo, ownership }) => attachesTo.length === 0 && ownership.rule !== 'through');
}

/** Owners are stored, or it is a faction. Kind 0: all kinds. */
export function keepsOwner({ kinds }: Pick<Model, 'kinds'>, kind: number): boolean {
  return kind === 0 ? kinds.every(isOwnedByItself) : isOwnedByItself(kinds[kind - 1]);
}

function isOwnedByItself({ faction, ownership }: Kind): boolean {
  return faction || ownership.rule === 'stored';
}

/** True if objects of a kind attach to one other kind alone. Kind 0 is unknown: false. */
export function hangsOnOnly({ kinds }: Pick<Model, 'kinds'>, kind: number, on: number): boolean {
  if (kind === 0) return false;
  const { attachesTo } = kinds[kind - 1];
  return attachesTo.length === 1 && attachesTo[0] === on;
}

/** The root counted; Infinity when kinds form a circle. */
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

/** Undefined for none and values of other types. */
export function nameOfValue({ kinds, classes, enumerations }: Model, type: Type, value: number): string | undefined {
  switch (type.name) {
    case 'kind':
      return kinds[value - 1]?.name;
    case 'class':
      return classes[value - 1]?.name;
    case 'enumeration':
      return enumerations[type.index].members[value - 1];
    default:
      return undefined;
  }
}

/** Infinity for other types. */
export function largestValue({ kinds, classes, enumerations }: Model, type: Type): number {
  switch (type.name) {
    case 'boolean':
      return 1;
    case 'kind':
      return kinds.length;
    case 'class':
      return classes.length;
    case 'enumeration':
      return enumerations[type.index].members.length;
    default:
      return Infinity;
  }
}

/** Values are handles into the pool of texts. */
export function isPooled({ name }: Type): boolean {
  return name === 'text' || name === 'pair' || name === 'dice' || name === 'array';
}

/** A named fold over values of an expression in related objects, registered before content is read. */
export interface Aggregator {
  readonly name: string;
  /** Types of the values (`input`) and of the result (`output`); booleans are 0 and 1. */
  readonly input: 'boolean' | 'number';
  readonly output: 'boolean' | 'number';
  /** Folds `count` values (0 or more), in the order of the related objects. Must be a pure function. */
  fold(values: Float64Array, count: number): number;
}

export interface CellContent {
  readonly value: number;
  readonly class: number;
}

export const cellClass = {
  /** A double, or not numeric. */
  plain: 0,
  /** An int of 32 bits. */
  whole: 1,
  /** None: a formula failed. */
  failed: 2,
} as const;
