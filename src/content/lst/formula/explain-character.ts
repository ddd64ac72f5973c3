import type { IToken } from 'chevrotain';
import { printable, quoteText } from '../../diagnostics/quote.js';
import { hintForWord } from './name-hints.js';
import { escapes } from './characters.js';
import type { FormulaProblem } from './syntax.js';
import { endOf, endsValue, isValueToken } from './token-types.js';

/** Says why no token begins at an offset, `before` being the last that does. */
export function explainCharacter(text: string, at: number, before: IToken | undefined): FormulaProblem {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const next = text[at + 1] ?? '';
  const afterValue = endsValue(before?.tokenType);
  const joined = isValueToken(before) && endOf(before) === at ? before.payload.kind : undefined;
  const message = messageFor();
  return { at, message };

  function messageFor(): string {
    if (character === '#' && next === ' ' && afterValue) return aComment;
    switch (character) {
      case ' ':
        return blankMessage(text, at, before);
      case '\t':
      case '\n':
      case '\r':
      case '\u00a0':
        return 'only plain spaces may stand in a formula, beside operators, brackets and commas: remove what is here';
      case '"':
        return 'this text is never closed: add `"`';
      case '\\':
        return `${quoteText(character + next)} is no escape: expected one of \`${escapes.replaceAll(/./g, ' \\$&').trim()}\``;
      case "'":
      case '`':
      case '\u201c':
      case '\u201d':
        return 'texts stand in double quotes: write `"…"`';
      case '=':
        return equalsMessage(next, afterValue);
      case '&':
        return '`&` is no operator: write `&&`';
      case '|':
        return '`|` is no operator: write `||`';
      case '%':
        return 'expected a value before `%`, or the rest of a name right behind it';
      case '{':
      case '}':
        return `${quoteText(character)} is no part of a formula: brackets are \`(\` and \`)\``;
      case '.':
        return joined === 'number'
          ? 'expected digits behind the point: leave the point out, or write `.0`'
          : 'expected digits behind `.`';
      case '_':
      case ':':
      case '~':
        return joined === 'name'
          ? `a name ends with a letter, a digit or \`~\`: remove ${quoteText(character)}, or write more behind it`
          : `a name begins with a letter: remove ${quoteText(character)}`;
      case '\u2212':
      case '\u2013':
        return `${quoteText(character)} is no minus: write \`-\``;
      case '×':
        return '`×` is no operator: write `*`';
      case '÷':
        return '`÷` is no operator: write `/`';
      default:
        return `${describe(character)} is no part of a formula: remove it${afterValue ? ', or write an operator' : ''}`;
    }
  }
}

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
  const word = hintForWord(/^[a-z]+/i.exec(rest)?.[0] ?? '');
  return `expected an operator after ${quoteText(text.slice(before.startOffset, endOf(before)))}, found a blank${word === undefined ? '' : `: ${word}`}`;
}

function equalsMessage(next: string, afterValue: boolean): string {
  if (next === '<' || next === '>') return `\`=${next}\` is no operator: write \`${next}=\``;
  return afterValue ? '`=` is no operator: write `==` to compare' : 'expected a value before `=`';
}
