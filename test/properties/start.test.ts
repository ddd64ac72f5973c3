import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { withStart } from '../support/random-start.js';

/** What becomes of a world: its hash and size, or why it could not begin. */
function begun(program: Program, executor: ExecutorName, seed: number): { hash: string; size: number } | string {
  try {
    const world = createWorld(program, { executor, seed, reserve: { objects: 16 } });
    return { hash: world.hash(), size: world.size };
  } catch (error) {
    if (error instanceof EdictError) return error.message;
    throw error;
  }
}

test('random steps of start give equal worlds in both executors', () => {
  let worlds = 0;
  let objects = 0;
  fc.assert(
    fc.property(fc.nat(), fc.nat(1_000), (number, seed) => {
      const choices = choicesOf(number);
      const source = withStart(randomContent(choices, []), choices.split('start'), choices.between(1, 5));
      const program = defineContent(source);
      const found = begun(program, 'compiled', seed);
      expect(found).toEqual(begun(program, 'reference', seed));
      if (typeof found === 'string') return;
      worlds++;
      objects += found.size;
    }),
    propertyRuns(120, 60),
  );
  expect(worlds).toBeGreaterThan(15);
  expect(objects).toBeGreaterThan(10 * worlds);
});
