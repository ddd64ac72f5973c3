import { Lexer, type IToken } from 'chevrotain';
import { once } from './once.js';
import { vocabulary } from './tokens.js';

/** The tokens of a text, and the offsets at which a run of characters begins that no token can hold. */
export interface Tokens {
  readonly tokens: IToken[];
  readonly unexpected: readonly number[];
}

const expressionLexer = once(
  () =>
    new Lexer(vocabulary, {
      positionTracking: 'onlyOffset',
      // Without it a slip in a pattern would silently turn the lexer into trying every token at every character.
      ensureOptimizations: true,
    }),
);

/** Cuts a text into tokens; never fails, never recurses. */
export function tokenize(text: string): Tokens {
  const { tokens, errors } = expressionLexer().tokenize(text);
  return { tokens, unexpected: errors.map((error) => error.offset) };
}
