/** What is found in the first item where anything is. */
export function firstFound<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists of numbers one after the other: those of `of` are `ids` from `start[of]` to before `start[of + 1]`. */
export interface Lists {
  readonly start: Int32Array;
  readonly ids: Int32Array;
}

/** Lists of `count` numbers from the pairs of `each`, called twice with the same order: to count, and to fill. */
export function listsOf(count: number, each: (put: (of: number, listed: number) => void) => void): Lists {
  const start = new Int32Array(count + 1);
  each((of) => {
    start[of + 1]++;
  });
  for (let of = 0; of < count; of++) start[of + 1] += start[of];
  const ids = new Int32Array(start[count]);
  const next = start.slice(0, count);
  each((of, listed) => {
    ids[next[of]++] = listed;
  });
  return { start, ids };
}

export function ascending(numbers: Iterable<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** `Array.isArray` would make it a list of `any`. */
export function isListIn<Of>(value: Of): value is Extract<Of, readonly unknown[]> {
  return Array.isArray(value);
}

/** The first item of each key. */
export function firstBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): readonly Item[] {
  const found = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}
