import type { IToken } from 'chevrotain';
import {
  type Tokens,
  Dot,
  DotDigits,
  ForeignSign,
  Name,
  NumberToken,
  OpenParenthesis,
  spanOf,
  Text,
  endsValue,
} from './tokens.js';
import { readNumber, readString } from './literals.js';
import type { SyntaxProblem } from './syntax.js';
import { describeCharacter, quote } from './wording.js';

const foreignSigns: ReadonlyMap<string, string> = new Map([
  ['=', 'write `==` to compare'],
  ['===', 'write `==` to compare'],
  ['!==', 'write `!=` to compare'],
  ['<>', 'write `!=` to compare'],
  ['=<', 'write `<=` to compare'],
  ['=>', 'write `>=` to compare'],
  ['&', 'write `&&` for "and"'],
  ['|', 'write `||` for "or"'],
  ['^', 'write `pow(a, b)` for a power'],
  ['**', 'write `pow(a, b)` for a power'],
  ['<<', 'write `a * pow(2, b)` for a shift'],
  ['>>', 'write `a / pow(2, b)` for a shift'],
  ['??', 'write `condition ? then : otherwise`'],
  ['?.', 'write `.` for a member'],
]);

const foreignCharacters: ReadonlyMap<string, string> = new Map([
  ['{', 'a list is written `[a, b]`, a group `(a + b)`'],
  ['}', 'a list is written `[a, b]`, a group `(a + b)`'],
  [';', 'remove it, a text holds one expression'],
  ['#', 'a comment begins with `//`'],
  ['`', 'a string is written \'text\' or "text"'],
  ['‘', 'a string is written with plain quotes, \'text\' or "text"'],
  ['’', 'a string is written with plain quotes, \'text\' or "text"'],
  ['“', 'a string is written with plain quotes, \'text\' or "text"'],
  ['”', 'a string is written with plain quotes, \'text\' or "text"'],
  ['\u00a0', 'write a plain space'],
  ['\ufeff', 'remove it'],
  ['≤', 'write `<=`'],
  ['≥', 'write `>=`'],
  ['≠', 'write `!=`'],
  ['×', 'write `*`'],
  ['−', 'write `-`'],
]);

const foreignCalls: ReadonlyMap<string, string> = new Map([
  ['if', 'write `condition ? then : otherwise`'],
  ['not', 'write `!(…)` for "not"'],
]);

/** Finds what is wrong whatever stands around it (characters, literals, signs of other languages), in text order. */
export function findMistakes(text: string, { tokens, unexpected }: Tokens, most: number): SyntaxProblem[] {
  const problems = unexpected.slice(0, most).map((offset) => unexpectedCharacter(text, offset));
  let found = 0;
  for (let position = 0; position < tokens.length && found < most; position += 1) {
    const token = tokens[position];
    if (token === undefined) break;
    const problem = tokenMistake(token, tokens[position - 1], tokens[position + 1]);
    if (problem === undefined) continue;
    problems.push(problem);
    found += 1;
  }
  return problems.sort((left, right) => left.span.start - right.span.start).slice(0, most);
}

function unexpectedCharacter(text: string, offset: number): SyntaxProblem {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const letter = /\p{L}/u.test(character) ? 'names are made of a-z, A-Z, 0-9 and _' : undefined;
  const suggestion = foreignCharacters.get(character) ?? letter;
  return {
    message: `unexpected character ${describeCharacter(text, offset)}`,
    span: { start: offset, end: offset + character.length },
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function tokenMistake(token: IToken, before: IToken | undefined, after: IToken | undefined): SyntaxProblem | undefined {
  switch (token.tokenType) {
    case NumberToken:
      return readNumber(token.image, token.startOffset).problem;
    case Text:
      return readString(token.image, token.startOffset).problem;
    case DotDigits:
      return dotDigits(token, before);
    case ForeignSign:
      return foreign(`${quote(token.image)} is not an operator here`, token, foreignSigns);
    case Name: {
      const called = after?.tokenType === OpenParenthesis && before?.tokenType !== Dot;
      // Only where a value may stand: `a not (b)` is told apart as `not in` by the grammar's own error.
      if (!called || !foreignCalls.has(token.image) || endsValue(before)) return undefined;
      return foreign(`${quote(token.image)} is not a function`, token, foreignCalls);
    }
    default:
      return undefined;
  }
}

function foreign(message: string, token: IToken, mends: ReadonlyMap<string, string>): SyntaxProblem {
  const suggestion = mends.get(token.image);
  return { message, span: spanOf(token), ...(suggestion === undefined ? {} : { suggestion }) };
}

function dotDigits(token: IToken, before: IToken | undefined): SyntaxProblem {
  if (!endsValue(before)) {
    return {
      message: `expected a digit before the point of a number, found ${quote(token.image)}`,
      span: spanOf(token),
      suggestion: `write ${quote(`0${token.image}`)}`,
    };
  }
  return {
    message: `expected a member name after \`.\`, found ${quote(token.image.slice(1))}`,
    span: spanOf(token),
    suggestion: 'write `a[0]` for an element of a list; a name cannot begin with a digit',
  };
}
