import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WorldState } from '../../../src/components/state.js';
import { type FireList, compiledLists, fireByFunction } from '../../../src/rules/run/fire-lists.js';
import { handleOf } from '../../../src/kernel/identity.js';
import { type Limits, limitsFrom } from '../../../src/kernel/world-limits.js';
import type { Program, Rule } from '../../../src/ir/rule.js';
import { StrictTurnNeeded } from '../../../src/meaning/executor.js';
import { fireEffects, firePlain } from '../../../src/meaning/effects/fire-effects.js';
import { type TurnContext, beginTurn } from '../../../src/meaning/effects/turn-context.js';
import { hashState } from '../../../src/state/state-hash.js';
import { createState, restoreState } from '../../../src/state/world-state.js';
import { inspect } from '../../../src/world/inspect.js';
import { type Choices, type RandomCase, choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { randomWorld } from '../../support/random-world.js';
import { variedProgram } from './varied-rules.js';

/** After so many firings every list that may have a function has one. */
const often = 520;
const met = { writes: 0, refused: 0 };

interface Side {
  readonly state: WorldState;
  /** On ids. */
  readonly fire: (context: TurnContext, rule: Rule, source: number, targets: readonly number[]) => void;
}

const asActions = (fire: FireList): Side['fire'] => {
  return (context, rule, source, targets) => {
    const { identity } = context.state;
    const handles = [source, ...targets].map((id) => (identity.kind[id] === 0 ? 0 : handleOf(identity, id)));
    for (const target of handles.slice(1)) fire(context, rule, rule.effects, handles[0], target);
  };
};

function byFunctions(...[context, rule, source, targets]: Parameters<Side['fire']>): void {
  const from = fireByFunction(context, rule, source, targets, 0, targets.length);
  if (from < targets.length) fireEffects(context, rule, source, targets, from);
}

/** Fires the effects of each rule by both on the same objects, and compares the states and errors. */
function play(make: (program: Program) => readonly [Side['fire'], Side['fire']]) {
  return ({ seed, groups, objects }: RandomCase, limits: Partial<Limits>): void => {
    const choices = choicesOf(seed);
    const program = variedProgram(choices, groups, choices.pick(['wild', 'planned', 'calm', 'mixed'] as const));
    const world = randomWorld(choices.split('world'), program, objects);
    const begin = world.snapshot();
    const { capacity } = inspect(world);
    const sides = make(program).map((fire): Side => {
      const room = { capacity: capacity + 600, lanes: 64, factions: 31, streams: 16, words: 4_000 };
      const state = createState(program.model, limitsFrom(limits), room, '1', false);
      restoreState(state, begin);
      return { fire, state };
    });
    for (const rule of program.rules.passes[0].rules) {
      const own = choices.split(`rule ${rule.index}`);
      fireOften(rule, sides, own, capacity);
      // What one rule has destroyed, the next finds again.
      if (own.oneIn(2)) for (const { state } of sides) restoreState(state, begin);
    }
  };
}

function fireOften(rule: Rule, sides: readonly Side[], choices: Choices, capacity: number): void {
  const contexts = sides.map(({ state }) => beginTurn(state, 1));
  const any = () => choices.below(capacity);
  for (let round = 0; round < often; round++) {
    const source = any();
    const targets = choices.oneIn(5) ? [source] : Array.from({ length: choices.between(1, 2) }, any);
    const results = sides.map(({ fire }, side) => {
      const context = contexts[side];
      context.frame.rule = rule.index;
      // Claims last for a pass.
      if (round % 8 === 0) context.ledger.claims.clear();
      try {
        fire(context, rule, source, targets);
      } catch (error) {
        return error instanceof StrictTurnNeeded ? 'refused' : String(error);
      }
      return `${context.fired} ${context.wrote} ${context.created}`;
    });
    const isRefused = !/^\d/.test(results[0]);
    met.refused += Number(isRefused);
    if (results[1] !== 'refused') expect(results[1]).toBe(results[0]);
    else expect(isRefused).toBe(true);
    if (isRefused) break;
  }
  met.writes += Number(contexts[0].wrote > 0);
  expect(hashState(sides[1].state)).toBe(hashState(sides[0].state));
}

test.each<[string, Parameters<typeof play>[0]]>([
  ['actions', ({ model }) => [asActions(firePlain), asActions(compiledLists(model))]],
  ['rules', () => [fireEffects, byFunctions]],
])('effects of %s fired by functions are those fired one by one', (_, make) => {
  fc.assert(
    fc.property(randomCases({ objects: 20 }), fc.constantFrom({}, { effectsPerTurn: 700 }), play(make)),
    propertyRuns(8, 6),
  );
  expect(met.writes).toBeGreaterThan(80);
  expect(met.refused).toBeGreaterThan(9);
});
