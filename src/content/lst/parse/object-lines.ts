import { quoteText } from '../../text/quote.js';
import type { ObjectText } from './campaign-text.js';
import { type Part, type SourceText, findMissingTab, splitFields, splitToken } from './line.js';
import { type Problem, problemAt } from './campaign-problem.js';
import type { Either } from '../syntax.js';

/** Undefined for a line that declares no object. */
type ObjectLine = Either<{ readonly object: ObjectText }, { readonly problem: Problem }> | undefined;

/** Tokens that follow a key, so no line begins with them. */
const tokens: ReadonlySet<string> = new Set(['FACT', 'GROUP', 'MODIFY', 'MODIFYOTHER', 'PARENT', 'PART']);

/** Lines that begin with one of these tell where the content of the file comes from. */
const sourceTokens: ReadonlySet<string> = new Set(['SOURCELONG', 'SOURCESHORT', 'SOURCEWEB', 'SOURCEDATE']);

const parentToken = 'PARENT:';
const groupToken = 'GROUP:';

/**
 * `Key` and tokens, perhaps `PARENT:SCOPE|key`, with TABs between them. `scope`: of all objects of the file; undefined
 * where each key is `SCOPE:Key`.
 */
export function readObjectLine(line: SourceText, scope: string | undefined): ObjectLine {
  const [first, ...more] = splitFields(line.text);
  const begin = splitToken(first.text);
  if (begin !== undefined && sourceTokens.has(begin.name)) return undefined;
  const key = scope === undefined && begin !== undefined ? { text: begin.rest, at: begin.at } : { ...first, at: 0 };
  const parents = more.filter(({ text }) => text.startsWith(parentToken));
  const wrong =
    wrongBegin(first, begin?.name, scope) ??
    wrongFields([first, ...more]) ??
    wrongKey(key, scope) ??
    wrongParents(parents, key.text);
  if (wrong !== undefined) return { problem: problemAt(line, wrong.at, wrong.code ?? 'syntax', wrong.message) };
  const parent = parents.at(0);
  return {
    object: {
      scope: scope ?? begin?.name ?? '',
      key: key.text,
      groups: [],
      parent: parent?.text.slice(parentToken.length),
      parentOrigin: parent && sourceOf(line, parent),
      tokens: more.filter((field) => !parents.includes(field)).map((field) => sourceOf(line, field)),
      origin: sourceOf(line, first),
    },
  };
}

function sourceOf({ file, line, column }: SourceText, { text, at }: Part): SourceText {
  return { file, line, column: column + at, text };
}

interface Wrong {
  readonly code?: Problem['code'];
  readonly at: number;
  readonly message: string;
}

function wrongBegin({ text, at }: Part, token: string | undefined, scope: string | undefined): Wrong | undefined {
  const asKey = 'a line of an object file begins with the key of the object: write it, and a TAB after it';
  if (at > 0 || (token !== undefined && tokens.has(token))) return { at: 0, message: asKey };
  if (scope !== undefined || token !== undefined) return undefined;
  const found = quoteText(text);
  return {
    at: 0,
    message: `expected \`SCOPE:Key\` at the beginning, found ${found}: a file of DYNAMIC says the scope of each object`,
  };
}

/** Keys and names of groups would swallow blanks. */
function wrongFields(fields: readonly Part[]): Wrong | undefined {
  for (const field of fields) {
    const { text, at } = field;
    const isKey = field === fields[0];
    const isGroup = !isKey && text.startsWith(groupToken);
    if (!isKey && !isGroup && !text.startsWith(parentToken)) continue;
    const missing = findMissingTab(text);
    if (missing !== undefined) {
      const like = isKey ? 'a key and a token' : 'two tokens';
      return {
        at: at + missing.at,
        message: `${quoteText(text)} looks like ${like}: put a TAB between them, before ${quoteText(missing.token)}`,
      };
    }
    const group = text.slice(groupToken.length);
    if (isGroup && group !== group.trim()) return blanksAround('group', group, at + groupToken.length);
  }
  return undefined;
}

function blanksAround(what: string, text: string, at: number): Wrong {
  return { at, message: `the ${what} has blanks at an end: write ${quoteText(text.trim())}` };
}

function wrongParents(parents: readonly Part[], key: string): Wrong | undefined {
  const [parent, other] = parents;
  if (parents.length > 1) {
    return {
      at: other.at,
      message: `${quoteText(key)} is part of one object: leave one \`PARENT:\` out`,
      code: 'duplicate',
    };
  }
  if (parents.length === 0 || /^[^|]+\|[^|]+$/.test(parent.text.slice(parentToken.length))) return undefined;
  return {
    at: parent.at + parentToken.length,
    message: `expected \`SCOPE|key\` of the object that ${quoteText(key)} is part of`,
  };
}

function wrongKey({ text: key, at }: Part, scope: string | undefined): Wrong | undefined {
  const said = quoteText(key);
  if (key.trim() === '') return { at, message: 'expected the key of an object' };
  if (key !== key.trim()) return blanksAround('key', key, at);
  let message: string | undefined;
  if (/\.(?:MOD|FORGET)$|\.COPY=/i.test(key))
    message = `${said} changes an object that is declared elsewhere, which objects here cannot: write all tokens of an object in one line`;
  else if (key.includes('|')) message = 'a key has no `|` in it, which separates it from other things: remove it';
  else if (scope !== undefined && key.startsWith(`${scope}:`))
    message = `the objects of this file are of ${scope}, which keys do not repeat: write ${quoteText(key.slice(scope.length + 1))}`;
  return message === undefined ? undefined : { at, message };
}
