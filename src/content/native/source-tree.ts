import type { Diagnostic } from '../text/diagnostic.js';
import type { Position } from '../text/line-index.js';

/** Plain data of a YAML file or a TypeScript object. Maps have no prototype, so no name from content can reach one. */
export type SourceValue = string | number | boolean | null | SourceList | SourceMap;
export type SourceList = SourceValue[];
export interface SourceMap {
  [key: string]: SourceValue;
}

export type Container = SourceList | SourceMap;

export type Place = Pick<Diagnostic, 'file' | 'line' | 'column' | 'excerpt' | 'excerptColumn'>;

/** Containers go by identity; lists are as they are after elements were taken out. */
export interface Places {
  ofContainer(container: object): Place;
  ofKey(container: object, key: string | number): Place;
  /** With an offset into its text, of that character. */
  ofValue(container: object, key: string | number, offset?: number): Place;
  /** The caller takes them out of the list itself. */
  dropElements(list: SourceList, indices: ReadonlySet<number>): void;
}

/** Null for anything but a leaf. */
export function scalarValue(value: unknown): SourceValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

export function isContainer(value: SourceValue | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

export function isList(value: SourceValue | undefined): value is SourceList {
  return Array.isArray(value);
}

export function isMap(value: SourceValue | undefined): value is SourceMap {
  return isContainer(value) && !Array.isArray(value);
}

export function createMap(): SourceMap {
  return Object.create(null) as SourceMap;
}

/** A content file as the loader takes it. `file` is how diagnostics name it. */
export interface ContentFile {
  readonly file: string;
  readonly text: string;
  /** Of a text that is a part of its file: where it begins there. Left out: line 1, column 1. */
  readonly at?: Position;
}
