import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerLevel } from '../../../../src/content/antares/lower/lower-level.js';
import { policies, type Level } from '../../../../src/content/antares/syntax.js';
import { createLevelModel, type LevelModel } from '../../../../src/content/antares/world/level-model.js';
import { applyFact } from '../../../../src/content/antares/world/level-facts.js';
import { fillLevel, levelReserve } from '../../../../src/content/antares/world/open-level.js';
import type { ExecutorName, World } from '../../../../src/world/api.js';
import { createWorld } from '../../../../src/world.js';
import { choicesOf, propertyRuns } from '../../../support/choices.js';
import { randomFact, randomLevel } from '../../../support/random-level.js';
import { saysOracle } from '../../../support/when-oracle.js';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

function opened(
  model: LevelModel,
  executor: ExecutorName,
): { readonly world: World; readonly others: Map<string, number> } {
  const world = createWorld(lowerLevel(model), { reserve: levelReserve(model), executor });
  fillLevel(world, model);
  return { world, others: new Map() };
}

const indices = ({ conditions }: Level): readonly number[] => conditions.map((_, index) => index);

test('conditions of random levels say what the oracle says while hosts change facts, by either executor, and fire accordingly', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const choices = choicesOf(seed);
      const level = randomLevel(choices.split('level'));
      const model = createLevelModel(level, choices.pick(policies));
      const sides = (['compiled', 'reference'] as const).map((executor) => opened(model, executor));
      for (let step = 0; step < 12; step++) {
        const part = choices.split(step);
        const facts = Array.from({ length: part.below(4) }, () => randomFact(part, level));
        const [frees, time] = [part.oneIn(3), part.between(-4, 8)];
        for (const { world, others } of sides) {
          if (frees)
            for (const body of world.query({ kind: 'body' }))
              if (world.get(body, 'inUse') === false) world.destroy(body);
          for (const [name, value] of facts) applyFact(world, model, name, value, others);
          world.triggers.setTime(time);
          const expected = level.conditions.map(({ when }) => saysOracle(world, model, when));
          // What a sweep does not ask again must be right too.
          if (part.split('asks').oneIn(2))
            expect(indices(level).map((index) => world.triggers.isTrue(index))).toEqual(expected);
          const armed = indices(level).filter((index) => world.triggers.isArmed(index));
          const fired: number[] = [];
          world.triggers.poll({
            listen: (event) => {
              if (event.kind === 'fire') fired.push(event.trigger);
            },
          });
          expect(fired).toEqual(armed.filter((index) => expected[index]));
          for (const index of fired) {
            expect(world.triggers.isArmed(index)).toBe(level.conditions[index].persistent);
            world.triggers.arm(index);
          }
        }
        expect(sides[0].world.hash()).toBe(sides[1].world.hash());
      }
    }),
    propertyRuns(30),
  );
});
