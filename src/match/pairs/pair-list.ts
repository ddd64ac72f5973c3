import { enlarged } from '../../kernel/enlarged.js';
import { type Rows, rowsOfPairs, rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';

/** Those of an instance side by side, instances ascending. */
export interface Outers {
  readonly ids: Int32Array;
  readonly length: number;
  /** Of all of them; 0 where they are of several. */
  readonly kind: number;
  readonly version: number;
}

export function rowsOfOuters({ ids, length, kind }: Outers): Rows {
  return rowsOver(sourceSlot, ids, length, kind);
}

/** Objects in slots, side by side for each outer object. Arrays may be longer. */
export interface Pairs {
  readonly length: number;
  /** Number of the outer object in its list, its id, and the id in the slot. */
  readonly outers: Int32Array;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** The slot, from 0. */
  readonly places: Int32Array;
  /** Outer objects in the slot of sources. */
  readonly rows: Rows;
  readonly version: number;
}

/** Reused: equal contents get no new version. */
export interface PairList extends Pairs {
  /** `isOther`: the version rises in any case. */
  begin(isOther: boolean): void;
  /** Appends the slots of one outer object: `count` items of a list from a place on. */
  add(outer: number, source: number, list: Int32Array, from: number, count: number): void;
  end(): void;
}

const smallest = 64;

export function createPairs(sourceKind: number, targetKind: number): PairList {
  const none = new Int32Array(smallest);
  const pairs: { -readonly [Key in keyof PairList]: PairList[Key] } = {
    length: 0,
    outers: none,
    sources: none.slice(),
    targets: none.slice(),
    places: none.slice(),
    rows: rowsOfPairs(3, none, none, sourceKind, targetKind, 0),
    version: 0,
    begin,
    add,
    end,
  };
  let before = 0;
  let isNew = true;
  return pairs;

  function begin(isOther: boolean): void {
    before = pairs.length;
    pairs.length = 0;
    isNew = isOther || pairs.version === 0;
  }

  function add(outer: number, source: number, list: Int32Array, from: number, count: number): void {
    if (pairs.length + count > pairs.outers.length) grow(pairs.length + count);
    const { outers, sources, targets, places } = pairs;
    let at = pairs.length;
    // Bits that differ, so that nothing branches.
    let change = 0;
    for (let place = 0; place < count; place++, at++) {
      const target = list[from + place];
      change |= (outers[at] ^ outer) | (sources[at] ^ source) | (targets[at] ^ target) | (places[at] ^ place);
      outers[at] = outer;
      sources[at] = source;
      targets[at] = target;
      places[at] = place;
    }
    pairs.length = at;
    isNew ||= change !== 0;
  }

  function grow(length: number): void {
    // With room for twice as many as are needed.
    for (const name of ['outers', 'sources', 'targets', 'places'] as const)
      pairs[name] = enlarged(pairs[name], 2 * length);
  }

  function end(): void {
    if (!isNew && pairs.length === before) return;
    pairs.version++;
    pairs.rows = rowsOfPairs(3, pairs.sources, pairs.targets, sourceKind, targetKind, pairs.length);
  }
}
