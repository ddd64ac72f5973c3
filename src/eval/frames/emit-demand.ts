import type { Comparison } from '../../kernel/comparison.js';
import { type Code, comparisonOf, js } from '../emit/code.js';
import type { Node } from '../../ir/node.js';
import type { Scalar } from './scalar.js';

/**
 * Goes on with the next one of a loop unless a condition that draws nothing is true. Of one that must be true in all of
 * its parts, each part decides.
 */
export function emitDemand(node: Node, scalar: Scalar): void {
  if (node.op === 'and') for (const arg of node.args) emitDemand(arg, scalar);
  else scalar.add(js`if (!(${emitTest(node, scalar)})) continue;`);
}

/** Whether a condition is true, as a condition of JavaScript. */
function emitTest(node: Node, scalar: Scalar): Code {
  if (node.op !== 'compare') return js`${scalar.of(node).value} === 1`;
  const [a, b] = [scalar.of(node.args[0]), scalar.of(node.args[1])];
  const isTrue = js`${a.value} ${comparisonOf((node.data as { readonly comparison: Comparison }).comparison)} ${b.value}`;
  const there = [a, b].filter(({ absent }) => absent).map(({ value }) => js`${value} != null && `);
  return there.reduceRight((test, isThere) => js`${isThere}${test}`, isTrue);
}
