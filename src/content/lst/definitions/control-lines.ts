import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { Line, LineKind } from '../text/line.js';
import type { Report } from './report.js';

/** Tokens that a line may begin with, and which sort of file they stand in. */
const homes = {
  GLOBAL: 'variable', LOCAL: 'variable', CHANNEL: 'variable',
  MODIFY: 'modifier', MODIFYOTHER: 'modifier',
  DEFAULTVARIABLEVALUE: 'control', DYNAMICSCOPE: 'control', FACTDEF: 'control', FUNCTION: 'control',
} as const satisfies Record<string, LineKind>;

export type ControlToken = keyof typeof homes;
export const controlTokens = Object.keys(homes) as ControlToken[];

const fileNames: Readonly<Record<LineKind, string>> = {
  control: 'a DATACONTROL file', variable: 'a VARIABLE file', modifier: 'a GLOBALMODIFIER file', any: 'a list of lines',
};

/** Tokens of other dialects of this family, with what to do instead. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['TABLE', 'tables are in Edict\'s own content format only'],
  ['COLUMN', 'tables are in Edict\'s own content format only'],
]);

/** Numbers of lines by the token that they begin with, in their order; a line without a token defines a global variable. `MODIFY` holds all modifiers. */
export type SortedLines = Readonly<Record<ControlToken, readonly number[]>>;

/** Sorts lines by what they define. Lines of unknown tokens, and of tokens that do not belong in their file, are told and left out. */
export function sortLines(lines: readonly Line[], report: Report): SortedLines {
  const sorted = Object.fromEntries(controlTokens.map((token): [string, number[]] => [token, []])) as Record<ControlToken, number[]>;
  for (let rank = 0; rank < lines.length; rank++) {
    const source = lines[rank];
    const name = tokenOf(source.text);
    const token = name ?? 'GLOBAL';
    if (!isControlToken(token)) {
      const hint = foreign.get(token) ?? report.nearest(token, controlTokens);
      report.error({ source, rank }, { code: 'syntax', at: 0, message: `${quoteText(`${token}:`)} begins no line here: expected ${listTexts(controlTokens, controlTokens.length)}, or the name of a variable`, suggestion: hint });
      continue;
    }
    const { kind } = source;
    if (kind !== 'any' && kind !== homes[token]) {
      const what = name === undefined ? 'a variable' : quoteText(token);
      report.error({ source, rank }, { code: 'syntax', at: 0, message: `${what} stands in ${fileNames[homes[token]]}, not in ${fileNames[kind]}: move the line` });
      continue;
    }
    // Both sorts of modifiers are in one order.
    sorted[token === 'MODIFYOTHER' ? 'MODIFY' : token].push(rank);
  }
  return sorted;
}

/** What stands before the first colon of the first field. */
function tokenOf(text: string): string | undefined {
  for (let i = 0; i < prefixes.length; i++) {
    if (text.startsWith(prefixes[i])) return controlTokens[i];
  }
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const tab = text.indexOf('\t');
  return tab >= 0 && tab < colon ? undefined : text.slice(0, colon);
}

const prefixes: readonly string[] = controlTokens.map((token) => `${token}:`);

function isControlToken(token: string): token is ControlToken {
  return Object.hasOwn(homes, token);
}
