import { quoteText } from '../text/quote.js';
import { type Token, TokenType, type Tokens, endsValue, spanOf } from './tokens.js';
import type { SyntaxProblem } from './syntax.js';
import { grouped } from '../../kernel/grouped.js';
import { describeCharacter, problemAt } from './wording.js';

export const conditional = 'write `condition ? then : otherwise`';

/** What other languages write, separated by spaces, and what to write instead. */
export function foreign(...rows: readonly (readonly [written: string, mend: string])[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([written, mend]) => written.split(' ').map((each) => [each, mend] as const)));
}

const foreignSigns = foreign(
  ['= ===', 'write `==` to compare'],
  ['!== <>', 'write `!=` to compare'],
  ['=<', 'write `<=` to compare'],
  ['=>', 'write `>=` to compare'],
  ['&', 'write `&&` for "and"'],
  ['|', 'write `||` for "or"'],
  ['^ **', 'write `pow(a, b)` for a power'],
  ['<<', 'write `a * pow(2, b)` for a shift'],
  ['>>', 'write `a / pow(2, b)` for a shift'],
  ['??', conditional],
  ['?.', 'write `.` for a member'],
);

const foreignCharacters = foreign(
  ['{ }', 'a list is written `[a, b]`, a group `(a + b)`'],
  [';', 'remove it, a text holds one expression'],
  ['#', 'a comment begins with `//`'],
  ['`', 'a string is written \'text\' or "text"'],
  ['‘ ’ “ ”', 'a string is written with plain quotes, \'text\' or "text"'],
  ['\u00a0', 'write a plain space'],
  ['\ufeff', 'remove it'],
  ['≤', 'write `<=`'],
  ['≥', 'write `>=`'],
  ['≠', 'write `!=`'],
  ['×', 'write `*`'],
  ['−', 'write `-`'],
);

const foreignCalls = foreign(['if', conditional], ['not', 'write `!(…)` for "not"']);

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

function tokenMistake(token: Token, before: Token | undefined, after: Token | undefined): SyntaxProblem | undefined {
  const { image, startOffset } = token;
  switch (token.tokenType) {
    case TokenType.number:
      return readNumber(image, startOffset).problem;
    case TokenType.text:
      return readString(image, startOffset).problem;
    case TokenType.dotDigits:
      return dotDigits(token, before);
    case TokenType.foreignSign:
      return problemAt(spanOf(token), `${quoteText(image)} is not an operator here`, foreignSigns.get(image));
    case TokenType.name: {
      const called = after?.tokenType === TokenType.openParenthesis && before?.tokenType !== TokenType.dot;
      const mend = foreignCalls.get(image);
      // Only where a value may stand: the grammar's own error reports `a not (b)` as `not in`.
      if (!called || mend === undefined || endsValue(before)) return undefined;
      return problemAt(spanOf(token), `${quoteText(image)} is not a function`, mend);
    }
    default:
      return undefined;
  }
}

function dotDigits(token: Token, before: Token | undefined): SyntaxProblem {
  const { image } = token;
  const [wanted, found, mend] = endsValue(before)
    ? [
        'a member name after `.`',
        image.slice(1),
        'write `a[0]` for an element of a list; a name cannot begin with a digit',
      ]
    : ['a digit before the point of a number', image, `write ${quoteText(`0${image}`)}`];
  return problemAt(spanOf(token), `expected ${wanted}, found ${quoteText(found)}`, mend);
}

/** With a problem the value is only a stand-in. */
interface Literal<Value> {
  readonly value: Value;
  readonly problem?: SyntaxProblem;
}

interface NumberLiteral extends Literal<number> {
  readonly integer: boolean;
}

