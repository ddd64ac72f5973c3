import type { Step } from '../model/connection.js';

/**
 * Members by owner, place in a tree or sort: `ids` from `from[i]` to `to[i]`, ascending, belong to i. Lists lie in no
 * particular order.
 */
export interface Grouping {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly ids: Int32Array;
}

/** Lists one behind the other: `ids` from `start[i]` to `start[i + 1]` belong to i. */
export interface ListsInTurn {
  readonly start: Int32Array;
  readonly ids: Int32Array;
}

/** Ids, ascending; the array may be longer than the list. */
export interface IdList {
  readonly ids: Int32Array;
  readonly length: number;
}

/**
 * What steps lead to from each object of a kind: by id, `ids` from `from[id]` to `to[id]`. Two objects have the same
 * list or such as have no place in common.
 */
export interface SharedLists {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly ids: Int32Array;
}

/** Lists of connections. What is given holds until something changes that the steps read. */
export interface Connections {
  /**
   * The lists of all objects of a kind (0: of any); empty for all others, where the steps do not begin with `objects`.
   * Undefined where they would be too long to be kept.
   */
  shared(steps: readonly Step[], kind: number): SharedLists | undefined;
  /** Whether `shared` would give what is there already. */
  isReady(steps: readonly Step[], kind: number): boolean;
  /**
   * The lists of some objects (0: of none), as many of them, from the first on, as fit: at least one, and all where
   * they are short. Puts the places of the lists into
   * `from` and `to`. Throws when one alone is too long.
   */
  some(steps: readonly Step[], anchors: Int32Array, count: number, from: Int32Array, to: Int32Array): SomeLists;
  /**
   * The lists of all objects of a kind (0: of any), one after the other by id, each as long as it is. Undefined where
   * they are longer than `limits.flowPairs` in all.
   */
  lists(steps: readonly Step[], kind: number): ListsInTurn | undefined;
}

export interface SomeLists {
  readonly ids: Int32Array;
  /** How many objects have their lists in it. */
  readonly count: number;
}

/**
 * What follows from the state and is dear to work out object by object. Each index is made when it is first asked for
 * and again when a stamp that it depends on has changed; what is given holds until the next change.
 */
export interface Indexes {
  /** Live objects: all (kind 0) or those of a kind. */
  ofKind(kind: number): IdList;
  ofClass(index: number): IdList;
  /**
   * By id: bits of the faction slots of the factions that it belongs to. Undefined where there is room for more than 31
   * factions.
   */
  factions(): Uint32Array | undefined;
  /** By id: the object by which it is owned (itself or the nearest above), 0 where none can be. */
  holders(): Int32Array;
  /** By id: the object whose own place is its place (itself or the nearest above), 0 where it is nowhere. */
  places(): Int32Array;
  /** By id of the anchor: what is attached to it (or lies in it at any depth), of a kind or (0) of any. */
  attached(kind: number): Grouping;
  contents(kind: number): Grouping;
  /**
   * By faction slot: what belongs to the faction, itself left out, of a kind or (0) of any. Undefined where there is
   * room for more than 31 factions.
   */
  owned(kind: number): Grouping | undefined;
  /** By id: of what stored owner it is, of a kind or (0) of any. */
  storedOwned(kind: number): Grouping;
  /** By id: whose reference property leads to it, of a kind or (0) of any. */
  referrers(column: number, kind: number): Grouping;
  /** By id: the cell of a grid (by index) that it is at, as `cellOf` says. */
  cells(grid: number): Int32Array;
  readonly connections: Connections;
  /** Whether an index holds now; where it does not, asking for it makes it for the whole world. */
  readonly ready: {
    factions(): boolean;
    holders(): boolean;
    places(): boolean;
    attached(kind: number): boolean;
    contents(kind: number): boolean;
  };
}
