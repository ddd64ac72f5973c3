import type { CST } from 'yaml';
import { excerptOf, type LineIndex, type Position, lineAt, positionAt } from '../text/line-index.js';
import type { Place, Places } from './source-tree.js';

/**
 * Where the characters of a scalar's value stand in the file. YAML folds lines, trims indentation and resolves escapes,
 * but adds and leaves out only blanks, so the two can be laid side by side.
 */

type ScalarToken = CST.FlowScalar | CST.BlockScalar;

/**
 * In the file, for each UTF-16 unit of the value, and last its end. Where the value is not found, all are the scalar's.
 */
export function scalarOffsets(token: ScalarToken, value: string): readonly number[] {
  const { source, type } = token;
  const quotes = isQuoted(token) ? 1 : 0;
  const base = type === 'block-scalar' ? contentStart(token) : token.offset;
  const end = source.length - quotes;
  const offsets: number[] = [];
  let at = quotes;
  while (offsets.length < value.length) {
    const wanted = value[offsets.length];
    const written = at < end ? writtenAt(source, at, type) : undefined;
    if (isBlank(wanted) && written?.isBlank !== true) {
      offsets.push(base + at);
    } else if (written?.isBlank === true && (!isBlank(wanted) || (wanted === '\n' && ' \t'.includes(source[at])))) {
      at += written.width;
    } else if (written !== undefined && (written.isBlank || (written.character ?? wanted) === wanted)) {
      for (let unit = 0; unit < written.units; unit++) offsets.push(base + at);
      at += written.width;
    } else {
      return Array.from({ length: value.length + 1 }, () => token.offset);
    }
  }
  return [...offsets, base + end];
}

/** Offsets outside the value count as its nearest end. */
export function fileOffset(token: ScalarToken, value: string, offset: number): number {
  const start = startAsWritten(token, value);
  if (start !== undefined) return start + Math.max(0, Math.min(offset, value.length));
  const offsets = scalarOffsets(token, value);
  return offsets[Math.max(0, Math.min(offset, offsets.length - 1))];
}

function isQuoted({ type }: ScalarToken): boolean {
  return type === 'double-quoted-scalar' || type === 'single-quoted-scalar';
}

/** Of a value without escapes and folds. */
function startAsWritten(token: ScalarToken, value: string): number | undefined {
  if (token.source === value) return token.type === 'scalar' ? token.offset : undefined;
  return isQuoted(token) && token.source.length === value.length + 2 && token.source.startsWith(value, 1)
    ? token.offset + 1
    : undefined;
}

/** After the `|` or `>` and its line. */
function contentStart({ offset, props }: CST.BlockScalar): number {
  return props.reduce((sum, prop) => sum + ('source' in prop ? prop.source.length : 0), offset);
}

interface Written {
  /** In the file, and in the value. */
  readonly width: number;
  readonly units: number;
  readonly isBlank: boolean;
  /** Undefined where it is escaped. */
  readonly character?: string;
}

/** Of escapes by number. */
const digitsOf: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function writtenAt(source: string, at: number, type: ScalarToken['type']): Written {
  const character = source[at];
  if (type === 'single-quoted-scalar' && character === "'") return { width: 2, units: 1, isBlank: false, character };
  if (type !== 'double-quoted-scalar' || character !== '\\')
    return { width: 1, units: 1, isBlank: isBlank(character), character };
  const letter = source[at + 1];
  const digits = digitsOf.get(letter);
  // With an escaped line end its blanks are left out.
  if (digits === undefined) return { width: 2, units: 1, isBlank: 'nrt \t\n\r'.includes(letter) };
  const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16);
  return { width: 2 + digits, units: code > 0xffff ? 2 : 1, isBlank: isBlank(String.fromCharCode(code)) };
}

function isBlank(character: string): boolean {
  return ' \t\n\r'.includes(character);
}

export interface ReadFile {
  readonly name: string;
  readonly lines: LineIndex;
  readonly at: Position;
}

/** An offset, or a text whose characters can be found. */
export type ValueMark = number | { readonly token: CST.FlowScalar | CST.BlockScalar; readonly value: string };

interface EntryMark {
  readonly key: number;
  readonly value: ValueMark;
}

/** Entries of a map by name, or values of a list. */
export interface ContainerMark {
  readonly file: ReadFile;
  readonly offset: number;
  entries: Map<string, EntryMark> | undefined;
  values: ValueMark[] | undefined;
}

/** Offsets that become lines and columns on demand. */
export interface YamlPlaces extends Places {
  /** Filled while a file is read. */
  readonly marks: Map<object, ContainerMark>;
}

export function createYamlPlaces(): YamlPlaces {
  const marks = new Map<object, ContainerMark>();
  const markOf = (container: object): ContainerMark => {
    const mark = marks.get(container);
    if (mark === undefined) throw new Error('edict: asked for the place of a container that no file holds');
    return mark;
  };
  const placeOfValue = (container: object, key: string | number, offset?: number): Place => {
    const mark = markOf(container);
    const value = (typeof key === 'number' ? mark.values?.[key] : mark.entries?.get(key)?.value) ?? mark.offset;
    if (typeof value === 'number') return placeAt(mark.file, value);
    return placeAt(mark.file, offset === undefined ? value.token.offset : fileOffset(value.token, value.value, offset));
  };
  return {
    marks,
    ofContainer: (container) => placeAt(markOf(container).file, markOf(container).offset),
    ofKey(container, key) {
      const offset = markOf(container).entries?.get(String(key))?.key;
      return offset === undefined ? placeOfValue(container, key) : placeAt(markOf(container).file, offset);
    },
    ofValue: placeOfValue,
    dropElements(list, indices) {
      const mark = markOf(list);
      mark.values = mark.values?.filter((_, index) => !indices.has(index));
    },
  };
}

export function placeAt({ name, lines, at }: ReadFile, offset: number): Place {
  const { line, column } = positionAt(lines, offset);
  const shown = excerptOf(lineAt(lines, line), column);
  // Text before the part stands in its first line alone.
  const before = line === 1 ? at.column - 1 : 0;
  const excerptColumn = (shown.excerptColumn ?? 1) + before;
  return {
    file: name,
    line: line + at.line - 1,
    column: column + before,
    ...shown,
    ...(excerptColumn === 1 ? {} : { excerptColumn }),
  };
}
