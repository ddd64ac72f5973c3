import type { Path } from '../../diagnostics/problem.js';

/**
 * Codes of problems here: `unknown-key`, `missing-key`, `wrong-type`, `bad-value`, `bad-structure`, `unknown-name`,
 * `duplicate-name`, `depth`.
 */
export type { Path, Problem } from '../../diagnostics/problem.js';

/** A path for people: `scenarios[3].given.abilities[1].on.type`. */
export function labelOf(path: Path): string {
  if (path.length === 0) return 'the file';
  return path.map((part, i) => (typeof part === 'number' ? `[${String(part)}]` : keyText(part, i === 0))).join('');
}

const plainKey = /^[\w-]+$/;
const longestKey = 64;

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
