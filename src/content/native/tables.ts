import type { ColumnType, Table } from '../../model/model.js';
import { booleanType, numberType } from '../../eval/operation.js';
import type { LookupKey, LookupTable } from '../expression/compile-expression.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { typeNamed } from './columns.js';
import type { Declaration } from './declarations.js';
import { describeWords, wordValue } from './enumerations.js';
import { type Literal, type LiteralNames, literalValue } from './literal.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import type { TableSource } from './schema.js';
import type { Place } from './source-tree.js';

/** Cells of one table, and of all of a load: a few words make a table of two enumerations as large as it may be. */
const mostCells = 65_536;
const mostOfAll = 2_097_152;

export interface LoweredTables {
  readonly tables: readonly Table[];
  readonly lookups: ReadonlyMap<string, LookupTable>;
}

const classType: ColumnType = { name: 'class' };
const valueTypes: ReadonlyMap<string, ColumnType> = new Map([
  ['number', numberType],
  ['boolean', booleanType],
  ['class', classType],
]);
const keyTypes: ReadonlyMap<string, ColumnType> = new Map([
  ['number', numberType],
  ['class', classType],
]);

/** Lowers the tables. One with a mistake declares nothing. */
export function lowerTables(
  declarations: readonly Declaration<TableSource>[],
  names: LiteralNames,
  loading: Loading,
): LoweredTables {
  const tables: Table[] = [];
  const lookups = new Map<string, LookupTable>();
  const room = { left: mostOfAll };
  for (const declaration of declarations) {
    const lowered = lowerTable(declaration, { names, room, loading });
    if (lowered === undefined) {
      loading.damage.names.add(declaration.name);
    } else {
      lookups.set(declaration.name, { ...lowered.lookup, index: tables.length });
      tables.push(lowered.table);
    }
  }
  return { tables, lookups };
}

interface TableContext {
  readonly names: LiteralNames;
  /** Cells that all tables may still have. */
  readonly room: { left: number };
  readonly loading: Loading;
}

type Entries = readonly Entry[];

/** A listed key and what stands there. */
interface Entry {
  /** Row or column. */
  readonly at: number;
  readonly container: object;
  readonly key: string | number;
  readonly value: TableSource['values'] | Literal;
}

function lowerTable(
  { name, source }: Declaration<TableSource>,
  context: TableContext,
): { readonly table: Table; readonly lookup: Omit<LookupTable, 'index'> } | undefined {
  const { names, loading } = context;
  const type = typeNamed(name, source, valueTypes, names, loading);
  const by = typeof source.by === 'string' ? [source.by] : source.by;
  const keys = by.map((each, i) => keyType(each, source, typeof source.by === 'string' ? undefined : i, context));
  if (type === undefined || keys.includes(undefined)) return undefined;
  const [rowType, columnType] = keys as readonly ColumnType[];
  const column = { name, type, storage: 'f64', integer: false } as const;
  const initial =
    source.default === undefined
      ? 0
      : literalValue(source.default, column, names, () => loading.places.ofValue(source, 'default'), loading);
  const rows = entriesOf(source, 'values', source.values, rowType, context);
  const lines =
    columnType === undefined
      ? rows?.map((row) => [row])
      : rows?.map(({ container, key, value }) => lineOf(container, key, value, columnType, context));
  if (initial === undefined || rows === undefined || lines === undefined || lines.includes(undefined)) return undefined;
  const cells = lines as readonly Entries[];
  const lookup = {
    type,
    keys: [
      { type: rowType, rows: countOf(rowType, rows, names) },
      ...(columnType === undefined ? [] : [{ type: columnType, rows: countOf(columnType, cells.flat(), names) }]),
    ],
  };
  const values = fill({ name, source, lookup, initial }, rows, cells, context);
  return values && { table: Object.freeze({ name, width: lookup.keys.at(1)?.rows ?? 1, values }), lookup };
}

function keyType(
  key: string,
  source: TableSource,
  place: number | undefined,
  { names, loading }: TableContext,
): ColumnType | undefined {
  const known = keyTypes.get(key);
  const enumeration = names.enumerationByName.get(key);
  if (known !== undefined) return known;
  if (loading.damage.names.has(key)) return undefined;
  if (enumeration !== undefined) return { name: 'enumeration', index: enumeration.index };
  const { by } = source;
  reportError(
    loading,
    place === undefined || typeof by === 'string'
      ? loading.places.ofValue(source, 'by')
      : loading.places.ofValue(by, place),
    () => {
      const all = [...keyTypes.keys(), ...names.enumerations.map((each) => each.name)];
      return {
        code: 'unknown-name',
        message: `a table cannot be asked by ${quoteText(key)}, expected ${listTexts(all, 12)}`,
        suggestion: didYouMean(loading, key, all) ?? 'declare it under `enumerations`',
      };
    },
  );
  return undefined;
}

/** The values of one row of a table with two keys. */
function lineOf(
  container: object,
  key: string | number,
  value: Entry['value'],
  type: ColumnType,
  context: TableContext,
): Entries | undefined {
  if (typeof value === 'object' && value !== null) return entriesOf(container, key, value, type, context);
  const { loading } = context;
  reportError(loading, loading.places.ofValue(container, key), {
    code: 'wrong-type',
    message: `this row is ${quoteText(String(value))}, expected a map or a list of values by the second key`,
    suggestion: 'write a map from the second key to values',
  });
  return undefined;
}

