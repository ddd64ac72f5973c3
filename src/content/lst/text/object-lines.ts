import { quoteText } from '../../diagnostics/quote.js';
import type { ObjectText } from './campaign-text.js';
import { sourceTokens } from './file-tokens.js';
import { type Part, type SourceText, findMissingTab, splitFields, splitToken } from './line.js';
import { type Problem, problemAt } from './problem.js';

/** An object, what is wrong with its line, or undefined for a line that declares none. */
export type ObjectLine =
  | { readonly object: ObjectText; readonly problem?: undefined }
  | { readonly problem: Problem; readonly object?: undefined }
  | undefined;

/** Tokens that stand behind a key, so that a line cannot begin with them. */
const tokens: ReadonlySet<string> = new Set(['FACT', 'GROUP', 'MODIFY', 'MODIFYOTHER', 'PARENT', 'PART']);

/**
 * Reads a line of an object file: `Key`, then tokens with TABs between them. `PARENT:SCOPE|key` says what the object is
 * part of.
 *
 * @param scope of all objects of the file; undefined where each key is `SCOPE:Key`
 */
export function readObjectLine(line: SourceText, scope: string | undefined): ObjectLine {
  const fields = splitFields(line.text);
  const [first] = fields;
  const refuse = (at: number, message: string, code: Problem['code'] = 'syntax'): ObjectLine => ({
    problem: problemAt(line, at, code, message),
  });
  const begin = splitToken(first.text);
  if (begin !== undefined && sourceTokens.has(begin.name)) return undefined;
  if (first.at > 0 || (begin !== undefined && tokens.has(begin.name)))
    return refuse(0, 'a line of an object file begins with the key of the object: write it, and a TAB behind it');
  if (scope === undefined && begin === undefined)
    return refuse(
      0,
      `expected ${quoteText('SCOPE:Key')} at the beginning, found ${quoteText(first.text)}: a file of DYNAMIC says the scope of each object`,
    );
  const key = scope === undefined && begin !== undefined ? begin.rest : first.text;
  const keyAt = scope === undefined && begin !== undefined ? begin.at : 0;
  const parents = fields.slice(1).filter(({ text }) => text.startsWith(parentToken));
  const wrong = wrongFields(fields) ?? wrongKey(key, scope, keyAt) ?? wrongParents(parents, key);
  if (wrong !== undefined) return refuse(wrong.at, wrong.message, wrong.code);
  return {
    object: {
      scope: scope ?? begin?.name ?? '',
      key,
      groups: [],
      ...(parents.length === 0
        ? {}
        : { parent: parents[0].text.slice(parentToken.length), parentOrigin: sourceOf(line, parents[0]) }),
      tokens: fields
        .slice(1)
        .filter((field) => !parents.includes(field))
        .map((field) => sourceOf(line, field)),
      origin: sourceOf(line, first),
    },
  };
}

const parentToken = 'PARENT:';
const groupToken = 'GROUP:';

function sourceOf({ file, line, column }: SourceText, { text, at }: Part): SourceText {
  return { file, line, column: column + at, text };
}

interface Wrong {
  readonly code?: Problem['code'];
  readonly at: number;
  readonly message: string;
}

/** Blanks that keys and names of groups would swallow; in the values of other tokens they may be meant. */
function wrongFields(fields: readonly Part[]): Wrong | undefined {
  for (const field of fields) {
    const { text, at } = field;
    const isKey = field === fields[0];
    if (!isKey && !text.startsWith(groupToken) && !text.startsWith(parentToken)) continue;
    const missing = findMissingTab(text);
    if (missing !== undefined) {
      return {
        at: at + missing.at,
        message: `${quoteText(text)} looks like ${isKey ? 'a key and a token' : 'two tokens'}: put a TAB between them, before ${quoteText(missing.token)}`,
      };
    }
    const group = text.slice(groupToken.length);
    if (!isKey && text.startsWith(groupToken) && group !== group.trim()) {
      return {
        at: at + groupToken.length,
        message: `the group has blanks at an end: write ${quoteText(group.trim())}`,
      };
    }
  }
  return undefined;
}

function wrongParents(parents: readonly Part[], key: string): Wrong | undefined {
  if (parents.length > 1)
    return {
      at: parents[1].at,
      message: `${quoteText(key)} is part of one object: leave one ${quoteText(parentToken)} out`,
      code: 'duplicate',
    };
  if (parents.length === 0 || /^[^|]+\|[^|]+$/.test(parents[0].text.slice(parentToken.length))) return undefined;
  return {
    at: parents[0].at + parentToken.length,
    message: `expected ${quoteText('SCOPE|key')} of the object that ${quoteText(key)} is part of`,
  };
}

/** @param scope of all objects of the file, if they have one */
function wrongKey(key: string, scope: string | undefined, at: number): Wrong | undefined {
  const refuse = (message: string): Wrong => ({ at, message });
  if (key.trim() === '') return refuse('expected the key of an object');
  if (key !== key.trim()) return refuse(`the key has blanks at an end: write ${quoteText(key.trim())}`);
  if (/\.(?:MOD|FORGET)$|\.COPY=/i.test(key))
    return refuse(
      `${quoteText(key)} changes an object that is declared elsewhere, which objects here cannot: write all tokens of an object in one line`,
    );
  if (key.includes('|')) return refuse('a key has no `|` in it, which separates it from other things: remove it');
  if (scope !== undefined && key.startsWith(`${scope}:`)) {
    return refuse(
      `the objects of this file are of ${scope}, which keys do not repeat: write ${quoteText(key.slice(scope.length + 1))}`,
    );
  }
  return undefined;
}
