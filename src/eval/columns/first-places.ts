/** True if the first of two places comes after the second. */
export type IsAfter = (a: number, b: number) => boolean;

/** Writes the first `most` of so many places to `into`, in order. A heap avoids a full sort. */
export function firstPlaces(length: number, most: number, into: Int32Array, isAfter: IsAfter): void {
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
}

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
