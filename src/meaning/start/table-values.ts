import { EdictError } from '../../kernel/errors.js';
import { describe, shorten } from '../../kernel/given.js';
import type { StartTable } from '../../ir/start.js';
import type { Column, Model } from '../../model/model.js';
import type { StartCell, StartRows } from './start-rows.js';
import type { StartValues } from './start-tools.js';

/** The values of a column of a table for a meter or property. Throws with the place of the first wrong one. */
export function tableValues(
  model: Model,
  rows: StartRows,
  { from, column: index }: StartTable['columns'][number],
): StartValues {
  const at = demandColumn(rows, from);
  const column = model.columns[index];
  const read = readerFor(model, column);
  const values = new Float64Array(rows.length);
  let absent: Uint8Array | undefined;
  for (let row = 0; row < rows.length; row++) {
    const cell = rows.cell(row, at);
    if (cell === '' || cell === null || cell === undefined) {
      (absent ??= new Uint8Array(rows.length))[row] = 1;
      continue;
    }
    const value = read.value(cell);
    if (value === undefined)
      throw new EdictError(
        'table',
        `${rows.where(row, at)} is ${describe(cell)}, expected ${read.expected} for ${column.name}`,
        rows.name,
      );
    values[row] = value;
  }
  return { values, absent };
}

/** Its place among the columns. */
export function demandColumn({ name, columns }: StartRows, from: string): number {
  const at = columns.indexOf(from);
  if (at >= 0) return at;
  const known = columns.slice(0, mostShown).map(shorten).join(', ');
  throw new EdictError('table', `${name} has no column ${shorten(from)}, expected one of ${known}`, name);
}

const mostShown = 20;

interface Reader {
  readonly expected: string;
  readonly value: (cell: NonNullable<StartCell>) => number | undefined;
}

function readerFor(model: Model, { type }: Column): Reader {
  switch (type.name) {
    case 'number':
      return { expected: 'a number such as 12, -0.5 or 1e6', value: numberIn };
    case 'boolean':
      return { expected: 'true or false', value: truthIn };
    case 'enumeration': {
      const { name, members } = model.enumerations[type.index];
      return byName(`a word of ${name}`, members);
    }
    case 'class':
      return byName('the name of a class', namesIn(model.classes));
    case 'kind':
      return byName('the name of a kind', namesIn(model.kinds));
    default:
      return { expected: 'no value: tables cannot refer to objects', value: () => undefined };
  }
}

function namesIn(things: readonly { readonly name: string }[]): readonly string[] {
  return things.map(({ name }) => name);
}

/** Words, classes and kinds count from 1; 0 is none. */
function byName(expected: string, names: readonly string[]): Reader {
  const places = new Map(names.map((name, place) => [name, place + 1] as const));
  return { expected, value: (cell) => (typeof cell === 'string' ? places.get(cell) : undefined) };
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function numberIn(cell: NonNullable<StartCell>): number | undefined {
  if (typeof cell === 'boolean' || (typeof cell === 'string' && !decimal.test(cell))) return undefined;
  const value = Number(cell);
  return Number.isFinite(value) ? value : undefined;
}

function truthIn(cell: NonNullable<StartCell>): number | undefined {
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  return cell === 'true' ? 1 : cell === 'false' ? 0 : undefined;
}
