import type { CST } from 'yaml';
import { excerptOf } from '../diagnostics/excerpt.js';
import { type LineIndex, lineAt, positionAt } from '../diagnostics/line-index.js';
import { fileOffset } from './scalar-offsets.js';
import type { Place, Places } from './source-tree.js';

/** A content file that is being read. */
export interface ReadFile {
  readonly name: string;
  readonly lines: LineIndex;
}

/** Where a value stands: an offset, or a text whose characters can be found. */
export type ValueMark = number | { readonly token: CST.FlowScalar | CST.BlockScalar; readonly value: string };

/** Where a container stands, and what it holds. */
export interface ContainerMark {
  readonly file: ReadFile;
  readonly offset: number;
  /** By name; empty for lists. */
  readonly keys: Map<string, number>;
  /** By name or, for lists, by index. */
  values: Map<string | number, ValueMark>;
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
    const value = mark.values.get(key) ?? mark.offset;
    if (typeof value === 'number') return placeAt(mark.file, value);
    return placeAt(mark.file, offset === undefined ? value.token.offset : fileOffset(value.token, value.value, offset));
  };
  return {
    marks,
    ofContainer: (container) => placeAt(markOf(container).file, markOf(container).offset),
    ofKey(container, key) {
      const offset = markOf(container).keys.get(String(key));
      return offset === undefined ? placeOfValue(container, key) : placeAt(markOf(container).file, offset);
    },
    ofValue: (container, key, offset) => placeOfValue(container, key, offset),
    dropElements(list, indices) {
      const mark = markOf(list);
      const left = [...mark.values].filter(([index]) => typeof index === 'number' && !indices.has(index));
      mark.values = new Map(left.map(([, value], index) => [index, value]));
    },
  };
}

/** The line, column and excerpt of an offset. */
export function placeAt(file: ReadFile, offset: number): Place {
  const position = positionAt(file.lines, offset);
  return { file: file.name, ...position, ...excerptOf(lineAt(file.lines, position.line), position.column) };
}
