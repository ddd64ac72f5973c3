import { EdictError } from '../../kernel/errors.js';
import { entriesGiven, isList, isObject, reading, refused } from '../../kernel/given.js';
import { readCsv } from './csv.js';
import type { StartCell, StartRows, TableGiven } from './start-rows.js';

/** Throws for what is no table. */
export function rowsGiven(name: string, given: TableGiven): StartRows {
  if (typeof given === 'string') return readCsv(name, given);
  if (isList(given)) return rowsOfObjects(name, given);
  if (!isObject(given))
    throw refused(`the table ${name}`, given, 'the text of a CSV file, a list of rows, or an object of columns');
  return rowsOfColumns(name, given);
}

function rowsOfObjects(name: string, given: readonly unknown[]): StartRows {
  const names = new Set<string>();
  const rows = reading(`the table ${name}`, () =>
    given.map((row, place) => {
      if (!isObject(row)) throw refused(`row ${place} of the table ${name}`, row, 'an object of values by column');
      for (const column of Object.keys(row)) names.add(column);
      const copy: Readonly<Record<string, unknown>> = { ...row };
      return copy;
    }),
  );
  const columns = [...names];
  return {
    name,
    length: rows.length,
    columns,
    cell: (row, column) => cellGiven(rows[row][columns[column]], () => placeOf(name, columns[column], row)),
    where: (row, column) => placeOf(name, columns[column], row),
  };
}

function rowsOfColumns(name: string, given: Readonly<Record<string, unknown>>): StartRows {
  const entries = entriesGiven<unknown>(`the table ${name}`, given, 'an object of columns');
  const lists = entries.map(([column, values]) => {
    if (!isList(values) && !ArrayBuffer.isView(values))
      throw refused(`the column ${column} of the table ${name}`, values, 'a list of values');
    return values as unknown as ArrayLike<unknown>;
  });
  const columns = entries.map(([column]) => column);
  const length = lists.at(0)?.length ?? 0;
  const short = lists.findIndex((list) => list.length !== length);
  if (short >= 0)
    throw new EdictError(
      'table',
      `the column ${columns[short]} of the table ${name} has ${lists[short].length} values, expected ${length} as in ${columns[0]}`,
      name,
    );
  return {
    name,
    length,
    columns,
    cell: (row, column) => cellGiven(lists[column][row], () => placeOf(name, columns[column], row)),
    where: (row, column) => placeOf(name, columns[column], row),
  };
}

function placeOf(name: string, column: string, row: number): string {
  return `${column} in row ${row} of the table ${name}`;
}

function cellGiven(value: unknown, what: () => string): StartCell {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return value;
    default:
      if (value === null) return null;
      throw refused(what(), value, 'a number, a text, true, false or null');
  }
}
