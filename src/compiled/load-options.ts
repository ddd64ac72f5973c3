import { EdictError } from '../kernel/errors.js';
import { isList, isObject, reading, refused, shorten } from '../kernel/given.js';
import { type Limits, limitsFrom } from '../kernel/world-limits.js';
import type { Aggregator } from '../model/model.js';
import { registryOf } from '../state/aggregators.js';

export interface LoadOptions {
  /**
   * Limits on content. Only `fileLength`, `fileTokens`, `loadTokens`, `loadOperations`, `expressionDepth` and
   * `aggregateDepth` apply here; of compiled content only `expressionDepth`.
   */
  readonly limits?: Partial<Limits>;
  /** Functions that `collect` may name, in addition to the built-in ones. */
  readonly aggregators?: readonly Aggregator[];
}

const known = ['limits', 'aggregators'];

/** @throws EdictError for options of a wrong type or an unknown name, and as `registryOf` does */
export function loadOptions(options: LoadOptions) {
  const given: unknown = options;
  if (!isObject(given) || isList(given))
    throw refused('the options of content', given, 'an object with limits, aggregators or both');
  return reading('the options of content', () => {
    const other = Object.keys(options).find((key) => !known.includes(key));
    if (other !== undefined)
      throw new EdictError(
        'bad-option',
        `there is no option ${shorten(other)} of content; the options are ${known.join(', ')}`,
      );
    return { limits: limitsFrom(options.limits), aggregators: registryOf(options.aggregators ?? []) };
  });
}
