import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { profileRules } from '../../src/world/profile-world.js';

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

  test('begins in a world whose phases are not run again', () => {
    const still = defineContent({
      meters: { food: { reset: true, default: 5 } },
      kinds: { farm: { meters: ['food'] } },
      classes: { farm: { kind: 'farm', groups: [{ name: 'grow', scope, effects: [{ meter: 'food', add: 1 }] }] } },
    });
    const world = createWorld(still, { executor });
    for (let i = 0; i < 3; i++) world.spawn({ class: 'farm' });
    world.run(5);
    const report = profileRules(world);
    world.run(2);
    expect(report()[0]).toMatchObject({ sources: 6, active: 6, targets: 6, state: 'works' });
  });

  test('forgets turns of a run that fails, and what they changed', () => {
    const failing = defineContent({
      meters: { food: { default: 5 } },
      kinds: { farm: { meters: ['food'] } },
      classes: {
        farm: {
          kind: 'farm',
          groups: [
            { name: 'grow', activation: 'turn > 1', scope, effects: [{ meter: 'food', add: 1e308 }] },
            { name: 'keep', scope, effects: [{ meter: 'food', max: 'turn > 2 ? 9 : 0' }] },
          ],
        },
      },
    });
    const world = createWorld(failing, { executor });
    world.spawn({ class: 'farm' });
    const report = profileRules(world);
    expect(() => {
      world.run(5);
    }).toThrow(/not-finite|to Infinity/);
    expect(report().map(({ active, state }) => [active, state])).toEqual([
      [0, 'unused'],
      [0, 'unused'],
    ]);
    world.step();
    expect(report().map(({ active, state }) => [active, state])).toEqual([
      [0, 'never active'],
      [1, 'changed nothing'],
    ]);
  });

  test('counts what answers an occurrence as a change by the rule that raised it', () => {
    const world = createWorld(
      defineContent({
        meters: { health: { default: 5 } },
        kinds: { unit: { meters: ['health'] } },
        occurrences: { hit: { fields: { unit: 'unit' }, subject: 'unit', do: [{ meter: 'health', add: -1 }] } },
        classes: {
          unit: {
            kind: 'unit',
            groups: [{ name: 'strike', scope, effects: [{ raise: 'hit', values: { unit: 'target' } }] }],
          },
        },
      }),
      { executor },
    );
    const unit = world.spawn({ class: 'unit' });
    const report = profileRules(world);
    world.step();
    expect([world.get(unit, 'health'), report()[0].state]).toEqual([4, 'works']);
  });

  test('knows sources that are gone', () => {
    const world = createWorld(content, { executor });
    const farm = world.spawn({ class: 'farm' });
    const report = profileRules(world);
    world.run(2);
    world.destroy(farm);
    world.step();
    expect(report().find(({ rule }) => rule === 'farm/starve')).toMatchObject({
      state: 'never active',
      sources: 2,
      blocked: null,
    });
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
