import { draws } from '../../../eval/make-node.js';
import { isSlot, someIn } from '../../../eval/node-shape.js';
import { unbound } from '../../../eval/ops/pick.js';
import { type Node, targetSlot } from '../../../ir/node.js';
import { quoteText } from '../../text/quote.js';
import type { Span } from '../syntax.js';
import { build } from './build-node.js';
import { type Lowered, type Scope, report } from './expression-context.js';

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

/** In a scope, a choice that draws, and does not read the target, is the same for all targets. */
export function withoutTarget(node: Node, span: Span, scope: Scope): Lowered {
  const isAboutTarget = someIn(node, (part) => isSlot(part, targetSlot));
  if (scope.check.tested !== targetSlot || !draws(node) || isAboutTarget) return node;
  return build(scope, span, unbound, { slot: targetSlot }, [node]);
}
