import type { Place, ReadResult, Value } from '../../../src/content/antares/parse/value.js';

/**
 * A value without its places, in which an int is a bigint, a float a number, and a map an array of its entries, whose
 * order counts.
 */
export type Plain =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly Plain[]
  | { readonly map: readonly (readonly [string, Plain])[] };

export function plainOf(value: Value): Plain {
  switch (value.type) {
    case 'null':
      return null;
    case 'array':
      return value.items.map(plainOf);
    case 'map':
      return { map: [...value.entries].map(([key, entry]) => [key, plainOf(entry.value)] as const) };
    default:
      return value.value;
  }
}

/** What a result says: the plain value, or the problem as one line. */
export function outcomeOf(result: ReadResult): unknown {
  return result.ok ? plainOf(result.value) : problemOf(result.problem.at, result.problem.message);
}

function problemOf({ line, column }: Place, message: string): string {
  return `${String(line)}:${String(column)}: ${message}`;
}

export function map(...entries: readonly (readonly [string, Plain])[]): Plain {
  return { map: entries };
}

export function isArray(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
