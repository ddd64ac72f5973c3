import type { Type } from '../../model/model.js';
import { sizeOf, demand, build, buildConstant, combine, demandCondition, demandNumber } from './check/build-node.js';
import {
  type Compiled,
  type ExpressionContext,
  type Problem,
  type Check,
  type Scope,
  type Expected,
  type Lowered,
  parameter,
  didYouMean,
  namesOf,
  noteWritten,
  report,
  warn,
} from './check/expression-context.js';
import { type Expansion, expandCalls } from './check/expand-calls.js';
import { checkDepth, inTextOrder, parseExpression } from './parse-expression.js';
import {
  type Expression,
  type BinaryExpression,
  type CallExpression,
  type ConditionalExpression,
  type ExpandedExpression,
  childrenOf,
  namesMember,
} from './syntax.js';
import { type Description, hasArity, rowOf, refuseShadow } from './check/row.js';
import { type Operation, booleanType, numberType } from '../../eval/operation.js';
import { quoteText } from '../text/quote.js';
import * as arithmetic from '../../eval/ops/arithmetic.js';
import { and, choose, not, or } from '../../eval/ops/logic.js';
import { isCollection, readCollection, rangeNamed, ranges, steps } from './check/collections.js';
import { lowerComparison, lowerIn, lowerPair } from './check/comparisons.js';
import {
  checkOpen,
  isOpen,
  lowerName,
  lowerNull,
  lowerString,
  constantNamed,
  isValueName,
  isWord,
  unknownName,
} from './check/literals.js';
import { lowerMember, isMember, unknownMember, isOccurrence, occurringWords } from './check/dot-access.js';
import { folds, lowerFold } from './check/lower-folds.js';
import { functions } from './check/lower-functions.js';
import { variablesNamed, isOtherMember } from './check/object-reads.js';

