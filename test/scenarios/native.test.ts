import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { scenarioJsonSchema } from '../../src/scenarios/native/json-schema.js';
import { formatOf } from '../../src/scenarios/format-of.js';

const folder = new URL('./native/', import.meta.url);
const files = readdirSync(folder)
  .map((name) => ({ name, file: new URL(name, folder).pathname, text: readFileSync(new URL(name, folder), 'utf8') }))
  .filter(({ text }) => formatOf(text) !== undefined);

describe.each(files)('$name', ({ file, text }) => {
  for (const scenario of nativeFormat.load({ file, text })) {
    it(scenario.name, () => {
      expect(scenario.run()).toBeUndefined();
    });
  }
});

it('the example of docs/scenarios.md passes', () => {
  const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
  const text = /```yaml\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
  const cases = nativeFormat.load({ file: 'docs/scenarios.md', text });
  expect(cases.length).toBeGreaterThan(1);
  expect(cases.map((scenario) => scenario.run())).toEqual(cases.map(() => undefined));
});

it('the schema refers to nothing but its own definitions', () => {
  const schema = scenarioJsonSchema();
  const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references).toContain('#/definitions/contentFile');
  for (const reference of references) expect(Object.keys(schema.definitions as object)).toContain(reference.replace('#/definitions/', ''));
});

it.each(files)('edict check finds nothing in $name', ({ file, text }) => {
  const result = checkScenario(file, text);
  expect(result.ok ? [] : result.errors.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

it('schema/scenario.schema.json is up to date; if not, run `node scripts/write-schemas.mjs`', () => {
  const file = new URL('../../schema/scenario.schema.json', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`);
});
