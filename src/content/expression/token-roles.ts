import type { IToken } from 'chevrotain';
import {
  CloseBracket,
  CloseParenthesis,
  DotDigits,
  False,
  In,
  Name,
  Not,
  Null,
  NumberToken,
  OpenBracket,
  OpenParenthesis,
  Text,
  True,
} from './tokens.js';
import { quote } from './wording.js';

const valueWords = new Set([Name, NumberToken, Text, True, False, Null]);
const valueEnds = new Set([...valueWords, CloseParenthesis, CloseBracket, DotDigits]);
const valueStarts = new Set([...valueWords, OpenParenthesis, OpenBracket, Not]);
const reserved = new Set([True, False, Null, In]);

/** Whether a value may end with this token, so that an operator is due next. */
export function endsValue(token: IToken | undefined): boolean {
  return token !== undefined && valueEnds.has(token.tokenType);
}

/** Whether only a value can begin with this token (`-` may also be an operator between two). */
export function startsValue(token: IToken | undefined): boolean {
  return token !== undefined && valueStarts.has(token.tokenType);
}

/** Whether the token is a word that cannot be a name. */
export function isReserved(token: IToken | undefined): boolean {
  return token !== undefined && reserved.has(token.tokenType);
}

/** The token as a noun for an error message. */
export function describeToken(token: IToken | undefined): string {
  if (token === undefined) return 'the end of the text';
  if (token.tokenType === Name) return `the name ${quote(token.image)}`;
  if (token.tokenType === NumberToken) return `the number ${quote(token.image)}`;
  if (token.tokenType === Text) return `the string ${quote(token.image)}`;
  return quote(token.image);
}
