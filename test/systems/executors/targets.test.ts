import { inspect } from '../../../src/world/inspect.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Model } from '../../../src/model/model.js';
import { createState, restoreState } from '../../../src/state/world-state.js';
import { createMatching } from '../../../src/match/evaluate.js';
import { oneRow, rowsOver } from '../../../src/eval/columns/rows.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { sourceSlot } from '../../../src/ir/node.js';
import type { Carrier } from '../../../src/ir/rule.js';
import { planOf } from '../../../src/rules/program-plan.js';
import { referenceScopes } from '../../../src/reference/reference-executor.js';
import { type Answers, createAnswers } from '../../../src/match/select/answers.js';
import { defineContent } from '../../../src/content/native/define.js';
import { limitsFrom } from '../../../src/kernel/world-limits.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomCrowd, randomWorld, roomFor } from '../../support/random-world.js';
import { heavy } from '../../support/heavy.js';

function className({ classes }: Model, carrier: Carrier): string {
  return carrier.by === 'class' ? classes[carrier.class - 1].name : '';
}

function answerOf({ groupOf, start, end, ids }: Answers, row: number): readonly number[] {
  return groupOf[row] < 0 ? [] : [...ids.subarray(start[groupOf[row]], end[groupOf[row]])];
}

test('who is active and who is in scope is what the reference says, for all sources at a time and for each by itself', () => {
  let [asked, found] = [0, 0];
  fc.assert(
    fc.property(randomCases(), fc.constantFrom<Manner>('planned', 'wild'), fc.boolean(), (given, manner, isCrowded) => {
      const choices = choicesOf(given.seed);
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
      const crowd = isCrowded ? randomCrowd(choices.split('crowd')) : undefined;
      const world = randomWorld(choicesOf(given.seed), program, given.objects, {}, crowd);
      const state = createState(
        program.model,
        limitsFrom({ visitsPerTurn: 5_000_000_000 }),
        { capacity: inspect(world).capacity, lanes: 5_000, factions: roomFor(crowd), streams: 16 },
        '1',
        false,
      );
      restoreState(state, world.snapshot());
      const selector = createMatching(state);
      const { evaluator } = selector;
      const frame = createFrame(state, world.turn + 1);
      evaluator.frame = frame;
      const [together, alone] = [createAnswers(), createAnswers()];
      for (const [rule, { gates, selection }] of planOf(program).rules) {
        frame.rule = rule.index;
        const sources = Int32Array.from(
          world.query({ class: className(program.model, rule.carrier) }),
          (handle) => world.describe(handle).id,
        );
        const passed = new Int32Array(sources.length);
        const active = [
          ...passed.subarray(0, selector.passing(gates, rowsOver(sourceSlot, sources, sources.length), passed)),
        ].map((row) => sources[row]);
        expect(active).toEqual([...sources].filter((source) => referenceScopes.isActive(rule, source, frame)));
        selector.select(selection, rowsOver(sourceSlot, sources, sources.length), together, true);
        sources.forEach((source, row) => {
          const expected = referenceScopes.scope(rule, source, frame);
          expect(answerOf(together, row)).toEqual(expected);
          frame.slots[sourceSlot] = source;
          selector.select(selection, oneRow, alone, true);
          expect(answerOf(alone, 0)).toEqual(expected);
          asked++;
          found += Number(expected.length > 0);
        });
      }
    }),
    propertyRuns(50),
  );
  expect(found).toBeGreaterThan(asked / heavy(10, 5));
  expect(asked).toBeGreaterThan(heavy(40, 500));
});
