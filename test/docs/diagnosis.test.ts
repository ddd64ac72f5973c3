import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadContent } from '../../src/content/native/load-content.js';
import { createWorld } from '../../src/world.js';
import { folderWith } from '../cli/files.js';
import { cli } from '../cli/run-cli.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/diagnosis.md', import.meta.url)), 'utf8');

test('the mistake of the page is one, and is found', () => {
  const text = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? '';
  const loaded = loadContent([{ file: 'docs/diagnosis.md', text }]);
  if (!loaded.ok) expect.fail(loaded.errors.map(({ message }) => message).join('\n'));
  const world = createWorld(loaded.program);
  const planet = world.spawn({ class: 'world' });
  world.step();
  expect([world.get(planet, 'supplied'), world.get(planet, 'health')]).toEqual([3, 5]);
  expect(world.questions.explainRule('world/growth', planet).active).toBe(true);
  expect(world.questions.whyNot('world/growth', planet)).toMatchObject({
    outcome: 'not active',
    clauses: [{ text: 'source.supplied > 0', reads: [{ value: 0, later: [{ rule: 'world/supply', after: 3 }] }] }],
  });
});

test.each(['fight.yaml', 'grow.yaml'])('the questions about %s print what the page shows', async (name) => {
  const texts = [...page.matchAll(/```yaml\n(format: [^]*?)```/g)];
  const file = join(folderWith({ [name]: texts[name === 'fight.yaml' ? 0 : 1][1] }), name);
  const shown = [...page.matchAll(/ {4}\$ edict (why-not .*) (\w+\.yaml)\n\n```\n([^]*?)```/g)].filter(
    ([, , of]) => of === name,
  );
  expect(shown).toHaveLength(2);
  for (const [, words, , out] of shown) {
    const args = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
    expect(await cli([...args, file])).toEqual({ code: 0, error: '', out });
  }
});
