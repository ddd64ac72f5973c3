import type { ArrayOf, ColumnSpec, ElementType } from '../kernel/arena.js';
import type { Hasher } from '../kernel/hash.js';
import type { Kind, Model } from '../model/model.js';
import type { Fact } from '../model/stamps.js';
import type { Dimension, WorldSizes } from './sizes.js';
import type { WorldState } from './state.js';

/**
 * A component: columns of a world's state, declared once. The layout of the arena, the names under which the state has
 * the columns, clearing, copying between instances, the hash, the checks of what came from a file and the component of
 * bitECS all follow from the declaration. The list of all components is index.ts.
 */
export interface Component {
  /** For people; hosts find the component in `ecs()` by it. */
  readonly name: string;
  /** What it has rows of. */
  readonly rows: Dimension;
  /** By the name that the state has for each. */
  readonly columns: ColumnDeclarations;
  /** Further columns, that content declares; the state does not have them by name. */
  readonly declared?: (model: Model) => readonly FullColumn[];
  /** The state has the columns as one object of this name, such as `state.frames.does`, else each by itself. */
  readonly group?: string;
  /** The state has, by these names, how many values a row of a column has; 0 where the column is left out. */
  readonly widths?: Readonly<Record<string, string>>;
  /** Whether a world needs it; without it the columns are empty. Default: all worlds do. */
  readonly when?: (model: Model, sizes: WorldSizes) => boolean;
  /** An operation that reads it must declare one of these; left out: no operation reads it. */
  readonly facts?: readonly Fact[];
  /** The kernel binds the columns and keeps their rows. */
  readonly ofKernel?: true;
  /** Kinds of which objects have it in `ecs()`; left out: it is not shown there. */
  readonly has?: (kind: Kind) => boolean;
  /** Hashes what `hash` of its columns does not say of an object. */
  readonly hashOf?: (state: WorldState, hasher: Hasher, id: number) => void;
  /** The same of a faction, by its slot. */
  readonly hashSlot?: (state: WorldState, hasher: Hasher, slot: number) => void;
  /** Hashes the rest. `standing`: only how things stand, not what is running nor numbers that only rise. */
  readonly hash?: (state: WorldState, hasher: Hasher, standing: boolean) => void;
  /** Throws where a live object of a state that came from a file has in it what none can have. */
  readonly checkOf?: (state: WorldState, id: number) => void;
  /** The same of all rows. */
  readonly check?: (state: WorldState) => void;
  /** A faction goes and gives back its slot. */
  readonly endFaction?: (state: WorldState, slot: number) => void;
}

/** A column, or the type of its elements where nothing else is to be said of it. */
export type ColumnDeclaration = ElementType | ColumnDetails;
export type ColumnDeclarations = Readonly<Record<string, ColumnDeclaration>>;

export interface ColumnDetails {
  readonly type: ElementType;
  /** Its name in the arena, on which saves depend. Default: that in the state, after the dimension in a group. */
  readonly stored?: string;
  /** Values of a row. Default: 1. */
  readonly width?: (model: Model, sizes: WorldSizes) => number;
  /** What its values refer to, so that they can be moved along when rows are elsewhere. */
  readonly refers?: Reference;
  /** How an object's value is hashed; left out: not, or as `hashOf` says. */
  readonly hash?: 'number' | 'text';
  /** The fact that stands for this column, so that copies of what has changed can leave it out. */
  readonly stamp?: Fact;
}

/** Ids of objects, handles, turns, slots of factions, texts of the pool, or one bit for each slot of a faction. */
export type Reference = 'object' | 'handle' | 'turn' | 'slot' | 'text' | 'slots';

type TypeOf<Declaration> = Declaration extends ElementType
  ? Declaration
  : Declaration extends { readonly type: infer Type extends ElementType }
    ? Type
    : never;

/** The arrays of some columns, by their names in the state. */
export type Arrays<Columns> = { -readonly [Name in keyof Columns]: ArrayOf<TypeOf<Columns[Name]>> };

/**
 * Declares a component. Beside it stands what the state has of it:
 * `interface WorldState extends Arrays<typeof columns>`.
 */
export function component(of: Component): Component {
  return of;
}

/** A column with what the arena is to know of it. */
export interface FullColumn extends Pick<ColumnDetails, 'refers'> {
  readonly spec: ColumnSpec;
  /** Of what component it is, and its name there; left out where content declares it. */
  readonly of?: Component;
  readonly key?: string;
  /** The fact, or the index of the stamp, that stands for it alone. */
  readonly stamp?: Fact | number;
}

/** The columns of a component as the arena lays them out. */
export function columnsOf(of: Component, model: Model, sizes: WorldSizes): readonly FullColumn[] {
  const own = Object.entries(of.columns).map(([key, declared]): FullColumn => {
    const { type, stored, width, ...rest } = detailsOf(declared);
    const name = stored ?? (of.group === undefined ? key : `${of.rows}.${key}`);
    return { ...rest, of, key, spec: { name, type, dimension: of.rows, width: width?.(model, sizes) ?? 1 } };
  });
  return [...own, ...(of.declared?.(model) ?? [])];
}

export function detailsOf(declared: ColumnDeclaration): ColumnDetails {
  return typeof declared === 'string' ? { type: declared } : declared;
}
