import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { sound } from '../content/native/samples.js';
import { createWorld } from '../../src/world.js';

/** The epidemic of the examples against a program over typed arrays: equal in distribution, because draws differ. */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const yardstick = join(root, '../shared/bench/agents/js/sir.mjs');
const isThere = existsSync(yardstick);
if (!isThere) console.warn(`skipped: ${yardstick} is not there`);

const seeds = 50;
const turns = 50;
const people = 10_000;

type Counts = Readonly<Record<'s' | 'i' | 'r', number>>;

interface Sir {
  readonly typed: (
    size: { readonly agents: number },
    seed: number,
  ) => { readonly step: () => void; readonly result: () => Counts };
}

function meanOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

test.skipIf(!isThere)('the epidemic ends as that of typed arrays does', { timeout: 600_000 }, async () => {
  const { typed } = (await import(pathToFileURL(yardstick).href)) as Sir;
  const program = sound(readFileSync(join(root, 'examples/agents/sir.yaml'), 'utf8'));
  const ours: Counts[] = [];
  const theirs: Counts[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const world = createWorld(program, { seed, reserve: { objects: people } });
    world.run(turns);
    ours.push({ s: world.reports.last('s'), i: world.reports.last('i'), r: world.reports.last('r') });
    const other = typed({ agents: people }, seed);
    for (let turn = 0; turn < turns; turn++) other.step();
    theirs.push(other.result());
  }
  for (const name of ['s', 'i', 'r'] as const) {
    const [a, b] = [ours, theirs].map((counts) => meanOf(counts.map((each) => each[name])));
    const z = (a.mean - b.mean) / Math.hypot(a.error, b.error, 1e-12);
    expect(Math.abs(z), `${name}: ${a.mean} ± ${a.error} against ${b.mean} ± ${b.error}`).toBeLessThan(4);
  }
});
