import type { IToken } from 'chevrotain';
import { quoteText, printable } from '../../text/quote.js';
import type { Formula, FormulaProblem } from '../syntax.js';
import {
  Close,
  CloseIndex,
  Comma,
  Comparison,
  endOf,
  closes,
  endsValue,
  isValueToken,
  opens,
  Negate,
  Not,
  Open,
  OpenIndex,
  Power,
  Unexpected,
  escapes,
} from './formula-tokens.js';

/** Explains what was expected at `tokens[stop]`, or at the end of the text. */
export function explainStop(text: string, tokens: readonly IToken[], stop: number): FormulaProblem {
  const before = stop === 0 ? undefined : tokens[stop - 1];
  const open = openBracket(tokens, stop);
  if (stop >= tokens.length) return explainEnd(text, before, open);
  const found = tokens[stop];
  const at = found.startOffset;
  if (found.tokenType === Unexpected) return { at, message: unexpected(text, at, before) };
  return {
    at,
    message:
      before !== undefined && endsValue(before.tokenType)
        ? insteadOfOperator(text, found, before, open)
        : insteadOfValue(text, found, before),
  };
}

const aValue = 'expected a value such as a number, a name or a text in quotes';

function explainEnd(text: string, before: IToken | undefined, open: IToken | undefined): FormulaProblem {
  if (before === undefined) return { at: 0, message: 'expected a formula, found nothing: write a value such as `0`' };
  // After a value only an open bracket keeps a formula from ending.
  if (open !== undefined && (endsValue(before.tokenType) || before === open)) {
    return { at: open.startOffset, message: `this \`${open.image}\` is never closed: add \`${partnerOf(open)}\`` };
  }
  return { at: text.length, message: `${aValue} after ${quoted(text, before)}, found the end of the formula` };
}

function insteadOfValue(text: string, found: IToken, before: IToken | undefined): string {
  const { image, tokenType } = found;
  const last = before?.tokenType;
  if (tokenType === Negate || tokenType === Not) {
    if (last === Power) return `a sign after \`^\` needs brackets: write \`^(${image}…)\``;
    if (last === tokenType)
      return `a value may have one \`${image}\` before it: leave both out, or write \`${image}(${image}…)\``;
    return '`-` cannot follow `!`: write `!(-…)` or `-!…`';
  }
  if (image === '+') return 'there is no sign `+`: leave it out';
  if (image === '>' && before?.image === '<') return '`<>` is not an operator: write `!=`';
  if (image === '*' && before?.image === '*') return '`**` is not an operator: write `^`';
  if (tokenType === Close && last === Open) return `${aValue} between the brackets, found nothing`;
  if (tokenType === CloseIndex && last === OpenIndex)
    return 'expected a number between the brackets, such as `[0]` for the first element';
  if (tokenType === OpenIndex)
    return 'expected a value, found `[`: an index follows the name of an array, and lists need no brackets';
  return `${aValue} ${before === undefined ? 'at the beginning' : `after ${quoted(text, before)}`}, found ${quoted(text, found)}`;
}

function insteadOfOperator(text: string, found: IToken, before: IToken, open: IToken | undefined): string {
  const { image, tokenType } = found;
  const isElement = before.tokenType === CloseIndex;
  switch (tokenType) {
    case Open:
      return `${isElement ? 'an element cannot be called' : 'only a name can be called'}: expected an operator before \`(\``;
    case OpenIndex:
      return isElement
        ? 'an element has no elements of its own: remove the second index'
        : 'only a variable has elements: expected a name before `[`';
    case Close:
    case CloseIndex:
      if (open === undefined)
        return `there is no bracket that this \`${image}\` closes: remove it, or add \`${tokenType === Close ? '(' : '['}\``;
      return `expected \`${partnerOf(open)}\` for the \`${open.image}\` before it, found \`${image}\``;
    case Comma:
      return '`,` separates the arguments of a function: remove it, or write the name of the function before its brackets';
    case Comparison:
      return `an index is arithmetic: put the part with \`${image}\` into brackets`;
    case Not:
      return 'expected an operator before `!`; `!=` is written without a blank';
    default:
  }
  const name = isValueToken(found) && found.payload.kind === 'name' ? found.payload.name : '';
  const wrongNumber =
    isValueToken(before) && endOf(before) === found.startOffset ? insteadOfNumber(before.payload, name) : undefined;
  if (wrongNumber !== undefined) return wrongNumber;
  return missingOperator(text, before, quoted(text, found), /^[a-z]+(?= )/i.exec(name));
}

function missingOperator(text: string, before: IToken, found: string, word: readonly string[] | null): string {
  const hint = hintForWord(word?.[0] ?? '');
  const message = `expected an operator after ${quoted(text, before)}, found ${found}`;
  return hint === undefined ? message : `${message}: ${hint}`;
}

