import type { Aggregator } from '../../model/aggregator.js';
import { EdictError } from '../../kernel/errors.js';

/**
 * What a registered fold makes of some values. It is given an array of its own making, so that it may sort them in
 * place. Throws when it gives no finite number.
 */
export function foldBy(aggregator: Aggregator, values: Float64Array, count: number): number {
  const result: unknown = aggregator.fold(values, count);
  if (aggregator.output === 'boolean')
    return result === true || (typeof result === 'number' && result !== 0 && !Number.isNaN(result)) ? 1 : 0;
  if (typeof result === 'number' && Number.isFinite(result)) return result + 0;
  throw new EdictError(
    'aggregator',
    `the aggregator ${aggregator.name} made ${String(result)} of ${count} values; it must return a finite number, also of none`,
  );
}
