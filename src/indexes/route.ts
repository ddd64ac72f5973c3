import type { Step } from '../model/connection.js';

/**
 * Steps of which the first lead to one object at most, from which the rest goes on: rows that meet there have their
 * lists in common.
 */
export interface Route {
  readonly head: readonly Step[];
  readonly tail: readonly Step[];
  /** The tail leads to something from none. */
  readonly fromNone: boolean;
  /** It leads to the same from everything. */
  readonly isConstant: boolean;
}

export function routeOf(steps: readonly Step[]): Route {
  const length = headLength(steps);
  // The rest must not ask where the whole connection started from.
  const looksBack = steps.some(({ by }, place) => place >= length && by === 'others');
  const fromNone = steps.length > 0 && steps[0].by === 'objects';
  if (looksBack) return { head: [], tail: steps, fromNone, isConstant: false };
  return { head: steps.slice(0, length), tail: steps.slice(length), fromNone, isConstant: fromNone };
}

/** Steps from the first on that find no more than one object for each. */
function headLength(steps: readonly Step[]): number {
  const length = steps.findIndex((step) => !single.has(step.by));
  return length < 0 ? steps.length : length;
}

const single: ReadonlySet<Step['by']> = new Set([
  'owner',
  'parent',
  'reference',
  'kind',
  'having',
  'others',
  'once',
  'sorted',
]);
