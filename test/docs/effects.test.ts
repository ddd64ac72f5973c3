import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadContent } from '../../src/content/native/load-content.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/effects.md`, 'utf8');
const base = { file: 'base.yaml', text: readFileSync(`${root}test/scenarios/native/base.yaml`, 'utf8') };
/** The code in the right-hand column of a table. */
function codeOf(heading: string): readonly string[] {
  const table = page.slice(page.indexOf(`## ${heading}`)).split('\n## ')[0];
  return table
    .split('\n')
    .flatMap((line) =>
      [...(line.split(/(?<!\\)\|/)[2] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1].replaceAll('\\|', '|')),
    );
}

function problemsOf(group: string): readonly string[] {
  const rule = { file: 'rule.yaml', text: `classes:\n  tried:\n    kind: special\n    groups:\n      - ${group}\n` };
  const result = loadContent([base, rule]);
  return result.ok ? [] : result.errors.map((error) => `${error.file}:${error.line}: ${error.message}`);
}

it.each(codeOf('Conditions').filter((code) => !code.includes('…')))('the condition %s loads', (code) => {
  expect(problemsOf(`{ scope: { include: ${JSON.stringify(code)} }, effects: [{ destroy: true }] }`)).toEqual([]);
});

it.each(codeOf('Effects').filter((code) => code.startsWith('{')))('the effect %s loads', (code) => {
  expect(problemsOf(`{ scope: { include: "true" }, effects: [${code}] }`)).toEqual([]);
});
