import { measureDepth } from '../text/tree.js';
import { quoteText } from '../text/quote.js';
import {
  type Expression,
  type ParseLimits,
  type ParseResult,
  type Span,
  type SyntaxProblem,
  childrenOf,
} from './syntax.js';
import {
  type Token,
  TokenType,
  closes,
  describeToken,
  endsValue,
  isReserved,
  opens,
  spanOf,
  startsValue,
  tokenize,
} from './tokens.js';
import { grouped } from '../../kernel/grouped.js';
import { problemAt } from './wording.js';
import { readGroups } from './expression-grammar.js';
import { conditional, findMistakes, foreign } from './mistakes.js';

const foreignWords = foreign(
  ['and AND', 'write `&&` for "and"'],
  ['or OR', 'write `||` for "or"'],
  ['is', 'write `==` to compare'],
  ['mod', 'write `%` for a remainder'],
  ['then else', conditional],
);

const foreignPrefixes = foreign(['not NOT', 'write `!` for "not"'], ['if', conditional]);

/** The innermost open bracket, and the last `?` in it without its `:`. */
interface Open {
  readonly bracket: Token | undefined;
  question: Token | undefined;
}

/** Where the grammar stopped: `found` did not fit after `before`. */
interface Stop extends Readonly<Open> {
  readonly before: Token | undefined;
  readonly found: Token | undefined;
  readonly after: Token | undefined;
  readonly what: string;
  readonly here: (message: string, suggestion?: string) => SyntaxProblem;
}

/** `found`: one of `tokens`; undefined: the end of the text. */
function explainStop(text: string, tokens: readonly Token[], found: Token | undefined): SyntaxProblem {
  const position = found === undefined ? tokens.length : tokens.indexOf(found);
  const before = tokens[position - 1];
  const span = found === undefined ? { start: text.length, end: text.length } : spanOf(found);
  const stop: Stop = {
    before,
    found,
    after: tokens[position + 1],
    ...openAround(tokens, position),
    what: describeToken(found),
    here: (message, suggestion) => problemAt(span, message, suggestion),
  };
  return endsValue(before) ? explainMissingOperator(stop) : explainMissingValue(stop);
}

function explainMissingValue(stop: Stop): SyntaxProblem {
  const { before, found, what, here } = stop;
  const plus = found?.image === '+' ? 'remove the `+`, a number needs no sign' : undefined;
  if (before === undefined) return here(`expected a value at the beginning, found ${what}`, plus);
  if (before.tokenType === TokenType.dot) {
    const message = `expected a member name after \`.\`, found ${what}`;
    if (isReserved(found)) return here(`${message}, which is a reserved word`, 'give the member another name');
    const mend = 'write a name after the `.` or remove it; a number such as `1.` is written `1.0`';
    return found === undefined ? problemAt(spanOf(before), message, mend) : here(message, mend);
  }
  if (before.tokenType === TokenType.openParenthesis && found?.tokenType === TokenType.closeParenthesis)
    return here('expected a value between `(` and `)`, found nothing', 'write a value or remove both');
  if (before.tokenType === TokenType.comma && closes(found))
    return here(`expected a value after \`,\`, found ${what}`, 'remove the last `,`');
  const image = quoteText(before.image);
  if (found !== undefined) return here(`expected a value after ${image}, found ${what}`, plus);
  const [closing, missing] = opens(before)
    ? [` and ${closingOf(before)}`, 'what is missing']
    : ['', 'the missing value'];
  const message = `expected a value${closing} after ${image}, found ${what}`;
  return problemAt(spanOf(before), message, `add ${missing}, or remove the ${image}`);
}

function explainMissingOperator(stop: Stop): SyntaxProblem {
  const { found, question, what } = stop;
  const foreign = explainForeignWord(stop);
  if (foreign !== undefined) return foreign;
  const isEnd = found === undefined || closes(found);
  if (question !== undefined && (isEnd || found.tokenType === TokenType.comma))
    return problemAt(spanOf(question), `expected \`:\` after \`?\` and its value, found ${what}`, conditional);
  return isEnd ? explainBrackets(stop) : explainMisplaced(stop, found);
}

function explainForeignWord({ before, found, after, what, here }: Stop): SyntaxProblem | undefined {
  const word = found?.tokenType === TokenType.name ? foreignWords.get(found.image) : undefined;
  const isNotIn = after?.tokenType === TokenType.in && (found?.image === 'not' || found?.tokenType === TokenType.not);
  const mend = word ?? (isNotIn ? 'write `!(a in b)`' : undefined);
  if (mend !== undefined) return here(`expected an operator, found ${what}`, mend);
  if (before?.tokenType !== TokenType.name || !startsValue(found)) return undefined;
  const prefix = foreignPrefixes.get(before.image);
  return prefix === undefined
    ? undefined
    : problemAt(spanOf(before), `expected an operator after ${describeToken(before)}, found ${what}`, prefix);
}

