import type { Receivers, TargetLists } from './participants.js';

/**
 * Pairs of mutual targets, each once, as on a grid of exchanging neighbours. A run is three numbers: the distance from
 * first to second, the first of the firsts, and the end of the firsts. A grid has a few long runs, which need no lists.
 */
export interface MutualRuns {
  readonly runs: Int32Array;
  /** Targets of one object at most. */
  readonly degree: number;
}

/** Undefined where targets are not mutual or not equally often. Time and memory are linear in targets and rows. */
export function mutualRuns(
  { ids: receivers, length, areDistinct, times }: Receivers,
  { from, to, ids }: TargetLists,
): MutualRuns | undefined {
  if (!areDistinct || times !== undefined) return undefined;
  const limit = from.length;
  const receives = new Uint8Array(limit);
  for (let row = 0; row < length; row++) receives[receivers[row]] = 1;
  const up = new Int32Array(limit + 1);
  const down = new Int32Array(limit + 1);
  let degree = 0;
  for (let id = 1; id < limit; id++) {
    if (receives[id] === 0) continue;
    degree = Math.max(degree, to[id] - from[id]);
    for (let i = from[id]; i < to[id]; i++) {
      const ahead = ids[i] - id;
      if (ahead > 0) up[ahead + 1]++;
      else if (ahead < 0) down[1 - ahead]++;
    }
  }
  for (let ahead = 0; ahead <= limit; ahead++) if (up[ahead] !== down[ahead]) return undefined;
  for (let ahead = 1; ahead <= limit; ahead++) up[ahead] += up[ahead - 1];
  down.set(up);
  const pairs = up[limit];
  // Sorted by distance, then by first: from either side.
  const asAhead = new Int32Array(pairs);
  const asAfter = new Int32Array(pairs);
  for (let id = 1; id < limit; id++) {
    if (receives[id] === 0) continue;
    for (let i = from[id]; i < to[id]; i++) {
      const ahead = ids[i] - id;
      if (ahead > 0) asAhead[up[ahead]++] = id;
      else if (ahead < 0) asAfter[down[-ahead]++] = id + ahead;
    }
  }
  for (let i = 0; i < pairs; i++) if (asAhead[i] !== asAfter[i]) return undefined;
  // `up` holds the ends of the offsets now.
  const runs = joined(asAhead, up);
  return runs === undefined ? undefined : { runs, degree };
}

/** Undefined where runs take more memory than lists. */
function joined(firsts: Int32Array, ends: Int32Array): Int32Array | undefined {
  const runs: number[] = [];
  let at = 0;
  for (let ahead = 1; at < firsts.length; ahead++) {
    while (at < ends[ahead]) {
      const first = at++;
      while (at < ends[ahead] && firsts[at] === firsts[at - 1] + 1) at++;
      runs.push(ahead, firsts[first], firsts[at - 1] + 1);
      if (runs.length > mostOfLists(firsts.length)) return undefined;
    }
  }
  return Int32Array.from(runs);
}

/** Most numbers of runs; few pairs may be single. */
function mostOfLists(pairs: number): number {
  return Math.max(300_000, 2 * pairs);
}

/** Whether nothing overflows, so that no diffusing cell loses more than alone. */
export function fitsRuns({ degree }: MutualRuns, c: Int32Array, percent: number): boolean {
  let [least, most] = [0, 0];
  for (let id = 1; id < c.length; id++) {
    least = Math.min(least, c[id]);
    most = Math.max(most, c[id]);
  }
  const product = (most - least) * percent;
  return percent >= 0 && product < 2 ** 31 && degree * product < 100 * 2 ** 30;
}

/**
 * Diffusion over runs, equal to the last bit where nothing else takes from the column and no product of difference and
 * percentage overflows. `changes` begins with zeros, and becomes the common prediction.
 */
export function predictRuns({ runs }: MutualRuns, c: Int32Array, changes: Int32Array, percent: number): void {
  for (let run = 0; run < runs.length; run += 3)
    predictRun(runs[run], runs[run + 1], runs[run + 2], c, changes, percent);
}

function predictRun(
  ahead: number,
  first: number,
  end: number,
  c: Int32Array,
  changes: Int32Array,
  percent: number,
): void {
  for (let i = first; i < end; i++) {
    const moved = (Math.imul((c[i] - c[i + ahead]) | 0, percent) / 100) | 0;
    changes[i + ahead] += moved;
    changes[i] -= moved;
  }
}

export function correctRuns(
  { runs }: MutualRuns,
  c: Int32Array,
  changes: Int32Array,
  cells: Int32Array,
  percent: number,
): void {
  for (let run = 0; run < runs.length; run += 3)
    correctRun(runs[run], runs[run + 1], runs[run + 2], c, changes, cells, percent);
}

/**
 * `share` (change-cells.ts) from the larger to the smaller of each pair, without branches: the direction is as good as
 * random.
 */
function correctRun(
  ahead: number,
  first: number,
  end: number,
  c: Int32Array,
  changes: Int32Array,
  cells: Int32Array,
  percent: number,
): void {
  for (let i = first; i < end; i++) {
    const j = i + ahead;
    const signed = (c[i] - c[j]) | 0;
    const isUp = signed >> 31;
    const difference = ((signed ^ isUp) - isUp) | 0;
    const alone = (Math.imul(difference, percent) / 100) | 0;
    const gained = changes[j];
    const others = ((gained ^ ((gained ^ changes[i]) & isUp)) - alone) | 0;
    const less = (others & ~(others >> 31)) >> 1;
    const share = (Math.imul((difference - less) | 0, percent) / 100) | 0;
    const moved = (((share & ~(share >> 31)) ^ isUp) - isUp) | 0;
    cells[j] += moved;
    cells[i] -= moved;
  }
}
