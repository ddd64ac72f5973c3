import type { IToken, TokenType } from 'chevrotain';
import { blank, classOf, digit, endOfName, endOfNumber, endOfText, foreign, letter } from './characters.js';
import {
  Arithmetic,
  Close,
  CloseIndex,
  Comma,
  Comparison,
  endOf,
  endsValue,
  Negate,
  Not,
  Open,
  OpenIndex,
  Power,
  signToken,
  Unexpected,
  Value,
  valueToken,
} from './token-types.js';

/** Tokens of a formula; or the offset of the bracket that lies deeper than brackets may. */
export type Tokens =
  | { readonly tokens: IToken[]; readonly tooDeep?: undefined }
  | { readonly tokens?: undefined; readonly tooDeep: number };

/**
 * Cuts a formula into tokens, up to the first character that fits nowhere: it becomes the last token, `Unexpected`.
 * Takes time linear in the text.
 */
export function tokenize(text: string, deepest: number): Tokens {
  const tokens: IToken[] = [];
  const { length } = text;
  let before: TokenType | undefined;
  let open = 0;
  for (let at = 0; at < length; ) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === blank) {
      const end = endOfBlanks(text, at);
      if (!isBeside(text[end], before)) {
        tokens.push(signToken(Unexpected, ' ', at));
        break;
      }
      at = end;
      continue;
    }
    let token: IToken;
    if (kind === letter || kind === foreign) {
      const end = endOfName(text, at);
      token = end > at ? nameToken(text, at, end) : signToken(Unexpected, '', at);
    } else if (kind === digit) token = numberToken(text, at);
    else token = signAt(text, at, before);
    const type = token.tokenType;
    tokens.push(token);
    if (type === Open || type === OpenIndex) {
      open += 1;
      if (open > deepest) return { tooDeep: at };
    } else if (type === Close || type === CloseIndex) open -= 1;
    else if (type === Unexpected) break;
    at = endOf(token);
    before = type;
  }
  return { tokens };
}

function endOfBlanks(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 32) at += 1;
  return at;
}

/**
 * Whether blanks belong to an operator, a bracket or a comma: to the token before them, or to what stands behind them.
 */
function isBeside(after: string | undefined, before: TokenType | undefined): boolean {
  if (before !== undefined && before !== Value) return true;
  if (after === undefined) return false;
  // `%` without a value before it begins a name.
  return '()[],!^*/+-<>=&|'.includes(after) || (after === '%' && before !== undefined);
}

function nameToken(text: string, start: number, end: number): IToken {
  return valueToken({ kind: 'name', name: text.slice(start, end), start, end });
}

function numberToken(text: string, start: number): IToken {
  const end = endOfNumber(text, start);
  return valueToken({ kind: 'number', text: text.slice(start, end), start, end });
}

function textToken(text: string, start: number): IToken {
  const end = endOfText(text, start);
  // Of a text that is broken, the place where it is.
  return end < 0
    ? signToken(Unexpected, '', ~end)
    : valueToken({ kind: 'text', text: text.slice(start + 1, end - 1), start, end });
}

function signAt(text: string, at: number, before: TokenType | undefined): IToken {
  const character = text[at];
  const next = text[at + 1];
  switch (character) {
    case '(':
      return signToken(Open, character, at);
    case ')':
      return signToken(Close, character, at);
    case '[':
      return signToken(OpenIndex, character, at);
    case ']':
      return signToken(CloseIndex, character, at);
    case ',':
      return signToken(Comma, character, at);
    case '^':
      return signToken(Power, character, at);
    case '+':
    case '*':
    case '/':
      return signToken(Arithmetic, character, at);
    case '-':
      return signToken(endsValue(before) ? Arithmetic : Negate, character, at);
    case '<':
    case '>':
      return signToken(Comparison, next === '=' ? `${character}=` : character, at);
    case '"':
      return textToken(text, at);
    case '!':
      if (next === '=' && endsValue(before)) return signToken(Comparison, '!=', at);
      return signToken(Not, character, at);
    case '=':
    case '&':
    case '|':
      if (next === character) return signToken(Comparison, character + character, at);
      break;
    case '.':
      if (classOf(text.charCodeAt(at + 1)) === digit) return numberToken(text, at);
      break;
    case '%': {
      if (endsValue(before)) return signToken(Arithmetic, character, at);
      const end = endOfName(text, at + 1);
      if (end > at + 1) return nameToken(text, at, end);
      break;
    }
    default:
  }
  return signToken(Unexpected, '', at);
}
