import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const howToUpdate = 'where it is meant, EDICT_UPDATE_GOLDEN=1 npm run test:long -- test/golden';

/** What a committed file of this folder must say. EDICT_UPDATE_GOLDEN=1 writes it instead: read the difference. */
export function expectGolden(name: string, text: string): void {
  const path = pathOf(name);
  if (env.EDICT_UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  expect(text, `${name}; ${howToUpdate}`).toBe(readFileSync(path, 'utf8'));
}

/** The same for one entry of a file in JSON. */
export function expectEntry(name: string, key: string, value: unknown): void {
  const path = pathOf(name);
  if (env.EDICT_UPDATE_GOLDEN === '1') {
    const entries = { ...readEntries(path, true), [key]: value };
    const sorted = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(path, `${JSON.stringify(sorted, undefined, 2)}\n`);
    return;
  }
  expect(value, `${key} in ${name}; ${howToUpdate}`).toEqual(readEntries(path, false)[key]);
}

function readEntries(path: string, mayBeAbsent: boolean): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    if (mayBeAbsent) return {};
    throw error;
  }
}
