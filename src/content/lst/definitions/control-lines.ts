import { listTexts, quoteText } from '../../diagnostics/quote.js';
import { type Line, type LineKind, findMissingTab } from '../text/line.js';
import type { Report } from './report.js';

/** Tokens that a line may begin with, and which sort of file they stand in. */
const homes = {
  GLOBAL: 'variable',
  LOCAL: 'variable',
  CHANNEL: 'variable',
  MODIFY: 'modifier',
  MODIFYOTHER: 'modifier',
  DEFAULTVARIABLEVALUE: 'control',
  DYNAMICSCOPE: 'control',
  FACTDEF: 'control',
  FUNCTION: 'control',
} as const satisfies Record<string, LineKind>;

type ControlToken = keyof typeof homes;
const controlTokens = Object.keys(homes) as ControlToken[];

/** Tokens of other dialects of this family, with what to do instead. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['TABLE', "tables are in Edict's own content format only"],
  ['COLUMN', "tables are in Edict's own content format only"],
]);

/** Numbers of lines by their tokens, in order; without one a line is `GLOBAL`. `MODIFY` holds all modifiers. */
export interface SortedLines extends Readonly<Record<ControlToken, readonly number[]>> {
  /** Lines of unknown tokens: what they would define is not missed a second time. */
  readonly broken: readonly number[];
}

/** Sorts lines by what they define. Misplaced ones are told and count all the same. */
export function sortLines(lines: readonly Line[], report: Report): SortedLines {
  const sorted = Object.fromEntries(controlTokens.map((token): [string, number[]] => [token, []])) as Record<
    ControlToken,
    number[]
  >;
  const broken: number[] = [];
  const misplaced: MisplacedLine[] = [];
  for (let rank = 0; rank < lines.length; rank++) {
    const source = lines[rank];
    const { kind } = source;
    const name = tokenOf(source.text);
    const token = name ?? 'GLOBAL';
    if (!isControlToken(token)) {
      const hint = foreign.get(token) ?? report.nearest(token, controlTokens);
      const tokens = listTexts(controlTokens, controlTokens.length);
      const message = `${quoteText(`${token}:`)} begins no line here: expected ${tokens}, or the name of a variable`;
      report.error({ source, rank }, 'syntax', 0, message, hint);
      broken.push(rank);
      continue;
    }
    const behindTab = name === undefined ? tokenBehindTab(source.text) : undefined;
    if (behindTab !== undefined) {
      const message = `a line begins with its token, ${quoteText(behindTab)}: remove the TAB before it`;
      report.error({ source, rank }, 'syntax', 0, message);
      broken.push(rank);
      continue;
    }
    if (kind !== 'any' && kind !== homes[token])
      misplaced.push({ rank, home: homes[token], what: name === undefined ? 'a variable' : quoteText(token) });
    // Both sorts of modifiers are in one order.
    sorted[token === 'MODIFYOTHER' ? 'MODIFY' : token].push(rank);
  }
  refuseMisplaced(misplaced, lines, report);
  return { ...sorted, broken };
}

/** What stands before the first colon of the first field. */
function tokenOf(text: string): string | undefined {
  for (let i = 0; i < prefixes.length; i++) {
    if (text.startsWith(prefixes[i])) return controlTokens[i];
  }
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const tab = text.indexOf('\t');
  if (tab >= 0 && tab < colon) return undefined;
  // Blanks in the place of a TAB: what stands before them is a name.
  return findMissingTab(text.slice(0, colon + 1)) === undefined ? text.slice(0, colon) : undefined;
}

/** The token that a line would begin with but for a TAB. */
function tokenBehindTab(text: string): string | undefined {
  if (!text.startsWith('\t')) return undefined;
  const rest = text.replace(/^\t+/, '');
  return prefixes.find((prefix) => rest.startsWith(prefix));
}

const prefixes: readonly string[] = controlTokens.map((token) => `${token}:`);

function isControlToken(token: string): token is ControlToken {
  return Object.hasOwn(homes, token);
}

const fileTokens = { control: 'DATACONTROL', variable: 'VARIABLE', modifier: 'GLOBALMODIFIER', any: '' };

function fileName(kind: LineKind): string {
  return kind === 'any' ? 'a list of lines' : `a ${fileTokens[kind]} file`;
}

interface MisplacedLine {
  readonly rank: number;
  readonly home: LineKind;
  /** For people. */
  readonly what: string;
}

/** Tells of each line, but once of a file whose lines all belong in one other sort of file. */
function refuseMisplaced(misplaced: readonly MisplacedLine[], lines: readonly Line[], report: Report): void {
  if (misplaced.length === 0) return;
  const counts = new Map<string, number>();
  for (const { file } of lines) counts.set(file, (counts.get(file) ?? 0) + 1);
  const byFile = new Map<string, MisplacedLine[]>();
  for (const each of misplaced) {
    const { file } = lines[each.rank];
    const others = byFile.get(file);
    if (others === undefined) byFile.set(file, [each]);
    else others.push(each);
  }
  for (const [file, wrong] of byFile) {
    const [{ home, rank }] = wrong;
    const stands = fileName(lines[rank].kind);
    if (wrong.length > 1 && wrong.length === counts.get(file) && wrong.every((each) => each.home === home)) {
      const message = `all lines of this file belong in ${fileName(home)}, and it was named as ${stands}: name it by ${quoteText(`${fileTokens[home]}:`)}`;
      report.error({ source: lines[rank], rank }, 'syntax', 0, message);
      continue;
    }
    for (const each of wrong) {
      const message = `${each.what} stands in ${fileName(each.home)}, not in ${stands}: move the line`;
      report.error({ source: lines[each.rank], rank: each.rank }, 'syntax', 0, message);
    }
  }
}
