import type { World } from '../../src/world/api.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Say } from '../suite.js';
import { programOf, worldOf } from './models.js';
import { ranToEnd, yardstickFile, yardstickModel } from './yardstick.js';

interface Random {
  float(): number;
}

/** An exact model: how a program begins it, and what its hash is made of. */
interface Exact {
  readonly column: string;
  /** The number in the column for a number of the yardstick, less that. */
  readonly shift: number;
  start(w: number, put: (cell: number, value: number) => void): Promise<void>;
}

const density = 0.65;

const exactModels: Readonly<Record<string, Exact>> = {
  life: {
    column: 'alive',
    shift: 0,
    async start(w, put) {
      const { start } = await yardstickFile<{ start(w: number, seed: number, put: (cell: number) => void): void }>(
        'life',
      );
      start(w, 1, (cell) => {
        put(cell, 1);
      });
    },
  },
  forestfire: {
    column: 'state',
    // Words are numbered from 1.
    shift: 1,
    async start(w, put) {
      const { Rng } = await yardstickFile<{ Rng: new (seed: number) => Random }>('rng');
      const random = new Rng(1);
      for (let cell = 0; cell < w * w; cell++) if (random.float() < density) put(cell, cell % w === 0 ? 2 : 1);
    },
  },
};

/** The hash of the yardstick over the cells, row by row. */
function hash32(values: Iterable<number>): string {
  let hash = 0x811c9dc5 | 0;
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193) ^ (hash >>> 15);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The hashes of a model in content and as a program at the end, from one beginning. */
export async function hashesOf(model: string, w: number, turns: number): Promise<{ edict: string; typed: string }> {
  const { implementations } = await yardstickModel(model);
  const typed = implementations.get('typed')?.({ w, turns }, 1);
  if (typed === undefined) throw new EdictError('benchmark', `the yardstick has no tuned program of ${model}`);
  const { column, shift, start } = exactModels[model];
  const world = worldOf(programOf(model, { w }), model, { w, turns }, 1);
  const first = firstCell(world, w * w);
  const { values } = world.column(column);
  values.fill(shift, first, first + w * w);
  await start(w, (cell, value) => (values[first + cell] = value + shift));
  world.ecs().changed(column);
  world.run(turns);
  const ends = world.column(column).values.subarray(first, first + w * w);
  return { edict: hash32(ends.map((value) => value - shift)), typed: String(ranToEnd(typed, { turns }).result().hash) };
}

/** Cells are made first, row by row, so their ids follow one another. */
function firstCell(world: World, count: number): number {
  const cells = world.query({ kind: 'cell' });
  if (cells.length !== count || cells[count - 1] - cells[0] !== count - 1)
    throw new EdictError('benchmark', 'the ids of the cells do not follow one another');
  return cells[0];
}

/** Says whether exact models end as the tuned programs do, in all sizes. Throws if one does not. */
export async function checkHashes(say: Say): Promise<void> {
  for (const model of Object.keys(exactModels)) {
    const { sizes } = await yardstickModel(model);
    for (const [size, { w = 0, turns }] of Object.entries(sizes)) {
      const { edict, typed } = await hashesOf(model, w, turns);
      const text = `${model} ${size} ends in hash ${edict}, the tuned program in ${typed}`;
      say(`agents: ${text}`);
      if (edict !== typed) throw new EdictError('disagreement', text);
    }
  }
}