/** What a map or list gives by key; undefined, and reported, when a key is none. */
function entriesOf(
  container: object,
  key: string | number,
  given: TableSource['values'],
  type: ColumnType,
  context: TableContext,
): Entries | undefined {
  const { loading } = context;
  if (Array.isArray(given)) {
    if (type.name === 'number') return given.map((value, i) => ({ at: i, container: given, key: i, value }));
    reportError(loading, loading.places.ofValue(container, key), {
      code: 'wrong-type',
      message: 'this is a list, expected a map: the key is no number',
      suggestion: 'write the keys before the values',
    });
    return undefined;
  }
  const entries = Object.entries(given).map(([name, value]): Entry | undefined => {
    const at = placeOf(name, type, given, context);
    return at === undefined ? undefined : { at, container: given, key: name, value };
  });
  const known = entries.filter((entry) => entry !== undefined);
  return known.length < entries.length || loading.damage.containers.has(given) ? undefined : known;
}

function placeOf(key: string, type: ColumnType, map: object, { names, loading }: TableContext): number | undefined {
  const place = () => loading.places.ofKey(map, key);
  if (type.name === 'number') {
    if (/^(?:0|[1-9]\d{0,4})$/.test(key)) return Number(key);
    reportError(loading, place(), {
      code: 'out-of-range',
      message: `the key ${quoteText(key)} is no whole number from 0 to 99999, expected one`,
      suggestion: 'ask the table by a number that is scaled, or by words',
    });
    return undefined;
  }
  if (type.name === 'class') {
    const index = names.classIndices.get(key);
    if (index !== undefined || loading.damage.names.has(key)) return index;
    reportError(loading, place(), {
      code: 'unknown-name',
      message: `the key ${quoteText(key)} is no class, expected ${listTexts(names.classNames)}`,
      suggestion: didYouMean(loading, key, names.classNames) ?? 'declare it under `classes`',
    });
    return undefined;
  }
  const enumeration = names.enumerations[type.name === 'enumeration' ? type.index : 0];
  const word = wordValue(enumeration, key, loading);
  if (word !== undefined || loading.damage.names.has(key) || loading.damage.names.has(enumeration.name)) return word;
  reportError(loading, place(), {
    code: 'unknown-name',
    message: `the key ${quoteText(key)} is no word here, expected ${describeWords(enumeration)}`,
    suggestion: didYouMean(loading, key, enumeration.members),
  });
  return undefined;
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

interface Shape {
  readonly name: string;
  readonly source: TableSource;
  readonly lookup: Omit<LookupTable, 'index'>;
  readonly initial: number;
}

/** All cells, those that are not listed with the default. */
function fill(
  { name, source, lookup, initial }: Shape,
  rows: Entries,
  lines: readonly Entries[],
  context: TableContext,
): Float64Array | undefined {
  const { names, loading } = context;
  const [rowKey, columnKey] = lookup.keys;
  const width = lookup.keys.at(1)?.rows ?? 1;
  if (!takeRoom(name, source, rowKey.rows * width, context)) return undefined;
  const values = new Float64Array(rowKey.rows * width).fill(initial);
  const column = { name, type: lookup.type as ColumnType, storage: 'f64', integer: false } as const;
  let isSound = true;
  for (const [i, { at: row }] of rows.entries()) {
    for (const { at, container, key, value } of lines[i]) {
      const place = () => loading.places.ofValue(container, key);
      const literal = literalOf(value, place, loading);
      const found = literal === undefined ? undefined : literalValue(literal, column, names, place, loading);
      if (found === undefined) isSound = false;
      else values[shifted(rowKey, row) * width + (lookup.keys.length === 1 ? 0 : shifted(columnKey, at))] = found;
    }
  }
  return isSound ? values : undefined;
}

/** Whether there is room for a table; reports that there is none. */
function takeRoom(name: string, source: TableSource, count: number, { room, loading }: TableContext): boolean {
  const place = (): Place => loading.places.ofKey(source, 'values');
  if (count > mostCells) {
    reportError(loading, place(), {
      code: 'too-large',
      message: `the table ${quoteText(name)} has room for ${count} values, the limit is ${mostCells}`,
      suggestion: 'ask it by smaller numbers',
    });
    return false;
  }
  // What did not fit has been reported, and what follows it would not fit either.
  if (room.left < 0) return false;
  room.left -= count;
  if (room.left >= 0) return true;
  reportError(loading, place(), {
    code: 'too-large',
    message: `with ${quoteText(name)} all tables together have room for more than ${mostOfAll} values, which is the limit`,
    suggestion: 'ask tables by fewer words, or remove some',
  });
  return false;
}

/** Numbers have a row before the first. */
function shifted({ type }: LookupKey, at: number): number {
  return type.name === 'number' ? at + 1 : at;
}

function literalOf(
  value: Entry['value'],
  place: () => ReturnType<Loading['places']['ofValue']>,
  loading: Loading,
): Literal | undefined {
  if (typeof value !== 'object' || value === null) return value;
  reportError(loading, place(), {
    code: 'wrong-type',
    message: 'this is a map or a list, expected a value',
    suggestion: 'for a table with two keys write both under `by`, in a list',
  });
  return undefined;
}
