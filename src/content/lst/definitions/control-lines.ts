import { kept } from '../../../kernel/maps.js';
import { listTexts, quoteText } from '../../text/quote.js';
import { type Line, type LineKind, findMissingTab } from '../parse/line.js';
import { type Report, noTables } from '../parse/campaign-problem.js';

/** The kinds of files that have lines of each token. */
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

/** Lines without a token are `GLOBAL`; `MODIFY` holds all modifiers. */
export interface SortedLines extends Readonly<Record<ControlToken, readonly number[]>> {
  /** Of unknown tokens: their names are not reported as missing. */
  readonly broken: readonly number[];
}

export function sortLines(lines: readonly Line[], report: Report): SortedLines {
  const sorted = Object.fromEntries(controlTokens.map((token): [string, number[]] => [token, []])) as Record<
    ControlToken,
    number[]
  >;
  const broken: number[] = [];
  const misplaced: MisplacedLine[] = [];
  const refuse = (rank: number, message: string, hint?: string) =>
    report.error({ source: lines[rank], rank }, 'syntax', 0, message, hint);
  for (let rank = 0; rank < lines.length; rank++) {
    const { kind, text } = lines[rank];
    const name = tokenOf(text);
    const token = name ?? 'GLOBAL';
    if (!isControlToken(token)) {
      const hint = token === 'TABLE' || token === 'COLUMN' ? noTables : report.nearest(token, controlTokens);
      const tokens = listTexts(controlTokens, controlTokens.length);
      refuse(
        rank,
        `${quoteText(`${token}:`)} begins no line here: expected ${tokens}, or the name of a variable`,
        hint,
      );
      broken.push(rank);
      continue;
    }
    const afterTab = name === undefined ? tokenAfterTab(text) : undefined;
    if (afterTab !== undefined) {
      refuse(rank, `a line begins with its token, ${quoteText(afterTab)}: remove the TAB before it`);
      broken.push(rank);
      continue;
    }
    if (kind !== 'any' && kind !== homes[token])
      misplaced.push({ rank, home: homes[token], what: name === undefined ? 'a variable' : quoteText(token) });
    // Both kinds share one order.
    sorted[token === 'MODIFYOTHER' ? 'MODIFY' : token].push(rank);
  }
  refuseMisplaced(misplaced, lines, refuse);
  return { ...sorted, broken };
}

function tokenOf(text: string): string | undefined {
  for (let i = 0; i < prefixes.length; i++) {
    if (text.startsWith(prefixes[i])) return controlTokens[i];
  }
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const tab = text.indexOf('\t');
  if (tab >= 0 && tab < colon) return undefined;
  // Blanks in place of a TAB follow a name.
  return findMissingTab(text.slice(0, colon + 1)) === undefined ? text.slice(0, colon) : undefined;
}

function tokenAfterTab(text: string): string | undefined {
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
  readonly what: string;
}

/** Reports each line, or once a file whose lines all belong in another kind. */
function refuseMisplaced(
  misplaced: readonly MisplacedLine[],
  lines: readonly Line[],
  refuse: (rank: number, message: string) => void,
): void {
  if (misplaced.length === 0) return;
  const counts = new Map<string, number>();
  for (const { file } of lines) counts.set(file, (counts.get(file) ?? 0) + 1);
  const byFile = new Map<string, MisplacedLine[]>();
  for (const each of misplaced) kept(byFile, lines[each.rank].file, () => []).push(each);
  for (const [file, wrong] of byFile) {
    const [{ home, rank }] = wrong;
    const stands = fileName(lines[rank].kind);
    if (wrong.length > 1 && wrong.length === counts.get(file) && wrong.every((each) => each.home === home)) {
      refuse(
        rank,
        `all lines of this file belong in ${fileName(home)}, and it was named as ${stands}: name it by ${quoteText(`${fileTokens[home]}:`)}`,
      );
      continue;
    }
    for (const each of wrong)
      refuse(each.rank, `${each.what} belongs in ${fileName(each.home)}, not in ${stands}: move the line`);
  }
}
