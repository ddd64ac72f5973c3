import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defineContent } from '../../src/content/native/define.js';
import type { ContentSource } from '../../src/content/native/content-source.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { longTest } from '../support/heavy.js';

/** The published flock, begun as the yardstick beside a checkout begins, ends as the yardstick does. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '..', 'shared', 'bench', 'agents', 'js');
const content = parse(readFileSync(join(root, 'examples', 'agents', 'flocking.yaml'), 'utf8')) as ContentSource;

type Put = (i: number, x: number, y: number, dx: number, dy: number) => void;

interface Yardstick {
  readonly start: (side: number, birds: number, seed: number, put: Put) => void;
  readonly hash32: (length: number, at: (i: number) => number) => string;
}

async function yardstick(): Promise<Yardstick> {
  const of = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href);
  return Object.assign({}, await of('flocking.mjs'), await of('rng.mjs')) as Yardstick;
}

const pair = new Float64Array(1);
const halves = new Int32Array(pair.buffer);

function bitsOf(value: number): number {
  pair[0] = value;
  return halves[0] ^ halves[1];
}

async function endOf(side: number, birds: number, turns: number, executor: ExecutorName): Promise<string> {
  const { start, hash32 } = await yardstick();
  const sky = { kind: 'bird', width: side, height: side, wrap: true };
  const world = createWorld(defineContent({ ...content, spaces: { sky } }), {
    executor,
    start: false,
    limits: { visitsPerTurn: 1e9, testsPerTurn: 1e9 },
  });
  start(side, birds, 1, (_, x, y, dx, dy) => {
    world.spawn({ class: 'boid', place: { x, y }, values: { dx, dy } });
  });
  for (let turn = 0; turn < turns; turn++) world.step();
  const places = world.query({ kind: 'bird' }).map((handle) => world.positionOf(handle));
  expect(places).toHaveLength(birds);
  return hash32(birds, (i) => {
    const place = places[i];
    if (place === null) throw new Error('a bird is nowhere');
    return bitsOf(place.x) ^ bitsOf(place.y);
  });
}

describe.skipIf(!existsSync(folder))(`with ${folder}`, () => {
  test('a small flock flies as the yardstick does', async () => {
    expect(await endOf(200, 400, 100, 'compiled')).toBe('d419f929');
  });

  longTest('so does one of the reference', async () => {
    expect(await endOf(200, 400, 6, 'reference')).toBe(await endOf(200, 400, 6, 'compiled'));
  });

  longTest('so does a large one', async () => {
    expect(await endOf(1000, 10_000, 50, 'compiled')).toBe('48dda60d');
  });
});
