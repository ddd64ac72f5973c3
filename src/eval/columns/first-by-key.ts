import type { IdList } from '../../indexes/indexes.js';

/**
 * Writes the ids of the first `most` members, in their order, to `into`, which has room for all: by rising keys and
 * ids, or (`turned`) by falling ones. `keys` are those of the members, none of them NaN, and are used up. Chosen by a
 * heap of the first so far, so that few of many cost no sorting of all.
 */
export function chooseFirst(
  { ids, length }: IdList,
  keys: Float64Array,
  most: number,
  turned: boolean,
  into: Int32Array,
): void {
  // What comes first has the smaller key, and of equal ones what stands earlier in the list.
  if (turned) for (let i = 0; i < length; i++) keys[i] = -keys[i];
  const isAfter = turned
    ? (a: number, b: number): boolean => keys[a] > keys[b] || (keys[a] === keys[b] && a < b)
    : (a: number, b: number): boolean => keys[a] > keys[b] || (keys[a] === keys[b] && a > b);
  // A heap of places in the list with the last of them on top.
  for (let i = 0; i < most; i++) {
    into[i] = i;
    rise(into, i, isAfter);
  }
  for (let i = most; i < length; i++) {
    if (!isAfter(into[0], i)) continue;
    into[0] = i;
    sink(into, most, isAfter);
  }
  for (let left = most - 1; left > 0; left--) {
    const last = into[0];
    into[0] = into[left];
    into[left] = last;
    sink(into, left, isAfter);
  }
  for (let i = 0; i < most; i++) into[i] = ids[into[i]];
}

type IsAfter = (a: number, b: number) => boolean;

function rise(heap: Int32Array, from: number, isAfter: IsAfter): void {
  for (let at = from; at > 0; ) {
    const above = (at - 1) >> 1;
    if (!isAfter(heap[at], heap[above])) return;
    swap(heap, at, above);
    at = above;
  }
}

function sink(heap: Int32Array, length: number, isAfter: IsAfter): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    if (left >= length) return;
    const below = left + 1 < length && isAfter(heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isAfter(heap[below], heap[at])) return;
    swap(heap, at, below);
    at = below;
  }
}

function swap(heap: Int32Array, a: number, b: number): void {
  const held = heap[a];
  heap[a] = heap[b];
  heap[b] = held;
}
