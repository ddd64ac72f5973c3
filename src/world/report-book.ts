import type { Report } from '../ir/rule.js';
import { indexByName } from '../model/model.js';

/** Values by turn, outside of the state. */
export interface ReportBook {
  readonly reports: readonly Report[];
  readonly placeOf: ReadonlyMap<string, { readonly index: number }>;
  /** Of the turn that is being run, kept once it has succeeded. */
  readonly row: Float64Array;
  readonly most: number;
  /** First the turns, then the values of each report: [reports + 1][length]. */
  columns: readonly Float64Array[];
  length: number;
  /** Nobody reads them. */
  isMuted: boolean;
}

const fewest = 64;

export function createReportBook(reports: readonly Report[], most: number): ReportBook {
  return {
    reports,
    placeOf: indexByName(reports),
    row: new Float64Array(reports.length),
    most,
    columns: Array.from({ length: reports.length + 1 }, () => new Float64Array(reports.length === 0 ? 0 : fewest)),
    length: 0,
    isMuted: reports.length === 0,
  };
}

/** The row, as the values of a turn. */
export function keepRow(book: ReportBook, turn: number): void {
  if (book.isMuted) return;
  cutBook(book, turn - 1);
  if (book.length === book.columns[0].length) makeRoom(book);
  book.columns[0][book.length] = turn;
  book.row.forEach((value, index) => {
    book.columns[index + 1][book.length] = value;
  });
  book.length++;
}

/** Twice the limit, of which the last half is kept, so that dropping costs nothing on average. */
function makeRoom(book: ReportBook): void {
  const { columns, length, most } = book;
  if (length < 2 * most) {
    const room = Math.min(2 * length, 2 * most);
    book.columns = columns.map((column) => {
      const larger = new Float64Array(room);
      larger.set(column);
      return larger;
    });
    return;
  }
  for (const column of columns) column.copyWithin(0, length - most, length);
  book.length = most;
}

/** Removes later turns: the world is no longer there. */
export function cutBook(book: ReportBook, turn: number): void {
  const [turns] = book.columns;
  while (book.length > 0 && turns[book.length - 1] > turn) book.length--;
}

/** Of reports that both have; new ones are absent in the turns of before. */
export function copyBook(from: ReportBook, to: ReportBook): void {
  const [turns] = from.columns;
  if (turns.length === 0 || to.reports.length === 0) return;
  const columnOf = (name: string) => {
    const place = from.placeOf.get(name);
    return place === undefined ? new Float64Array(turns.length).fill(NaN) : from.columns[place.index + 1].slice();
  };
  to.columns = [turns.slice(), ...to.reports.map(({ name }) => columnOf(name))];
  to.length = from.length;
}

/** By the last `most` turns. */
export function keptOf({ columns, length, most }: ReportBook, place: number): Float64Array {
  return columns[place].slice(Math.max(0, length - most), length);
}
