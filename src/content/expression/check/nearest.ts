import { nearestName } from '../../diagnostics/nearest-name.js';
import { quote } from '../wording.js';
import type { Scope } from './scope.js';

/** The nearest name, while the load has a budget for such searches. */
export function nearestKnown(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  return nearestName(name, known, scope.check.context.library?.budget);
}

/** The phrase that proposes the nearest name. */
export function didYouMean(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  const found = nearestKnown(scope, name, known);
  return found === undefined ? undefined : `did you mean ${quote(found)}?`;
}

/** The nearest name, or all of them where they are few. */
export function didYouMeanOf(scope: Scope, name: string, known: readonly string[]): string | undefined {
  const few = known.length > 0 && known.length <= 12 ? `write one of ${known.map(quote).join(', ')}` : undefined;
  return didYouMean(scope, name, known) ?? few;
}
