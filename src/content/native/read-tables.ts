import { isListIn } from '../../kernel/lists.js';
import type { ColumnType, Table } from '../../model/model.js';
import type { LookupKey, LookupTable } from '../../ir/node.js';
import { listTexts, quoteText } from '../text/quote.js';
import { defaultOf, typeNamed, typesNamed } from './read-columns.js';
import { isMeant } from '../../ir/meant.js';
import type { Declaration, Declarations } from './declarations.js';
import {
  type Literal,
  type LiteralNames,
  type NamesContext,
  literalValue,
  refuseWord,
  wordValue,
} from './enumerations.js';
import {
  type ValueSpot,
  type Where,
  atKey,
  hasErrors,
  isLost,
  isTorn,
  lose,
  refuse,
  warn,
  whole,
} from './load-context.js';
import { named, refuseMissing } from './references.js';
import type { TableSource } from './schema.js';

/** Of one table, and of all: a table of two enumerations takes few words. */
const mostCells = 65_536;
const mostOfAll = 2_097_152;

const keyTypes = typesNamed('number', 'class');
const valueTypes = typesNamed('number', 'boolean', 'class');

/** A wrong table declares nothing. */
export function lowerTables(
  declarations: readonly Declaration<TableSource>[],
  context: NamesContext & Pick<Declarations, 'meant'>,
) {
  const tables: Table[] = [];
  const lookups = new Map<string, LookupTable>();
  const room = { left: mostOfAll };
  for (const declaration of declarations) {
    const { name } = declaration;
    const lowered = lowerTable(declaration, { ...context, room });
    if (lowered === undefined) {
      lose(context, name);
      continue;
    }
    const { values, lookup, lacking } = lowered;
    if (!isMeant(context.meant, 'table-gap', name)) warnOfGap(declaration, lacking, context);
    lookups.set(name, { ...lookup, index: tables.length });
    tables.push({ name, width: widthOf(lookup), values });
  }
  return { tables, lookups };
}

interface TableContext extends NamesContext {
  readonly room: { left: number };
}

type Lookup = Omit<LookupTable, 'index'>;
type Entries = readonly Entry[];

interface Entry {
  readonly at: number;
  readonly where: ValueSpot;
  readonly value: TableSource['values'] | Literal;
}

function widthOf({ keys }: Lookup): number {
  return keys.at(1)?.rows ?? 1;
}

function lowerTable({ name, source }: Declaration<TableSource>, context: TableContext) {
  const { names } = context;
  const { by } = source;
  const type = typeNamed(name, source, valueTypes, context);
  const keys =
    typeof by === 'string'
      ? [keyType(by, [source, 'by'], context)]
      : by.map((key, i) => keyType(key, [by, i], context));
  if (type === undefined || keys.includes(undefined)) return undefined;
  const [rowType, columnType] = keys as readonly ColumnType[];
  const column = { name, type, storage: 'f64' } as const;
  const initial = defaultOf(source, column, context);
  const rows = entriesOf([source, 'values'], source.values, rowType, context);
  const cells = rows && whole(rows.map((row) => (columnType === undefined ? [row] : lineOf(row, columnType, context))));
  if (initial === undefined || rows === undefined || cells === undefined) return undefined;
  const lookup: Lookup = {
    type,
    keys: [
      { type: rowType, rows: countOf(rowType, rows, names) },
      ...(columnType === undefined ? [] : [{ type: columnType, rows: countOf(columnType, cells.flat(), names) }]),
    ],
  };
  const size = lookup.keys[0].rows * widthOf(lookup);
  if (!takeRoom(name, source, size, context)) return undefined;
  const values = new Float64Array(size).fill(initial);
  let isSound = true;
  for (const [i, row] of rows.entries()) {
    for (const cell of cells[i]) {
      const found = cellValue(cell, column, context);
      if (found === undefined) isSound = false;
      else values[placeIn(lookup, row.at, cell.at)] = found;
    }
  }
  const lacking = [
    ...wordsLacking(rows, rowType, names),
    ...(columnType === undefined ? [] : cells.flatMap((line) => wordsLacking(line, columnType, names))),
  ];
  return isSound ? { values, lookup, lacking } : undefined;
}

function wordsLacking(entries: Entries, type: ColumnType, { enumerations }: LiteralNames): readonly string[] {
  if (type.name !== 'enumeration') return [];
  const listed = new Set(entries.map(({ at }) => at));
  return enumerations[type.index].members.filter((_, i) => !listed.has(i + 1));
}

