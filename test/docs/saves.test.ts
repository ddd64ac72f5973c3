import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createWorld, loadWorld } from '../../src/world.js';
import type { LoadReport } from '../../src/world/saves/load-report.js';
import { sound } from '../content/native/samples.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/saves.md', import.meta.url)), 'utf8');

test('the page about saved worlds shows what its program prints', () => {
  const [before, after] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text);
  const [, code] = /```js\n([^]*?)```/.exec(page) ?? [];
  const [, printed] = /It prints\n\n```\n([^]*?)```/.exec(page) ?? [];
  const world = createWorld(sound(before));
  const flax = world.spawn({ class: 'homestead', values: { crop: 'flax', grain: 2.5 } });
  const rye = world.spawn({ class: 'homestead', values: { crop: 'rye' } });
  for (const kind of ['raider', 'raider']) world.spawn({ kind });
  const lines: string[] = [];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page is ours
  const run = new Function('loadWorld', 'program', 'bytes', 'console', `${code}; return world;`) as (
    load: typeof loadWorld,
    program: ReturnType<typeof sound>,
    bytes: Uint8Array,
    output: { readonly log: (line: string) => void },
  ) => ReturnType<typeof loadWorld>;
  const loaded = run(loadWorld, sound(after), world.save(), { log: (line) => lines.push(line) });
  expect(`${lines.join('\n')}\n`).toBe(printed);
  expect(
    [flax, rye].map((farm) => [loaded.get(farm, 'crop'), loaded.get(farm, 'grain'), loaded.get(farm, 'fence')]),
  ).toEqual([
    ['wheat', 2, 3],
    ['rye', 0, 3],
  ]);
});

test('it names all events of a report', () => {
  const events: Record<LoadReport['changes'][number]['event'], true> = {
    dropped: true,
    added: true,
    converted: true,
    defaulted: true,
    released: true,
  };
  for (const event of Object.keys(events)) expect(page).toContain(`\`${event}\``);
});