const hexadecimal = /^0[xX][0-9a-fA-F]+$/;
const decimal = /^[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const digits = /^[0-9]+$/;

export function readNumber(image: string, start: number): NumberLiteral {
  const refuse = (message: string, suggestion: string): NumberLiteral => ({
    value: 0,
    integer: true,
    problem: problemAt({ start, end: start + image.length }, message, suggestion),
  });
  if (!hexadecimal.test(image) && !decimal.test(image)) {
    return refuse(`expected a number, found ${quoteText(image)}`, mendNumber(image));
  }
  const value = Number(image);
  const integer = hexadecimal.test(image) || digits.test(image);
  if (!Number.isFinite(value)) {
    return refuse(
      `the number ${quoteText(image)} is too large, the limit is about 1.8e308`,
      'write a number within the limit',
    );
  }
  if (integer && !Number.isSafeInteger(value)) {
    return refuse(
      `the integer ${quoteText(image)} is too large to be exact, the limit is ${grouped(Number.MAX_SAFE_INTEGER)}`,
      'write it with a fraction, such as 1e18 or 1.0e18, if it need not be exact',
    );
  }
  return { value, integer };
}

function mendNumber(image: string): string {
  const joined = image.replaceAll('_', '');
  const joinedIsNumber = hexadecimal.test(joined) || decimal.test(joined);
  if (image.includes('_') && joinedIsNumber) return `write ${quoteText(joined)} without the underscores`;
  if (image.length === 2 && /^0[xX]/.test(image)) return 'write hexadecimal digits after it, such as 0xff';
  const plain = /^[0-9]+(?:\.[0-9]+)?/.exec(image)?.[0];
  if (plain !== undefined && /[uUlLnfFdD]$/.test(image) && plain.length === image.length - 1) {
    return `write ${quoteText(plain)}, numbers have no suffix`;
  }
  return 'write a number such as 10, 1.5, 1e3 or 0xff; a name cannot begin with a digit';
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Reads a string token, quotes included, in linear time. */
export function readString(image: string, start: number): Literal<string> {
  const quotation = image[0];
  let value = '';
  let position = 1;
  let copied = 1;
  while (position < image.length) {
    const character = image[position] ?? '';
    if (character === quotation) return { value: value + image.slice(copied, position) };
    if (character === '\\') {
      // Reported as an unterminated string.
      if (position + 1 === image.length) break;
      const escape = readEscape(image, position);
      if (escape === undefined)
        return unknownEscape(String.fromCodePoint(image.codePointAt(position + 1) ?? 0), start + position);
      value += image.slice(copied, position) + escape.value;
      position += escape.length;
      copied = position;
      continue;
    }
    if (character < ' ' && character !== '\t') return controlCharacter(image, position, start);
    position += 1;
  }
  return refuseString(
    start,
    image.length,
    `expected ${quotation} at the end of the string, found the end of the line`,
    `close it with ${quotation}; inside a string a quote is written \\${quotation} and a line break \\n`,
  );
}

function refuseString(start: number, length: number, message: string, suggestion: string): Literal<string> {
  return { value: '', problem: problemAt({ start, end: start + length }, message, suggestion) };
}

function readEscape(image: string, position: number): { value: string; length: number } | undefined {
  const letter = image[position + 1] ?? '';
  if (letter === 'u') {
    const code = image.slice(position + 2, position + 6);
    return /^[0-9a-fA-F]{4}$/.test(code) ? { value: String.fromCharCode(parseInt(code, 16)), length: 6 } : undefined;
  }
  const value = escapes.get(letter);
  return value === undefined ? undefined : { value, length: 2 };
}

function unknownEscape(letter: string, at: number): Literal<string> {
  const [message, suggestion] =
    letter === 'u'
      ? ['expected four hexadecimal digits after `\\u`', 'write it as in `\\u00e9`']
      : [
          `expected one of \\ ' " n t r u after a backslash, found ${describeCharacter(letter, 0)}`,
          'write `\\\\` for a backslash itself',
        ];
  return refuseString(at, 1 + letter.length, message, suggestion);
}

function controlCharacter(image: string, position: number, start: number): Literal<string> {
  const code = image.charCodeAt(position).toString(16).padStart(4, '0');
  const message = `unexpected character ${describeCharacter(image, position)} in a string`;
  return refuseString(start + position, 1, message, `write it as \`\\u${code}\``);
}
