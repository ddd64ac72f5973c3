import { createToken, Lexer, type IToken, type TokenType } from 'chevrotain';
import type { Formula } from './syntax.js';

// The lexer is written by hand: what `-` and `%` are follows from what stands before them.
const tokenType = (name: string): TokenType => createToken({ name, pattern: Lexer.NA });

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

export const vocabulary: TokenType[] = [
  Value,
  Open,
  Close,
  OpenIndex,
  CloseIndex,
  Comma,
  Negate,
  Not,
  Power,
  Arithmetic,
  Comparison,
  Unexpected,
];

/** A token that stands for a value. */
export interface ValueToken extends IToken {
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
export function signToken(tokenType: TokenType, image: string, startOffset: number): IToken {
  return { image, startOffset, tokenTypeIdx: tokenType.tokenTypeIdx as number, tokenType };
}

export function isValueToken(token: IToken | undefined): token is ValueToken {
  return token?.tokenType === Value;
}

/** Whether a value is complete with this token, so that an operator may follow. */
export function endsValue(type: TokenType | undefined): boolean {
  return type === Value || type === Close || type === CloseIndex;
}

/** Offset behind a token. */
export function endOf(token: IToken): number {
  return isValueToken(token) ? token.payload.end : token.startOffset + token.image.length;
}
