import { expect, test, vi } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { World } from '../../src/world/api.js';
import { inspect } from '../../src/world/inspect.js';
import { createWorld } from '../../src/world.js';

/** More cells than worlds have that fit into the caches of a processor. */
const width = 370;

test('generated code of a world that is too large for caches does what primitives do', () => {
  const program = defineContent({
    properties: { green: { type: 'boolean', default: true }, energy: { default: 3 } },
    kinds: {
      cell: { node: true, ownership: 'none', properties: ['green'] },
      animal: { attachesTo: ['cell'], ownership: 'none', properties: ['energy'] },
    },
    grids: { field: { kind: 'cell', width, height: width, wrap: true, cells: true } },
    classes: {
      ewe: {
        kind: 'animal',
        groups: [
          {
            name: 'look',
            priority: 1,
            order: 'simultaneous',
            scope: { include: 'target == source' },
            effects: [{ property: 'energy', add: 'neighbours(source.cell).filter(c, c.green).count() / 8 - 0.5' }],
          },
          {
            name: 'live',
            priority: 2,
            order: 'random',
            scope: { include: 'target == source' },
            effects: [
              { move: 'neighbours(source.cell).random()' },
              { property: 'green', set: 'false', on: 'source.cell' },
              { destroy: true, if: 'attached(source.cell, animal).count() > 2 || source.energy < 0' },
              { create: 'ewe', if: 'chance(0.1)', initial: { energy: 'source.energy / 2' } },
            ],
          },
        ],
      },
    },
    start: [{ create: 'ewe', count: 700, among: 'cell' }],
  } as never);
  const worldBy = (generate: 'never' | 'always'): World => {
    vi.stubEnv('EDICT_GENERATE', generate);
    const world = createWorld(program, { seed: 3 });
    world.run(3);
    vi.unstubAllEnvs();
    return world;
  };
  const [byCode, byPrimitives] = [worldBy('always'), worldBy('never')];
  expect(byCode.hash()).toBe(byPrimitives.hash());
  expect(inspect(byCode).executor.paths.whole).toBe(6);
  expect(inspect(byPrimitives).executor.paths.whole).toBe(0);
}, 60_000);
