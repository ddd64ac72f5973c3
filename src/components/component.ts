import type { ArrayOf, ColumnSpec, ElementType } from '../kernel/arena.js';
import type { Hasher } from '../kernel/hash.js';
import type { Kind, Model } from '../model/model.js';
import type { Fact } from '../model/stamps.js';
import type { OwnComponent } from './own.js';
import type { WorldState } from './state.js';

/**
 * Columns of the state. Arena layout, names in the state, clearing, copying, hash, checks of loaded states and the
 * bitECS component follow from them.
 */
export interface Component {
  readonly name: string;
  readonly rows: Dimension;
  readonly columns: ColumnDeclarations;
  /** Columns that content declares, without names in the state. */
  readonly declared?: (model: Model) => readonly FullColumn[];
  /** The state has the columns in one object, such as `state.frames.does`. */
  readonly group?: string;
  /** By name in the state: the column whose width it is; 0 without the column. */
  readonly widths?: Readonly<Record<string, string>>;
  /** Otherwise the columns are empty. Default: always. */
  readonly when?: (model: Model, sizes: WorldSizes) => boolean;
  /** Operations that read it declare one of these; left out: none reads it. */
  readonly facts?: readonly Fact[];
  /** The kernel binds the columns and keeps their rows. */
  readonly ofKernel?: true;
  /** In `ecs()`; left out: none. */
  readonly has?: (kind: Kind) => boolean;
  /** Hosts may write to its columns; left out: only calls, because of indexes. */
  readonly writers?: 'host';
  /** In addition to the `hash` of columns. */
  readonly hashOf?: (state: WorldState, hasher: Hasher, id: number) => void;
  readonly hashSlot?: (state: WorldState, hasher: Hasher, slot: number) => void;
  /** `standing`: without running frames and numbers that only rise. */
  readonly hash?: (state: WorldState, hasher: Hasher, standing: boolean) => void;
  /** Throws for impossible values of a live object in a loaded state. */
  readonly checkOf?: (state: WorldState, id: number) => void;
  /** The same for all rows. */
  readonly check?: (state: WorldState) => void;
  /** A faction is destroyed and its slot becomes free. */
  readonly endFaction?: (state: WorldState, slot: number) => void;
}

type ColumnDeclaration = ElementType | ColumnDetails;
export type ColumnDeclarations = Readonly<Record<string, ColumnDeclaration>>;

interface ColumnDetails {
  readonly type: ElementType;
  /** Name in the arena, on which saves depend. Default: that in the state, with the dimension before it in a group. */
  readonly stored?: string;
  /** Values per row. Default: 1. */
  readonly width?: (model: Model, sizes: WorldSizes) => number;
  /** For relocation with rows. */
  readonly refers?: Reference;
  /** Left out: none, or by `hashOf`. */
  readonly hash?: 'number' | 'text';
  /** The facts that all its changes are changes of: copies of changes can skip it. One: of this column alone. */
  readonly stamp?: Fact | readonly Fact[];
}

/** `slots`: one bit for each slot of a faction. */
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
  /** Left out where content or the host declares it. */
  readonly of?: Component;
  readonly own?: OwnComponent;
  readonly key?: string;
  readonly stamp?: Fact | readonly Fact[] | number;
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
  /** Edges of all graphs. */
  readonly edges?: number;
  /** Frames, parked frames, delays; occurrences, memories, uses and copies of abilities. */
  readonly frames?: number;
  /** Instances of a divided world; default 0: not divided. */
  readonly instances?: number;
}

/** In order. Content without parameters or graphs lacks their dimension: its layout is that of earlier saves. */
const dimensions = [
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
  'parameter',
  'edge',
  'instance',
] as const;

type Dimension = (typeof dimensions)[number];

export function dimensionsOf({ parameters, graphs }: Pick<Model, 'parameters' | 'graphs'>): readonly Dimension[] {
  return dimensions.filter(
    (name) => (name !== 'parameter' || parameters.length > 0) && (name !== 'edge' || graphs.length > 0),
  );
}

export function wordsFor(count: number): number {
  return Math.ceil(count / 32);
}

/** Slot 0 included. */
export function slotWords({ factions }: Pick<WorldSizes, 'factions'>): number {
  return wordsFor(factions + 1);
}
