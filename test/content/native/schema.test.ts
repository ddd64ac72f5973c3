import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contentJsonSchema } from '../../../src/content/native/json-schema.js';

const file = new URL('../../../schema/content.schema.json', import.meta.url);

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
  readonly additionalProperties?: unknown;
}

describe('the JSON Schema', () => {
  test('is up to date; if not, run `node scripts/write-schemas.mjs`', () => {
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(contentJsonSchema(), undefined, 2)}\n`);
  });

  test('describes every section and lets no other in', () => {
    const schema: JsonSchema = contentJsonSchema();
    expect(Object.keys(schema.properties ?? {})).toEqual([
      'edict', 'profile', 'enumerations', 'roles', 'relations', 'stacking', 'constants', 'meters', 'properties', 'variables', 'functions', 'tables', 'kinds', 'steps',
      'grids', 'connections', 'expressions', 'flows', 'triggers', 'timing', 'occurrences', 'abilities', 'continuous', 'environment', 'classes',
    ]);
    for (const section of Object.values(schema.properties ?? {})) expect(section.description).toMatch(/./);
    expect(schema.additionalProperties).toBe(false);
  });

  test('has no more than editors read at once', () => {
    expect(JSON.stringify(contentJsonSchema()).length).toBeLessThan(64_000);
  });
});