function explainMisplaced({ before, bracket, what, here }: Stop, { tokenType }: Token): SyntaxProblem {
  const expected = 'expected an operator';
  switch (tokenType) {
    case TokenType.question:
      return here(
        'expected `:`, found `?`: a conditional in the middle of another needs parentheses',
        'write `a ? (b ? c : d) : e`',
      );
    case TokenType.colon:
      return here(`${expected}, found \`:\` without its \`?\``, conditional);
    case TokenType.comma:
      return here(
        `${expected}, found \`,\`, which only stands between arguments and between elements of a list`,
        `write a list as \`[a, b]\`${bracket === undefined ? '' : ', a call as `f(a, b)`'}`,
      );
    case TokenType.openParenthesis:
      return here(`${expected}, found \`(\`: only a name can be called`, 'put an operator before the `(`, such as `*`');
    default: {
      const closing = bracket === undefined ? '' : ` or ${closingOf(bracket)}`;
      const product = before?.tokenType === TokenType.number && tokenType === TokenType.name;
      return here(
        `${expected}${closing} after ${describeToken(before)}, found ${what}`,
        product ? 'write `*` to multiply' : undefined,
      );
    }
  }
}

function explainBrackets({ bracket, found, what, here }: Stop): SyntaxProblem {
  if (bracket === undefined) {
    const opening = found?.tokenType === TokenType.closeParenthesis ? '`(`' : '`[`';
    return here(
      `expected an operator or the end of the text, found ${what} that closes nothing`,
      `remove it, or add the missing ${opening}`,
    );
  }
  const closing = closingOf(bracket);
  const opening = quoteText(bracket.image);
  if (found === undefined) {
    const message = `expected ${closing} to close this ${opening}, found ${what}`;
    return problemAt(spanOf(bracket), message, `add the missing ${closing}`);
  }
  return here(
    `expected ${closing} to close the ${opening} at character ${bracket.startOffset + 1}, found ${what}`,
    `write ${closing}, or add the missing bracket`,
  );
}

function openAround(tokens: readonly Token[], position: number): Open {
  const outer: Open[] = [];
  let current: Open = { bracket: undefined, question: undefined };
  for (const token of tokens.slice(0, position)) {
    if (opens(token)) {
      outer.push(current);
      current = { bracket: token, question: undefined };
    } else if (closes(token)) {
      current = outer.pop() ?? current;
    } else if (token.tokenType === TokenType.question) {
      current.question = token;
    } else if (token.tokenType === TokenType.colon) {
      current.question = undefined;
    }
  }
  return current;
}

function closingOf(bracket: Token): string {
  return bracket.tokenType === TokenType.openParenthesis ? '`)`' : '`]`';
}

const defaultDepth = 200;
const defaultLength = 1_000_000;
const mostErrors = 3;

/**
 * Parses one expression: CEL's syntax without maps, messages, bytes and unsigned numbers. Names and macros are not
 * looked up. The text may be hostile: time is linear in its length, and nothing recurses, whatever the limits.
 *
 * @param text the expression, at most `limits.length` (1,000,000) UTF-16 units long
 * @param limits `depth` (200) limits both the levels of the tree and the nesting of brackets
 * @returns the tree, or one to three errors, the most useful first
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

export function inTextOrder<Problem extends SyntaxProblem>(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((left, right) => left.span.start - right.span.start);
}

function refuse(problem: SyntaxProblem): ParseResult {
  return { ok: false, errors: [problem] };
}

function tooLong(text: string, limit: number): SyntaxProblem {
  const counts = `the expression is ${grouped(text.length)} characters long, the limit is ${grouped(limit)}`;
  return problemAt({ start: limit, end: text.length }, `${counts}: split it into named parts`);
}

function requireLimit(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new RangeError(`edict: limits.${name} is ${value}, expected a whole number of at least 1`);
}

function checkBrackets(tokens: readonly Token[], limit: number): SyntaxProblem | undefined {
  let open = 0;
  let deepest = 0;
  let beyond: Token | undefined;
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

/** Reports the first node too deep, without recursion. */
export function checkDepth(root: Expression, limit: number): SyntaxProblem | undefined {
  const { levels, beyond } = measureDepth(root, childrenOf, limit);
  if (beyond === undefined) return undefined;
  const reason = reasons[beyond.kind] ?? 'every expression inside another';
  return tooDeep(levels, limit, placeOf(beyond), `${reason} is one level`);
}

function tooDeep(depth: number, limit: number, span: Span, reason: string): SyntaxProblem {
  const counts = `the expression nests ${grouped(depth)} deep, the limit is ${grouped(limit)}`;
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
