import { nearestName } from '../../diagnostics/nearest-name.js';
import { quote } from '../wording.js';

/** The phrase that proposes the nearest name. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const found = nearestName(name, known);
  return found === undefined ? undefined : `did you mean ${quote(found)}?`;
}

/** The nearest name, or all of them where they are few. */
export function didYouMeanOf(name: string, known: readonly string[]): string | undefined {
  const few = known.length > 0 && known.length <= 12 ? `write one of ${known.map(quote).join(', ')}` : undefined;
  return didYouMean(name, known) ?? few;
}
