import { createToken, type IToken, Lexer, type TokenType } from 'chevrotain';

const abstract = (name: string): TokenType => createToken({ name, pattern: Lexer.NA });

/** Categories of tokens for the grammar; a word may have several. */
export const roles = {
  Item: abstract('Item'),
  Group: abstract('Group'),
  Entry: abstract('Entry'),
  Flag: abstract('Flag'),
  Bare: abstract('Bare'),
  Condition: abstract('Condition'),
  ConditionList: abstract('ConditionList'),
  Not: abstract('Not'),
  Effect: abstract('Effect'),
  Subject: abstract('Subject'),
  Running: abstract('Running'),
  Function: abstract('Function'),
  Statistic: abstract('Statistic'),
  StatisticKind: abstract('StatisticKind'),
  UserString: abstract('UserString'),
  Query: abstract('Query'),
  Free: abstract('Free'),
  Enumerated: abstract('Enumerated'),
} as const;

export type Role = keyof typeof roles;

/** Words before an `=`, by the type after it. */
export const Label = abstract('Label');
const label = (name: string): TokenType => createToken({ name, pattern: Lexer.NA, categories: [Label] });
export const ConditionLabel = label('ConditionLabel');
export const EffectsLabel = label('EffectsLabel');
export const EntriesLabel = label('EntriesLabel');
export const GroupsLabel = label('GroupsLabel');
export const TupleLabel = label('TupleLabel');
export const ValueLabel = label('ValueLabel');

export const Property = abstract('Property');
export const Unknown = abstract('Unknown');

export const Word = createToken({ name: 'Word', pattern: /[A-Za-z_][A-Za-z0-9_]*/ });
export const Real = createToken({ name: 'Real', pattern: /[0-9]+\.[0-9]*|\.[0-9]+/ });
export const Integer = createToken({ name: 'Integer', pattern: /[0-9]+/ });
export const Text = createToken({ name: 'Text', pattern: /"[^"]*"/, line_breaks: true });

export const Operator = abstract('Operator');
const operator = (name: string, pattern: string): TokenType => createToken({ name, pattern, categories: [Operator] });
export const Minus = operator('Minus', '-');
export const operators = [
  Minus,
  operator('Plus', '+'),
  operator('Times', '*'),
  operator('Over', '/'),
  operator('Power', '^'),
];

export const Comparator = abstract('Comparator');
const comparator = (name: string, pattern: string): TokenType =>
  createToken({ name, pattern, categories: [Comparator] });
export const Equals = comparator('Equals', '=');
export const comparators = [
  comparator('AtLeast', '>='),
  comparator('AtMost', '<='),
  comparator('Different', '!='),
  comparator('Same', '=='),
  comparator('More', '>'),
  comparator('Less', '<'),
  Equals,
];

const sign = (name: string, pattern: string): TokenType => createToken({ name, pattern });
export const Dot = sign('Dot', '.');
export const Comma = sign('Comma', ',');
export const OpenParenthesis = sign('OpenParenthesis', '(');
export const CloseParenthesis = sign('CloseParenthesis', ')');
export const OpenBracket = sign('OpenBracket', '[');
export const CloseBracket = sign('CloseBracket', ']');
export const Question = sign('Question', '?');
export const Colon = sign('Colon', ':');

/** Broken tokens, lexed so that the rest stays valid. */
export const OpenText = createToken({ name: 'OpenText', pattern: /"[^"]*/, line_breaks: true });
export const OpenComment = createToken({ name: 'OpenComment', pattern: /\/\*[^]*/, line_breaks: true });

/** The first that fits counts. Words are classified afterwards. */
export const lexed: TokenType[] = [
  createToken({ name: 'Blank', pattern: /[ \t\r\n\f\v]+/, group: Lexer.SKIPPED, line_breaks: true }),
  createToken({ name: 'LineComment', pattern: /\/\/[^\n]*/, group: Lexer.SKIPPED }),
  createToken({ name: 'BlockComment', pattern: /\/\*[^]*?\*\//, group: Lexer.SKIPPED, line_breaks: true }),
  OpenComment,
  Word,
  Real,
  Integer,
  Text,
  OpenText,
  ...comparators,
  ...operators,
  Dot,
  Comma,
  OpenParenthesis,
  CloseParenthesis,
  OpenBracket,
  CloseBracket,
  Question,
  Colon,
];

export const grammatical: TokenType[] = [
  ...lexed,
  ...Object.values(roles),
  Label,
  ConditionLabel,
  EffectsLabel,
  EntriesLabel,
  GroupsLabel,
  TupleLabel,
  ValueLabel,
  Property,
  Unknown,
  Operator,
  Comparator,
];

export function isA({ tokenType }: IToken, wanted: TokenType): boolean {
  return tokenType === wanted || tokenType.CATEGORIES?.includes(wanted) === true;
}
