import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { scenarioJsonSchema } from '../../src/scenarios/native/scenario-json-schema.js';
import { formatOf } from '../../src/scenarios/format-of.js';
import { heavy } from '../support/heavy.js';

const folder = new URL('./native/', import.meta.url);
const files = readdirSync(folder)
  .map((name) => ({ name, file: new URL(name, folder).pathname, text: readFileSync(new URL(name, folder), 'utf8') }))
  .filter(({ text }) => formatOf(text) !== undefined);

describe.each(files.filter((_, i) => i % heavy(5, 1) === 0))('$name', ({ file, text }) => {
  for (const scenario of nativeFormat.load({ file, text })) {
    it(scenario.name, () => {
      expect(scenario.run()).toBeUndefined();
    });
  }
});

it.each(['scenarios', 'start'])('the example of docs/%s.md passes', (name) => {
  const page = readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
  const text = /```yaml\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
  const cases = nativeFormat.load({ file: `docs/${name}.md`, text });
  expect(cases.length).toBeGreaterThan(1);
  expect(cases.map((scenario) => scenario.run())).toEqual(cases.map(() => undefined));
});

it('a case that would run too long, or make too many objects, is refused at the line that makes it so', () => {
  const problemsOf = (steps: string, copies = 2): readonly string[] => {
    const text = `format: edict-scenario/1\ncontent: { kinds: { t: {} } }\nworld: { objects: [{ kind: t, copies: ${copies} }] }\nsteps:\n${steps}`;
    const errors = checkScenario('long.yaml', text).flatMap((each) => each.errors);
    return errors.map(({ line, code, message }) => `${line} ${code}: ${message}`);
  };
  expect(problemsOf('  - run: 60000\n  - run: 40000\n')).toEqual([]);
  expect(problemsOf('  - run: 60000\n  - run: 40001\n  - run: 9\n')).toEqual([
    '6 too-long: a case runs 100001 turns up to here, at most 100000 are allowed; run fewer, or run its world by edict run',
  ]);
  expect(problemsOf('  - spawn: { kind: t, copies: 10 }\n', 999_991)).toEqual([
    '5 too-long: a case makes 1000001 objects up to here, at most 1000000 are allowed; make fewer copies',
  ]);
});

it('the schema refers to nothing but its own definitions', () => {
  const schema = scenarioJsonSchema();
  const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references).toContain('#/definitions/contentFile');
  for (const reference of references)
    expect(Object.keys(schema.definitions as object)).toContain(reference.replace('#/definitions/', ''));
});

it.each(files.slice(0, heavy(3, files.length)))('edict check finds nothing in $name', ({ file, text }) => {
  const errors = checkScenario(file, text).flatMap((each) => each.errors);
  expect(errors.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

it('schema/scenario.schema.json is up to date; if not, run `node scripts/write-schemas.mjs`', () => {
  const file = new URL('../../schema/scenario.schema.json', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`);
});
