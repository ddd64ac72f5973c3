import type { ArrayOf, ColumnSpec, ElementType } from '../kernel/arena.js';
import type { Hasher } from '../kernel/hash.js';
import type { Kind, Model } from '../model/model.js';
import type { Fact } from '../model/stamps.js';
import type { WorldState } from './state.js';

/**
 * A component: columns of the state, declared once. Arena layout, names in the state, clearing, copying, hash, checks
 * of loaded states and the bitECS component follow from it. index.ts lists all.
 */
export interface Component {
  readonly name: string;
  readonly rows: Dimension;
  readonly columns: ColumnDeclarations;
  /** Further columns, which content declares; they have no names in the state. */
  readonly declared?: (model: Model) => readonly FullColumn[];
  /** The state has the columns as one object of this name, such as `state.frames.does`; else by themselves. */
  readonly group?: string;
  /** By name in the state, the column whose values per row it holds; 0 where the column is left out. */
  readonly widths?: Readonly<Record<string, string>>;
  /** True if a world needs it; otherwise the columns are empty. Default: always. */
  readonly when?: (model: Model, sizes: WorldSizes) => boolean;
  /** An operation that reads it must declare one of these; left out: no operation does. */
  readonly facts?: readonly Fact[];
  /** The kernel binds the columns and keeps their rows. */
  readonly ofKernel?: true;
  /** Kinds whose objects have it in `ecs()`; left out: none. */
  readonly has?: (kind: Kind) => boolean;
  /** Hashes of an object what `hash` of the columns does not. */
  readonly hashOf?: (state: WorldState, hasher: Hasher, id: number) => void;
  readonly hashSlot?: (state: WorldState, hasher: Hasher, slot: number) => void;
  /** Hashes the rest. `standing`: without what is running and numbers that only rise. */
  readonly hash?: (state: WorldState, hasher: Hasher, standing: boolean) => void;
  /** Throws where a live object of a loaded state holds something impossible. */
  readonly checkOf?: (state: WorldState, id: number) => void;
  /** The same for all rows. */
  readonly check?: (state: WorldState) => void;
  /** A faction is destroyed and its slot becomes free. */
  readonly endFaction?: (state: WorldState, slot: number) => void;
}

/** A column; only its type where the rest is default. */
type ColumnDeclaration = ElementType | ColumnDetails;
export type ColumnDeclarations = Readonly<Record<string, ColumnDeclaration>>;

interface ColumnDetails {
  readonly type: ElementType;
  /** Name in the arena, on which saves depend. Default: that in the state, with the dimension before it in a group. */
  readonly stored?: string;
  /** Values per row. Default: 1. */
  readonly width?: (model: Model, sizes: WorldSizes) => number;
  /** The target of its values, so that they can be relocated with rows. */
  readonly refers?: Reference;
  /** The hash of an object's value; left out: none, or by `hashOf`. */
  readonly hash?: 'number' | 'text';
  /** The fact that stands for this column alone, so that copies of changes can skip it. */
  readonly stamp?: Fact;
}

/** Ids of objects, handles, turns, slots of factions, texts of the pool, or one bit for each slot of a faction. */
export type Reference = 'object' | 'handle' | 'turn' | 'slot' | 'text' | 'slots';

type TypeOf<Declaration> = Declaration extends ElementType
  ? Declaration
  : Declaration extends { readonly type: infer Type extends ElementType }
    ? Type
    : never;

export type Arrays<Columns> = { -readonly [Name in keyof Columns]: ArrayOf<TypeOf<Columns[Name]>> };

/** Declares a component, together with an `interface WorldState extends Arrays<typeof columns>`. */
export function component(of: Component): Component {
  return of;
}

export interface FullColumn extends Pick<ColumnDetails, 'refers'> {
  readonly spec: ColumnSpec;
  /** Its component and its name there; left out where content declares it. */
  readonly of?: Component;
  readonly key?: string;
  /** The fact or stamp index that stands for it alone. */
  readonly stamp?: Fact | number;
}

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

/** Rows by dimension, row 0 not counted. */
export interface WorldSizes {
  readonly capacity: number;
  /** Starlanes and the like. */
  readonly lanes: number;
  /** Factions alive at once. */
  readonly factions: number;
  /** Random streams of host systems. */
  readonly streams: number;
  /** Cells of solved variables; default: one set. */
  readonly cells?: number;
  /** Words of 32 bits for holdings. Default: enough for an object of each kind. */
  readonly words?: number;
  /** Entries of all lists of links. */
  readonly links?: number;
  /** Frames, parked frames, delays; occurrences, memories, uses and copies of abilities. */
  readonly frames?: number;
  /** Instances of a divided world; default 0: not divided. */
  readonly instances?: number;
}

export const dimensions = [
  'entity',
  'lane',
  'faction',
  'stream',
  'role',
  'cell',
  'word',
  'link',
  'trigger',
  'frame',
  'parked',
  'delay',
  'ability',
  'occurrence',
  'past',
  'use',
  'copy',
  'memory',
  'answer',
  'instance',
] as const;

type Dimension = (typeof dimensions)[number];

export function wordsFor(count: number): number {
  return Math.ceil(count / 32);
}

/** Words of 32 bits with a bit for each slot of a faction, 0 included. */
export function slotWords({ factions }: Pick<WorldSizes, 'factions'>): number {
  return wordsFor(factions + 1);
}
