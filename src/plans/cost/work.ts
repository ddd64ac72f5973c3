import type { Measure } from '../../ir/budget.js';

/** Infinity: bounded only by the limit. */
export type Work = Readonly<Record<Measure, number>>;

export const noWork: Work = { tests: 0, visits: 0, effects: 0, created: 0 };

export const endlessWork: Work = { tests: Infinity, visits: Infinity, effects: Infinity, created: Infinity };

export function sumOfWork(works: readonly Work[]): Work {
  return works.reduce(
    (a, b) => ({
      tests: a.tests + b.tests,
      visits: a.visits + b.visits,
      effects: a.effects + b.effects,
      created: a.created + b.created,
    }),
    noWork,
  );
}

export function greaterWork(works: readonly Work[]): Work {
  return works.reduce((a, b) => ({
    tests: Math.max(a.tests, b.tests),
    visits: Math.max(a.visits, b.visits),
    effects: Math.max(a.effects, b.effects),
    created: Math.max(a.created, b.created),
  }));
}

/** Sum by which rules and clauses are compared: each unit takes about the same time. */
export function stepsOf({ tests, visits, effects }: Work): number {
  return tests + visits + effects;
}
