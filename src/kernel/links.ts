/** Fixed links between numbers: those of `from` lie in `to` from `start[from]` on. */
export interface Links {
  readonly start: Int32Array;
  readonly to: Int32Array;
}

/** Links from the pairs of `each`, called twice with the same order. `count`: numbers to link from. */
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
