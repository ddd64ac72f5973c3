import type { Entry } from '../value.js';

/** Of every map without entries: a document may have millions of them, and an empty Map is not small. */
export const noEntries: ReadonlyMap<string, Entry> = new Map();
