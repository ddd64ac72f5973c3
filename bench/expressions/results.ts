import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import type { AllTimes } from './all-case.js';
import type { FlowTimes } from './flow-case.js';
import type { RelationTimes } from './relation-case.js';
import type { SweepTimes } from './sweep-case.js';

/** Ratios are of what the whole would take at the pace of a sample. */
export function allResults({ survey, pairs, distinct, reference, peers }: AllTimes): readonly Result[] {
  const others = Object.fromEntries(
    peers.map(({ name, milliseconds }) => [name, (milliseconds * pairs) / survey.median]),
  );
  return [
    {
      name: 'all-expressions',
      n: pairs,
      ms: survey,
      perSecond: (pairs * 1_000) / survey.median,
      nanosecondsPerObject: (survey.median * 1e6) / pairs,
      ratios: { reference: reference / survey.median, ...others },
    },
    { name: 'all-expressions distinct', n: distinct },
    ...peers.map(({ name, milliseconds, pairs: sampled }) => ({
      name: `all-expressions ${name}`,
      n: sampled,
      ms: once(milliseconds * sampled),
      perSecond: 1_000 / milliseconds,
    })),
  ];
}

export function relationResults({ edict, objects, reference }: RelationTimes): readonly Result[] {
  return [
    {
      name: 'relation-aggregate',
      n: objects,
      ms: edict,
      perSecond: (objects * 1_000) / edict.median,
      nanosecondsPerObject: (edict.median * 1e6) / objects,
      ratios: { reference: reference / edict.median },
    },
  ];
}

export function sweepResults({ edict, first, changes, triples, overlays, reference }: SweepTimes): readonly Result[] {
  return [
    {
      name: 'enablement-sweep',
      n: triples,
      ms: edict,
      perSecond: (triples * 1_000) / edict.median,
      ratios: { reference: reference / edict.median, overlays: overlays / edict.median },
    },
    { name: 'enablement-sweep first', n: triples, ms: once(first) },
    { name: 'enablement-sweep changes', n: changes },
  ];
}

export function flowResults({ turn, phase, plots, pairs, reference }: FlowTimes): readonly Result[] {
  const of = (name: string, ms: Timing): Result => ({
    name,
    n: plots,
    ms,
    perSecond: (pairs * 1_000) / ms.median,
    nanosecondsPerObject: (ms.median * 1e6) / plots,
  });
  return [
    { ...of('flows', turn), ratios: { reference: reference.interpreter / reference.compiled } },
    of('flows phase', phase),
  ];
}

/** Of what was timed once. */
function once(milliseconds: number): Timing {
  return { min: milliseconds, median: milliseconds, spread: 0 };
}
