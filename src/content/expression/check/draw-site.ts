import { quoteText } from '../../text/quote.js';
import type { Span } from '../syntax.js';
import { type Scope, report } from './expression-context.js';

/** The number of a place that draws: each has its own. Undefined, and reported, where nothing may draw. */
export function drawSite(name: string, span: Span, scope: Scope): number | undefined {
  const { solves = false, still = false, sites } = scope.check;
  const same = 'must give the same whenever it is asked';
  const why = solves ? `a modifier ${same}` : still === true ? `what is asked here ${same}` : still;
  if (why === false) return sites.next++;
  return report(
    scope,
    solves ? 'draw-in-modifier' : 'draw-in-expression',
    span,
    `${quoteText(name)} draws, and ${why}`,
    'let an effect draw into a property, and read that',
  );
}
