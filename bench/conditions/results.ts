import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import type { Change } from './changes.js';
import type { FiringTime, QueueTimes } from './list-cases.js';
import type { MemoryFound } from './memory-case.js';
import type { SweepTimes } from './sweep-case.js';

export const sweepNames: Readonly<Record<Change, string>> = {
  some: 'sweep-1-percent',
  none: 'sweep-unchanged',
  all: 'sweep-all',
};

/** `suffix`: of a size that is not the usual one. */
export function sweepResults(
  change: Change,
  size: number,
  suffix: string,
  { edict, handwritten, reference, changed, fired }: SweepTimes,
): readonly Result[] {
  const name = `${sweepNames[change]}${suffix}`;
  const sweep = of(name, size, edict.sweep);
  const ratios = {
    ...(reference === undefined ? {} : { reference: reference.sweep.median / edict.sweep.median }),
    handwritten: handwritten.sweep.median / edict.sweep.median,
  };
  const results: Result[] = [{ ...sweep, ratios }, of(`${name} handwritten`, size, handwritten.sweep)];
  if (change === 'none') return results;
  return [
    ...results,
    {
      ...of(`${name} writes`, changed, edict.write),
      ratios: { handwritten: handwritten.write.median / edict.write.median },
    },
    { name: `${name} fired`, n: fired },
  ];
}

export function queueResults(size: number, { queue, drain }: QueueTimes): readonly Result[] {
  return [of('queue', size, queue), of('queue drain', size, drain)];
}

export function firingResults(name: string, size: number, { sweep }: FiringTime): readonly Result[] {
  return [of(name, size, sweep)];
}

/** Bytes of one condition. */
export function memoryResults(size: number, { arrays, heap, definitions }: MemoryFound): readonly Result[] {
  return [
    { name: 'memory-condition', n: size, bytes: (arrays + heap) / size },
    { name: 'memory-condition arrays', n: size, bytes: arrays / size },
    { name: 'memory-definition', n: size, bytes: definitions / size },
  ];
}

function of(name: string, n: number, ms: Timing): Result {
  return { name, n, ms, perSecond: (n * 1_000) / ms.median, nanosecondsPerObject: (ms.median * 1e6) / n };
}
