import { checkBrackets, checkDepth } from './depth.js';
import { explainStop } from './explain.js';
import { readGroups } from './groups.js';
import { tokenize } from './lexer.js';
import { findMistakes } from './mistakes.js';
import type { ParseLimits, ParseResult, SyntaxProblem } from './syntax.js';
import { formatCount } from './wording.js';

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
  if (lexed.tokens.length === 0) return refuse(nothing(text));
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

function inTextOrder(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  return problems.toSorted((left, right) => left.span.start - right.span.start);
}

function refuse(problem: SyntaxProblem): ParseResult {
  return { ok: false, errors: [problem] };
}

function tooLong(text: string, limit: number): SyntaxProblem {
  const counts = `the expression is ${formatCount(text.length)} characters long, the limit is ${formatCount(limit)}`;
  return { message: `${counts}: split it into named parts`, span: { start: limit, end: text.length } };
}

function nothing(text: string): SyntaxProblem {
  return {
    message: 'expected an expression, found an empty text',
    span: { start: 0, end: text.length },
    suggestion: 'write an expression such as `true` or `0`',
  };
}

function requireLimit(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new RangeError(`edict: limits.${name} is ${value}, expected a whole number of at least 1`);
}
