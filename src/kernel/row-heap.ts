/** A binary heap of rows, the lowest first. */
export type RowHeap = number[];

export function emptyRows(): RowHeap {
  return [];
}

export function clearRows(heap: RowHeap): void {
  heap.length = 0;
}

/** The row is not in it. */
export function addRow(heap: RowHeap, row: number): void {
  let at = heap.length;
  heap.push(row);
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    if (heap[parent] < row) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = row;
}

export function takeLeast(heap: RowHeap): number {
  const last = heap.pop();
  if (last === undefined) return 0;
  if (heap.length === 0) return last;
  const least = heap[0];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (child >= heap.length || heap[child] > last) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return least;
}
