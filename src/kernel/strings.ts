/**
 * Texts of a world (names of objects, of streams) are handles into a pool that only grows, so a handle in an older snapshot
 * stays right. Handle 0 is the empty text.
 */
export interface StringPool {
  readonly texts: string[];
  readonly handles: Map<string, number>;
}

export function createStringPool(texts: readonly string[] = ['']): StringPool {
  return { texts: [...texts], handles: new Map(texts.map((text, i) => [text, i])) };
}

/** Whether the first texts of a pool, so many, are those of another. */
export function beginsLike({ texts }: StringPool, other: StringPool, count: number): boolean {
  if (texts.length < count) return false;
  for (let i = 0; i < count; i++) if (texts[i] !== other.texts[i]) return false;
  return true;
}

export function intern(pool: StringPool, text: string): number {
  const known = pool.handles.get(text);
  if (known !== undefined) return known;
  const handle = pool.texts.length;
  pool.texts.push(text);
  pool.handles.set(text, handle);
  return handle;
}

export function textOf(pool: StringPool, handle: number): string {
  return pool.texts[handle] ?? '';
}
