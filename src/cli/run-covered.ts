import { printable } from '../content/text/quote.js';
import { type Colors, type TableCell, type TableRow, grouped, right, tableLines } from './terminal.js';

export type RuleOrder = 'cost' | 'name';

/** How the reports on one sort of things are added up and shown. */
export interface Covered<Report> {
  /** Of all of them. */
  readonly title: string;
  /** Of the columns between the name and the time. */
  readonly heads: readonly string[];
  readonly cellsOf: (report: Report) => readonly number[];
  readonly nameOf: (report: Report) => string;
  readonly timeOf: (report: Report) => number;
  readonly groupOf: (report: Report) => string;
  /** Titles of the groups, those that do nothing first. */
  readonly groups: ReadonlyMap<string, string>;
  /** What keeps one from doing more. */
  readonly noteOf: (report: Report) => string;
  readonly both: (a: Report, b: Report) => Report;
}

export function sumOf<Report>(
  { both }: Covered<Report>,
  a: readonly Report[],
  b: readonly Report[],
): readonly Report[] {
  return a.map((report, i) => both(report, b[i]));
}

export function orderedBy<Report>(
  { nameOf, timeOf }: Covered<Report>,
  reports: readonly Report[],
  order: RuleOrder,
): readonly Report[] {
  const byName = (a: Report, b: Report) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b)));
  return reports.toSorted(order === 'name' ? byName : (a, b) => timeOf(b) - timeOf(a) || byName(a, b));
}

/** By group; nothing for no reports. `milliseconds`: of all turns. */
export function coveredLines<Report>(
  what: Covered<Report>,
  reports: readonly Report[],
  milliseconds: number,
  order: RuleOrder,
  colors: Colors,
): readonly string[] {
  if (reports.length === 0) return [];
  const { title, heads, cellsOf, nameOf, timeOf, groupOf, groups, noteOf } = what;
  const ordered = orderedBy(what, reports, order);
  const empty = Array.from({ length: heads.length + 3 }, () => '');
  const rows = [...groups].flatMap(([group, words]): readonly TableRow[] => {
    const members = ordered.filter((report) => groupOf(report) === group);
    if (members.length === 0) return [];
    return [
      [words, ...empty],
      ...members.map((report): readonly TableCell[] => [
        `  ${nameOf(report)}`,
        ...cellsOf(report).map(right),
        right(timeOf(report).toFixed(3)),
        right(`${grouped(milliseconds === 0 ? 0 : (100 * timeOf(report)) / milliseconds, 1)} %`),
        noteOf(report),
      ]),
    ];
  });
  const head = [title, ...heads.map(right), right('ms'), right('share'), ''];
  const [first, ...others] = tableLines([head, ...rows]).map(printable);
  return [colors.bold(first), ...others, ''];
}
