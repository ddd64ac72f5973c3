import type { Rule } from '../ir/rule.js';

/**
 * What fires, in its order: rule after rule; neighbours of one priority that dispatch by source are merged by the ranks
 * of their sources. `entries`: by rule.
 */
export function inDispatchOrder<T>(
  rules: readonly Rule[],
  entries: readonly (readonly T[])[],
  rankOf: (entry: T) => number,
): readonly T[] {
  const ordered: T[] = [];
  for (let from = 0; from < rules.length; ) {
    const to = endOfRun(rules, from);
    const run = entries.slice(from, to).flat();
    ordered.push(...(to - from > 1 ? run.toSorted((a, b) => rankOf(a) - rankOf(b)) : run));
    from = to;
  }
  return ordered;
}

/** Where the run of rules that are dispatched together ends; a rule that dispatches by itself is a run of one. */
export function endOfRun(rules: readonly Rule[], from: number): number {
  let to = from + 1;
  if (rules[from].dispatch === 'rule') return to;
  while (to < rules.length && rules[to].dispatch === 'source' && rules[to].priority === rules[from].priority) to++;
  return to;
}
