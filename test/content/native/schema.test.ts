import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { contentJsonSchema } from '../../../src/content/native/json-schema.js';
import { loadContent } from '../../../src/content/native/load.js';
import { scenarioJsonSchema } from '../../../src/scenarios/native/json-schema.js';
import { choicesOf } from '../../support/choices.js';
import { randomGameContent } from '../../support/random-game-content.js';
import { heavy } from '../../support/heavy.js';

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
      'edict',
      'profile',
      'enumerations',
      'roles',
      'relations',
      'stacking',
      'constants',
      'meters',
      'properties',
      'variables',
      'functions',
      'tables',
      'kinds',
      'steps',
      'grids',
      'connections',
      'expressions',
      'flows',
      'triggers',
      'timing',
      'occurrences',
      'abilities',
      'continuous',
      'environment',
      'classes',
    ]);
    for (const section of Object.values(schema.properties ?? {})) expect(section.description).toMatch(/./);
    expect(schema.additionalProperties).toBe(false);
  });

  test('has no more than editors read at once', () => {
    expect(JSON.stringify(contentJsonSchema()).length).toBeLessThan(64_000);
  });
});

function filesOf(folder: string, ending: string): readonly string[] {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(root, name));
}

/**
 * The reader of schemas passes over `required` where a schema says nothing else; with the keys themselves it means the
 * same.
 */
function validatorOf(schema: Readonly<Record<string, unknown>>): z.ZodType {
  const said = JSON.stringify(schema).replace(
    /\{"required":\["(\w+)"\]\}/g,
    '{"type":"object","properties":{"$1":{"type":["string","number","boolean","object","array","null"]}},"required":["$1"]}',
  );
  return z.fromJSONSchema(JSON.parse(said) as Parameters<typeof z.fromJSONSchema>[0]);
}

describe('the JSON Schema and the loader', () => {
  const [content, scenario] = [contentJsonSchema(), scenarioJsonSchema()].map(validatorOf);
  const texts = filesOf('examples', '.yaml').map((path) => [path, readFileSync(path, 'utf8')] as const);
  const documented = filesOf('docs', '.md').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
      ([, text], i) => [`${path} ${i}`, text] as const,
    ),
  );
  const loaded = documented.filter(([file, text]) => !text.includes('format:') && loadContent([{ file, text }]).ok);

  test('leave keys alone: editors take those of the text `7: largest` for numbers', () => {
    for (const schema of [contentJsonSchema(), scenarioJsonSchema()])
      expect(JSON.stringify(schema)).not.toMatch(/"propertyNames":\{[^}]*"type"/);
  });

  test('agree on the examples', () => {
    expect(texts.length).toBeGreaterThan(20);
    for (const [path, text] of texts) {
      const format = /^format: *(\S+)/m.exec(text)?.[1];
      if (format !== undefined && format !== 'edict-scenario/1') continue;
      expect([path, (format === undefined ? content : scenario).safeParse(parse(text)).error]).toEqual([
        path,
        undefined,
      ]);
    }
  });

  test('agree on the content in the manual that loads by itself', () => {
    expect(loaded.length).toBeGreaterThan(5);
    for (const [path, text] of loaded)
      expect([path, content.safeParse(parse(text) ?? {}).error]).toEqual([path, undefined]);
  });

  test('agree on random content with every section in it', () => {
    for (const seed of Array.from({ length: heavy(6, 150) }, (_, i) => i)) {
      const source = randomGameContent(choicesOf(seed), {
        groups: [0, 1, 2, 3],
        modifiers: [0, 1, 2],
        triggers: [0, 1, 2],
        abilities: [0, 1],
        flows: [0, 1],
      });
      expect([seed, loadContent([{ file: 'c.yaml', text: JSON.stringify(source) }]).ok]).toEqual([seed, true]);
      expect([seed, content.safeParse(source).error]).toEqual([seed, undefined]);
    }
  });

  test.each([
    'metres: {}',
    'meters: { gold: { defualt: 1 } }',
    'stacking: { 7: biggest }',
    'tables: { t: { by: number, values: { 0: { a: [1] } } } }',
    'kinds: { k: { faction: yes } }',
    'roles: { r: 1 }',
  ])('both refuse %s', (text) => {
    expect([loadContent([{ file: 'c.yaml', text }]).ok, content.safeParse(parse(text)).success]).toEqual([
      false,
      false,
    ]);
  });
});
