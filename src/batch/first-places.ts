/**
 * Writes the places from `from` to `to` with the smallest keys to `into`, the smallest first and equal ones as they
 * stand, but no more than `most`; returns how many. Chosen by a heap of the first so far, so that few of many cost no
 * sorting of all. No key is NaN.
 */
export function firstPlaces(keys: Float64Array, from: number, to: number, most: number, into: Int32Array): number {
  const count = Math.min(most, to - from);
  for (let i = 0; i < count; i++) rise(keys, into, i, from + i);
  for (let at = from + count; at < to; at++) if (isAfter(keys, into[0], at)) sink(keys, into, count, at);
  for (let left = count - 1; left > 0; left--) {
    const [last, moved] = [into[0], into[left]];
    sink(keys, into, left, moved);
    into[left] = last;
  }
  return count;
}

function isAfter(keys: Float64Array, a: number, b: number): boolean {
  return keys[a] > keys[b] || (keys[a] === keys[b] && a > b);
}

/** Puts a place into the heap, the last of which is on top, from the bottom up. */
function rise(keys: Float64Array, heap: Int32Array, from: number, place: number): void {
  let at = from;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isAfter(keys, place, heap[above])) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = place;
}

/** Puts a place where the top was, and lets it sink. */
function sink(keys: Float64Array, heap: Int32Array, length: number, place: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= length) break;
    const below = left + 1 < length && isAfter(keys, heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isAfter(keys, heap[below], place)) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = place;
}
