import fc from 'fast-check';
import { afterEach, expect, vi } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { measures } from '../../../src/ir/budget.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { boundProgram } from '../../../src/plans/cost/program-bound.js';
import { noWork, sumOfWork } from '../../../src/plans/cost/work.js';
import { countsIn } from '../../../src/plans/cost/world-counts.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { longTest } from '../../support/heavy.js';
import { randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { countingRules, stateOf } from './counted-work.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

longTest('no rule of a random world counts more in a turn than its bound', () => {
  let turns = 0;
  let counted = noWork;
  fc.assert(
    fc.property(
      fc.noShrink(fc.nat()),
      fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8]),
      fc.integer({ min: 0, max: 25 }),
      fc.constantFrom('compiled' as const, 'reference' as const),
      fc.constantFrom('wild' as const, 'planned' as const, 'mixed' as const),
      fc.constantFrom('hot', 'always', 'never'),
      (seed, groups, objects, executor, manner, generate) => {
        vi.stubEnv('EDICT_GENERATE', generate);
        const choices = choicesOf(seed);
        const program = defineContent(randomContent(choices, groups, manner).source);
        const world = randomWorld(choices.split('world'), program, objects, { executor });
        const workOf = countingRules(world);
        for (let turn = 1; turn <= 4; turn++) {
          const bound = boundProgram(program, countsIn(stateOf(world)), { executor });
          try {
            world.step();
          } catch (error) {
            // Random rules may bring numbers beyond all bounds.
            if (error instanceof EdictError) return;
            throw error;
          }
          turns++;
          for (const { rule, work: most } of bound.rules) {
            const work = workOf(rule);
            counted = sumOfWork([counted, work]);
            for (const measure of measures)
              if (work[measure] > most[measure])
                expect.unreachable(
                  `${rule.name} counts ${work[measure]} ${measure} in turn ${turn}, the bound is ${most[measure]}`,
                );
          }
        }
      },
    ),
    propertyRuns(300),
  );
  expect(turns).toBeGreaterThan(50);
  for (const measure of measures) expect(counted[measure], measure).toBeGreaterThan(0);
});