/** What to write instead of digits with letters after them. */
function insteadOfNumber(number: Formula, letters: string): string | undefined {
  if (number.kind !== 'number') return undefined;
  if (/^e\d/i.test(letters)) return 'numbers have no exponent: write all digits';
  if (number.text === '0' && /^x[\da-f]/i.test(letters)) return 'numbers are decimal and do not begin with `0x`';
  const sides = /^d\d+/.exec(letters);
  return sides === null ? undefined : `dice in a formula need quotes: \`"${number.text}${sides[0]}"\``;
}

function quoted(text: string, token: IToken): string {
  return quoteText(text.slice(token.startOffset, endOf(token)));
}

/** The last bracket before a token that is still open there. */
function openBracket(tokens: readonly IToken[], stop: number): IToken | undefined {
  const open: IToken[] = [];
  for (const token of tokens.slice(0, stop)) {
    if (opens(token.tokenType)) open.push(token);
    else if (closes(token.tokenType)) open.pop();
  }
  return open.at(-1);
}

function partnerOf({ tokenType }: IToken): string {
  return tokenType === OpenIndex ? ']' : ')';
}

/** Explains why no token begins at an offset. `before`: the last token. */
function unexpected(text: string, at: number, before: IToken | undefined): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const next = text[at + 1] ?? '';
  const afterValue = endsValue(before?.tokenType);
  const joined = isValueToken(before) && endOf(before) === at ? before.payload.kind : undefined;
  if (character === '#' && next === ' ' && afterValue) return aComment;
  const operator = operatorsMeant.get(character);
  if (operator !== undefined) return `\`${character}\` is not an operator: write \`${operator}\``;
  switch (character) {
    case ' ':
      return blankMessage(text, at, before);
    case '\t':
    case '\n':
    case '\r':
    case '\u00a0':
      return 'a formula has plain spaces only, around operators, brackets and commas: remove what is here';
    case '"':
      return 'this text is never closed: add `"`';
    case '\\':
      return `${quoteText(character + next)} is not an escape: expected one of \`${escapes.replaceAll(/./g, ' \\$&').trim()}\``;
    case "'":
    case '`':
    case '\u201c':
    case '\u201d':
      return 'texts need double quotes: write `"…"`';
    case '=':
      return equalsMessage(next, afterValue);
    case '%':
      return 'expected a value before `%`, or the rest of a name right after it';
    case '{':
    case '}':
      return `${quoteText(character)} is not part of a formula: brackets are \`(\` and \`)\``;
    case '.':
      return joined === 'number'
        ? 'expected digits after the point: leave the point out, or write `.0`'
        : 'expected digits after `.`';
    case '_':
    case ':':
    case '~':
      return joined === 'name'
        ? `a name ends with a letter, a digit or \`~\`: remove ${quoteText(character)}, or write more after it`
        : `a name begins with a letter: remove ${quoteText(character)}`;
    case '\u2212':
    case '\u2013':
      return `${quoteText(character)} is not a minus: write \`-\``;
    default:
      return `${describe(character)} is not part of a formula: remove it${afterValue ? ', or write an operator' : ''}`;
  }
}

/** Signs of other languages. */
const operatorsMeant: ReadonlyMap<string, string> = new Map([
  ['&', '&&'],
  ['|', '||'],
  ['×', '*'],
  ['÷', '/'],
]);

const aComment = 'a comment is a line of its own that begins with `#`: remove what is here';

function describe(character: string): string {
  if (printable(character) === character) return quoteText(character);
  const code = character.codePointAt(0) ?? 0;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function blankMessage(text: string, at: number, before: IToken | undefined): string {
  if (before === undefined)
    return text.trim() === ''
      ? 'expected a formula, found blanks alone: write a value such as `0`'
      : 'a formula cannot begin with a blank: remove it';
  const rest = text.slice(at, at + 64).trimStart();
  if (rest === '' && text.slice(at).trim() === '') return 'a formula cannot end with a blank: remove it';
  if (rest.startsWith('#')) return aComment;
  return missingOperator(text, before, 'a blank', /^[a-z]+/i.exec(rest));
}

function equalsMessage(next: string, afterValue: boolean): string {
  if (next === '<' || next === '>') return `\`=${next}\` is not an operator: write \`${next}=\``;
  return afterValue ? '`=` is not an operator: write `==` to compare' : 'expected a value before `=`';
}

const wordOperators: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
]);

export function hintForWord(word: string): string | undefined {
  const sign = wordOperators.get(word.toLowerCase());
  return sign === undefined ? undefined : `${quoteText(word)} is written ${quoteText(sign)}`;
}
