import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Rule } from '../../../../src/ir/rule.js';
import { danglingReference } from '../../../../src/content/focs/state/read-state.js';
import { type Choices, choicesOf, propertyRuns } from '../../../support/choices.js';
import { changeGame } from '../../../support/focs-changes.js';
import { hasFocsFixtures } from '../../../support/focs-content.js';
import { cutState } from '../../../support/focs-cut.js';
import { stockGame, stockState } from '../../../support/focs-games.js';
import { type MutationName, mutate, mutationNames, wordsOf } from '../../../support/focs-mutations.js';
import { type Agreed, type RunOptions, type Sides, forAll, openSides, runAll } from '../../../support/focs-sides.js';
import { sortsOf } from './rule-sorts.js';
import { heavy, longTest } from '../../../support/heavy.js';

/** A part of a real state, mutated. */
interface Mutated {
  readonly seed: number;
  readonly state: string;
  readonly systems: number;
  readonly mutations: readonly MutationName[];
}

/** Asked for by hand, there is time for the large galaxy, and to make a case that fails smaller. */
const isByHand = (process.env.EDICT_PROPERTY_RUNS ?? '') !== '';

const cases: fc.Arbitrary<Mutated> = fc.record({
  seed: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
  state: fc.constantFrom('mid_t118', 'mid_t119', ...(isByHand ? ['large_t75'] : [])),
  systems: fc.integer({ min: 6, max: isByHand ? 40 : 14 }),
  mutations: fc.subarray([...mutationNames], { minLength: 3 }),
});

/** How often what is compared was there. */
const met = { passes: 0, wrote: 0, firings: 0, putBack: 0, changes: 0, passesOfAll: 0, turns: 0 };
const enough: typeof met = {
  passes: 24,
  wrote: 10_000,
  firings: 2_000,
  putBack: 4,
  changes: 30,
  passesOfAll: 2,
  turns: 1,
};
let refused = 0;

/** Of that the quick tests meet a part. */
const share = heavy(0.08, 0.75);

/** Rules that had targets in passes of meters, and in passes of all effects. */
const fired = { meters: new Set<Rule>(), all: new Set<Rule>() };

/** Rules that had active sources, so that their scopes were asked. */
const active = new Set<Rule>();

/** What each has to be among them. */
const sorts = [
  'carried by class',
  'carried by condition',
  'carried by condition many times',
  'carried by seat',
  'dispatched by rule',
  'dispatched by source',
  'claims',
  'narrows',
  'modify',
  'branch',
  'holder',
  'nearby by jumps',
  'nearby by squares',
  'nearby by network',
  'aggregate',
  'draw',
  'available',
  'related',
  'lookup',
  'created',
  'turn',
  'follow',
  'truncate',
  'single',
  'power',
  'divide',
];

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

describe.skipIf(!hasFocsFixtures)(
  `states that no game has been in come to the same by plans and by the interpreter${skipped}`,
  () => {
    longTest(
      'pass by pass and turn by turn, with changes between them',
      () => {
        fc.assert(fc.property(cases, play), { ...propertyRuns(8, 3), endOnFailure: !isByHand });
      },
      isByHand ? 7_200_000 : 120_000,
    );

    longTest('there was much to compare', () => {
      for (const [what, count] of Object.entries(met))
        expect(count, what).toBeGreaterThanOrEqual(Math.floor(enough[what as keyof typeof met] * share));
      // Of what is refused nothing is left to compare.
      expect(refused).toBeLessThan(met.passes / 4);
      expect(fired.meters.size).toBeGreaterThan(heavy(100, 400));
      expect(fired.all.size).toBeGreaterThan(heavy(0, 180));
      const found = new Set([...active].flatMap(sortsOf));
      // Few states lack some of them.
      expect(sorts.filter((sort) => !found.has(sort)).slice(heavy(6, 0))).toEqual([]);
    });
  },
);

function play({ seed, state, systems, mutations }: Mutated): void {
  const game = stockGame();
  const choices = choicesOf(seed);
  const source = mutate(cutState(stockState(state), choices, systems), choices, wordsOf(game.model), mutations);
  expect(danglingReference(source)).toBeUndefined();
  const sides = openSides(game, source);
  const pass = (options: RunOptions = {}): void => {
    note(runAll(sides, 'c', options), fired.meters);
  };
  pass({ isObserved: choices.oneIn(4), again: choices.pick([0, 0, 3]) });
  change(sides, choices.split('first'));
  pass({ isObserved: choices.oneIn(2) });
  change(sides, choices.split('second'));
  switch (choices.below(4)) {
    case 0:
      met.passesOfAll++;
      note(runAll(sides, 'a', { isObserved: choices.oneIn(2) }), fired.all);
      pass();
      break;
    case 1:
      met.turns++;
      note(runAll(sides, 'turn', { isObserved: choices.oneIn(2) }), fired.all);
      break;
    default:
      pass();
  }
}

/** What a host does between passes. */
function change(sides: Sides, choices: Choices): void {
  const count = choices.between(1, 4);
  forAll(sides, (state) => {
    for (let i = 0; i < count; i++) changeGame(state, sides.reference.game.model, choices.split(i));
  });
  met.changes += count;
}

function note({ refusal, wrote, active: counts, targets, firings, putBack }: Agreed, reached: Set<Rule>): void {
  met.passes++;
  met.wrote += wrote;
  met.firings += firings;
  met.putBack += putBack;
  refused += Number(refusal !== undefined);
  for (const rule of stockGame().program.rules.passes.flatMap(({ rules }) => rules)) {
    if (counts[rule.index] > 0) active.add(rule);
    if (targets[rule.index] > 0) reached.add(rule);
  }
}
