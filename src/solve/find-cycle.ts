/**
 * A circle in a directed graph, by its edges `from[i]` → `to[i]` between `count` nodes: each node leads to the next,
 * the last one to the first. Undefined where there is none. Linear, and without recursion: a chain may have millions of
 * nodes.
 */
export function findCycle(count: number, from: Int32Array, to: Int32Array): number[] | undefined {
  const { starts, ends } = sortedByStart(count, from, to);
  /** 0: not seen, 1: on the path, 2: done. */
  const colours = new Uint8Array(count);
  const next = starts.slice(0, count);
  const path = new Int32Array(count);
  for (let root = 0; root < count; root++) {
    if (colours[root] !== 0) continue;
    let height = 0;
    path[height++] = root;
    colours[root] = 1;
    while (height > 0) {
      const node = path[height - 1];
      if (next[node] === starts[node + 1]) {
        colours[node] = 2;
        height -= 1;
        continue;
      }
      const end = ends[next[node]++];
      if (colours[end] === 1) return [...path.subarray(path.lastIndexOf(end, height - 1), height)];
      if (colours[end] === 0) {
        colours[end] = 1;
        path[height++] = end;
      }
    }
  }
  return undefined;
}

/** Ends of the edges of node n: from `starts[n]` to before `starts[n + 1]`, in the order of the edges. */
function sortedByStart(
  count: number,
  from: Int32Array,
  to: Int32Array,
): { readonly starts: Int32Array; readonly ends: Int32Array } {
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < from.length; i++) starts[from[i] + 1] += 1;
  for (let node = 0; node < count; node++) starts[node + 1] += starts[node];
  const free = starts.slice(0, count);
  const ends = new Int32Array(from.length);
  for (let i = 0; i < from.length; i++) ends[free[from[i]]++] = to[i];
  return { starts, ends };
}
