import { quoteText } from '../diagnostics/quote.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import { reportTwice } from './kinds.js';

interface Known {
  readonly triggerNames: readonly string[];
  /** There may be others. */
  readonly lacksTriggers: boolean;
  readonly loading: Loading;
}

/** Indices of triggers, each once; undefined, and reported, where one is unknown. */
export function triggersNamed(
  container: object,
  key: string,
  names: string | readonly string[] | undefined,
  { triggerNames, lacksTriggers, loading }: Known,
): readonly number[] | undefined {
  const list = typeof names === 'string' ? [names] : (names ?? []);
  const found = new Set<number>();
  let isWhole = true;
  for (const [i, name] of list.entries()) {
    const place = typeof names === 'string' ? loading.places.ofValue(container, key) : loading.places.ofValue(list, i);
    const index = loading.index.placeIn(triggerNames, name);
    if (index >= 0 && !found.has(index)) {
      found.add(index);
      continue;
    }
    isWhole = false;
    if (index >= 0) reportTwice(name, place, loading);
    else if (!lacksTriggers) {
      reportError(loading, place, {
        code: 'unknown-name',
        message: `there is no trigger ${quoteText(name)}, expected the name of one`,
        suggestion: didYouMean(loading, name, triggerNames) ?? 'declare it under `triggers`',
      });
    }
  }
  return isWhole ? [...found] : undefined;
}
