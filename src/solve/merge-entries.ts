/** Where a sorted run of entries is at: its next entry, told by its modifier and grant, in a scope. */
export interface Run {
  modifier: number;
  grant: number;
  readonly scope: number;
  /** Place of the amount of the next entry. */
  amount: number;
  /** Goes on to the next entry; false where there is none. */
  readonly advance: () => boolean;
}

/**
 * Takes the entries of sorted runs in order, by a binary heap of the runs: what is kept are the runs, however long they
 * are. An entry costs two comparisons for each doubling of their number.
 */
export function mergeRuns(runs: Run[], compare: (a: Run, b: Run) => number, take: (run: Run) => void): void {
  for (let at = (runs.length >> 1) - 1; at >= 0; at--) sink(runs, at, compare);
  while (runs.length > 0) {
    const [first] = runs;
    take(first);
    if (!first.advance()) {
      const last = runs.pop();
      if (last === undefined || runs.length === 0) return;
      runs[0] = last;
    }
    sink(runs, 0, compare);
  }
}

/** Comparisons that an entry of so many runs takes, at most. */
export function comparisonsOf(runs: number): number {
  return 2 * (32 - Math.clz32(runs));
}

function sink(runs: Run[], start: number, compare: (a: Run, b: Run) => number): void {
  const run = runs[start];
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child + 1 < runs.length && compare(runs[child + 1], runs[child]) < 0) child++;
    if (child >= runs.length || compare(run, runs[child]) <= 0) break;
    runs[at] = runs[child];
    at = child;
  }
  runs[at] = run;
}
