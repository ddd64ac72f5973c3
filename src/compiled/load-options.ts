import { reading, refused } from '../kernel/given.js';
import { type Limits, limitsFrom } from '../kernel/world-limits.js';
import type { Aggregator } from '../model/model.js';
import { registryOf } from '../state/aggregators.js';

export interface LoadOptions {
  /**
   * Limits on content. Only `fileLength`, `fileTokens`, `loadTokens`, `loadOperations`, `expressionDepth` and
   * `aggregateDepth` apply here; of compiled content only
   * `expressionDepth`.
   */
  readonly limits?: Partial<Limits>;
  /** Functions that `collect` may name, besides the built-in ones. */
  readonly aggregators?: readonly Aggregator[];
}

/** @throws EdictError for options of a wrong type, and as `registryOf` does */
export function loadOptions(options: LoadOptions) {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null)
    throw refused('the options of content', given, 'an object with limits, aggregators or both');
  return reading('the options of content', () => ({
    limits: limitsFrom(options.limits),
    aggregators: registryOf(options.aggregators ?? []),
  }));
}
