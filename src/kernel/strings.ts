import { EdictError } from './errors.js';

/**
 * Texts of a world (names of objects, of streams) are handles into a pool that only grows, so a handle in an older
 * snapshot stays right. Handle 0 is the empty text.
 */
export interface StringPool {
  readonly texts: string[];
  readonly handles: Map<string, number>;
  /** Characters of all texts, with those that each text counts besides. */
  size: number;
  /** What `size` may come to. */
  readonly limit: number;
  /** Texts that snapshots refer to; those behind belong to the present state alone. */
  kept: number;
}

/** What a text takes besides its characters, counted in characters: its head, its place and its entry in the map. */
const charactersEach = 64;

export function createStringPool(texts: readonly string[] = [''], limit = Infinity): StringPool {
  const size = texts.reduce((sum, text) => sum + text.length + charactersEach, 0);
  return { texts: [...texts], handles: new Map(texts.map((text, i) => [text, i])), size, limit, kept: texts.length };
}

/** Whether the first texts of a pool, so many, are those of another. */
export function beginsLike({ texts }: StringPool, other: StringPool, count: number): boolean {
  if (texts.length < count) return false;
  for (let i = 0; i < count; i++) if (texts[i] !== other.texts[i]) return false;
  return true;
}

/** The handle of a text, which is added where it is new. Throws when that brings the texts past the limit. */
export function intern(pool: StringPool, text: string): number {
  const known = pool.handles.get(text);
  if (known !== undefined) return known;
  const size = pool.size + text.length + charactersEach;
  if (size > pool.limit) {
    throw new EdictError(
      'limit-texts',
      `a text of ${text.length} characters brings the texts of the world to more than ${pool.limit} characters, each counted with ${charactersEach} more; create fewer different texts or raise limits.texts`,
    );
  }
  pool.size = size;
  const handle = pool.texts.length;
  pool.texts.push(text);
  pool.handles.set(text, handle);
  return handle;
}

export function textOf(pool: StringPool, handle: number): string {
  return pool.texts[handle] ?? '';
}

/** Takes away the texts that no snapshot refers to, where the state that they were made for is given up. */
export function dropUnkept(pool: StringPool): void {
  for (const text of pool.texts.splice(pool.kept)) {
    pool.handles.delete(text);
    pool.size -= text.length + charactersEach;
  }
}
