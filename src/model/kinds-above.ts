import { type Model, kindAt } from './model.js';

/** Of possible ancestors, ascending. */
export function kindsAbove(model: Model, kind: number): readonly number[] {
  const found = new Set(kindAt(model, kind).attachesTo);
  // Also iterates over additions.
  for (const each of found) for (const above of kindAt(model, each).attachesTo) found.add(above);
  return [...found].sort((a, b) => a - b);
}
