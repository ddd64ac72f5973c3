import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Node } from '../../../src/compile/node.js';
import { nodesOfEffect } from '../../../src/compile/plan/effect-nodes.js';
import type { Effect, Rule } from '../../../src/compile/rule.js';
import { danglingReference } from '../../../src/content/focs/state/references.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { changeGame } from '../../support/focs-changes.js';
import { hasFocsFixtures } from '../../support/focs-content.js';
import { cutState } from '../../support/focs-cut.js';
import { stockGame, stockState } from '../../support/focs-games.js';
import { type MutationName, mutate, mutationNames, wordsOf } from '../../support/focs-mutations.js';
import { type Agreed, type RunOptions, type Sides, forAll, openSides, runAll } from '../../support/focs-sides.js';

interface Mutated {
  readonly seed: number;
  readonly state: string;
  readonly systems: number;
  readonly mutations: readonly MutationName[];
}

/** Asked for by hand, there is time for the large galaxy, and to make a case that fails smaller. */
const byHand = (process.env.EDICT_PROPERTY_RUNS ?? '') !== '';

const cases: fc.Arbitrary<Mutated> = fc.record({
  seed: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
  state: fc.constantFrom('mid_t118', 'mid_t119', ...byHand ? ['large_t75'] : []),
  systems: fc.integer({ min: 6, max: byHand ? 40 : 20 }),
  mutations: fc.subarray([...mutationNames], { minLength: 3 }),
});

/** How often what is compared was there. */
const met = { cases: 0, passes: 0, wrote: 0, refused: 0, firings: 0, putBack: 0, changed: 0, effects: 0, turns: 0 };

/** Rules that had targets in passes of meters, and those that had them in passes of all effects. */
const fired = { meters: new Set<Rule>(), all: new Set<Rule>() };

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

describe.skipIf(!hasFocsFixtures)(`passes of states that no game has been in come to the same by plans and by the interpreter${skipped}`, () => {
  test('pass by pass, with changes between them, and turn by turn', () => {
    fc.assert(fc.property(cases, play), { ...propertyRuns(12), endOnFailure: !byHand });
  }, byHand ? 3_600_000 : 60_000);

  test('hundreds of rules fired in that, of all sorts', () => {
    const sorts = new Map<string, number>();
    for (const rule of fired.meters) for (const sort of new Set(sortsOf(rule))) sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
    console.log(met, fired.meters.size, fired.all.size, sorts);
    expect(fired.meters.size).toBeGreaterThan(400);
  });
});

function play({ seed, state, systems, mutations }: Mutated): void {
  const game = stockGame();
  const choices = choicesOf(seed);
  const source = mutate(cutState(stockState(state), choices, systems), choices, wordsOf(game.model), mutations);
  expect(danglingReference(source)).toBeUndefined();
  const sides = openSides(game, source);
  met.cases++;
  const passes = (options: RunOptions = {}): void => { note(runAll(sides, 'c', options), fired.meters); };
  passes({ isObserved: choices.oneIn(4), again: choices.pick([0, 0, 3]) });
  change(sides, choices.split('first'));
  passes({ isObserved: choices.oneIn(2) });
  change(sides, choices.split('second'));
  switch (choices.below(4)) {
    case 0: {
      met.effects++;
      note(runAll(sides, 'a', { isObserved: choices.oneIn(2) }), fired.all);
      passes();
      break;
    }
    case 1: {
      met.turns++;
      note(runAll(sides, 'turn', { isObserved: choices.oneIn(2) }), fired.all);
      break;
    }
    default: passes();
  }
}

/** What a host does between passes. */
function change(sides: Sides, choices: Choices): void {
  const count = choices.between(1, 4);
  forAll(sides, (state) => {
    for (let i = 0; i < count; i++) changeGame(state, sides.reference.game.model, choices.split(i));
  });
  met.changed += count;
}

function note({ refusal, wrote, targets, firings, putBack }: Agreed, reached: Set<Rule>): void {
  met.passes++;
  met.wrote += wrote;
  met.firings += firings;
  met.putBack += putBack;
  if (refusal !== undefined) {
    met.refused++;
    console.log(refusal);
  }
  for (const { rules } of stockGame().program.rules.passes) for (const rule of rules) if (targets[rule.index] > 0) reached.add(rule);
}

/** What a rule has, in words. */
function sortsOf(rule: Rule): readonly string[] {
  const { carrier } = rule;
  const carried = carrier.by === 'condition' ? [...carrier.where, ...carrier.times === undefined ? [] : [carrier.times]] : [];
  const nodes = [...carried, ...rule.activation, ...rule.include, ...rule.effects.flatMap(nodesOfEffect)];
  return [
    `carried by ${carrier.by}`, ...carrier.by === 'condition' && carrier.times !== undefined ? ['carried many times'] : [],
    ...rule.claims === 0 ? [] : ['claims'], ...rule.narrowing === undefined ? [] : ['narrows'], `dispatched by ${rule.dispatch}`,
    ...rule.effects.flatMap(effectSorts), ...nodes.flatMap(nodeSorts),
  ];
}

function effectSorts(effect: Effect): readonly string[] {
  if (effect.kind === 'branch') return ['branch', ...[...effect.then, ...effect.otherwise].flatMap(effectSorts)];
  return effect.kind === 'modify' ? ['modify', ...effect.holder === undefined ? [] : ['holder']] : [effect.kind];
}

function nodeSorts({ op, data, args }: Node): readonly string[] {
  const by = (data as { readonly by?: string } | undefined)?.by;
  return [by === undefined ? op : `${op} by ${by}`, ...args.flatMap(nodeSorts)];
}
