import type { IToken } from 'chevrotain';
import type { Span, SyntaxProblem } from './syntax.js';
import {
  describeToken,
  endsValue,
  isReserved,
  startsValue,
  CloseBracket,
  CloseParenthesis,
  Colon,
  Comma,
  Dot,
  In,
  Name,
  Not,
  NumberToken,
  OpenBracket,
  OpenParenthesis,
  Question,
  spanOf,
} from './tokens.js';
import { quote } from './wording.js';

const foreignWords: ReadonlyMap<string, string> = new Map([
  ['and', 'write `&&` for "and"'],
  ['AND', 'write `&&` for "and"'],
  ['or', 'write `||` for "or"'],
  ['OR', 'write `||` for "or"'],
  ['is', 'write `==` to compare'],
  ['mod', 'write `%` for a remainder'],
  ['then', 'write `condition ? then : otherwise`'],
  ['else', 'write `condition ? then : otherwise`'],
]);

const foreignPrefixes: ReadonlyMap<string, string> = new Map([
  ['not', 'write `!` for "not"'],
  ['NOT', 'write `!` for "not"'],
  ['if', 'write `condition ? then : otherwise`'],
]);

/** Where the grammar stopped: `found` did not fit after `before`, with these still open around it. */
interface Stop {
  readonly before: IToken | undefined;
  readonly found: IToken | undefined;
  readonly after: IToken | undefined;
  readonly bracket: IToken | undefined;
  readonly question: IToken | undefined;
  readonly span: Span;
}

/**
 * Says in one sentence why the grammar stopped at `found`, one of `tokens` (undefined: the end of the text), and what
 * to do about it.
 */
export function explainStop(text: string, tokens: readonly IToken[], found: IToken | undefined): SyntaxProblem {
  const position = found === undefined ? tokens.length : tokens.indexOf(found);
  const before = tokens[position - 1];
  const end = found === undefined ? { start: text.length, end: text.length } : spanOf(found);
  const stop: Stop = {
    before,
    found,
    after: tokens[position + 1],
    ...openAround(tokens, position),
    span: end,
  };
  return endsValue(before) ? explainMissingOperator(stop) : explainMissingValue(stop);
}

function explainMissingValue(stop: Stop): SyntaxProblem {
  const { before, found, span } = stop;
  const what = describeToken(found);
  if (before?.tokenType === Dot) return explainMissingMember(stop);
  if (before?.tokenType === OpenParenthesis && found?.tokenType === CloseParenthesis) {
    return problem('expected a value between `(` and `)`, found nothing', span, 'write a value or remove both');
  }
  if (before?.tokenType === Comma && isClosing(found)) {
    return problem(`expected a value after \`,\`, found ${what}`, span, 'remove the last `,`');
  }
  if (before === undefined) {
    return problem(`expected a value at the beginning, found ${what}`, span, needlessPlus(found));
  }
  if (found === undefined && (before.tokenType === OpenParenthesis || before.tokenType === OpenBracket)) {
    return problem(
      `expected a value and ${closingOf(before)} after ${quote(before.image)}, found the end of the text`,
      spanOf(before),
      `add what is missing, or remove the ${quote(before.image)}`,
    );
  }
  if (found === undefined) {
    return problem(
      `expected a value after ${quote(before.image)}, found the end of the text`,
      spanOf(before),
      `add the missing value, or remove the ${quote(before.image)}`,
    );
  }
  return problem(`expected a value after ${quote(before.image)}, found ${what}`, span, needlessPlus(found));
}

function needlessPlus(found: IToken | undefined): string | undefined {
  return found?.image === '+' ? 'remove the `+`, a number needs no sign' : undefined;
}

function explainMissingMember({ before, found, span }: Stop): SyntaxProblem {
  if (isReserved(found)) {
    return problem(
      `expected a member name after \`.\`, found ${describeToken(found)}, which is a reserved word`,
      span,
      'give the member another name',
    );
  }
  return problem(
    `expected a member name after \`.\`, found ${describeToken(found)}`,
    found === undefined && before !== undefined ? spanOf(before) : span,
    'write a name after the `.` or remove it; a number such as `1.` is written `1.0`',
  );
}

