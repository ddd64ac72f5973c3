import type { Model } from '../../src/model/model.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { CollectData, Range } from '../../src/eval/ops/range.js';

/** What a `collect` holds, by the place of its aggregator among those of the model. Throws when there is no such. */
export function collectData(
  { aggregators }: Pick<Model, 'aggregators'>,
  aggregator: number,
  range: Range,
  slot: number,
): CollectData {
  if (!(aggregator in aggregators))
    throw new EdictError('aggregator', `there is no aggregator ${aggregator}; the model has ${aggregators.length}`);
  const { input, output } = aggregators[aggregator];
  return { aggregator, input, output, range, slot };
}
