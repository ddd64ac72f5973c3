import { meaningOf, buildVocabulary, type Vocabulary, type Word } from './vocabulary.js';
import { Lexer, type IToken, type TokenType } from 'chevrotain';
import * as type from './token-types.js';
import { once } from '../../text/once.js';

export const vocabulary: () => Vocabulary = once(buildVocabulary);

const lexer = once(
  () => new Lexer(type.lexed, { positionTracking: 'onlyOffset', ensureOptimizations: true, skipValidations: true }),
);

/** In linear time. `unexpected`: offsets where no token begins. */
export function tokenize(text: string) {
  const { tokens, errors } = lexer().tokenize(text);
  return { tokens: classifyWords(tokens), unexpected: errors.map(({ offset }) => offset) };
}

/** Splits unknown words that are several without blanks. */
function classifyWords(tokens: IToken[]): IToken[] {
  const { words, properties } = vocabulary();
  const cache = new Map<string, Word | undefined>();
  let split: IToken[] | undefined;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    split?.push(token);
    if (token.tokenType !== type.Word) continue;
    const before = index === 0 ? undefined : tokens[index - 1].tokenType;
    const operand = isOperand(tokens, index);
    if (before === type.Dot) {
      const property = properties.get(token.image.toLowerCase());
      retype(token, property === undefined ? type.Unknown : type.Property);
      token.payload = property;
      continue;
    }
    let word = cache.get(token.image);
    if (word === undefined) {
      word = words.get(token.image.toLowerCase());
      if (word !== undefined) cache.set(token.image, word);
    }
    if (word === undefined) {
      const parts = splitWord(token, words);
      if (parts === undefined) retype(token, type.Unknown);
      else {
        split ??= tokens.slice(0, index + 1);
        split.pop();
        split.push(...parts);
        const last = parts[parts.length - 1];
        classify(last, meaningOf(last), false, tokens, index);
      }
    } else classify(token, word, operand, tokens, index);
  }
  return split ?? tokens;
}

function classify(token: IToken, word: Word, operand: boolean, tokens: readonly IToken[], index: number): void {
  token.payload = word;
  if (operand || word.label === undefined || tokens[index + 1]?.tokenType !== type.Equals)
    retype(token, word.type ?? type.Unknown);
  // `consumption = 2` inside of `consumption = [ … ]`.
  else if (
    word.lower === 'consumption' &&
    tokens[index + 2]?.tokenType !== type.OpenBracket &&
    tokens[index + 2]?.tokenType !== type.Word
  )
    retype(token, type.ValueLabel);
  else retype(token, word.label);
}

/** After an operand `=` compares. */
function isOperand(tokens: readonly IToken[], index: number): boolean {
  if (index === 0) return false;
  const before = tokens[index - 1];
  // `parameters = tag = …` is a list of one without its brackets.
  if (before.tokenType === type.Equals) return tokens[index - 2]?.tokenType.CATEGORIES?.includes(type.Label) !== true;
  return beforeOperands.some((each) => type.isA(before, each));
}

const beforeOperands: readonly TokenType[] = [
  type.OpenParenthesis,
  type.Comma,
  type.Question,
  type.Colon,
  type.Operator,
  type.Comparator,
];

function retype(token: IToken, tokenType: TokenType): void {
  token.tokenType = tokenType;
  token.tokenTypeIdx = tokenType.tokenTypeIdx ?? 0;
}

/** `NotOwnerHasTech` is `Not` and `OwnerHasTech`: longest first; undefined unless all are known. */
function splitWord(token: IToken, words: ReadonlyMap<string, Word>): IToken[] | undefined {
  const letters = token.image.toLowerCase();
  if (letters.length > longestSplit) return undefined;
  const parts: IToken[] = [];
  for (let from = 0; from < letters.length; ) {
    let to = letters.length;
    while (
      to > from &&
      words.get(letters.slice(from, to))?.type === undefined &&
      !(to === letters.length && words.has(letters.slice(from)))
    )
      to -= 1;
    const word = words.get(letters.slice(from, to));
    if (word === undefined) return undefined;
    const part: IToken = {
      ...token,
      image: token.image.slice(from, to),
      startOffset: token.startOffset + from,
      payload: word,
    };
    retype(part, word.type ?? type.Unknown);
    parts.push(part);
    from = to;
  }
  return parts.length > 1 ? parts : undefined;
}

const longestSplit = 200;
