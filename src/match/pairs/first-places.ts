/**
 * Writes the places from `from` to `to` with the smallest keys to `into`, ascending and stable, at most `most`; returns
 * how many. A heap of the first so far: few of many need no sorting of all. No key is NaN.
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

/** Into the heap, whose last is on top, from the bottom up. */
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
