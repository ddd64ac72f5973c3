import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { contentJsonSchema } from '../../../src/content/native/content-json-schema.js';
import { loadContent } from '../../../src/content/native/load-content.js';
import { scenarioJsonSchema } from '../../../src/scenarios/native/scenario-json-schema.js';
import { choicesOf } from '../../support/choices.js';
import { randomGameContent } from '../../support/random-game-content.js';
import { heavy } from '../../support/heavy.js';

const file = new URL('../../../schema/content.schema.json', import.meta.url);

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly additionalProperties?: unknown;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

function referred(schema: JsonSchema, { definitions = {} }: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : definitions[name];
}

/** Every key of a schema, with the path to it. */
function describedKeys(schema: unknown, root: JsonSchema, path = ''): readonly (readonly [string, JsonSchema])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]: [string, unknown]) => {
    const at = `${path}/${name}`;
    if (['examples', 'default', 'enum', 'const'].includes(name)) return [];
    if (name !== 'properties') return describedKeys(part, root, at);
    return Object.entries(part as Readonly<Record<string, JsonSchema>>).flatMap(([key, said]) => [
      [`${at}/${key}`, referred(said, root)] as const,
      ...describedKeys(said, root, `${at}/${key}`),
    ]);
  });
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
      'parameters',
      'meters',
      'properties',
      'variables',
      'functions',
      'tables',
      'kinds',
      'steps',
      'grids',
      'networks',
      'spaces',
      'connections',
      'expressions',
      'reports',
      'flows',
      'triggers',
      'timing',
      'occurrences',
      'abilities',
      'continuous',
      'environment',
      'classes',
      'mixins',
      'budget',
      'meant',
      'start',
    ]);
    for (const section of Object.values(schema.properties ?? {})) expect(section.description).toMatch(/./);
    expect(schema.additionalProperties).toBe(false);
  });

  test('has no more than editors read at once', () => {
    expect(JSON.stringify(contentJsonSchema()).length).toBeLessThan(88_000);
  });

  test.each([
    ['content', contentJsonSchema()],
    ['scenarios', scenarioJsonSchema()],
  ])('says of every key of %s what it is, and its default or an example', (_name, schema) => {
    const described = describedKeys(schema, schema);
    expect(described.length).toBeGreaterThan(250);
    const missing: string[] = [];
    for (const [path, key] of described) {
      expect(key.description, path).toMatch(/^[A-Z`a-z].*[.?]$/);
      if (key.default === undefined && key.examples === undefined) missing.push(path);
    }
    expect(missing).toEqual([]);
  });

  // Beside that of content the schema of scenarios has the keys of content again.
  const ofContent = new Set(
    describedKeys(contentJsonSchema(), contentJsonSchema()).map(([, key]) => JSON.stringify(key)),
  );

  test.each([
    ['content', contentJsonSchema(), new Set<string>()],
    ['scenarios', scenarioJsonSchema(), ofContent],
  ])('has examples and defaults of %s that it takes itself', (_name, schema, known) => {
    const seen = new Set(known);
    for (const [path, key] of describedKeys(schema, schema)) {
      const { examples = [], default: usual, description: _description, ...rule } = key;
      const text = JSON.stringify(key);
      if (seen.has(text)) continue;
      seen.add(text);
      const definitions = text.includes('$ref') ? { definitions: schema.definitions } : {};
      const validator = validatorOf({ $schema: schema.$schema, ...rule, ...definitions });
      for (const value of usual === undefined ? examples : [...examples, usual])
        expect([path, value, validator.safeParse(value).error]).toEqual([path, value, undefined]);
    }
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
  const texts = ['examples', 'test/scenarios/native']
    .flatMap((folder) => filesOf(folder, '.yaml'))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
    // Content that is to be rejected may have any form.
    .filter(([, text]) => !text.includes('rejected:'));
  const documented = filesOf('docs', '.md').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
      ([, text], i) => [`${path} ${i}`, text] as const,
    ),
  );
  const scenarios = documented.filter(([, text]) => /^format: edict-scenario/m.test(text));
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

  test('agree on the scenarios in the manual', () => {
    expect(scenarios.length).toBeGreaterThan(0);
    for (const [path, text] of scenarios)
      expect([path, scenario.safeParse(parse(text)).error]).toEqual([path, undefined]);
  });

  test('agree on random content with every section in it', () => {
    for (const seed of Array.from({ length: heavy(4, 75) }, (_, i) => i)) {
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
