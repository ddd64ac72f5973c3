import * as type from './token-types.js';
import { EOF, type IToken, type TokenType } from 'chevrotain';
import { quoteText } from '../../text/quote.js';

export interface SyntaxProblem {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly at: number;
}

/** Ends the reading of an item: what follows the problem can make no sense. */
interface GrammarStop extends Error {
  readonly problem: SyntaxProblem;
}

export function grammarStop(code: string, message: string, at: number): GrammarStop {
  return Object.assign(new Error(message), { problem: { code, message, at } });
}

export function isGrammarStop(error: unknown): error is GrammarStop {
  return error instanceof Error && 'problem' in error;
}

export function describeToken(token: IToken): string {
  if (token.tokenType === EOF) return token.image === '' ? 'the end of the file' : quoteText(token.image);
  if (token.tokenType === type.Text) return `text ${quoteText(token.image)}`;
  return quoteText(type.isA(token, type.Label) ? `${token.image} =` : token.image);
}

const names: ReadonlyMap<TokenType, string> = new Map([
  [type.Equals, '`=`'],
  [type.OpenBracket, '`[`'],
  [type.CloseBracket, '`]`'],
  [type.OpenParenthesis, '`(`'],
  [type.CloseParenthesis, '`)`'],
  [type.Dot, '`.` and a property'],
  [type.Property, 'a property'],
  [type.Comma, '`,`'],
  [type.roles.StatisticKind, 'a kind of statistic, such as `If` or `Count`'],
  [type.roles.Group, '`EffectsGroup`'],
  [type.roles.Condition, 'a condition'],
  [type.roles.Effect, 'an effect'],
  [type.Text, 'a text'],
]);

export function expectedToken(expected: TokenType): string {
  return names.get(expected) ?? expected.name;
}

const byRule: ReadonlyMap<string, string> = new Map([
  ['condition', 'a condition'],
  ['keywordCondition', 'a condition'],
  ['effect', 'an effect'],
  ['value', 'a value'],
  ['operand', 'a value'],
  ['group', '`EffectsGroup`'],
  ['entry', 'a part of the list'],
  ['parentheses', 'a value or a condition'],
  ['item', 'an item, such as `Tech` or `Species`'],
]);

/** Rules of lists, by what stands in them. */
const listRules: ReadonlyMap<string, string> = new Map([
  ['effects', 'effect'],
  ['values', 'value'],
  ['groups', 'group'],
  ['entries', 'entry'],
]);

export function expectedOne(rule: string): string {
  return expectedRule(listRules.get(rule) ?? rule);
}

export function expectedRule(rule: string): string {
  return listRules.has(rule) ? `${expectedOne(rule)} or \`[\`` : (byRule.get(rule) ?? rule);
}
