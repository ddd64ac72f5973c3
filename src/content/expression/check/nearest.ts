import { distance } from 'fastest-levenshtein';
import { quote } from '../wording.js';

/** Longer names are not searched for: the cost grows with the product of the lengths. */
const longestName = 64;

/** The known name that a wrong one was most likely meant to be; undefined when none is close. Of equals the first. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const wanted = name.toLowerCase();
  const furthest = Math.floor((name.length + 1) / 3);
  let best: string | undefined;
  let least = furthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const apart = distance(wanted, candidate.toLowerCase());
    if (apart < least) [best, least] = [candidate, apart];
  }
  return best;
}

/** The phrase that proposes the nearest name. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const found = nearest(name, known);
  return found === undefined ? undefined : `did you mean ${quote(found)}?`;
}

/** The nearest name, or all of them where they are few. */
export function didYouMeanOf(name: string, known: readonly string[]): string | undefined {
  const few = known.length > 0 && known.length <= 12 ? `write one of ${known.map(quote).join(', ')}` : undefined;
  return didYouMean(name, known) ?? few;
}
