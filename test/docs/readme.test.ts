import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createWorld, loadContent } from '../../src/index.js';
import { createBatch, openEnvironment } from '../../src/entries/edict-batch.js';
import { cli } from '../cli/run-cli.js';
import { longTest } from '../support/heavy.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const embedding = readFileSync(`${root}docs/embedding.md`, 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/benchmarks.md', 'docs/glossary.md'];

const { forbidden: rules } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
};

function anchorsOf(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

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
  expect(embedding).toContain(`\`\`\`js\n${readFileSync(`${root}examples/embed.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  expect(embedding).toContain(`prints\n\n\`\`\`\n${run('examples/embed.mjs')}\n\`\`\``);
});

longTest('shows programs that run, and what they print', () => {
  const programs = [...readme.matchAll(/```js\n([^]+?)```(?:\n\nIt prints\n\n```\n([^]+?)\n```)?/g)];
  expect(programs).toHaveLength(2);
  for (const [, program, printed = ''] of programs) expect(run('--input-type=module', '--eval', program)).toBe(printed);
});

it('says how large the arrays of its batch are', () => {
  const batch = createBatch(openEnvironment('galaxy-small'), { instances: 64 });
  const { instances, agents, shape } = batch;
  batch.close();
  expect(readme).toContain(`i32 [${instances}, ${agents}, ${shape.heads}]`);
  expect(readme).toContain(`f32 [${instances}, ${agents}, ${shape.observationSize}]`);
});

it.each(pages)('%s links only to pages and places that are there', (page) => {
  const text = readFileSync(`${root}${page}`, 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([\w./-]*)(?:#([\w-]+))?\)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, file, anchor] of links) {
    const path = file === '' ? `${root}${page}` : `${root}${dirname(page)}/${file}`;
    const other = readFileSync(path, 'utf8');
    expect(other.length).toBeGreaterThan(100);
    if (anchor !== undefined) expect(anchorsOf(other), `${file}#${anchor}`).toContain(anchor);
  }
});

it('names the folders of src in an order in which each imports those before it', () => {
  const architecture = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const named = [...architecture.matchAll(/^\| `(\w+)(?:\/|\.ts`, `world\/)` \|/gm)].map(([, name]) => name);
  const folders = readdirSync(`${root}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...named].sort()).toEqual(folders.map(({ name }) => name).sort());
  for (const { name, comment } of rules.filter((rule) => rule.name.endsWith('-imports-downward'))) {
    const from = name.replace('-imports-downward', '');
    const [, allowed = ''] = / may import only (.*)\.$/.exec(comment) ?? [];
    for (const each of allowed.split(', ').filter((other) => other !== ''))
      expect(named.indexOf(each), `${from} imports ${each}`).toBeLessThan(named.indexOf(from));
  }
});

it('has the layers of the kernel and the imports of the other folders as lint has them', () => {
  const contributing = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
  const [, layers = ''] = /before it:\n\n((?: {4}.+\n)+)/.exec(contributing) ?? [];
  const kernel = layers.trim().split(/,\s+/);
  const allowed = new Map(
    rules
      .filter(({ name }) => name.endsWith('-imports-downward'))
      .map(({ name, comment }) => [
        name.replace('-imports-downward', ''),
        (/ may import only (.*)\.$/.exec(comment)?.[1] ?? '').split(', ').filter((other) => other !== ''),
      ]),
  );
  kernel.forEach((layer, place) => {
    expect(allowed.get(layer), layer).toEqual(kernel.slice(0, place));
  });
  const table = [...contributing.matchAll(/^\| `(\w+)` \| ([^|]+) \|$/gm)];
  const said = new Map(
    table.map(([, folder, cell]) => [
      folder,
      cell.split(', ').flatMap((part) => {
        const [, first, last = first] = /^`(\w+)`(?: to `(\w+)`)?$/.exec(part) ?? [];
        if (part === 'the kernel') return kernel;
        return first === last ? [first] : kernel.slice(kernel.indexOf(first), kernel.indexOf(last) + 1);
      }),
    ]),
  );
  const others = [...allowed.keys()].filter((name) => !kernel.includes(name));
  expect([...said.keys()].sort()).toEqual([...others].sort());
  for (const name of others) expect(said.get(name), name).toEqual(allowed.get(name));
});

it('has no gap left to fill', () => {
  expect(readme).not.toMatch(/\b(?:EMBED|SPEED|TABLE|MACHINE)[A-Z]*\b/);
});

it('shows content in which abilities answer', () => {
  const [, text] = /## Occurrences and decisions\n[^]+?```yaml\n([^]+?)```/.exec(embedding) ?? [];
  const loaded = loadContent([{ file: 'docs/embedding.md', text }]);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  // A host raises what begins it.
  expect(loaded.warnings.map(({ code }) => code)).toEqual(['never-raised']);
  const world = createWorld(loaded.program);
  const [north, south] = ['North', 'South'].map((name) => world.spawn({ kind: 'side', name }));
  const knight = world.spawn({ class: 'knight', owner: north });
  world.spawn({ class: 'monk', owner: south });
  expect(world.events.raise('hit', { unit: knight, amount: 3 })).toBe(false);
  expect([world.events.decider, world.events.decision?.options.map(({ name }) => name)]).toEqual([
    south,
    ['intercede', 'pass'],
  ]);
  world.events.decide('pass');
  expect(world.get(knight, 'health')).toBe(2);
  world.events.raise('hit', { unit: knight, amount: 3 });
  world.events.decide('intercede');
  expect(world.get(knight, 'health')).toBe(2);
  const told: string[] = [];
  world.events.raise('hit', { unit: knight, amount: 3 });
  world.events.decide('pass', south, {
    listen: (event) => {
      if (event.kind === 'message') told.push(event.message.text);
    },
  });
  expect([world.isLive(knight), told]).toEqual([false, ['a knight has fallen']]);
});

longTest('says how many decisions the duels take', async () => {
  const [, argv, games, decisions] =
    /`edict (play examples\/duel\.yaml [^`]+)` plays (\d+) games, in which random agents take ([\d,]+) decisions/.exec(
      readFileSync(`${root}docs/timing.md`, 'utf8'),
    ) ?? [];
  const { out } = await cli([...argv.split(' '), '--json']);
  expect(JSON.parse(out)).toMatchObject({
    games: Number(games),
    over: Number(games),
    decisions: { total: Number(decisions.replace(',', '')) },
  });
});
