import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { insideOf } from '../../src/world/core.js';
import { type PastTurn, divergentWrites } from '../../src/world/divergence.js';
import { stepOnce } from '../../src/world/turns.js';
import { createWorld } from '../../src/world.js';

const content = defineContent({
  meters: { food: {} },
  kinds: { town: { meters: ['food'] } },
  classes: {
    town: {
      kind: 'town',
      groups: [
        { name: 'till', scope: { include: 'target == source' }, effects: [{ meter: 'food', add: 'target.food + 1' }] },
      ],
    },
  },
});

function pastTurn(food: number, attempts: number): PastTurn {
  const world = createWorld(content);
  for (const value of [1, 2, food]) world.spawn({ class: 'town', values: { food: value } });
  const before = world.snapshot();
  world.step();
  return {
    core: insideOf(world).core,
    before,
    run(twin, observer) {
      const begun = twin.world().snapshot();
      for (let attempt = 1; attempt < attempts; attempt++) {
        stepOnce(twin, observer);
        twin.world().restore(begun);
      }
      stepOnce(twin, observer);
    },
  };
}

test('writes of an attempt that was undone are no writes', () => {
  const none = { first: undefined, second: undefined };
  expect(divergentWrites(pastTurn(3, 1), pastTurn(3, 2), {})).toEqual(none);
  expect(divergentWrites(pastTurn(3, 2), pastTurn(3, 1), {})).toEqual(none);
  const found = divergentWrites(pastTurn(3, 2), pastTurn(4, 3), {});
  expect(found).toMatchObject({ first: { before: 3, after: 7 }, second: { before: 4, after: 9 } });
});
