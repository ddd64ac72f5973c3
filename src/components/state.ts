import type { Arena, ColumnArray } from '../kernel/arena.js';
import type { Identity } from '../kernel/identity.js';
import type { Limits } from '../kernel/limits.js';
import type { Streams } from '../kernel/streams.js';
import type { StringPool } from '../kernel/strings.js';
import type { Model } from '../model/model.js';
import type { Stamps } from '../model/stamps.js';
import type { HoldingLayout } from './holding-layout.js';
import type { UseIndex } from './use-index.js';

/**
 * The state of a world: the arena, named views into it, and what is derived from it. Each component adds its columns
 * beside its declaration. The views change when the arena grows, so they are read through this object and never kept.
 */
export interface WorldState {
  readonly model: Model;
  readonly limits: Limits;
  readonly shared: boolean;
  /** Kinds allow attachments in a circle or deeper than the limit, so that every one must be looked at. */
  readonly nests: boolean;
  /** See `isFlat`. */
  readonly flat: boolean;
  strings: StringPool;
  arena: Arena;
  identity: Identity;
  streams: Streams;
  /** Cells of what content declares, by column index. */
  cells: readonly ColumnArray[];
  /** See HoldingLayout. */
  readonly holdingOffsets: HoldingLayout['holdingOffsets'];
  readonly wordCounts: HoldingLayout['wordCounts'];
  /** Cells of an object of a kind, by kind. */
  readonly cellCounts: Int32Array;
  /** Rises when cells have moved. */
  cellLayout: number;
  /** Rises when a value of an occurrence has changed. */
  occurrenceChanges: number;
  /** Rises when a snapshot was put back. */
  restores: number;
  /** Gives whole numbers to draws in sequence; undefined where a random stream of the world's own does. */
  sequence: (() => number) | undefined;
  /** The columns that a row of an object has of components: what is cleared when it goes. */
  rows: readonly RowColumn[];
  /** For copies of what has changed: see `captureChanges`. */
  stampOf: Int32Array;
  marks: Float64Array;
  readonly stamps: Stamps;
  derived: Derived;
  /** See state-guard.ts; undefined where reads are not checked. */
  readonly guard: StateGuard | undefined;
}

/** A column with `width` values an object, and the stamp that stands for it alone; -1: none does. */
export interface RowColumn {
  readonly column: ColumnArray;
  readonly width: number;
  readonly stamp: number;
}

/** Indexes over the state. Made on demand, dropped by `invalidate`. */
export interface Derived {
  /** Of uses of abilities; see occurrences.ts. */
  uses?: UseIndex;
  /** Frames that are parked; see delays.ts. */
  waiting?: number;
  /** In a divided world: how often children were looked for without an index since the stamp `last`. */
  childScans?: { last: number; count: number };
}

/**
 * What is kept of the answers of an operation is kept by what the operation declares that it reads, so a read that is
 * not declared gives stale answers. A guard makes such a read an error: it shows a state in which only what is declared
 * can be read. The reference interpreter uses one where EDICT_CHECK_READS is 1, as it is in tests.
 */
export interface StateGuard {
  /** The state, in which only what `declared` lists can be read. */
  readonly view: WorldState;
  /** What is evaluated, with what it reads; undefined where nothing is. */
  declared: DeclaredReads | undefined;
  /** What was found out of nodes that were evaluated, kept from one frame to the next. */
  readonly known: WeakMap<object, DeclaredReads>;
}

export interface DeclaredReads {
  readonly operation: string;
  readonly facts: ReadonlySet<number>;
  readonly columns: ReadonlySet<number>;
}
