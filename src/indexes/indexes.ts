import type { Lists } from '../kernel/lists.js';
import type { Step } from '../model/connection.js';

/** `ids` from `from[i]` to `to[i]`, ascending, belong to i, such as an owner. Lists lie in no particular order. */
export interface Grouping {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly ids: Int32Array;
}

/** Ascending; the array may be longer than the list. */
export interface IdList {
  readonly ids: Int32Array;
  readonly length: number;
}

/** Results of steps by id of the start. Two objects have the same list or disjoint ranges. */
export type SharedLists = Grouping;

/** Valid until something changes that the steps read. */
export interface Connections {
  /**
   * Of a kind (0: any); empty for other objects, unless the steps begin with `objects`. Undefined where too long to
   * keep.
   */
  shared(steps: readonly Step[], kind: number): SharedLists | undefined;
  isReady(steps: readonly Step[], kind: number): boolean;
  /**
   * Of the first objects (0: none), as many as fit, at least one, with ranges in `from` and `to`. Throws when a single
   * one is too long.
   */
  some(steps: readonly Step[], anchors: Int32Array, count: number, from: Int32Array, to: Int32Array): SomeLists;
  /** Of a kind (0: any) in order of id. Undefined beyond `limits.flowPairs` in all. */
  lists(steps: readonly Step[], kind: number): Lists | undefined;
}

export interface SomeLists {
  readonly ids: Int32Array;
  readonly count: number;
}

/** Built on demand, again after their stamps have changed; results are valid until the next change. */
export interface Indexes {
  ofKind(kind: number): IdList;
  ofClass(index: number): IdList;
  /** Bits of the slots of owners. Undefined with room for more than 31 factions. */
  factions(): Uint32Array | undefined;
  /** By id, as `ownershipHolder`. */
  holders(): Int32Array;
  /** By id, as `placeHolder`. */
  places(): Int32Array;
  /** By id of the anchor: objects of a kind (0: any) attached to it, or anywhere below it. */
  attached(kind: number): Grouping;
  contents(kind: number): Grouping;
  /** By faction slot: objects of a kind (0: any) that belong to it, itself excluded. Undefined as `factions`. */
  owned(kind: number): Grouping | undefined;
  /** By id of the stored owner: objects of a kind (0: any). */
  storedOwned(kind: number): Grouping;
  /** By id of the target: objects of a kind (0: any) whose reference property leads to it. */
  referrers(column: number, kind: number): Grouping;
  /** By id as `cellOf`. */
  cells(grid: number): Int32Array;
  readonly connections: Connections;
  /** Up to date; otherwise reading builds the index for the whole world. */
  readonly ready: {
    factions(): boolean;
    places(): boolean;
    attached(kind: number): boolean;
    contents(kind: number): boolean;
  };
}
