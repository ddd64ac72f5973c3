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

test('the questions about a trigger and an ability print what the page shows', async () => {
  const text = [...page.matchAll(/```yaml\n(format: [^]*?)```/g)][0][1];
  const file = join(folderWith({ 'fight.yaml': text }), 'fight.yaml');
  const shown = [...page.matchAll(/ {4}\$ edict (why-not .*) fight\.yaml\n\n```\n([^]*?)```/g)];
  expect(shown).toHaveLength(2);
  for (const [, words, out] of shown)
    expect(await cli([...words.split(' '), file])).toEqual({ code: 0, error: '', out });
});
