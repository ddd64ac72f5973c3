import type { Fault } from './diagnostic.js';
import { printable } from './quote.js';

/** From the top of a document: keys and places from 0. */
export type Path = readonly (string | number)[];

export interface Problem extends Fault {
  readonly path: Path;
  /** A wrong key there. */
  readonly key?: string | undefined;
}

const plainKey = /^[\w-]+$/;
const longestKey = 64;

/** A path for people: `scenarios[3].given.abilities[1].on.type`. */
export function labelOf(path: Path): string {
  if (path.length === 0) return 'the file';
  return path.reduce<string>((parent, part) => partLabel(parent, part), '');
}

export function partLabel(parent: string, part: string | number): string {
  if (typeof part === 'number') return `${parent}[${part}]`;
  const shown = part.length > longestKey ? `${part.slice(0, longestKey)}…` : part;
  if (!plainKey.test(shown)) return `${parent}[${JSON.stringify(printable(shown))}]`;
  return parent === '' ? shown : `${parent}.${shown}`;
}

const longestValue = 60;

export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return 'a mapping';
  return JSON.stringify(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);
}