export type {
  Compiled,
  ExpressionContext,
  Library,
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
 * @returns the node with what it reads, or all problems in text order; spans are offsets in the text
 */
export function compileExpression(text: string, expected: Type | undefined, context: ExpressionContext): Compiled {
  const parsed = parseExpression(text, { depth: context.limits.expressionDepth });
  if (!parsed.ok) return { ok: false, problems: parsed.errors.map((error) => ({ code: 'syntax', ...error })) };
  const read = withoutCalls(parsed.expression, context);
  if ('problem' in read) return { ok: false, problems: [read.problem] };
  const { expression, calls } = read;
  const check = createCheck(context, calls, text);
  // A condition is about what it reads; of any other value its absence is wanted too.
  const isCompared = expected === undefined || expected.name === 'boolean';
  const scope = scopeOf(check, isCompared ? 'compared' : 'parameter');
  const node = expected === undefined ? lower(expression, undefined, scope) : demand(expression, expected, scope);
  if (node !== undefined && check.problems.length === 0)
    return { ok: true, node, size: sizeOf(scope, node), reads: check.reads, warnings: check.warnings };
  return { ok: false, problems: inTextOrder(check.problems) };
}

/** Problems of a function's body wherever it is called. Spans are offsets in its text. */
export function checkFunction(
  body: Expression,
  argumentNames: readonly string[],
  context: Omit<ExpressionContext, 'slots'>,
): readonly Problem[] {
  const slots = new Map(argumentNames.map((name) => [name, -1]));
  const check = createCheck({ ...context, slots }, new Map(), '');
  checkBody(body, { ...scopeOf(check, 'parameter'), kinds: new Map() });
  return inTextOrder(check.problems);
}

/** One for each expression of a load: written out, since V8 takes ten times as long for a spread. */
function createCheck(context: ExpressionContext, calls: Check['calls'], text: string): Check {
  const { model, limits, slots, tested, value, firstFree, sites, kinds, library, names, solves, still } = context;
  const { rolesByName, occurring, steps, nobody, mayBeNobody, isIndexed, written } = context;
  return {
    model,
    limits,
    slots,
    tested,
    value,
    isIndexed,
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
    text,
    called: new Map(),
    written,
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

function lower(expression: Expression, expected: Expected, scope: Scope): Lowered {
  const node = lowerKind(expression, expected, scope);
  if (node !== undefined) noteWritten(scope.check, node, expression);
  return node;
}

function lowerKind(expression: Expression, expected: Expected, scope: Scope): Lowered {
  const { span } = expression;
  switch (expression.kind) {
    case 'number':
      return buildConstant(scope, span, numberType, expression.value);
    case 'boolean':
      return buildConstant(scope, span, booleanType, expression.value ? 1 : 0);
    case 'string':
      return lowerString(expression, expected, scope);
    case 'null':
      return lowerNull(expression, expected, scope);
    case 'name':
      return lowerName(expression, expected, scope);
    case 'member':
      return lowerMember(expression, scope);
    case 'call':
      return lowerCall(expression, expected, scope);
    case 'unary': {
      const { operator, operand } = expression;
      return operator === '!'
        ? combine(scope, span, not, [demandCondition(operand, scope)])
        : combine(scope, span, arithmetic.negate, [demandNumber(operand, scope)]);
    }
    case 'binary':
      return lowerBinary(expression, scope);
    case 'logical': {
      const operands = expression.operands.map((operand) => demandCondition(operand, scope));
      return combine(scope, span, expression.operator === '&&' ? and : or, operands);
    }
    case 'conditional':
      return lowerConditional(expression, expected, scope);
    case 'index':
      return report(
        scope,
        'unknown-operator',
        span,
        'nothing here has numbered parts',
        'write `.first()` for the first of a collection',
      );
    case 'expanded':
      return lowerExpanded(expression, expected, scope);
    case 'list':
      return report(scope, 'collection-value', span, 'a list is not a value', 'use it after `in`, as in `x in [a, b]`');
  }
}

/** Arguments that are not used must be sound all the same. */
function lowerExpanded({ body, unused }: ExpandedExpression, expected: Expected, scope: Scope): Lowered {
  for (const argument of unused) {
    if (isCollection(argument, scope)) readCollection(argument, scope);
    else if (isOpen(argument, scope)) checkOpen(argument, scope);
    else lower(argument, undefined, parameter(scope));
  }
  return lower(body, expected, scope);
}

function lowerBinary(expression: BinaryExpression, scope: Scope): Lowered {
  const { operator, left, right, span } = expression;
  switch (operator) {
    case 'in':
      return lowerIn(expression, scope);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const operands = [demandNumber(left, scope), demandNumber(right, scope)];
      if (operator === '+' || operator === '-' || operator === '*')
        return combine(scope, span, exact[operator], operands);
      if (isZero(right))
        warn(scope, 'division-by-zero', right.span, 'the divisor is always 0, and division by zero gives 0');
      return build(scope, span, operator === '/' ? arithmetic.divide : arithmetic.remainder, byZero, operands);
    }
    default:
      return lowerComparison(expression, operator, scope);
  }
}

const byZero = { zeroDivisor: 'zero' } as const;

function lowerConditional(expression: ConditionalExpression, expected: Expected, scope: Scope): Lowered {
  const { condition, then, otherwise, span } = expression;
  const test = demandCondition(condition, scope);
  const results = lowerPair({ expression: then, scope }, { expression: otherwise, scope }, expected);
  return results && combine(scope, span, choose, [test, ...results]);
}

const exact: Readonly<Record<'+' | '-' | '*', Operation>> = {
  '+': arithmetic.add,
  '-': arithmetic.subtract,
  '*': arithmetic.multiply,
};

function isZero(expression: Expression): boolean {
  if (expression.kind === 'unary' && expression.operator === '-') return isZero(expression.operand);
  return expression.kind === 'number' && expression.value === 0;
}

function lowerCall(call: CallExpression, expected: Expected, scope: Scope): Lowered {
  const { function: name, receiver } = call;
  if (receiver === undefined) {
    const row = isCollection(call, scope) ? undefined : functions.get(name);
    if (row !== undefined) return hasArity(call, row, scope) ? row.lower(call, scope, expected) : undefined;
  } else {
    const fold = folds.get(name);
    if (fold !== undefined) return lowerFold(call, receiver, fold, scope);
  }
  const isKnownRange = receiver === undefined ? rangeNamed(name, scope) !== undefined : steps.has(name);
  if (!isKnownRange) return refuseCall(call, scope);
  // The collection's own mistakes come first: mending them may be all that is wanted.
  readCollection(call, scope);
  return report(
    scope,
    'collection-value',
    call.span,
    'a collection is not a value',
    'fold it, as with `.count()`, `.exists(v, …)`, `.sum(v, …)` or `.first()`',
  );
}

/** Reports an unknown function or a wrong number of arguments. */
function checkCall(call: CallExpression, scope: Scope): void {
  const { function: name, receiver } = call;
  const row =
    receiver === undefined
      ? ((isCollection(call, scope) ? rangeNamed(name, scope) : functions.get(name)) ?? macroRow(name, scope))
      : (folds.get(name) ?? steps.get(name));
  if (row === undefined) refuseCall(call, scope);
  else hasArity(call, row, scope);
}

function refuseCall<Wanted>(call: CallExpression, scope: Scope): Wanted | undefined {
  const { function: name, functionSpan, receiver } = call;
  const row = receiver === undefined ? macroRow(name, scope) : undefined;
  if (row !== undefined && !hasArity(call, row, scope)) return undefined;
  const what = receiver === undefined ? 'function' : 'fold of collections';
  return report(scope, 'unknown-function', functionSpan, `there is no ${what} ${quoteText(name)}`, () =>
    receiver === undefined ? intendedFunction(name, scope) : intendedFold(name, scope),
  );
}

function macroRow(name: string, { check: { library } }: Scope): Description | undefined {
  const macro = library?.functions.get(name);
  return macro && rowOf(`${name}(${macro.arguments.join(', ')})`, undefined);
}

function intendedFunction(name: string, scope: Scope): string | undefined {
  const { library, model } = scope.check;
  const fold = folds.get(name) ?? steps.get(name);
  if (fold !== undefined) return `write it after a collection, as in ${quoteText(`objects()${fold.signature}`)}`;
  if (scope.names.has(name) || isValueName(name, scope)) return `write ${quoteText(name)} without parentheses`;
  return didYouMean(scope, name, [
    ...functions.keys(),
    ...ranges.keys(),
    ...(library?.functions.keys() ?? []),
    ...namesOf(model.connections),
  ]);
}

function intendedFold(name: string, scope: Scope): string | undefined {
  const {
    library,
    model: { columnByName, kindByName },
  } = scope.check;
  const row = functions.get(name) ?? rangeNamed(name, scope);
  if (row !== undefined) return `write ${quoteText(row.signature)}`;
  if (library?.functions.has(name) === true) return `write ${quoteText(`${name}(…)`)}, with the object as an argument`;
  if (
    columnByName.has(name) ||
    kindByName.has(name) ||
    variablesNamed(scope, name).length > 0 ||
    isOtherMember(name, scope)
  )
    return 'leave the parentheses out: it is a member, not a function';
  return didYouMean(scope, name, [...folds.keys(), ...steps.keys()]);
}

/** Checks names, functions and members, but not types. The arguments are names of `scope`. */
function checkBody(body: Expression, scope: Scope): void {
  const waiting = [{ expression: body, bound: [] as readonly string[] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, bound } = next;
    checkNode(expression, bound, scope);
    const member = expression.kind === 'call' ? namesMember(expression) : undefined;
    if (member !== undefined) {
      const { receiver, before, variable, inside } = member;
      for (const each of [receiver, ...before]) waiting.push({ expression: each, bound });
      const { name } = variable;
      if (scope.names.has(name) || bound.includes(name)) refuseShadow(name, variable.span, scope);
      for (const each of inside) waiting.push({ expression: each, bound: [...bound, name] });
    } else {
      for (const child of childrenOf(expression)) waiting.push({ expression: child, bound });
    }
  }
}

function checkNode(expression: Expression, bound: readonly string[], scope: Scope): void {
  if (expression.kind === 'name' && !isKnown(expression.name, bound, scope))
    unknownName(expression.name, expression.span, undefined, scope);
  // The fields of an occurrence are only known in a call.
  if (expression.kind === 'member' && !isMember(expression.member, scope)) {
    const isField = isOccurrence(expression.object) && !scope.names.has('occurrence') && !bound.includes('occurrence');
    if (!isField) unknownMember(expression, scope);
  }
  if (expression.kind === 'call') checkCall(expression, scope);
}

/** Names that may be known where a function is called. */
const elsewhere = new Set(['self', 'source', 'target', 'value', 'turn', 'time', ...occurringWords]);

function isKnown(name: string, bound: readonly string[], scope: Scope): boolean {
  const { model, library } = scope.check;
  return (
    scope.names.has(name) ||
    elsewhere.has(name) ||
    bound.includes(name) ||
    isWord(model, name) ||
    constantNamed(name, scope) !== undefined ||
    model.parameterByName.has(name) ||
    model.aggregators.some((aggregator) => aggregator.name === name) ||
    model.columnByName.has(name) ||
    model.roles.includes(name) ||
    model.relations.some((relation) => relation.name === name) ||
    library?.tables.has(name) === true
  );
}
