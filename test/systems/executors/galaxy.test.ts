import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Program } from '../../../src/ir/program.js';
import { generateGalaxy } from '../../../src/galaxy/generate.js';
import { loadGalaxy } from '../../../src/galaxy/load-galaxy.js';
import { openState } from '../../../src/galaxy/open-state.js';
import type { World, WorldOptions } from '../../../src/world/api.js';

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

describe('the embedded galaxy with its host systems has the hashes of the reference interpreter', () => {
  test('at 300 objects, for 20 turns', () => {
    expectEqual((content, options) => generateGalaxy(content, { ...options, objects: 300, seed: 'small' }), 20);
  });

  test('at 1,000 objects', { timeout: 120_000 }, () => {
    expectEqual(
      (content, options) => generateGalaxy(content, { ...options, objects: 1_000, seed: 'large' }),
      thorough ? 20 : 8,
    );
  });

  const state = fileURLToPath(new URL('../../../../shared/fixtures/freeorion/mid_t118.json.gz', import.meta.url));
  test.skipIf(!existsSync(state))(
    'on a real state (skipped where ../shared/fixtures is absent)',
    { timeout: 120_000 },
    () => {
      expectEqual((content, options) => openState(content, state, { ...options, seed: 1 }), thorough ? 10 : 2);
    },
  );
});

/** The reference interpreter takes a third of a second for each turn. */
const thorough = process.env.EDICT_PROPERTY_RUNS !== undefined;
