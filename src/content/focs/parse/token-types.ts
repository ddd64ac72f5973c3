import { createToken, type IToken, type ITokenConfig, Lexer, type TokenType } from 'chevrotain';

const abstracts: TokenType[] = [];

/** A token type that only classification gives. `label`: its name in messages. */
function abstract(name: string, label = name, ...categories: TokenType[]): TokenType {
  const made = createToken({ name, pattern: Lexer.NA, label, categories });
  abstracts.push(made);
  return made;
}

/** Categories of tokens for the grammar. A word may have several. */
export const roles = {
  Item: abstract('Item'),
  Group: abstract('Group', '`EffectsGroup`'),
  Entry: abstract('Entry'),
  Flag: abstract('Flag'),
  Bare: abstract('Bare'),
  Condition: abstract('Condition', 'a condition'),
  ConditionList: abstract('ConditionList'),
  Not: abstract('Not'),
  Effect: abstract('Effect', 'an effect'),
  Subject: abstract('Subject'),
  Running: abstract('Running'),
  Function: abstract('Function'),
  Statistic: abstract('Statistic'),
  StatisticKind: abstract('StatisticKind', 'a kind of statistic, such as `If` or `Count`'),
  UserString: abstract('UserString'),
  Query: abstract('Query'),
  Free: abstract('Free'),
  Enumerated: abstract('Enumerated'),
} as const;

export type Role = keyof typeof roles;

/** Words before an `=`, by the type after it. */
export const Label = abstract('Label');
const label = (name: string): TokenType => abstract(name, name, Label);
export const ConditionLabel = label('ConditionLabel');
export const EffectsLabel = label('EffectsLabel');
export const EntriesLabel = label('EntriesLabel');
export const GroupsLabel = label('GroupsLabel');
export const TupleLabel = label('TupleLabel');
export const ValueLabel = label('ValueLabel');

export const Property = abstract('Property', 'a property');
export const Unknown = abstract('Unknown');
export const Operator = abstract('Operator');
export const Comparator = abstract('Comparator');

/** The first that fits counts. Words are classified afterwards. */
export const lexed: TokenType[] = [];

function lexeme(name: string, pattern: string | RegExp, more?: Partial<ITokenConfig>): TokenType {
  const label = typeof pattern === 'string' ? `\`${pattern}\`` : name;
  const made = createToken({ name, pattern, label, ...more });
  lexed.push(made);
  return made;
}

lexeme('Blank', /[ \t\r\n\f\v]+/, { group: Lexer.SKIPPED, line_breaks: true });
lexeme('LineComment', /\/\/[^\n]*/, { group: Lexer.SKIPPED });
lexeme('BlockComment', /\/\*[^]*?\*\//, { group: Lexer.SKIPPED, line_breaks: true });
/** Broken, like `OpenText`: the rest stays valid. */
export const OpenComment = lexeme('OpenComment', /\/\*[^]*/, { line_breaks: true });
export const Word = lexeme('Word', /[A-Za-z_][A-Za-z0-9_]*/);
export const Real = lexeme('Real', /[0-9]+\.[0-9]*|\.[0-9]+/);
export const Integer = lexeme('Integer', /[0-9]+/);
export const Text = lexeme('Text', /"[^"]*"/, { label: 'a text', line_breaks: true });
export const OpenText = lexeme('OpenText', /"[^"]*/, { line_breaks: true });

const comparator = { categories: [Comparator] };
lexeme('AtLeast', '>=', comparator);
lexeme('AtMost', '<=', comparator);
lexeme('Different', '!=', comparator);
lexeme('Same', '==', comparator);
lexeme('More', '>', comparator);
lexeme('Less', '<', comparator);
export const Equals = lexeme('Equals', '=', comparator);

const operator = { categories: [Operator] };
export const Minus = lexeme('Minus', '-', operator);
lexeme('Plus', '+', operator);
lexeme('Times', '*', operator);
lexeme('Over', '/', operator);
lexeme('Power', '^', operator);

export const Dot = lexeme('Dot', '.', { label: '`.` and a property' });
export const Comma = lexeme('Comma', ',');
export const OpenParenthesis = lexeme('OpenParenthesis', '(');
export const CloseParenthesis = lexeme('CloseParenthesis', ')');
export const OpenBracket = lexeme('OpenBracket', '[');
export const CloseBracket = lexeme('CloseBracket', ']');
export const Question = lexeme('Question', '?');
export const Colon = lexeme('Colon', ':');

/** Without the types of words with several roles. */
export const grammatical: readonly TokenType[] = [...lexed, ...abstracts];

export function isA({ tokenType }: IToken, wanted: TokenType): boolean {
  return tokenType === wanted || tokenType.CATEGORIES?.includes(wanted) === true;
}
