import { createToken, Lexer, type IToken, type TokenType } from 'chevrotain';
import type { Either, Formula } from '../syntax.js';

export const vocabulary: TokenType[] = [];

// Written by hand: `-` and `%` depend on what is before them.
function tokenType(name: string): TokenType {
  const type = createToken({ name, pattern: Lexer.NA });
  vocabulary.push(type);
  return type;
}

/** A number, a name, a text, or a parsed bracket pair. */
export const Value = tokenType('Value');
export const Open = tokenType('Open');
export const Close = tokenType('Close');
export const OpenIndex = tokenType('OpenIndex');
export const CloseIndex = tokenType('CloseIndex');
export const Comma = tokenType('Comma');
/** `-` where a value is expected. */
export const Negate = tokenType('Negate');
export const Not = tokenType('Not');
export const Power = tokenType('Power');
/** `* / %` and `+ -` between values. */
export const Arithmetic = tokenType('Arithmetic');
export const Comparison = tokenType('Comparison');
/** Stands where no token begins; always the last. */
export const Unexpected = tokenType('Unexpected');

interface ValueToken extends IToken {
  readonly payload: Formula;
}

export function valueToken(formula: Formula): ValueToken {
  // The parser reads only the number of the type.
  return {
    image: '',
    startOffset: formula.start,
    tokenTypeIdx: Value.tokenTypeIdx as number,
    tokenType: Value,
    payload: formula,
  };
}

function signToken(tokenType: TokenType, image: string, startOffset: number): IToken {
  return { image, startOffset, tokenTypeIdx: tokenType.tokenTypeIdx as number, tokenType };
}

export function isValueToken(token: IToken | undefined): token is ValueToken {
  return token?.tokenType === Value;
}

export function opens(type: TokenType | undefined): boolean {
  return type === Open || type === OpenIndex;
}

export function closes(type: TokenType | undefined): boolean {
  return type === Close || type === CloseIndex;
}

/** An operator may follow. */
export function endsValue(type: TokenType | undefined): boolean {
  return type === Value || closes(type);
}

export function endOf(token: IToken): number {
  return isValueToken(token) ? token.payload.end : token.startOffset + token.image.length;
}

/** `tooDeep`: the offset of a bracket beyond the limit. */
type Tokens = Either<{ readonly tokens: IToken[] }, { readonly tooDeep: number }>;

/** Up to the first character that fits nowhere. In linear time. */
export function tokenize(text: string, deepest: number): Tokens {
  const tokens: IToken[] = [];
  const { length } = text;
  let before: TokenType | undefined;
  let open = 0;
  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at);
    if (code === blank) {
      const end = endOfBlanks(text, at);
      if (!isBeside(text[end], before)) {
        tokens.push(signToken(Unexpected, ' ', at));
        break;
      }
      at = end;
      continue;
    }
    let token: IToken;
    if (mayBeLetter(code)) {
      const end = endOfMatch(aName, text, at);
      token = end > at ? nameToken(text, at, end) : signToken(Unexpected, '', at);
    } else if (isDigit(code)) token = numberToken(text, at);
    else token = signAt(text, at, before);
    const type = token.tokenType;
    tokens.push(token);
    if (opens(type)) {
      open += 1;
      if (open > deepest) return { tooDeep: at };
    } else if (closes(type)) open -= 1;
    else if (type === Unexpected) break;
    at = endOf(token);
    before = type;
  }
  return { tokens };
}

function endOfBlanks(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === blank) at += 1;
  return at;
}

/** Blanks may surround operators, brackets and commas. */
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
  const end = endOfMatch(aNumber, text, start);
  return valueToken({ kind: 'number', text: text.slice(start, end), start, end });
}

function textToken(text: string, start: number): IToken {
  const end = endOfText(text, start);
  return end < 0
    ? signToken(Unexpected, '', ~end)
    : valueToken({ kind: 'text', text: text.slice(start + 1, end - 1), start, end });
}

function signAt(text: string, at: number, before: TokenType | undefined): IToken {
  const character = text[at];
  const next = text[at + 1];
  const type = signs.get(character);
  if (type !== undefined) return signToken(type, character, at);
  switch (character) {
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
      if (isDigit(text.charCodeAt(at + 1))) return numberToken(text, at);
      break;
    case '%': {
      if (endsValue(before)) return signToken(Arithmetic, character, at);
      const end = endOfMatch(aName, text, at + 1);
      if (end > at + 1) return nameToken(text, at, end);
      break;
    }
    default:
  }
  return signToken(Unexpected, '', at);
}

/** Signs with one meaning. */
const signs: ReadonlyMap<string, TokenType> = new Map([
  ['(', Open],
  [')', Close],
  ['[', OpenIndex],
  [']', CloseIndex],
  [',', Comma],
  ['^', Power],
  ['+', Arithmetic],
  ['*', Arithmetic],
  ['/', Arithmetic],
]);

const blank = 32;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** True for a letter of ASCII, and for any character beyond ASCII. */
function mayBeLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code >= 128;
}

/** A letter, then letters, digits, `_ : . ~`, blanks and at most one `=`, up to the last letter, digit or `~`. */
const aName = /\p{L}(?:[\p{L}\d_:.~ ]*[\p{L}\d~])?(?:[\p{L}\d_:.~ ]*=[\p{L}\d_:.~ ]*[\p{L}\d~])?/uy;

/** `12`, `1.5` or `.5`. */
const aNumber = /\d*(?:\.\d+)?/y;

/** Returns `start` if nothing matches. */
function endOfMatch(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Characters that may follow `\` in a text. */
export const escapes = 'ntbrf\\\'"';

/** `~offset` of what is wrong. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code === 10 || code === 13) return ~start;
    if (code !== 92) continue;
    at += 1;
    if (at >= text.length) return ~start;
    if (!escapes.includes(text[at])) return ~(at - 1);
  }
  return ~start;
}
