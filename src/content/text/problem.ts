/** The way to a value from the top of a document: keys and places from 0. */
export type Path = readonly (string | number)[];

/** What is wrong with a value of a document, at its path. */
export interface Problem {
  readonly path: Path;
  /** A key there that should not be. */
  readonly key?: string | undefined;
  /** Stable, for machines. */
  readonly code: string;
  /** One sentence: what is, what was expected. */
  readonly message: string;
  /** What was probably meant, or what to do. */
  readonly suggestion?: string | undefined;
}

const plainKey = /^[\w-]+$/;
const longestKey = 64;

/** A path for people: `scenarios[3].given.abilities[1].on.type`. */
export function labelOf(path: Path): string {
  if (path.length === 0) return 'the file';
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : keyText(part, i === 0))).join('');
}

function keyText(key: string, isFirst: boolean): string {
  const shown = key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
  if (!plainKey.test(shown)) return `[${JSON.stringify(shown)}]`;
  return isFirst ? shown : `.${shown}`;
}

const longestValue = 60;

/** A value for people, short. */
export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return 'a mapping';
  return JSON.stringify(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value);
}
