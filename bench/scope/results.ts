import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import type { ScopeTimes } from './case.js';

/**
 * The results of one case: `name` with its peers, and for all rules together the whole step and the turn in which
 * nothing has changed.
 */
export function resultsOf(name: string, n: number, times: ScopeTimes, doubled?: ScopeTimes): readonly Result[] {
  const { edict, step, unchanged, pairs } = times;
  const main: Result = {
    name,
    n,
    ms: edict,
    perSecond: (pairs * 1_000) / edict.median,
    ratios: {
      ...peerRatios(times, edict),
      ...(doubled === undefined ? {} : { doubled: doubled.edict.median / edict.median }),
    },
  };
  if (doubled === undefined) return [main];
  return [
    main,
    { name: 'step', n, ms: step },
    {
      name: 'unchanged',
      n,
      ms: unchanged,
      ratios: { all: edict.median / unchanged.median, columnar: times.columnar.median / unchanged.median },
    },
    {
      name: 'doubled',
      n,
      ms: doubled.edict,
      perSecond: (doubled.pairs * 1_000) / doubled.edict.median,
      ratios: peerRatios(doubled, doubled.edict),
    },
  ];
}

function peerRatios({ handwritten, columnar, reference, sift }: ScopeTimes, own: Timing): Record<string, number> {
  const peers = { handwritten, columnar, reference, sift };
  return Object.fromEntries(
    Object.entries(peers).flatMap(([peer, time]) =>
      time === undefined ? [] : [[peer, time.median / own.median] as const],
    ),
  );
}
