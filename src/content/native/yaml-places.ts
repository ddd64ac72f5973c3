import type { CST } from 'yaml';
import { excerptOf } from '../diagnostics/excerpt.js';
import { type LineIndex, type Position, lineAt, positionAt } from '../diagnostics/line-index.js';
import { fileOffset } from './scalar-offsets.js';
import type { Place, Places } from './source-tree.js';

export interface ReadFile {
  readonly name: string;
  readonly lines: LineIndex;
  /** Where its text begins. */
  readonly at: Position;
}

/** Where a value stands: an offset, or a text whose characters can be found. */
export type ValueMark = number | { readonly token: CST.FlowScalar | CST.BlockScalar; readonly value: string };

export interface EntryMark {
  readonly key: number;
  readonly value: ValueMark;
}

/**
 * Where a container stands, and what it holds: a map's entries by name, a list's values by place. A file may have
 * hundreds of thousands, most of them small.
 */
export interface ContainerMark {
  readonly file: ReadFile;
  readonly offset: number;
  entries: Map<string, EntryMark> | undefined;
  values: ValueMark[] | undefined;
}

/** Places in YAML files: offsets that become lines and columns when somebody asks. */
export interface YamlPlaces extends Places {
  /** By the container's identity; filled while a file is read. */
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
    ofValue: (container, key, offset) => placeOfValue(container, key, offset),
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
