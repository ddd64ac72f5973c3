/** A typed array that grows at its end: a list of a million numbers is a million numbers. */
export interface Pool<T> {
  readonly length: number;
  push(value: number): void;
  at(place: number): number;
  clear(): void;
  /** Its contents, copied. */
  taken(): T;
}

export function createIntPool(): Pool<Int32Array> {
  return pool((length) => new Int32Array(length));
}

export function createNumberPool(): Pool<Float64Array> {
  return pool((length) => new Float64Array(length));
}

function pool<T extends Int32Array | Float64Array>(make: (length: number) => T): Pool<T> {
  let array = make(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === array.length) array = copied(array, make(2 * length));
      array[length++] = value;
    },
    at: (place) => array[place],
    clear() {
      length = 0;
    },
    taken: () => array.slice(0, length) as T,
  };
}

/** Copies an array into a larger one. */
export function copied<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

/** At least doubles an array. */
export function longer(array: Int32Array, least = 0): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}

/** A cursor in a sorted run of entries: modifier, grant and scope of the next one. */
export interface Run {
  modifier: number;
  grant: number;
  readonly scope: number;
  /** Place of the amount of the next entry. */
  amount: number;
  /** Moves to the next entry; false at the end. */
  readonly advance: () => boolean;
}

/**
 * Merges sorted runs by a binary heap of the runs, however long they are. An entry costs two comparisons for each
 * doubling of their number.
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

/** Most comparisons for an entry of so many runs. */
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

/** The same number: NaN is NaN, and −0 is not 0. */
export function isSame(a: number, b: number): boolean {
  return a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b;
}
