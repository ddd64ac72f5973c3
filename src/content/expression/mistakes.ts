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
import { describeCharacter, problemAt, quote } from './wording.js';

const conditional = 'write `condition ? then : otherwise`';

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
  ['??', conditional],
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
  ['if', conditional],
  ['not', 'write `!(…)` for "not"'],
]);

/** What is wrong whatever stands around it, in text order. */
export function findMistakes(text: string, { tokens, unexpected }: Tokens, most: number): SyntaxProblem[] {
  const problems = unexpected.slice(0, most).map((offset) => unexpectedCharacter(text, offset));
  let left = most;
  for (let position = 0; position < tokens.length && left > 0; position += 1) {
    const problem = tokenMistake(tokens[position], tokens[position - 1], tokens[position + 1]);
    if (problem === undefined) continue;
    problems.push(problem);
    left -= 1;
  }
  return problems.sort((one, other) => one.span.start - other.span.start).slice(0, most);
}

function unexpectedCharacter(text: string, offset: number): SyntaxProblem {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const letter = /\p{L}/u.test(character) ? 'names are made of a-z, A-Z, 0-9 and _' : undefined;
  const suggestion = foreignCharacters.get(character) ?? letter;
  const span = { start: offset, end: offset + character.length };
  return problemAt(span, `unexpected character ${describeCharacter(text, offset)}`, suggestion);
}

function tokenMistake(token: IToken, before: IToken | undefined, after: IToken | undefined): SyntaxProblem | undefined {
  const { image, startOffset } = token;
  switch (token.tokenType) {
    case NumberToken:
      return readNumber(image, startOffset).problem;
    case Text:
      return readString(image, startOffset).problem;
    case DotDigits:
      return dotDigits(token, before);
    case ForeignSign:
      return problemAt(spanOf(token), `${quote(image)} is not an operator here`, foreignSigns.get(image));
    case Name: {
      const called = after?.tokenType === OpenParenthesis && before?.tokenType !== Dot;
      const mend = foreignCalls.get(image);
      // Only where a value may stand: `a not (b)` is told apart as `not in` by the grammar's own error.
      if (!called || mend === undefined || endsValue(before)) return undefined;
      return problemAt(spanOf(token), `${quote(image)} is not a function`, mend);
    }
    default:
      return undefined;
  }
}

function dotDigits(token: IToken, before: IToken | undefined): SyntaxProblem {
  const { image } = token;
  const [wanted, found, mend] = endsValue(before)
    ? [
        'a member name after `.`',
        image.slice(1),
        'write `a[0]` for an element of a list; a name cannot begin with a digit',
      ]
    : ['a digit before the point of a number', image, `write ${quote(`0${image}`)}`];
  return problemAt(spanOf(token), `expected ${wanted}, found ${quote(found)}`, mend);
}
