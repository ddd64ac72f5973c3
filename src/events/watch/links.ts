/** Which numbers belong to which, both ways fixed: those of `from` lie in `to` from `start[from]` on. */
export interface Links {
  readonly start: Int32Array;
  readonly to: Int32Array;
}

/**
 * Links from pairs that `each` gives, twice and both times in the same order. `count`: of the numbers that they go
 * from.
 */
export function linksOf(count: number, each: (link: (from: number, to: number) => void) => void): Links {
  const start = new Int32Array(count + 1);
  each((from) => {
    start[from + 1]++;
  });
  for (let from = 0; from < count; from++) start[from + 1] += start[from];
  const to = new Int32Array(start[count]);
  const next = start.slice(0, count);
  each((from, target) => {
    to[next[from]++] = target;
  });
  return { start, to };
}
