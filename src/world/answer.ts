import type { Answer } from './inquiry-api.js';

/** What becomes of a condition. */
export function becomes(before: boolean, after: boolean): Answer {
  if (before) return after ? 'stays true' : 'becomes false';
  return after ? 'becomes true' : 'stays false';
}
