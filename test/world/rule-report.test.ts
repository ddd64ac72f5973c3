import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { profileRules } from '../../src/world/rule-report.js';

const scope = { include: 'target == source' };
const content = defineContent({
  meters: { food: { default: 5 }, supplied: { reset: true } },
  properties: { rank: { default: 1 }, size: { default: 2 } },
  kinds: { farm: { meters: ['food', 'supplied'], properties: ['rank', 'size'] }, ruin: { properties: ['rank'] } },
  classes: {
    farm: {
      kind: 'farm',
      groups: [
        { name: 'grow', scope, effects: [{ meter: 'food', add: 1 }] },
        {
          name: 'starve',
          activation: ['source.rank > 0', 'source.supplied > 9'],
          scope,
          effects: [{ meter: 'food', add: -1 }],
        },
        {
          name: 'envy',
          scope: { include: 'target.kind == farm && target.food > 1000' },
          effects: [{ meter: 'food', add: -1 }],
        },
        { name: 'order', scope, effects: [{ property: 'rank', set: 'max(source.rank, 1)' }] },
        { name: 'late', activation: 'turn > 2', scope, effects: [{ property: 'size', add: 1 }] },
      ],
    },
    ruin: { kind: 'ruin', groups: [{ name: 'decay', scope, effects: [{ property: 'rank', add: -1 }] }] },
  },
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: a profile of rules', (executor) => {
  test('says how far each has come, and what kept it', () => {
    const world = createWorld(content, { executor });
    for (let i = 0; i < 3; i++) world.spawn({ class: 'farm' });
    const report = profileRules(world);
    world.run(4);
    const hash = world.hash();
    const rules = report();
    expect(world.hash()).toBe(hash);
    const byName = new Map(rules.map((rule) => [rule.rule.split('/')[1], rule]));
    expect([...byName].map(([name, { state, active, targets }]) => [name, state, active, targets])).toEqual(
      expect.arrayContaining([
        ['grow', 'works', 12, 12],
        ['starve', 'never active', 0, 0],
        ['envy', 'empty scope', 12, 0],
        ['order', 'changed nothing', 12, 12],
        ['late', 'works', 6, 6],
        ['decay', 'unused', 0, 0],
      ]),
    );
    expect(byName.get('starve')?.blocked).toEqual({
      part: 'activation',
      text: 'source.supplied > 9',
      failed: 3,
      asked: 3,
    });
    expect(byName.get('envy')?.blocked).toEqual({ part: 'include', text: 'target.food > 1000', failed: 3, asked: 3 });
    expect(byName.get('grow')).toMatchObject({ fired: 12, wrote: 12, phase: 'meters', blocked: null });
    expect(byName.get('grow')?.milliseconds).toBeGreaterThan(0);
  });

  test('counts phases that were not run again because nothing had changed', () => {
    const still = defineContent({
      meters: { food: { reset: true, default: 5 } },
      kinds: { farm: { meters: ['food'] } },
      classes: { farm: { kind: 'farm', groups: [{ name: 'grow', scope, effects: [{ meter: 'food', add: 1 }] }] } },
    });
    const world = createWorld(still, { executor });
    for (let i = 0; i < 3; i++) world.spawn({ class: 'farm' });
    const report = profileRules(world);
    world.run(10);
    expect(report()[0]).toMatchObject({ active: 30, targets: 30, fired: 30, wrote: 30, state: 'works' });
  });

  test('leaves out turns that were undone', () => {
    const world = createWorld(content, { executor, limits: { effectsPerTurn: 10 } });
    for (let i = 0; i < 3; i++) world.spawn({ class: 'farm' });
    const report = profileRules(world);
    world.run(2);
    expect(() => {
      world.step();
    }).not.toThrow();
    world.spawn({ class: 'farm' });
    expect(() => {
      world.step();
    }).toThrow(/effect number/);
    expect(report().find(({ rule }) => rule === 'farm/grow')).toMatchObject({ fired: 9 });
  });
});
