import { createToken, Lexer, type IToken, type TokenType } from 'chevrotain';
import type { Formula } from './syntax.js';

export const vocabulary: TokenType[] = [];

// The lexer is written by hand: what `-` and `%` are follows from what stands before them.
function tokenType(name: string): TokenType {
  const type = createToken({ name, pattern: Lexer.NA });
  vocabulary.push(type);
  return type;
}

/** A number, a name or a text, or what parse.ts makes of a bracket pair. */
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
/** `< > <= >=`, `== !=` and `&& ||`. */
export const Comparison = tokenType('Comparison');
/** Where a character, or a blank, stands that no token can have; always the last. */
export const Unexpected = tokenType('Unexpected');

interface ValueToken extends IToken {
  readonly payload: Formula;
}

export function valueToken(formula: Formula): ValueToken {
  // The parser asks for the number of the type alone, and nothing here for the image of a value.
  return {
    image: '',
    startOffset: formula.start,
    tokenTypeIdx: Value.tokenTypeIdx as number,
    tokenType: Value,
    payload: formula,
  };
}

/** A token of a spelling that is its own name. */
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

/** Whether a value is complete with this token, so that an operator may follow. */
export function endsValue(type: TokenType | undefined): boolean {
  return type === Value || closes(type);
}

/** The offset after a token. */
export function endOf(token: IToken): number {
  return isValueToken(token) ? token.payload.end : token.startOffset + token.image.length;
}

/** `tooDeep`: the offset of the bracket that is deeper than the limit. */
type Tokens =
  | { readonly tokens: IToken[]; readonly tooDeep?: undefined }
  | { readonly tokens?: undefined; readonly tooDeep: number };

/** Up to the first character that fits nowhere, which becomes `Unexpected`. Takes linear time. */
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
  while (text.charCodeAt(at) === 32) at += 1;
  return at;
}

/** Whether blanks stand beside an operator, a bracket or a comma. */
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

/** What a UTF-16 unit may be in a formula. */
const letter = 1;
const digit = 2;
/** `~`, which a name may end in. */
const tilde = 3;
/** `_ : .`, which a name may have inside. */
const inner = 4;
const blank = 5;
const equals = 6;
/** Not ASCII: a letter perhaps. */
const foreign = 7;

const ascii = new Uint8Array(128);
for (let code = 48; code <= 57; code++) ascii[code] = digit;
for (let code = 65; code <= 90; code++) ascii[code] = ascii[code + 32] = letter;
ascii[126] = tilde;
for (const code of [95, 58, 46]) ascii[code] = inner;
ascii[32] = blank;
ascii[61] = equals;

/** The class of a unit, 0 for what is in no name; NaN, after the end of a text, is in none. */
function classOf(code: number): number {
  return code < 128 ? ascii[code] : code >= 128 ? foreign : 0;
}

const anyLetter = /^\p{L}$/u;

/** In units; 0 where there is no letter. */
function lengthOfLetter(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined || !anyLetter.test(String.fromCodePoint(code))) return 0;
  return code > 0xffff ? 2 : 1;
}

/**
 * The offset after the name that begins at an offset, or that offset itself: a letter, then letters, digits, `_ : .
 * ~`, blanks and at most one `=`, up to the last letter, digit or `~`.
 */
function endOfName(text: string, start: number): number {
  let at = start;
  let end = start;
  let hasEquals = false;
  for (;;) {
    let length = 1;
    switch (classOf(text.charCodeAt(at))) {
      case letter:
        end = at + 1;
        break;
      case digit:
      case tilde:
        if (end === start) return start;
        end = at + 1;
        break;
      case inner:
      case blank:
        if (end === start) return start;
        break;
      case equals:
        if (hasEquals || end === start) return end;
        hasEquals = true;
        break;
      case foreign:
        length = lengthOfLetter(text, at);
        if (length === 0) return end;
        end = at + length;
        break;
      default:
        return end;
    }
    at += length;
  }
}

/** The offset after `12`, `1.5` or `.5`; the offset itself where none of these begins. */
function endOfNumber(text: string, start: number): number {
  let at = start;
  while (classOf(text.charCodeAt(at)) === digit) at += 1;
  if (text.charCodeAt(at) !== 46 || classOf(text.charCodeAt(at + 1)) !== digit) return at;
  at += 2;
  while (classOf(text.charCodeAt(at)) === digit) at += 1;
  return at;
}

/** What may stand after `\` in a text. */
export const escapes = 'ntbrf\\\'"';

/** The offset after the text in quotes that begins at an offset; `~offset` of what is wrong. */
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
