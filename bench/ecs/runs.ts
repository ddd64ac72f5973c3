/** Calls for each run of ids without a gap, from the first to before the end. The ids ascend. */
export function forEachRun(ids: Uint32Array, act: (from: number, end: number) => void): void {
  for (let at = 0; at < ids.length; ) {
    const next = endOfRun(ids, at);
    act(ids[at], ids[next - 1] + 1);
    at = next;
  }
}

/** By halves, as ids ascend: a run is as long as its ids are apart. */
function endOfRun(ids: Uint32Array, at: number): number {
  const isRun = (end: number): boolean => ids[end - 1] - ids[at] === end - 1 - at;
  if (isRun(ids.length)) return ids.length;
  let [low, high] = [at + 1, ids.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isRun(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
