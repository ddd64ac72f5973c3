import type { Type } from '../../model/model.js';
import { sizeOf, demand } from './check/build-node.js';
import { checkBody, lower } from './check/expression-lowering.js';
import type { Compiled, ExpressionContext, Problem, Check, Scope } from './check/expression-context.js';
import { type Expansion, expandCalls } from './check/expand-calls.js';
import { checkDepth, inTextOrder, parseExpression } from './parse-expression.js';
import type { Expression } from './syntax.js';

export type {
  Compiled,
  ExpressionContext,
  Library,
  LookupKey,
  LookupTable,
  Macro,
  OccurringField,
  OccurringNames,
  OccurringType,
  Problem,
  ReadFact,
} from './check/expression-context.js';

/**
 * Compiles a text of the expression language (docs/language.md) to typed IR. The text may be hostile: no name of it
 * becomes a property key, and time is bounded by its length and the context's limits.
 *
 * @param expected the type that the value must have and from which words, kinds, classes and `null` take theirs;
 * undefined where any will do
 * @returns the node with what it reads, or all problems of the text, in the order in which they stand there; spans are
 * offsets in the text
 */
export function compileExpression(text: string, expected: Type | undefined, context: ExpressionContext): Compiled {
  const parsed = parseExpression(text, { depth: context.limits.expressionDepth });
  if (!parsed.ok) return { ok: false, problems: parsed.errors.map((error) => ({ code: 'syntax', ...error })) };
  const read = withoutCalls(parsed.expression, context);
  if ('problem' in read) return { ok: false, problems: [read.problem] };
  const { expression, calls } = read;
  const check = createCheck(context, calls);
  // A condition is about what it reads; of any other value its absence is wanted too.
  const isCompared = expected === undefined || expected.name === 'boolean';
  const scope = scopeOf(check, isCompared ? 'compared' : 'parameter');
  const node = expected === undefined ? lower(expression, undefined, scope) : demand(expression, expected, scope);
  if (node !== undefined && check.problems.length === 0)
    return { ok: true, node, size: sizeOf(scope, node), reads: check.reads, warnings: check.warnings };
  return { ok: false, problems: inTextOrder(check.problems) };
}

/** What is wrong with the body of a function of content wherever it is called; spans are offsets in its text. */
export function checkFunction(
  body: Expression,
  argumentNames: readonly string[],
  context: Omit<ExpressionContext, 'slots'>,
): readonly Problem[] {
  const slots = new Map(argumentNames.map((name) => [name, -1]));
  const check = createCheck({ ...context, slots }, new Map());
  checkBody(body, { ...scopeOf(check, 'parameter'), kinds: new Map() });
  return inTextOrder(check.problems);
}

/** One for each expression of a load: written out, since V8 takes ten times as long for a spread. */
function createCheck(context: ExpressionContext, calls: Check['calls']): Check {
  const { model, limits, slots, tested, value, firstFree, sites, kinds, library, names, solves, still } = context;
  const { rolesByName, occurring, steps, nobody, mayBeNobody } = context;
  return {
    model,
    limits,
    slots,
    tested,
    value,
    firstFree,
    sites,
    kinds,
    library,
    names,
    solves,
    still,
    rolesByName,
    occurring,
    steps,
    nobody,
    mayBeNobody,
    problems: [],
    warnings: [],
    reads: [],
    metrics: new WeakMap(),
    tests: new WeakMap(),
    calls,
    lower,
  };
}

function scopeOf(check: Check, position: Scope['position']): Scope {
  const { slots: names, kinds = new Map(), firstFree: free } = check;
  return { check, names, kinds, free, position, untestedBelow: 0 };
}

function withoutCalls(
  expression: Expression,
  { library, limits }: ExpressionContext,
): Expansion | { readonly problem: Problem } {
  if (library === undefined || library.functions.size === 0) return { expression, calls: new Map() };
  const expanded = expandCalls(expression, library, limits.expressionDepth, 'the expression');
  if ('problem' in expanded || expanded.calls.size === 0) return expanded;
  const problem = checkDepth(expanded.expression, limits.expressionDepth);
  return problem === undefined ? expanded : { problem: { code: 'too-deep', ...problem } };
}
