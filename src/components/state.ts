import type { Arena, ColumnArray } from '../kernel/arena.js';
import type { Identity } from '../kernel/identity.js';
import type { Limits, TurnLimits } from '../kernel/world-limits.js';
import type { Streams } from '../kernel/streams.js';
import type { StringPool } from '../kernel/strings.js';
import type { Model } from '../model/model.js';
import type { OwnComponent } from './own.js';
import type { Stamps } from '../model/stamps.js';

/** The arena, views into it, and derived data. Views change when the arena grows: never keep them. */
export interface WorldState {
  readonly model: Model;
  readonly limits: Limits;
  readonly turnLimits: TurnLimits;
  readonly shared: boolean;
  /** Attachments may form circles or too many levels. */
  readonly nests: boolean;
  /** See `isFlat`. */
  readonly flat: boolean;
  strings: StringPool;
  arena: Arena;
  identity: Identity;
  streams: Streams;
  /** By index. */
  cells: readonly ColumnArray[];
  /** Cells of an object, by kind. */
  readonly cellCounts: Int32Array;
  /** Rises when cells have moved. */
  cellLayout: number;
  /** Rises when values of occurrences change. */
  occurrenceChanges: number;
  /** Rises with each restored snapshot. */
  restores: number;
  /** The host has been given arrays of the arena. */
  isLent: boolean;
  /** Shared by a world and its copies: in which of them a system of the host runs. */
  family: { running: WorldState | undefined };
  /** How many copies lie between this world and the first of its family. */
  copyDepth: number;
  /** Arenas from before the world grew, overwritten, if the host had arrays of them. Until a turn has ended. */
  readonly outgrown: Arena[];
  /** For draws in sequence; undefined: a random stream of the world. */
  sequence: (() => number) | undefined;
  rows: readonly RowColumn[];
  /** Declared by the host, in order. */
  readonly own: OwnComponent[];
  /** For `captureChanges`. */
  stampsOf: readonly (readonly number[])[];
  marks: Float64Array;
  readonly stamps: Stamps;
  derived: Derived;
  /** Undefined where reads are not checked. See state-guard.ts. */
  readonly guard: StateGuard | undefined;
}

/** `stamp`: of the column alone; -1: none. */
interface RowColumn {
  /** For messages. */
  readonly name: string;
  readonly column: ColumnArray;
  readonly width: number;
  readonly stamp: number;
  /** A host may write to it past all calls. */
  readonly isHosts: boolean;
}

/** Built on demand and dropped by `invalidate`. */
export interface Derived {
  /** See delays.ts. */
  waiting?: number | undefined;
  /** Since the lists of attachments were made; see attachment.ts. */
  scannedRows?: number | undefined;
}

/** Results are kept by declared reads; undeclared ones are errors where EDICT_CHECK_READS is 1, as in tests. */
export interface StateGuard {
  /** The state restricted to `declared`. */
  readonly view: WorldState;
  /** Of the operation under evaluation. */
  declared: DeclaredReads | undefined;
  /** By node. */
  readonly known: WeakMap<object, DeclaredReads>;
}

export interface DeclaredReads {
  readonly operation: string;
  readonly facts: ReadonlySet<number>;
  readonly columns: ReadonlySet<number>;
}
