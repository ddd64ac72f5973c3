import type { Report } from './report.js';

/** Ratios of edict to peers, by what they are of: `scope all 10000 handwritten`. More is better. */
export type Ratios = Readonly<Record<string, number>>;

/**
 * What of a suite is watched: results, and of them peers. Short phases are too much noise; what compares edict with
 * itself, such as a turn with an unchanged one, would fall when the one gets faster.
 */
const watched: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  scope: {
    all: ['handwritten', 'columnar', 'reference', 'sift'],
    unchanged: ['columnar'],
    doubled: ['handwritten', 'columnar'],
  },
  turn: { turn: ['reference'], meters: ['reference'] },
  load: { all: ['yaml'], objects: ['yaml'] },
  focs: { 'mid c': ['reference'], 'mid c unchanged': ['reference'] },
  formulas: {
    'fan-1000x5': ['reference'],
    'one-of-100000': ['reference'],
    'characters-10000': ['reference'],
    'column-formula': ['cel-js', 'filtrex', 'handwritten'],
  },
  expressions: {
    'all-expressions': ['reference', 'json-logic-engine'],
    'relation-aggregate': ['reference'],
    'enablement-sweep': ['reference'],
    flows: ['reference'],
  },
  conditions: {
    'sweep-1-percent': ['reference', 'handwritten'],
    'sweep-unchanged': ['reference', 'handwritten'],
    'sweep-all': ['reference', 'handwritten'],
  },
  timing: {
    unheard: ['reference', 'loop'],
    'unheard-change': ['loop'],
    'three-answers': ['reference', 'handwritten'],
    'snapshot-in-window': ['copy'],
    games: ['reference'],
  },
  batch: { 'galaxy-small-64': ['separate'], snapshot: ['copy'] },
  ecs: {
    'move-100000': ['typed', 'bitecs', 'miniplex'],
    'churn-100000': ['typed', 'bitecs'],
    'unchanged-after-ecs': ['without'],
    'get-name': ['typed'],
  },
  agents: {
    'wolfsheep-large': ['typed', 'objects'],
    'schelling-small': ['typed', 'objects'],
    'forestfire-small': ['sweep', 'objects'],
    'sir-small': ['typed', 'objects'],
    'life-small': ['typed', 'objects'],
    'sugarscape-small': ['typed', 'objects'],
    merged: ['separate'],
  },
};

/** Whether a result of a suite has watched ratios. */
export function isWatched(suite: string, result: string): boolean {
  return Object.hasOwn(watched[suite] ?? {}, result);
}

/** The suites with watched ratios. */
export const watchedSuites = Object.keys(watched);

export function watchedRatios(reports: readonly Report[]): Ratios {
  const found: Record<string, number> = {};
  for (const { suite, results } of reports) {
    for (const { name, n, ratios = {} } of results) {
      for (const peer of watched[suite]?.[name] ?? []) {
        if (Object.hasOwn(ratios, peer)) found[`${suite} ${name} ${String(n)} ${peer}`] = ratios[peer];
      }
    }
  }
  return found;
}

export interface Comparison {
  readonly name: string;
  /** Undefined for what is not in the baseline. */
  readonly baseline: number | undefined;
  /** Undefined for what was not measured. */
  readonly measured: number | undefined;
  readonly verdict: 'ok' | 'new' | 'gone' | 'fell';
}

/** A ratio that is below this part of the baseline has fallen. */
export const leastShare = 0.5;

/** Compares ratios with those of the baseline, in its order, what is new last. What fell or is gone is a failure. */
export function compareRatios(baseline: Ratios, measured: Ratios): readonly Comparison[] {
  const names = [...new Set([...Object.keys(baseline), ...Object.keys(measured)])];
  return names.map((name) => {
    const before = Object.hasOwn(baseline, name) ? baseline[name] : undefined;
    const now = Object.hasOwn(measured, name) ? measured[name] : undefined;
    return { name, baseline: before, measured: now, verdict: verdictOf(before, now) };
  });
}

export function hasFailed({ verdict }: Comparison): boolean {
  return verdict === 'fell' || verdict === 'gone';
}

function verdictOf(before: number | undefined, now: number | undefined): Comparison['verdict'] {
  if (before === undefined) return 'new';
  if (now === undefined) return 'gone';
  // What is no number has not passed.
  return now >= before * leastShare ? 'ok' : 'fell';
}

/**
 * One of two measurements of each ratio: `Math.max` takes the better, `Math.min` the worse. What was measured once
 * stays.
 */
export function eachOf(first: Ratios, second: Ratios, choose: (a: number, b: number) => number): Ratios {
  const names = Object.keys({ ...first, ...second });
  return Object.fromEntries(
    names.map((name) => [name, choose(first[name] ?? second[name], second[name] ?? first[name])]),
  );
}
