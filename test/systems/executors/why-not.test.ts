import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { both, turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

test('why-not tells the same, and changes nothing', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(randomCases({ turns: 3 }), fc.constantFrom<Manner>('calm', 'planned', 'wild'), (given, manner) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
      const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options));
      const choices = choicesOf(given.seed).split('why not');
      for (let i = 0; i < given.turns; i++) if (!turn(worlds)) return;
      const objects = worlds.reference.query();
      const { rules } = program.rules;
      if (objects.length === 0 || rules.length === 0) return;
      for (let i = 0; i < 6; i++) {
        const rule = choices.pick(rules);
        const carriers = objects.filter((object) => worlds.reference.describe(object).class === classOf(rule.name));
        const source = choices.pick(carriers.length === 0 || choices.oneIn(6) ? objects : carriers);
        const target = choices.oneIn(2) ? undefined : choices.pick(objects);
        both(worlds, (world) => world.questions.whyNot(rule.name, source, target));
        const verdict = worlds.compiled.questions.whyNot(rule.name, source, target);
        const { outcome } = verdict;
        met.set(outcome, (met.get(outcome) ?? 0) + 1);
        if (verdict.of === 'rule' && target === undefined && outcome !== 'fired') expect(verdict.writeCount).toBe(0);
      }
      turn(worlds);
    }),
    propertyRuns(9, 4),
  );
  for (const outcome of ['fired', 'not active', 'not in scope', 'empty scope', 'not carried'])
    expect([outcome, (met.get(outcome) ?? 0) >= heavy(0, 3)]).toEqual([outcome, true]);
});

function classOf(rule: string): string {
  return rule.split('/')[0];
}