/** Who writes `default` knows that words are left out. */
function warnOfGap(
  { name, source }: Declaration<TableSource>,
  lacking: readonly string[],
  context: NamesContext,
): void {
  const words = [...new Set(lacking)];
  if (words.length === 0 || source.default !== undefined || hasErrors(context)) return;
  const has =
    source.type === 'boolean' ? 'false' : source.type === undefined || source.type === 'number' ? '0' : 'none';
  warn(
    context,
    atKey(source, 'values'),
    'table-gap',
    `the table ${quoteText(name)} has no value for ${listTexts(words, 8, 'and')}, so its value is ${has} there; expected one for each word`,
    `add the missing words, or write \`default\` for all that are not listed`,
  );
}

function keyType(key: string, where: Where, context: TableContext): ColumnType | undefined {
  const { enumerations, enumerationByName } = context.names;
  const known = keyTypes.get(key);
  if (known !== undefined || isLost(context, key)) return known;
  const enumeration = enumerationByName.get(key);
  if (enumeration !== undefined) return { name: 'enumeration', index: enumeration.index };
  return refuseMissing('tableKey', key, where, () => [...keyTypes.keys(), ...enumerations], context);
}

function lineOf({ where, value }: Entry, type: ColumnType, context: TableContext): Entries | undefined {
  if (typeof value === 'object' && value !== null) return entriesOf(where, value, type, context);
  return refuse(
    context,
    where,
    'wrong-type',
    `this row is ${quoteText(String(value))}, expected a map or a list of values by the second key`,
    'write a map from the second key to values',
  );
}

function entriesOf(
  where: Where,
  given: TableSource['values'],
  type: ColumnType,
  context: TableContext,
): Entries | undefined {
  if (isListIn(given)) {
    if (type.name === 'number') return given.map((value, i) => ({ at: i, where: [given, i], value }));
    return refuse(
      context,
      where,
      'wrong-type',
      'this is a list, expected a map: the key is not a number',
      'write the keys before the values',
    );
  }
  const entries = Object.entries(given).map(([key, value]): Entry | undefined => {
    const at = placeOf(key, type, atKey(given, key), context);
    return at === undefined ? undefined : { at, where: [given, key], value };
  });
  return isTorn(context, given) ? undefined : whole(entries);
}

function placeOf(key: string, type: ColumnType, where: Where, context: TableContext): number | undefined {
  const { enumerations, classIndices } = context.names;
  const shown = quoteText(key);
  if (type.name === 'number') {
    if (/^(?:0|[1-9]\d{0,4})$/.test(key)) return Number(key);
    return refuse(
      context,
      where,
      'out-of-range',
      `the key ${shown} is not a whole number from 0 to 99999, expected one`,
      'ask the table by a number that is scaled, or by words',
    );
  }
  if (type.name === 'class') return named('classKey', key, where, classIndices, context);
  const enumeration = enumerations[type.name === 'enumeration' ? type.index : 0];
  const word = wordValue(enumeration, key, context);
  return word ?? refuseWord(context, where, key, enumeration, `the key ${shown} is not a word here`);
}

function countOf(type: ColumnType, entries: Entries, { enumerations, classNames }: LiteralNames): number {
  switch (type.name) {
    case 'enumeration':
      return enumerations[type.index].members.length + 1;
    case 'class':
      return classNames.length + 1;
    default:
      return entries.reduce((most, { at }) => Math.max(most, at + 1), 0) + 2;
  }
}

function takeRoom(name: string, source: TableSource, count: number, context: TableContext) {
  const { room } = context;
  const where = atKey(source, 'values');
  if (count > mostCells)
    return refuse(
      context,
      where,
      'too-large',
      `the table ${quoteText(name)} has room for ${count} values, the limit is ${mostCells}`,
      'ask it by smaller numbers',
    );
  // The limit is reported already.
  if (room.left < 0) return false;
  room.left -= count;
  return (
    room.left >= 0 ||
    refuse(
      context,
      where,
      'too-large',
      `with ${quoteText(name)} all tables together have room for more than ${mostOfAll} values, which is the limit`,
      'ask tables by fewer words, or remove some',
    )
  );
}

function placeIn(lookup: Lookup, row: number, column: number): number {
  const [rowKey, columnKey] = lookup.keys;
  return shifted(rowKey, row) * widthOf(lookup) + (lookup.keys.length === 1 ? 0 : shifted(columnKey, column));
}

/** Numbers have a row before the first. */
function shifted({ type }: LookupKey, at: number): number {
  return type.name === 'number' ? at + 1 : at;
}

function cellValue(
  { where, value }: Entry,
  column: Parameters<typeof literalValue>[1],
  context: TableContext,
): number | undefined {
  if (typeof value !== 'object' || value === null) return literalValue(value, column, where, context);
  return refuse(
    context,
    where,
    'wrong-type',
    'this is a map or a list, expected a value',
    'for a table with two keys write both under `by`, in a list',
  );
}
