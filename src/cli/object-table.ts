import type { CellValue, Handle, ObjectView, World } from '../world/api.js';
import { printable } from '../content/text/quote.js';
import { idOf, nameWithId } from './find-object.js';
import { givesObject } from './compile-text.js';
import { type Colors, cellText, counted, right, tableText } from './terminal.js';
import { unknownName } from './command.js';

/** Objects as rows, with what is asked of each as columns. */
export interface ObjectTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Objects that are not shown. */
  readonly more: number;
}

/** An object that is shown by its name; `id` is null for nobody. */
export interface Named {
  readonly id: number | null;
  readonly name: string;
}

type Cell = CellValue | undefined | Named | readonly (string | Named)[];

interface Shown {
  readonly head: string;
  readonly of: (view: ObjectView) => Cell;
}

/** Columns of every object; `@name` where content has something of the name. */
const common = ['id', 'name', 'kind', 'class', 'owner', 'place', 'x', 'y', 'created'] as const;

/**
 * `columns`: names of them, of meters, properties, variables, sets and lists, or expressions over `self`. Default: what
 * any of the objects has.
 */
export function tableOf(
  world: World,
  objects: readonly Handle[],
  columns: readonly string[] | undefined,
  most: number,
): ObjectTable {
  const views = objects.slice(0, most).map((object) => world.describe(object));
  const shown = columns === undefined ? usualColumns(world, views) : columns.map((name) => columnNamed(world, name));
  return {
    heads: shown.map(({ head }) => head),
    rows: views.map((view) => shown.map(({ of }) => of(view))),
    more: objects.length - views.length,
  };
}

function usualColumns(world: World, views: readonly ObjectView[]): readonly Shown[] {
  const some = (has: (view: ObjectView) => boolean) => views.some(has);
  const names = (of: (view: ObjectView) => object) => [...new Set(views.flatMap((view) => Object.keys(of(view))))];
  const columns: readonly Common[] = [
    'id',
    'name',
    ...(new Set(views.map(({ kind }) => kind)).size > 1 ? (['kind'] as const) : []),
    ...(some((view) => view.class !== null) ? (['class'] as const) : []),
    ...(some(({ owners }) => owners.length > 0) ? (['owner'] as const) : []),
    ...(some(({ parent }) => parent !== null) ? (['place'] as const) : []),
    ...(some(({ parent, position }) => parent === null && position !== null) ? (['x', 'y'] as const) : []),
  ];
  return [
    ...columns.map((name) => (isOfContent(world, name) ? `@${name}` : name)),
    ...names(({ values }) => values),
    ...names(({ holdings }) => holdings),
    ...names(({ lists }) => lists),
  ].map((name) => columnNamed(world, name));
}

function isCommon(name: string): name is Common {
  return (common as readonly string[]).includes(name);
}

function isOfContent({ program: { model } }: World, name: string): boolean {
  const { columnByName, variables, holdings, links } = model;
  return columnByName.has(name) || [...variables, ...holdings, ...links].some((each) => each.name === name);
}

function columnNamed(world: World, name: string): Shown {
  const { columnByName, variables, holdings, links } = world.program.model;
  const of = (name: string): Shown['of'] | undefined => {
    if (columnByName.has(name) || variables.some((variable) => variable.name === name)) {
      const isObject = columnByName.get(name)?.type.name === 'entity';
      return ({ values }) => cellOf(world, (values as Readonly<Record<string, CellValue>>)[name], isObject);
    }
    if (holdings.some((holding) => holding.name === name))
      return (view) => (view.holdings as Readonly<Record<string, readonly string[]>>)[name];
    if (links.some((link) => link.name === name))
      return ({ lists }) => lists[name]?.map((object) => named(world, object));
    const plain = name.replace(/^@/, '');
    return isCommon(plain) ? (view) => commonOf(world, view, plain) : undefined;
  };
  const known = of(name);
  if (known !== undefined) return { head: name, of: known };
  if (/^[\w-]+$/.test(name)) {
    const names = [
      ...common,
      ...columnByName.keys(),
      ...[...variables, ...holdings, ...links].map((each) => each.name),
    ];
    throw unknownName('column', name, names, { where: ', and it is no expression over self' });
  }
  return { head: name, of: askedOf(world, name) };
}

/** An expression over `self`. */
export function askedOf(world: World, text: string): Shown['of'] {
  const isObject = givesObject(world, text);
  return ({ handle }) => cellOf(world, world.questions.evaluate(text, { source: handle }), isObject);
}

type Common = (typeof common)[number];

function commonOf(world: World, view: ObjectView, name: Common): Cell {
  switch (name) {
    case 'owner':
      // Factions own themselves.
      return view.owners.filter((owner) => owner !== view.handle).map((owner) => named(world, owner));
    case 'place':
      return view.parent === null ? undefined : named(world, view.parent);
    case 'x':
    case 'y':
      return view.position?.[name];
    case 'class':
      return view.class ?? undefined;
    default:
      return view[name];
  }
}

function cellOf(world: World, value: CellValue | undefined, isObject: boolean): Cell {
  return isObject && typeof value === 'number' ? named(world, value) : value;
}

function named(world: World, handle: number): Named {
  const found = world.find(handle);
  return found === undefined ? { id: null, name: '' } : { id: idOf(found), name: world.nameOf(found) };
}

export function nameText(world: World, handle: number): string {
  return nameWithId({ id: idOf(handle), name: world.nameOf(handle) });
}

function isNamed(cell: Cell): cell is Named {
  return typeof cell === 'object' && cell !== null && 'id' in cell;
}

export function tableShown({ heads, rows, more }: ObjectTable, colors: Colors): string {
  if (rows.length === 0) return 'there is no such object\n';
  const areNumbers = heads.map((_, i) => rows.every((row) => typeof row[i] === 'number' || row[i] === undefined));
  const aligned = (text: string, i: number) => (areNumbers[i] ? right(text) : text);
  const lines = tableText(
    heads.map(aligned),
    rows.map((row) => row.map((cell, i) => aligned(textOfCell(cell), i))),
    colors,
  );
  return `${lines}\n${more > 0 ? `  and ${counted(more, 'object')} more; --first ${rows.length + more} shows all\n` : ''}`;
}

function textOfCell(cell: Cell): string {
  if (isList(cell)) return cell.map(textOfCell).join(', ');
  if (isNamed(cell)) return cell.id === null ? '' : printable(nameWithId({ id: cell.id, name: cell.name }));
  return cellText(cell, '');
}

function isList(cell: Cell): cell is readonly (string | Named)[] {
  return Array.isArray(cell);
}

/** By RFC 4180, without a line for what is not shown. */
export function tableCsv({ heads, rows }: ObjectTable): string {
  const lines = [heads, ...rows.map((row) => row.map(plainText))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function plainText(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (isNamed(cell)) return cell.id === null ? '' : String(cell.id);
  return isList(cell) ? cell.map(plainText).join(';') : String(cell);
}

export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function tableJson({ heads, rows, more }: ObjectTable) {
  return {
    objects: rows.map((row) =>
      Object.fromEntries(
        heads.map((head, i) => [head, isNamed(row[i]) && row[i].id === null ? null : (row[i] ?? null)]),
      ),
    ),
    more,
  };
}
