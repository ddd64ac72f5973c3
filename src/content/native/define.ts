import type { Program } from '../../ir/rule.js';
import { EdictError } from '../../kernel/errors.js';
import { reading } from '../../kernel/given.js';
import { createCollector } from '../text/collector.js';
import { excerptOf, createLineIndex, lineAt, positionAt } from '../text/line-index.js';
import { printable } from '../text/quote.js';
import { type LoadOptions, loadOptions } from '../../compiled/load-options.js';
import { createLoading } from './load-context.js';
import type { NamedContent, ShapeOfNames } from './declared-shape.js';
import { lowerContent } from './lower-content.js';
import type { ContentSource } from './content-source.js';
import type { Fits, NamesIn } from './widened-content.js';
import {
  type Place,
  type Places,
  type SourceList,
  type SourceMap,
  type SourceValue,
  createMap,
} from './source-tree.js';

export type { ContentSource } from './content-source.js';

/**
 * Checks content given as a TypeScript object, in the same form as the YAML files, and returns a program. Equal content
 * in YAML has the same fingerprint.
 *
 * The type of the program knows the names in the content: a world made from it refuses unknown kinds, values, words and
 * phases when it is compiled.
 *
 * @throws EdictError `content` with all problems, each with its path in the object, such as
 * `classes.farm.groups[0].activation`
 */
export function defineContent<
  const Kind extends string = never,
  const Class extends string = never,
  const Meter extends string = never,
  const Type extends object = object,
  const Of extends object = object,
  const First extends object = object,
  const Variable extends object = object,
  const Word extends object = object,
  const Role extends string = never,
  const Relation extends string = never,
  const Expression extends string = never,
  const Trigger extends string = never,
  const Field extends object = object,
  const Parameter extends object = object,
  const Report extends string = never,
>(
  content: ContentSource &
    NamedContent<
      Kind,
      Class,
      Meter,
      Type,
      Of,
      First,
      Variable,
      Word,
      Role,
      Relation,
      Expression,
      Trigger,
      Field,
      Parameter,
      Report
    >,
  options?: LoadOptions,
): Program<
  ShapeOfNames<{
    kind: Kind;
    class: Class;
    meter: Meter;
    type: Type;
    of: Of;
    first: First;
    variable: Variable;
    word: Word;
    role: Role;
    relation: Relation;
    expression: Expression;
    trigger: Trigger;
    field: Field;
    parameter: Parameter;
    report: Report;
  }>
>;
export function defineContent<const Source>(
  content: Source,
  ...options: Fits<Source, ContentSource> extends true ? [options?: LoadOptions] : [never, never, never]
): Program<ShapeOfNames<NamesIn<Source>>>;
export function defineContent(content: ContentSource, options: LoadOptions = {}): Program {
  const places = createObjectPlaces();
  const { limits, aggregators } = loadOptions(options);
  const data = reading('the content', () => readObject(content, places));
  const collector = createCollector(places.paths);
  const loading = createLoading(places, collector, limits);
  const program = lowerContent([data], aggregators, loading);
  if (program !== undefined) return program;
  const problems = collector.errors().map(({ file, message, suggestion }) => {
    const mend = suggestion === undefined ? '' : ` (${printable(suggestion)})`;
    return `  ${printable(file)}: ${printable(message)}${mend}`;
  });
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  throw fault(`the content has ${count}, expected none:\n${problems.join('\n')}`);
}

/** Most nested levels of content: more are a circle or a mistake. */
const deepest = 64;

/** Most parts of content: an object that holds a part twice at every level would not fit in memory. */
const mostParts = 1_000_000;

/** Paths stand for files; lines and columns count in the text of an expression. */
interface ObjectPlaces extends Places {
  readonly paths: string[];
  readonly marks: Map<object, ObjectMark>;
}

interface ObjectMark {
  readonly path: string;
  /** By index, also after others are taken out. */
  items: readonly string[];
  readonly container: SourceList | SourceMap;
}

function createObjectPlaces(): ObjectPlaces {
  const marks = new Map<object, ObjectMark>();
  const placeOf = (path: string): Place => ({ file: path === '' ? 'content' : path, line: 1, column: 1 });
  const pathOf = (container: object, key: string | number): string => {
    const mark = marks.get(container);
    if (mark === undefined) return 'content';
    return typeof key === 'number' ? (mark.items[key] ?? mark.path) : join(mark.path, key);
  };
  return {
    paths: ['content'],
    marks,
    ofContainer: (container) => placeOf(marks.get(container)?.path ?? ''),
    ofKey: (container, key) => placeOf(pathOf(container, key)),
    ofValue(container, key, offset) {
      const place = placeOf(pathOf(container, key));
      const value = (marks.get(container)?.container as Readonly<Record<string | number, SourceValue>> | undefined)?.[
        key
      ];
      if (typeof value !== 'string' || offset === undefined) return place;
      const lines = createLineIndex(value);
      const position = positionAt(lines, offset);
      return { ...place, ...position, ...excerptOf(lineAt(lines, position.line), position.column) };
    },
    dropElements(list, indices) {
      const mark = marks.get(list);
      if (mark !== undefined) mark.items = mark.items.filter((_, index) => !indices.has(index));
    },
  };
}

function readObject(content: unknown, places: ObjectPlaces): SourceMap {
  if (!isRecord(content))
    throw fault(`the content is ${nameOf(content)}, expected an object with the sections of content`);
  return copyMap(content, '', 1, places);
}

function copy(value: unknown, path: string, depth: number, places: ObjectPlaces): SourceValue {
  places.paths.push(path);
  if (places.paths.length > mostParts)
    throw fault(`the content has more than ${mostParts} parts, expected fewer; split it`);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (depth > deepest)
    throw fault(`${path} nests more than ${deepest} levels deep, expected content without circles`, path);
  if (Array.isArray(value)) return copyList(value, path, depth + 1, places);
  if (isRecord(value)) return copyMap(value, path, depth + 1, places);
  throw fault(
    `${path} is ${nameOf(value)}, expected a text, a number, a boolean, null, a list or a plain object`,
    path,
  );
}

function copyList(list: readonly unknown[], path: string, depth: number, places: ObjectPlaces): SourceList {
  const container: SourceList = [];
  const items = list.map((_, i) => `${path}[${i}]`);
  places.marks.set(container, { path, items, container });
  for (const [i, value] of list.entries()) container.push(copy(value, items[i], depth, places));
  return container;
}

function copyMap(map: Readonly<Record<string, unknown>>, path: string, depth: number, places: ObjectPlaces): SourceMap {
  const container = createMap();
  places.marks.set(container, { path, items: [], container });
  for (const [key, value] of Object.entries(map)) {
    if (key === '__proto__') throw fault(`${join(path, key)} is reserved, expected another name`, path);
    if (value !== undefined) container[key] = copy(value, join(path, key), depth, places);
  }
  return container;
}

function fault(message: string, path?: string): EdictError {
  return new EdictError('content', message, path);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object with a prototype' : `a ${typeof value}`;
}
