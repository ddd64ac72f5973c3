import type { Diagnostic } from '../text/diagnostic.js';

/**
 * Content as plain data, before anything about it is known: what a YAML file or a TypeScript object holds. Maps have no
 * prototype, so no name from content can reach one.
 */
export type SourceValue = string | number | boolean | null | SourceList | SourceMap;
export type SourceList = SourceValue[];
export interface SourceMap {
  [key: string]: SourceValue;
}

/** A map or list. Its identity is how its place is found again. */
export type Container = SourceList | SourceMap;

/** A point in what the designer wrote, for a diagnostic. */
export type Place = Pick<Diagnostic, 'file' | 'line' | 'column' | 'excerpt' | 'excerptColumn'>;

/**
 * Where the parts of content come from. Containers are asked by identity; lists after elements were taken out as they
 * are now.
 */
export interface Places {
  ofContainer(container: object): Place;
  ofKey(container: object, key: string | number): Place;
  /** Where a value begins; with an offset into its text, where that character stands. */
  ofValue(container: object, key: string | number, offset?: number): Place;
  /** Forgets list elements whose index is in the set; the caller takes them out of the list itself. */
  dropElements(list: SourceList, indices: ReadonlySet<number>): void;
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
