import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type TriggerEvent, createWorld, defineContent } from '../../src/index.js';
import { type BatchOptions, createBatch, openEnvironment } from '../../src/entries/edict-batch.js';
import { longTest } from '../support/heavy.js';

it('the page on embedding names every member of a world', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const missing = Object.keys(createWorld(defineContent({}))).filter(
    (name) => !new RegExp(`\`${name}[(\`]`).test(page),
  );
  expect(missing).toEqual([]);
});

it('the page on embedding names every member and option of a batch', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const batches = page.slice(page.indexOf('\n## Batches'), page.indexOf('\n## What holds for all of it'));
  const members = Object.keys(createBatch(openEnvironment('cart-pole')));
  expect(members).toContain('finalObservations');
  const options: Record<keyof BatchOptions, true> = {
    instances: true,
    autoreset: true,
    seats: true,
    opponents: true,
    masked: true,
    workers: true,
    together: true,
    record: true,
    buffer: true,
    executor: true,
  };
  expect(
    [...members, ...Object.keys(options)].filter((name) => !new RegExp(`^\\|[^|]*\`${name}[(\`]`, 'm').test(batches)),
  ).toEqual([]);
});

longTest('the page on embedding shows how to ask questions, and what that prints', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const page = readFileSync(`${root}docs/embedding.md`, 'utf8');
  expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/what-if.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  const printed = execFileSync(process.execPath, ['examples/what-if.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).trimEnd();
  expect(page).toContain(`prints\n\n\`\`\`\n${printed}\n\`\`\``);
});

longTest('the page on embedding shows how agents play a game, and what that prints', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const page = readFileSync(`${root}docs/embedding.md`, 'utf8');
  expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/play-duel.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  const printed = execFileSync(process.execPath, ['examples/play-duel.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).trimEnd();
  expect(page).toContain(`prints\n\n\`\`\`\n${printed}\n\`\`\``);
});

it('the page on embedding names every event that hosts are told of', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const told: Record<TriggerEvent['kind'], true> = {
    fire: true,
    act: true,
    message: true,
    skip: true,
    dropped: true,
    start: true,
    end: true,
    apply: true,
    fail: true,
    fizzle: true,
    zero: true,
    cancel: true,
    replace: true,
    adjust: true,
    retarget: true,
    pass: true,
    create: true,
    lapse: true,
    yield: true,
    pay: true,
    'begin-continuous': true,
    'end-continuous': true,
    loop: true,
    decide: true,
  };
  expect(Object.keys(told).filter((kind) => !new RegExp(`^\\|[^|]*\`${kind}\`[^|]*\\|`, 'm').test(page))).toEqual([]);
});
