/** Members by owner, place in a tree or sort: `ids` from `start[i]` to `start[i + 1]`, ascending, belong to i. */
export interface Grouping {
  readonly start: Int32Array;
  readonly ids: Int32Array;
}

/** Ids, ascending; the array may be longer than the list. */
export interface IdList {
  readonly ids: Int32Array;
  readonly length: number;
}

/**
 * What follows from the state and is dear to work out object by object. Each index is made when it is first asked for and again when a stamp that it
 * depends on has changed; what is given holds until the next change.
 */
export interface Indexes {
  /** Live objects: all (kind 0) or those of a kind. */
  ofKind(kind: number): IdList;
  ofClass(index: number): IdList;
  /** By id: bits of the faction slots of the factions that it belongs to. Undefined where there is room for more than 31 factions. */
  factions(): Uint32Array | undefined;
  /** By id: the object by which it is owned (itself or the nearest above), 0 where none can be. */
  holders(): Int32Array;
  /** By id: the object whose own place is its place (itself or the nearest above), 0 where it is nowhere. */
  places(): Int32Array;
  /** By id of the anchor: what is attached to it (or lies in it at any depth), of a kind or (0) of any. */
  attached(kind: number): Grouping;
  contents(kind: number): Grouping;
  /** By faction slot: what belongs to the faction, itself left out, of a kind or (0) of any. Undefined where there is room for more than 31 factions. */
  owned(kind: number): Grouping | undefined;
  /** Whether an index holds now; where it does not, asking for it makes it for the whole world. */
  readonly ready: {
    factions(): boolean;
    holders(): boolean;
    places(): boolean;
    attached(kind: number): boolean;
    contents(kind: number): boolean;
  };
}
