import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createWorld, loadContent } from '../../src/index.js';
import { cli } from '../cli/run-cli.js';
import { longTest } from '../support/heavy.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

/** A file without the comment at its top. */
function body(file: string): string {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
  return lines
    .slice(lines.findIndex((line) => !line.startsWith('#')))
    .join('\n')
    .trimEnd();
}

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).trimEnd();
}

longTest('shows the first example as it is, and what the command prints', () => {
  expect(readme).toContain(`\`\`\`yaml\n${body('examples/colony.yaml')}\n\`\`\``);
  expect(readme).toContain(
    `\`\`\`\n${run('bin/edict.mjs', 'explain', 'Terra', 'maxPopulation', 'examples/colony.yaml', '--turns', '3')}\n\`\`\``,
  );
});

longTest('shows how to embed it, and what that prints', () => {
  expect(readme).toContain(`\`\`\`js\n${readFileSync(`${root}examples/embed.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  expect(readme).toContain(`prints\n\n\`\`\`\n${run('examples/embed.mjs')}\n\`\`\``);
});

it('links only to pages that are there', () => {
  for (const [, file] of readme.matchAll(/\]\(([\w./-]+)\)/g))
    expect(readFileSync(`${root}${file}`, 'utf8').length).toBeGreaterThan(100);
});

it('has no gap left to fill', () => {
  expect(readme).not.toMatch(/\b(?:EMBED|SPEED|TABLE|MACHINE)[A-Z]*\b/);
});

it('shows content in which abilities answer', () => {
  const [, text] = /## Timing\n[^]+?```yaml\n([^]+?)```/.exec(readme) ?? [];
  const loaded = loadContent([{ file: 'README.md', text }]);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  // A host raises what begins it.
  expect(loaded.warnings.map(({ code }) => code)).toEqual(['never-raised']);
  const world = createWorld(loaded.program);
  const [north, south] = ['North', 'South'].map((name) => world.spawn({ kind: 'side', name }));
  const knight = world.spawn({ class: 'knight', owner: north });
  world.spawn({ class: 'monk', owner: south });
  expect(world.raise('hit', { unit: knight, amount: 3 })).toBe(false);
  expect([world.decider, world.decision?.options.map(({ name }) => name)]).toEqual([south, ['intercede', 'pass']]);
  world.decide('pass');
  expect(world.get(knight, 'health')).toBe(2);
  world.raise('hit', { unit: knight, amount: 3 });
  world.decide('intercede');
  expect(world.get(knight, 'health')).toBe(2);
  const told: string[] = [];
  world.raise('hit', { unit: knight, amount: 3 });
  world.decide('pass', south, {
    listen: (event) => {
      if (event.kind === 'message') told.push(event.message.text);
    },
  });
  expect([world.isLive(knight), told]).toEqual([false, ['a knight has fallen']]);
});

longTest('says how many decisions the duels take', async () => {
  const [, argv, games, decisions] =
    /```\nedict (play examples\/duel\.yaml .+)\n```\n\nplays (\d+) of them, in which random agents take ([\d,]+) decisions/.exec(
      readme,
    ) ?? [];
  const { out } = await cli([...argv.split(' '), '--json']);
  expect(JSON.parse(out)).toMatchObject({
    games: Number(games),
    over: Number(games),
    decisions: { total: Number(decisions.replace(',', '')) },
  });
});
