import { quoteText } from '../../diagnostics/quote.js';
import type { ObjectText } from './campaign-text.js';
import { sourceTokens } from './file-tokens.js';
import type { Part, SourceText } from './line.js';
import { type Problem, problemAt } from './problem.js';
import { splitFields, splitToken } from './split.js';

/** An object, what is wrong with its line, or undefined for a line that declares none. */
export type ObjectLine = { readonly object: ObjectText; readonly problem?: undefined } | { readonly problem: Problem; readonly object?: undefined } | undefined;

/** Tokens that stand behind a key, so that a line cannot begin with them. */
const tokens: ReadonlySet<string> = new Set(['FACT', 'GROUP', 'MODIFY', 'MODIFYOTHER', 'PARENT', 'PART']);

/**
 * Reads a line of an object file: `Key`, then tokens with TABs between them. `PARENT:SCOPE|key` says what the object is part of.
 *
 * @param scope of all objects of the file; undefined where each key is `SCOPE:Key`
 */
export function readObjectLine(line: SourceText, scope: string | undefined): ObjectLine {
  const fields = splitFields(line.text);
  const [first] = fields;
  const refuse = (at: number, message: string, code: Problem['code'] = 'syntax'): ObjectLine => ({ problem: problemAt(line, at, code, message) });
  const begin = splitToken(first.text);
  if (begin !== undefined && sourceTokens.has(begin.name)) return undefined;
  if (first.at > 0 || (begin !== undefined && tokens.has(begin.name))) return refuse(0, 'a line of an object file begins with the key of the object: write it, and a TAB behind it');
  if (scope === undefined && begin === undefined) return refuse(0, `expected ${quoteText('SCOPE:Key')} at the beginning, found ${quoteText(first.text)}: a file of DYNAMIC says the scope of each object`);
  const key = scope === undefined && begin !== undefined ? begin.rest : first.text;
  const keyAt = scope === undefined && begin !== undefined ? begin.at : 0;
  const wrong = wrongKey(key);
  if (wrong !== undefined) return refuse(keyAt, wrong);
  const parents = fields.slice(1).filter(({ text }) => text.startsWith(parentToken));
  if (parents.length > 1) return refuse(parents[1].at, `${quoteText(key)} is part of one object: leave one ${quoteText(parentToken)} out`, 'duplicate');
  if (parents.length === 1 && !/^[^|]+\|[^|]+$/.test(parents[0].text.slice(parentToken.length))) {
    return refuse(parents[0].at + parentToken.length, `expected ${quoteText('SCOPE|key')} of the object that ${quoteText(key)} is part of`);
  }
  return {
    object: {
      scope: scope ?? begin?.name ?? '',
      key,
      groups: [],
      ...(parents.length === 0 ? {} : { parent: parents[0].text.slice(parentToken.length) }),
      tokens: fields.slice(1).filter((field) => !parents.includes(field)).map((field) => sourceOf(line, field)),
      origin: sourceOf(line, first),
    },
  };
}

const parentToken = 'PARENT:';

function sourceOf({ file, line, column }: SourceText, { text, at }: Part): SourceText {
  return { file, line, column: column + at, text };
}

function wrongKey(key: string): string | undefined {
  if (key.trim() === '') return 'expected the key of an object';
  if (key !== key.trim()) return `the key has blanks at an end: write ${quoteText(key.trim())}`;
  if (/\.(?:MOD|FORGET)$|\.COPY=/i.test(key)) return `${quoteText(key)} changes an object that is declared elsewhere, which objects here cannot: write all tokens of an object in one line`;
  if (key.includes('|')) return 'a key has no `|` in it, which separates it from other things: remove it';
  return undefined;
}
