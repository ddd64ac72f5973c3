import type { Span } from './syntax.js';

/** A stretch of a text as a key: `start:end`. */
export function placeText({ start, end }: Span): string {
  return `${start}:${end}`;
}
