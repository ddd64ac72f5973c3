import type { Aggregator } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';
import type { Range } from './range.js';

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

export type Fold =
  | 'any'
  | 'all'
  | 'count'
  | 'sum'
  | 'mean'
  | 'least'
  | 'greatest'
  | 'first'
  | 'integerSum'
  | 'integerMean';

export interface AggregateData {
  readonly fold: Fold;
  readonly range: Range;
  /** Slot that holds the member while filter and value are evaluated. */
  readonly slot: number;
}

/** Of an aggregate whose fold a host has registered. */
export interface CollectData {
  /** Index into the aggregators of the model. */
  readonly aggregator: number;
  /** Types of the values and of what comes out, as the aggregator says. */
  readonly input: 'boolean' | 'number';
  readonly output: 'boolean' | 'number';
  readonly range: Range;
  /** Slot that holds the member while the value is evaluated. */
  readonly slot: number;
}

/** Whether a fold is one of numbers, which the aggregate's last argument gives. */
export function takesValue(fold: Fold): boolean {
  return fold !== 'any' && fold !== 'all' && fold !== 'count' && fold !== 'first';
}

/** Whether a fold of no value has no value. */
export function isAbsentOfNothing(fold: Fold): boolean {
  return fold === 'mean' || fold === 'least' || fold === 'greatest';
}
