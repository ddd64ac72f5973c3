import type { Aggregator } from '../../model/aggregator.js';

/** Aggregators that cases may ask to be registered, by name: they stand for those of a host. */
export const harnessAggregators: ReadonlyMap<string, Aggregator> = new Map(
  (
    [
      { name: 'TEST_RANGE', input: 'number', output: 'number', fold: rangeOf },
      { name: 'TEST_MEDIAN_LOW', input: 'number', output: 'number', fold: lowMedianOf },
      { name: 'TEST_FIRST', input: 'number', output: 'number', fold: (values, count) => (count === 0 ? 0 : values[0]) },
      { name: 'TEST_MAJORITY', input: 'boolean', output: 'boolean', fold: majorityOf },
    ] satisfies readonly Aggregator[]
  ).map((aggregator) => [aggregator.name, aggregator]),
);

/** Whole numbers of 32 bits come out, as of everything else. */
function rangeOf(values: Float64Array, count: number): number {
  if (count === 0) return 0;
  let least = values[0];
  let greatest = values[0];
  for (let i = 1; i < count; i++) {
    if (values[i] < least) least = values[i];
    if (values[i] > greatest) greatest = values[i];
  }
  return (greatest - least) | 0;
}

function lowMedianOf(values: Float64Array, count: number): number {
  if (count === 0) return 0;
  return values.slice(0, count).sort()[(count - 1) >> 1];
}

function majorityOf(values: Float64Array, count: number): number {
  let held = 0;
  for (let i = 0; i < count; i++) held += values[i];
  return 2 * held > count ? 1 : 0;
}
