import type { IToken } from 'chevrotain';
import {
  childrenOf,
  type Expression,
  type ParseLimits,
  type ParseResult,
  type Span,
  type SyntaxProblem,
} from './syntax.js';
import { explainStop } from './explain.js';
import { readGroups } from './grammar.js';
import { findMistakes } from './mistakes.js';
import { closes, opens, spanOf, tokenize } from './tokens.js';
import { formatCount, problemAt } from './wording.js';

const defaultDepth = 200;
const defaultLength = 1_000_000;
const mostErrors = 3;

/**
 * Parses one expression: CEL's syntax without maps, messages, bytes and unsigned numbers. Names and macros are not
 * looked up. The text may be hostile: time is linear in its length, and nothing recurses, whatever the limits.
 *
 * @param text the expression, at most `limits.length` (1,000,000) UTF-16 units long
 * @param limits `depth` (200) limits both the levels of the tree and the nesting of brackets
 * @returns the tree, or one to three errors, the first of them the most useful
 * @throws only if a limit is not a whole number of at least 1
 */
export function parseExpression(text: string, limits: ParseLimits = {}): ParseResult {
  const { depth = defaultDepth, length = defaultLength } = limits;
  requireLimit('depth', depth);
  requireLimit('length', length);
  if (text.length > length) return refuse(tooLong(text, length));
  const lexed = tokenize(text);
  const mistakes = findMistakes(text, lexed, mostErrors);
  if (mistakes.length > 0) return { ok: false, errors: mistakes };
  if (lexed.tokens.length === 0) {
    const span = { start: 0, end: text.length };
    const suggestion = 'write an expression such as `true` or `0`';
    return refuse(problemAt(span, 'expected an expression, found an empty text', suggestion));
  }
  const brackets = checkBrackets(lexed.tokens, depth);
  if (brackets !== undefined) return refuse(brackets);
  const result = readGroups(text, lexed.tokens);
  if (!result.fits) {
    const stops = result.stops.slice(0, mostErrors).map((found) => explainStop(text, lexed.tokens, found));
    return { ok: false, errors: inTextOrder([...stops, ...result.problems]).slice(0, mostErrors) };
  }
  const levels = checkDepth(result.expression, depth);
  return levels === undefined ? { ok: true, expression: result.expression } : refuse(levels);
}

/** Problems by where they stand in the text. */
export function inTextOrder<Problem extends SyntaxProblem>(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((left, right) => left.span.start - right.span.start);
}

function refuse(problem: SyntaxProblem): ParseResult {
  return { ok: false, errors: [problem] };
}

function tooLong(text: string, limit: number): SyntaxProblem {
  const counts = `the expression is ${formatCount(text.length)} characters long, the limit is ${formatCount(limit)}`;
  return problemAt({ start: limit, end: text.length }, `${counts}: split it into named parts`);
}

function requireLimit(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new RangeError(`edict: limits.${name} is ${value}, expected a whole number of at least 1`);
}

/** Reports the first bracket beyond the limit, before anything recurses. */
function checkBrackets(tokens: readonly IToken[], limit: number): SyntaxProblem | undefined {
  let open = 0;
  let deepest = 0;
  let beyond: IToken | undefined;
  for (const token of tokens) {
    if (opens(token)) {
      open += 1;
      deepest = Math.max(deepest, open);
      if (open > limit) beyond ??= token;
    } else if (closes(token)) {
      open = Math.max(0, open - 1);
    }
  }
  return beyond === undefined ? undefined : tooDeep(deepest, limit, spanOf(beyond), 'every open bracket is one level');
}

/** Counts the levels of a tree without recursion, and reports the first node too deep. */
export function checkDepth(root: Expression, limit: number): SyntaxProblem | undefined {
  const waiting: { readonly expression: Expression; readonly level: number }[] = [{ expression: root, level: 1 }];
  let deepest = 1;
  let parent = root;
  let beyond: Expression | undefined;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, level } = next;
    deepest = Math.max(deepest, level);
    if (level === limit) parent = expression;
    if (level > limit) beyond ??= parent;
    for (const child of childrenOf(expression)) waiting.push({ expression: child, level: level + 1 });
  }
  return beyond === undefined ? undefined : tooDeep(deepest, limit, placeOf(beyond), reasonOf(beyond));
}

function tooDeep(depth: number, limit: number, span: Span, reason: string): SyntaxProblem {
  const counts = `the expression nests ${formatCount(depth)} deep, the limit is ${formatCount(limit)}`;
  return problemAt(span, `${counts} (${reason}): split it into named parts`);
}

/** A short stretch that names the node: the span of a chain's link would be most of the text. */
function placeOf(expression: Expression): Span {
  switch (expression.kind) {
    case 'binary':
      return expression.operatorSpan;
    case 'member':
      return expression.memberSpan;
    case 'call':
      return expression.functionSpan;
    case 'index':
      return expression.index.span;
    case 'conditional':
      return expression.condition.span;
    default:
      return { start: expression.span.start, end: expression.span.start + 1 };
  }
}

const memberOfChain = 'every member of a chain';
const reasons: Readonly<Partial<Record<Expression['kind'], string>>> = {
  binary: 'every operator of a chain',
  unary: 'every `!` or `-` in a row',
  member: memberOfChain,
  index: memberOfChain,
  call: 'every call of a chain or inside another',
  conditional: 'every conditional inside another',
};

function reasonOf({ kind }: Expression): string {
  return `${reasons[kind] ?? 'every expression inside another'} is one level`;
}
