import type { IToken } from 'chevrotain';
import { childrenOf } from './children.js';
import type { Expression, Span, SyntaxProblem } from './syntax.js';
import { CloseBracket, CloseParenthesis, OpenBracket, OpenParenthesis, spanOf } from './tokens.js';
import { formatCount } from './wording.js';

/** Counts bracket nesting over the tokens, before anything recurses, and reports the first bracket beyond the limit. */
export function checkBrackets(tokens: readonly IToken[], limit: number): SyntaxProblem | undefined {
  let open = 0;
  let deepest = 0;
  let beyond: IToken | undefined;
  for (const token of tokens) {
    if (token.tokenType === OpenParenthesis || token.tokenType === OpenBracket) {
      open += 1;
      deepest = Math.max(deepest, open);
      if (open > limit) beyond ??= token;
    } else if (token.tokenType === CloseParenthesis || token.tokenType === CloseBracket) {
      open = Math.max(0, open - 1);
    }
  }
  return beyond === undefined ? undefined : tooDeep(deepest, limit, spanOf(beyond), 'every open bracket is one level');
}

/** Counts the levels of a tree, one for a single node, with a stack of its own, and reports the first node too deep. */
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
  return { message: `${counts} (${reason}): split it into named parts`, span };
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

function reasonOf(expression: Expression): string {
  switch (expression.kind) {
    case 'binary':
      return 'every operator of a chain is one level';
    case 'unary':
      return 'every `!` or `-` in a row is one level';
    case 'member':
    case 'index':
      return 'every member of a chain is one level';
    case 'call':
      return 'every call of a chain or inside another is one level';
    case 'conditional':
      return 'every conditional inside another is one level';
    default:
      return 'every expression inside another is one level';
  }
}