function explainMissingOperator(stop: Stop): SyntaxProblem {
  const { found, question } = stop;
  const foreign = explainForeignWord(stop);
  if (foreign !== undefined) return foreign;
  if (question !== undefined && (found === undefined || isClosing(found) || found.tokenType === Comma)) {
    return problem(
      `expected \`:\` after \`?\` and its value, found ${describeToken(found)}`,
      spanOf(question),
      'write `condition ? then : otherwise`',
    );
  }
  return found === undefined || isClosing(found) ? explainBrackets(stop) : explainMisplaced(stop, found);
}

function explainForeignWord({ before, found, after, span }: Stop): SyntaxProblem | undefined {
  const what = describeToken(found);
  const word = found?.tokenType === Name ? foreignWords.get(found.image) : undefined;
  if (word !== undefined) return problem(`expected an operator, found ${what}`, span, word);
  if (after?.tokenType === In && (found?.image === 'not' || found?.tokenType === Not)) {
    return problem(`expected an operator, found ${what}`, span, 'write `!(a in b)`');
  }
  if (before?.tokenType !== Name || !startsValue(found)) return undefined;
  const prefix = foreignPrefixes.get(before.image);
  if (prefix === undefined) return undefined;
  return problem(`expected an operator after ${describeToken(before)}, found ${what}`, spanOf(before), prefix);
}

function explainMisplaced({ before, bracket, span }: Stop, found: IToken): SyntaxProblem {
  switch (found.tokenType) {
    case Question:
      return problem(
        'expected `:`, found `?`: a conditional in the middle of another needs parentheses',
        span,
        'write `a ? (b ? c : d) : e`',
      );
    case Colon:
      return problem('expected an operator, found `:` without its `?`', span, 'write `condition ? then : otherwise`');
    case Comma:
      return problem(
        'expected an operator, found `,`, which only stands between arguments and between elements of a list',
        span,
        bracket === undefined ? 'write a list as `[a, b]`' : 'write a list as `[a, b]`, a call as `f(a, b)`',
      );
    case OpenParenthesis:
      return problem(
        'expected an operator, found `(`: only a name can be called',
        span,
        'put an operator before the `(`, such as `*`',
      );
    default: {
      const closing = bracket === undefined ? '' : ` or ${closingOf(bracket)}`;
      const product = before?.tokenType === NumberToken && found.tokenType === Name;
      return problem(
        `expected an operator${closing} after ${describeToken(before)}, found ${describeToken(found)}`,
        span,
        product ? 'write `*` to multiply' : undefined,
      );
    }
  }
}

function explainBrackets({ bracket, found, span }: Stop): SyntaxProblem {
  if (bracket === undefined) {
    const opening = found?.tokenType === CloseParenthesis ? '`(`' : '`[`';
    return problem(
      `expected an operator or the end of the text, found ${describeToken(found)} that closes nothing`,
      span,
      `remove it, or add the missing ${opening}`,
    );
  }
  const closing = closingOf(bracket);
  const opening = quote(bracket.image);
  if (found === undefined) {
    return problem(
      `expected ${closing} to close this ${opening}, found the end of the text`,
      spanOf(bracket),
      `add the missing ${closing}`,
    );
  }
  const place = `the ${opening} at character ${bracket.startOffset + 1}`;
  return problem(
    `expected ${closing} to close ${place}, found ${describeToken(found)}`,
    span,
    `write ${closing}, or add the missing bracket`,
  );
}

/** The innermost bracket still open before a position, and the last `?` inside it that still waits for its `:`. */
function openAround(tokens: readonly IToken[], position: number): Pick<Stop, 'bracket' | 'question'> {
  const open: { readonly bracket: IToken | undefined; question: IToken | undefined }[] = [];
  let current: { readonly bracket: IToken | undefined; question: IToken | undefined } = {
    bracket: undefined,
    question: undefined,
  };
  for (const token of tokens.slice(0, position)) {
    if (token.tokenType === OpenParenthesis || token.tokenType === OpenBracket) {
      open.push(current);
      current = { bracket: token, question: undefined };
    } else if (isClosing(token)) {
      current = open.pop() ?? current;
    } else if (token.tokenType === Question) {
      current.question = token;
    } else if (token.tokenType === Colon) {
      current.question = undefined;
    }
  }
  return current;
}

function isClosing(token: IToken | undefined): boolean {
  return token?.tokenType === CloseParenthesis || token?.tokenType === CloseBracket;
}

function closingOf(bracket: IToken): string {
  return bracket.tokenType === OpenParenthesis ? '`)`' : '`]`';
}

function problem(message: string, span: Span, suggestion?: string): SyntaxProblem {
  return { message, span, ...(suggestion === undefined ? {} : { suggestion }) };
}
