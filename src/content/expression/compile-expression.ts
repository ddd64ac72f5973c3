import type { Type } from '../../components/model.js';
import { demand } from './check/demand.js';
import type { Compiled, ExpressionContext } from './check/context.js';
import { lower } from './check/lower.js';
import type { Check, Scope } from './check/scope.js';
import { parseExpression } from './parse.js';

export type { Compiled, ExpressionContext, Problem, ReadFact } from './check/context.js';

/**
 * Compiles a text of the expression language (docs/language.md) to typed IR. The text may be hostile: no name of it becomes a property key,
 * and time is bounded by its length and the context's limits.
 *
 * @param expected the type that the value must have and from which words, kinds, classes and `null` take theirs; undefined where any will do
 * @returns the node with what it reads, or all problems of the text, in the order in which they stand there; spans are offsets in the text
 */
export function compileExpression(text: string, expected: Type | undefined, context: ExpressionContext): Compiled {
  const parsed = parseExpression(text, { depth: context.limits.expressionDepth });
  if (!parsed.ok) return { ok: false, problems: parsed.errors.map((error) => ({ code: 'syntax', ...error })) };
  const check: Check = { context, problems: [], warnings: [], reads: [], metrics: new WeakMap(), lower };
  const scope: Scope = {
    check,
    names: context.slots,
    kinds: new Map(),
    free: context.firstFree,
    // A condition is about what it reads; of any value that is asked for as a whole its absence is wanted too.
    position: expected === undefined || expected.name === 'boolean' ? 'compared' : 'parameter',
  };
  const node = expected === undefined ? lower(parsed.expression, undefined, scope) : demand(parsed.expression, expected, scope);
  if (node !== undefined && check.problems.length === 0) return { ok: true, node, reads: check.reads, warnings: check.warnings };
  return { ok: false, problems: check.problems.toSorted((left, right) => left.span.start - right.span.start) };
}
