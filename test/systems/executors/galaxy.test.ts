import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../../src/ir/rule.js';
import { generateGalaxy } from '../../../src/galaxy/generate.js';
import { loadGalaxy } from '../../../src/galaxy/load-galaxy.js';
import { openState } from '../../../src/content/focs/galaxy/open-state.js';
import type { World, WorldOptions } from '../../../src/world/api.js';
import { heavy, isQuick } from '../../support/heavy.js';

const program = loadGalaxy();

function hashes(
  open: (program: Program, options: WorldOptions) => World,
  executor: 'compiled' | 'reference',
  turns: number,
): readonly string[] {
  const world = open(program, { executor });
  return Array.from({ length: turns }, () => {
    world.step();
    return world.hash();
  });
}

function expectEqual(open: (program: Program, options: WorldOptions) => World, turns: number): void {
  expect(hashes(open, 'compiled', turns)).toEqual(hashes(open, 'reference', turns));
}

/** The reference interpreter takes a third of a second for each turn. */
const thorough = process.env.EDICT_PROPERTY_RUNS !== undefined;

describe('the embedded galaxy with its host systems has the hashes of the reference interpreter', () => {
  const sizes = [
    [heavy(100, 300), heavy(3, 12)],
    [1_000, thorough ? 20 : 4],
  ];
  test.each(sizes.slice(0, heavy(1, 2)))('at %i objects, for %i turns', { timeout: 120_000 }, (objects, turns) => {
    const seed = objects < 1_000 ? 'small' : 'large';
    expectEqual((content, options) => generateGalaxy(content, { ...options, objects, seed }), turns);
  });

  const state = fileURLToPath(new URL('../../../../shared/fixtures/freeorion/mid_t118.json.gz', import.meta.url));
  test.skipIf(isQuick || !existsSync(state))(
    'on a real state (skipped where ../shared/fixtures is absent)',
    { timeout: 120_000 },
    () => {
      expectEqual((content, options) => openState(content, state, { ...options, seed: 1 }), thorough ? 10 : 2);
    },
  );
});
