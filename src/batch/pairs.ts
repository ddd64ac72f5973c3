import { type Rows, rowsOfPairs } from '../compile/columns/rows.js';

/** Objects in slots: side by side for each outer object, in the order of its slots. Arrays may be longer than there are pairs. */
export interface Pairs {
  readonly length: number;
  /** The number of the outer object in its list, its id, and that of the object in the slot. */
  readonly outers: Int32Array;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** The slot, from 0. */
  readonly places: Int32Array;
  /** Outer objects in the slot of sources, the others in that of targets. */
  readonly rows: Rows;
  /** Rises when any of this has changed. */
  readonly version: number;
}

/** Pairs in the making, written over again and again: what is equal to what was there before has no new version. */
export interface PairList extends Pairs {
  /** `anew`: whatever is put in, the version rises. */
  begin(anew: boolean): void;
  /** Puts in another pair behind those there are. */
  add(outer: number, source: number, target: number, place: number): void;
  end(): void;
}

const smallest = 64;

export function createPairs(sourceKind: number, targetKind: number): PairList {
  let outers: Int32Array = new Int32Array(smallest);
  let sources: Int32Array = new Int32Array(smallest);
  let targets: Int32Array = new Int32Array(smallest);
  let places: Int32Array = new Int32Array(smallest);
  let length = 0;
  let before = 0;
  let version = 0;
  let isNew = true;
  let rows: Rows = rowsOfPairs(3, sources, targets, sourceKind, targetKind, 0);
  const grown = (array: Int32Array): Int32Array => {
    const larger = new Int32Array(2 * array.length);
    larger.set(array);
    return larger;
  };
  return {
    get length() { return length; },
    get outers() { return outers; },
    get sources() { return sources; },
    get targets() { return targets; },
    get places() { return places; },
    get rows() { return rows; },
    get version() { return version; },
    begin(anew) {
      before = length;
      length = 0;
      isNew = anew || version === 0;
    },
    add(outer, source, target, place) {
      if (length === outers.length) [outers, sources, targets, places] = [grown(outers), grown(sources), grown(targets), grown(places)];
      isNew ||= outers[length] !== outer || sources[length] !== source || targets[length] !== target || places[length] !== place;
      outers[length] = outer;
      sources[length] = source;
      targets[length] = target;
      places[length++] = place;
    },
    end() {
      if (!isNew && length === before) return;
      version++;
      rows = rowsOfPairs(3, sources, targets, sourceKind, targetKind, length);
    },
  };
}
