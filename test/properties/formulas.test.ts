import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { differenceOver } from '../support/formula-comparison.js';
import { formulaCases, hasFormulaFixtures } from '../support/formula-fixtures.js';
import { type Outcome, oracle } from '../support/formula-oracle.js';
import { type CampaignShape, randomCampaign } from '../support/random-campaign.js';
import { plainStep, variedCase } from '../support/varied-formula-case.js';
import { heavy } from '../support/heavy.js';

const shapes: fc.Arbitrary<CampaignShape> = fc.record({
  seed: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
  variables: fc.integer({ min: 1, max: 14 }),
  objects: fc.integer({ min: 0, max: 9 }),
  steps: fc.integer({ min: 1, max: 16 }),
  wild: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
  mutated: fc.boolean(),
});

test('a campaign loads, or is refused, and changes as the plain reading of the rules says', () => {
  let [loaded, answered, moved] = [0, 0, 0];
  const codes = new Set<string>();
  fc.assert(
    fc.property(shapes, (shape) => {
      const made = randomCampaign(choicesOf(shape.seed), shape);
      const told = oracle(made);
      if (told.ok) {
        loaded += 1;
        for (const step of made.steps ?? []) {
          const outcome = told.run(step);
          if (outcome.expect !== undefined) answered += 1;
          if ((outcome.changed ?? []).length > 1) moved += 1;
          if (outcome.expectError !== undefined) codes.add(outcome.expectError.code);
        }
      } else for (const { code } of told.problems) codes.add(code);
      expect(differenceOver(made)).toBeUndefined();
    }),
    propertyRuns(600, 30),
  );
  if (process.env.EDICT_PROPERTY_RUNS !== undefined) return;
  // Random cases that are all refused, or change nothing, would show nothing.
  expect(Math.min(loaded, answered, moved)).toBeGreaterThan(heavy(2, 60));
  expect(codes.size).toBeGreaterThan(heavy(6, 12));
  if (heavy(1, 0) === 1) return;
  expect([...codes]).toEqual(
    expect.arrayContaining([
      'syntax',
      'unknown-variable',
      'scope',
      'unknown-function',
      'arity',
      'format',
      'overlap',
      'modifier',
      'priority',
      'default',
      'loop',
      'arithmetic',
      'duplicate',
    ]),
  );
}, 600_000);

describe.skipIf(!hasFormulaFixtures)('the fixtures of formulas (they lie beside a checkout, in ../shared)', () => {
  test('are passed by the oracle as they stand', () => {
    for (const { name, steps = [], loadError, ...content } of formulaCases()) {
      const told = oracle(content);
      if (loadError !== undefined) {
        expect(told.ok ? [] : told.problems.map(({ code, line }) => ({ code, line })), name).toEqual([
          { code: loadError.code, line: loadError.line },
        ]);
        if (loadError.cycle !== undefined)
          expect(loadError.cycle.length === 0 || (!told.ok && isCycle(told.loop, loadError.cycle)), name).toBe(true);
        continue;
      }
      expect(told.ok ? '' : told.problems, name).toBe('');
      for (const step of steps)
        if (told.ok)
          expect(lowered(told.run(plainStep(step))), `${name}: ${JSON.stringify(step)}`).toMatchObject(lowered(step));
    }
  });

  test('come to the same with other numbers, names, blanks and grants', () => {
    const cases = formulaCases().filter(({ lst }) => lst.length < 300);
    fc.assert(
      fc.property(fc.noShrink(fc.nat()), fc.nat({ max: cases.length - 1 }), (seed, i) => {
        const { lst, objects = [], steps = [] } = cases[i];
        expect(differenceOver(variedCase(choicesOf(seed), { lst, objects, steps })), cases[i].name).toBeUndefined();
      }),
      propertyRuns(300, 30),
    );
  }, 600_000);
});

/** Whether some order of the names is a cycle: a fixture gives a set. */
function isCycle(loop: (cycle: readonly string[]) => boolean, [first, ...rest]: readonly string[]): boolean {
  const from = (order: readonly string[], left: readonly string[]): boolean =>
    left.length === 0
      ? loop(order)
      : left.some((name) =>
          from(
            [...order, name],
            left.filter((each) => each !== name),
          ),
        );
  return from([first], rest);
}

/** The expectations of a step; names of what changed as a set, and in small letters. */
function lowered({ expect: value, expectError, changed, solves }: Outcome): Record<string, unknown> {
  const all = { expect: value, expectError, changed: changed?.map((name) => name.toLowerCase()).sort(), solves };
  return Object.fromEntries(Object.entries(all).filter(([, field]) => field !== undefined));
}
