import { quoteText } from '../../diagnostics/quote.js';
import type { Line, LineKind } from '../text/line.js';
import type { Report } from './report.js';

const fileNames: Readonly<Record<LineKind, string>> = {
  control: 'a DATACONTROL file',
  variable: 'a VARIABLE file',
  modifier: 'a GLOBALMODIFIER file',
  any: 'a list of lines',
};

const fileTokens: Readonly<Record<LineKind, string>> = {
  control: 'DATACONTROL:',
  variable: 'VARIABLE:',
  modifier: 'GLOBALMODIFIER:',
  any: '',
};

/** A line that does not belong in its file. */
export interface MisplacedLine {
  readonly rank: number;
  readonly home: LineKind;
  /** For people. */
  readonly what: string;
}

/** Tells of each line, but only once of a file of which all lines belong in one other sort of file. */
export function refuseMisplaced(misplaced: readonly MisplacedLine[], lines: readonly Line[], report: Report): void {
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
    const { kind } = lines[rank];
    if (wrong.length > 1 && wrong.length === counts.get(file) && wrong.every((each) => each.home === home)) {
      report.error(
        { source: lines[rank], rank },
        {
          code: 'syntax',
          at: 0,
          message: `all lines of this file belong in ${fileNames[home]}, and it was named as ${fileNames[kind]}: name it by ${quoteText(fileTokens[home])}`,
        },
      );
      continue;
    }
    for (const each of wrong) {
      const message = `${each.what} stands in ${fileNames[each.home]}, not in ${fileNames[kind]}: move the line`;
      report.error({ source: lines[each.rank], rank: each.rank }, { code: 'syntax', at: 0, message });
    }
  }
}
