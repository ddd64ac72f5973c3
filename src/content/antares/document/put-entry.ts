import type { Entry, Place, Value } from '../value.js';

/**
 * Gives a key its value. One that was there before keeps its position and loses its value; the entry says where that
 * stood.
 */
export function putEntry(entries: Map<string, Entry>, key: string, at: Place, value: Value): void {
  const before = entries.get(key);
  entries.set(key, before === undefined ? { at, value } : { at, value, repeats: before.at });
}
