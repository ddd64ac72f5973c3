import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { EdictError } from '../../../src/kernel/errors.js';
import type { ExecutorName, World } from '../../../src/world/api.js';
import { type RandomCase, choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';

function turn(world: World): string {
  try {
    world.step();
    return world.hash();
  } catch (error) {
    if (error instanceof EdictError) return error.message;
    throw error;
  }
}

function story({ seed, groups, objects, turns }: RandomCase, executor: ExecutorName): readonly string[] {
  const program = defineContent(randomContent(choicesOf(seed), groups).source);
  const world = randomWorld(choicesOf(seed), program, objects, { executor });
  return Array.from({ length: turns }, () => turn(world));
}

test('compiled rules give the hashes and errors of the reference interpreter, turn by turn', () => {
  fc.assert(fc.property(randomCases(), (given) => {
    expect(story(given, 'compiled')).toEqual(story(given, 'reference'));
  }), propertyRuns(150));
});
