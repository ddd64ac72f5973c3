import { EdictError } from './errors.js';

/** Texts of a world. The pool only grows, so handles in snapshots stay valid. Handle 0 is the empty text. */
export interface StringPool {
  readonly texts: string[];
  readonly handles: Map<string, number>;
  /** Characters of all texts, with `charactersEach`. */
  size: number;
  readonly limit: number;
  /** Texts in snapshots; later ones belong to the present state alone. */
  kept: number;
}

/** Overhead of a text, in characters. */
const charactersEach = 64;

export function createStringPool(texts: readonly string[] = [''], limit = Infinity): StringPool {
  const size = texts.reduce((sum, text) => sum + text.length + charactersEach, 0);
  return { texts: [...texts], handles: new Map(texts.map((text, i) => [text, i])), size, limit, kept: texts.length };
}

/** True if the first `count` texts are the same. */
export function beginsLike({ texts }: StringPool, other: StringPool, count: number): boolean {
  if (texts.length < count) return false;
  for (let i = 0; i < count; i++) if (texts[i] !== other.texts[i]) return false;
  return true;
}

/** Adds new texts. Throws when that passes the limit. */
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

/** Removes the texts of a state that is given up. */
export function dropUnkept(pool: StringPool): void {
  for (const text of pool.texts.splice(pool.kept)) {
    pool.handles.delete(text);
    pool.size -= text.length + charactersEach;
  }
}
