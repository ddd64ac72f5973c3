import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadContent } from '../../src/content/native/load-content.js';
import { createWorld } from '../../src/world.js';

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
