/**
 * Lists of targets of one rule, one after the other, and which of them each source has. Sources that ask the same
 * share a list.
 */
export interface TargetLists {
  ids: Int32Array;
  /** Used length of `ids`. */
  length: number;
  /** List `i` is `ids` from `starts[i]` to `ends[i]`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  lists: number;
  /** By source. */
  readonly listOf: Int32Array;
}

export function createTargetLists(sources: number, lists: number): TargetLists {
  return {
    ids: new Int32Array(1_024),
    length: 0,
    starts: new Int32Array(lists),
    ends: new Int32Array(lists),
    lists: 0,
    listOf: new Int32Array(sources),
  };
}

export function clearLists(lists: TargetLists): void {
  lists.length = 0;
  lists.lists = 0;
}

/**
 * Opens a list that may take up to `most` targets; they go to `ids` from `length` on. Its index is what sources refer
 * to.
 */
export function openList(lists: TargetLists, most: number): number {
  const needed = lists.length + most;
  if (needed > lists.ids.length) {
    const larger = new Int32Array(2 * needed);
    larger.set(lists.ids);
    lists.ids = larger;
  }
  const list = lists.lists++;
  lists.starts[list] = lists.length;
  return list;
}

/** Closes the list that was opened last, at the end of its targets. */
export function closeList(lists: TargetLists, list: number, end: number): void {
  lists.ends[list] = end;
  lists.length = end;
}

/** The targets of a source. */
export function targetsOf({ ids, starts, ends, listOf }: TargetLists, source: number): Int32Array {
  return ids.subarray(starts[listOf[source]], ends[listOf[source]]);
}

/** Adds each source's level to the meter of each of its targets, in order. */
export function addLevels(meter: Float64Array, { ids, starts, ends, listOf }: TargetLists, level: Float64Array): void {
  for (let source = 0; source < listOf.length; source++)
    addLevel(meter, ids, starts[listOf[source]], ends[listOf[source]], level[source]);
}

/** Four at a time: as many again as the loop would do by itself. */
function addLevel(meter: Float64Array, ids: Int32Array, from: number, to: number, amount: number): void {
  let k = from;
  for (const last = to - 3; k < last; k += 4) {
    meter[ids[k]] += amount;
    meter[ids[k + 1]] += amount;
    meter[ids[k + 2]] += amount;
    meter[ids[k + 3]] += amount;
  }
  for (; k < to; k++) meter[ids[k]] += amount;
}
