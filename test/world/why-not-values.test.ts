import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';

const water = defineContent({
  properties: {
    water: { type: 'integer', default: 0 },
    dam: { type: 'boolean' },
    pipes: { type: 'integer', default: 1 },
  },
  kinds: { well: { properties: ['water', 'dam', 'pipes'] }, stone: {} },
  classes: {
    well: {
      kind: 'well',
      groups: [
        {
          name: 'rain',
          activation: 'source.pipes > 2',
          scope: { include: 'target == source' },
          effects: [{ property: 'pipes', set: 1 }],
        },
      ],
    },
  },
  connections: { wells: { from: 'well', steps: [{ objects: 'well' }] } },
  flows: [
    {
      name: 'drizzle',
      carrier: { kind: 'well', where: 'self.pipes > 0' },
      active: 'self.pipes < 9 && !self.dam',
      limited: 'water',
      amount: 5,
      limit: 12,
    },
    { name: 'share', carrier: 'well', spread: 'water', percent: 50, targets: 'wells', where: '!self.dam' },
  ],
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: why nothing flowed', (executor) => {
  function open() {
    const world = createWorld(water, { executor });
    const [a, b] = ['A', 'B'].map((name) => world.spawn({ class: 'well', name }));
    const stone = world.spawn({ kind: 'stone' });
    return { world, a, b, stone };
  }

  test('it flowed, with what it wrote', () => {
    const { world, a } = open();
    world.step();
    const before = world.hash();
    expect(world.questions.whyNot('drizzle', a)).toMatchObject({
      of: 'flow',
      flow: 'drizzle',
      does: 'limited',
      outcome: 'flowed',
      times: 1,
      receivers: 1,
      active: 1,
      bounds: { amount: 5, limit: 12 },
      values: [{ text: 'self.water', value: 0, object: a, column: 'water', later: [{ rule: 'drizzle' }] }],
      writes: [{ object: a, column: 'water', before: 0, after: 5 }],
      clauses: [
        { part: 'carrier', text: 'self.pipes > 0', answer: 'true' },
        { part: 'active', text: 'self.pipes < 9', answer: 'true' },
        { part: 'active', text: '!self.dam', answer: 'true' },
      ],
    });
    expect(world.hash()).toBe(before);
  });

  test('its carrier, its activity or its amount keep it from flowing', () => {
    const { world, a, b, stone } = open();
    world.set(a, 'pipes', 0);
    world.set(b, 'dam', true);
    world.step();
    expect(world.questions.whyNot('drizzle', a)).toMatchObject({
      outcome: 'not carried',
      times: 0,
      clauses: [{ part: 'carrier', answer: 'false', reads: [{ text: 'self.pipes', value: 0 }] }],
    });
    expect(world.questions.whyNot('drizzle', b)).toMatchObject({
      outcome: 'not active',
      active: 0,
      clauses: [
        { part: 'carrier' },
        { text: 'self.pipes < 9', answer: 'true' },
        { text: '!self.dam', answer: 'false' },
      ],
    });
    expect(world.questions.whyNot('drizzle', stone)).toMatchObject({ outcome: 'not a carrier' });
    world.set(a, 'pipes', 4);
    world.set(a, 'water', 20);
    world.step();
    expect(world.questions.whyNot('flow drizzle', a)).toMatchObject({
      outcome: 'nothing',
      writeCount: 0,
      clauses: [{ reads: [{ value: 4, later: [{ rule: 'well/rain', phase: 'actions' }] }] }, {}, {}],
      values: [{ value: 20 }],
    });
  });

  test('says why an object is no target', () => {
    const { world, a, b } = open();
    world.set(a, 'water', 10);
    world.set(b, 'dam', true);
    world.step();
    expect(world.questions.whyNot('share', a, b)).toMatchObject({
      outcome: 'no targets',
      targets: 0,
      clauses: [{ part: 'target', text: '!self.dam', answer: 'false' }],
    });
    world.set(b, 'dam', false);
    world.step();
    expect(world.questions.whyNot('share', a, b)).toMatchObject({
      outcome: 'flowed',
      targets: 1,
      writes: [{ object: b, source: a, column: 'water' }],
    });
  });

  test('an expression is asked after the turn, with the last writes', () => {
    const { world, a } = open();
    world.set(a, 'pipes', 4);
    expect(world.questions.whyNot('self.pipes > 3', a)).toMatchObject({ outcome: 'true', turn: 0 });
    world.step();
    expect(world.questions.whyNot('self.pipes > 3 && self.water < 9 || self.dam', a)).toMatchObject({
      of: 'expression',
      outcome: 'false',
      value: false,
      turn: 1,
      clauses: [
        {
          alternative: 0,
          text: 'self.pipes > 3',
          answer: 'false',
          reads: [{ value: 1, written: { rule: 'well/rain', source: a, before: 4, after: 1 }, later: [] }],
        },
        { alternative: 0, text: 'self.water < 9', answer: 'true' },
        { alternative: 1, text: 'self.dam', answer: 'false' },
      ],
    });
    expect(world.questions.whyNot('self.water * 2', a)).toMatchObject({
      outcome: 'value',
      clauses: [],
      reads: [{ text: 'self.water', value: world.get(a, 'water') }],
    });
    expect(() => world.questions.whyNot('self.watr > 2', a)).toThrow(/in "self.watr > 2" at/);
  });
});

const sheets = defineContent({
  variables: { pace: { type: 'number', default: 3 }, load: { type: 'number', input: true } },
  kinds: { hero: { variables: ['pace', 'load'] }, item: { attachesTo: ['hero'] } },
  classes: {
    hero: {
      kind: 'hero',
      modifiers: [{ variable: 'pace', label: 'light', add: 2, when: ['self.load < 5', 'self.load >= 0'] }],
    },
    boots: { kind: 'item', modifiers: [{ variable: 'pace', label: 'boots', add: 1 }] },
    cloak: { kind: 'item', modifiers: [{ variable: 'pace', label: 'cloak', add: 7 }] },
  },
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: why a variable has its value', (executor) => {
  function open() {
    const world = createWorld(sheets, { executor });
    return { world, hero: world.spawn({ class: 'hero', values: { load: 8 } }) };
  }

  test('tells which modifiers are in force, which are passed over and why, and which nobody has', () => {
    const { world, hero } = open();
    expect(world.questions.whyNot('pace', hero)).toMatchObject({
      of: 'variable',
      outcome: 'unchanged',
      value: { value: 3 },
      initial: { value: 3 },
      modifiers: [
        {
          modifier: 'light',
          state: 'skipped',
          carrier: hero,
          amount: null,
          clauses: [
            { text: 'self.load < 5', answer: 'false', reads: [{ text: 'self.load', value: 8 }] },
            { text: 'self.load >= 0', answer: 'true' },
          ],
        },
        { modifier: 'boots', on: 'boots', state: 'not carried', carrier: null },
        { modifier: 'cloak', state: 'not carried' },
      ],
    });
    const boots = world.spawn({ class: 'boots', place: { in: hero } });
    world.spawn({ class: 'cloak', place: { in: hero }, granted: false });
    world.set(hero, 'load', 1);
    expect(world.questions.whyNot('variable pace', hero)).toMatchObject({
      outcome: 'modified',
      value: { value: 6 },
      modifiers: [
        { modifier: 'light', state: 'applied', amount: { value: 2 }, before: { value: 3 }, after: { value: 5 } },
        { modifier: 'boots', state: 'applied', carrier: boots },
        { modifier: 'cloak', state: 'not granted' },
      ],
    });
  });

  test('knows inputs and objects that are not granted', () => {
    const { world, hero } = open();
    expect(world.questions.whyNot('load', hero)).toMatchObject({ outcome: 'input', modifiers: [] });
    world.variables.revoke(hero);
    expect(world.questions.whyNot('pace', hero)).toMatchObject({ outcome: 'not granted' });
    expect(() => world.questions.whyNot('pace')).toThrow(/whyNot needs the object that has it for variable pace/);
    expect(() => world.questions.whyNot('pace', hero, hero)).toThrow(/leave the second out/);
  });
});

test('says why an order is not offered to an agent', () => {
  const world = createWorld(
    defineContent({
      enumerations: { plan: ['invest', 'wait'] },
      properties: { cash: { default: 0 }, plan: { type: 'plan' }, sell: { type: 'plan' }, closed: { type: 'boolean' } },
      kinds: { firm: { properties: ['cash', 'plan', 'closed'] }, shop: { properties: ['cash', 'sell'] } },
      environment: {
        name: 'market',
        agents: { of: 'firm', count: 1 },
        turns: 10,
        capacity: 32,
        lives: '!agent.closed',
        observation: { own: { values: { cash: 'agent.cash' } } },
        actions: {
          plan: { property: 'plan', allowed: 'choice == wait || agent.cash >= 1' },
          sell: { of: 'shop', slots: 1, where: 'self.cash > 2', property: 'sell', allowed: 'agent.cash > self.cash' },
        },
        reward: 'agent.cash',
      },
    }),
  );
  const firm = world.spawn({ kind: 'firm' });
  const [poor, rich] = [1, 5].map((cash) => world.spawn({ kind: 'shop', values: { cash } }));
  expect(world.questions.whyNot('plan', firm)).toMatchObject({
    of: 'order',
    outcome: 'offered',
    slots: 1,
    choices: [
      { choice: 'invest', allowed: false },
      { choice: 'wait', allowed: true },
    ],
  });
  expect(world.questions.whyNot('order sell', firm)).toMatchObject({
    outcome: 'not allowed',
    slots: 1,
    clauses: [{ part: 'lives' }, { part: 'slot', text: 'self.cash > 2', answer: 'true', reads: [{ object: rich }] }],
    choices: [
      { allowed: false, clauses: [{ text: 'agent.cash > self.cash', reads: [{ value: 0 }, { value: 5 }] }] },
      { allowed: false },
    ],
  });
  expect(world.questions.whyNot('sell', firm, poor)).toMatchObject({
    outcome: 'not in a slot',
    clauses: [{ part: 'lives' }, { part: 'slot', answer: 'false', reads: [{ value: 1 }] }],
  });
  expect(world.questions.whyNot('sell', rich)).toMatchObject({ outcome: 'not an agent' });
  world.set(firm, 'closed', true);
  expect(world.questions.whyNot('sell', firm)).toMatchObject({
    outcome: 'not alive',
    clauses: [{ part: 'lives', text: '!agent.closed', answer: 'false' }],
  });
});

const people = defineContent({
  meters: {
    people: { default: 3, bounds: [0, 5], growth: 'min(value + 1, self.room)' },
    room: { reset: true },
    lost: { growth: 'objects(planet).filter(p, p.room > 99).min(p, p.room)' },
    stores: { default: 2, growth: 'self.room > value ? min(value + STEP, self.goal) : max(value - self.loss, 0)' },
    goal: { default: 9 },
    loss: { default: 1, target: 'goal' },
    pressure: { default: 12, growth: 'approach(value, self.goal, STEP)' },
    mood: { growth: 'self.room > 99 ? self.stores : self.loss > 0 ? self.goal : self.people' },
  },
  constants: { STEP: 2 },
  kinds: { planet: { meters: ['people', 'room', 'lost', 'stores', 'goal', 'loss', 'pressure', 'mood'] }, stone: {} },
  classes: {
    world: {
      kind: 'planet',
      groups: [{ name: 'homes', scope: { include: 'target == source' }, effects: [{ meter: 'room', add: 9 }] }],
    },
  },
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: why a meter did not grow', (executor) => {
  function open() {
    const world = createWorld(people, { executor });
    const planet = world.spawn({ class: 'world', name: 'Terra' });
    return { world, planet, bare: world.spawn({ kind: 'planet' }), stone: world.spawn({ kind: 'stone' }) };
  }

  test('what it read before anything grew, and what it wrote', () => {
    const { world, planet } = open();
    world.step();
    const before = world.hash();
    const verdict = world.questions.whyNot('growth people', planet);
    expect(verdict).toMatchObject({
      of: 'growth',
      meter: 'people',
      formula: 'min(value + 1, self.room)',
      turn: 1,
      outcome: 'grew',
      before: 3,
      result: 4,
      reads: [
        { text: 'self.people', value: 3, written: null, later: [{ rule: 'growth', before: 3, after: 4 }] },
        { text: 'value + 1', value: 4, object: null },
        { text: 'self.room', value: 9, written: { rule: 'world/homes', before: 0, after: 9 }, later: [] },
      ],
      writes: [{ object: planet, column: 'people', before: 3, after: 4 }],
      writeCount: 1,
    });
    expect(world.hash()).toBe(before);
    expect(world.questions.whyNot('people', planet)).toEqual(verdict);
  });

  test('of a choice only the branch that is taken counts as read', () => {
    const { world, planet } = open();
    world.step();
    expect(world.questions.whyNot('stores', planet)).toMatchObject({
      formula: 'self.room > value ? min(value + STEP, self.goal) : max(value - self.loss, 0)',
      result: 4,
      reads: [
        { text: 'self.stores', value: 2 },
        { text: 'self.room', value: 9 },
        { text: 'min(value + STEP, self.goal)', value: 4 },
        { text: 'value + STEP', value: 4 },
        { text: 'self.goal', value: 9 },
      ],
    });
  });

  test('of choices in a choice, each condition that was tested', () => {
    const { world, planet } = open();
    world.step();
    expect(world.questions.whyNot('mood', planet)).toMatchObject({
      result: 9,
      reads: [{ text: 'self.mood' }, { text: 'self.room' }, { text: 'self.loss' }, { text: 'self.goal' }],
    });
  });

  test('words of the language stay as they are written', () => {
    const { world, planet } = open();
    world.step();
    expect(world.questions.whyNot('pressure', planet)).toMatchObject({
      formula: 'approach(value, self.goal, STEP)',
      result: 10,
      reads: [
        { text: 'self.pressure', value: 12 },
        { text: 'self.goal', value: 9 },
      ],
    });
    expect(world.questions.whyNot('loss', planet)).toMatchObject({
      formula: 'approach(value, self.goal, 1)',
      result: 2,
      reads: [
        { text: 'self.loss', value: 1 },
        { text: 'self.goal', value: 9 },
      ],
    });
  });

  test('its value is the same, absent, or of no meter', () => {
    const { world, planet, bare, stone } = open();
    world.set(planet, 'people', 9);
    world.run(8);
    const late = world.spawn({ class: 'world' });
    world.set(planet, 'people', 9);
    world.step();
    expect(world.questions.whyNot('people', bare)).toMatchObject({ outcome: 'unchanged', before: 0, result: 0 });
    expect(world.questions.whyNot('lost', bare)).toMatchObject({ outcome: 'absent', result: undefined, writes: [] });
    expect(world.questions.whyNot('people', stone)).toMatchObject({ outcome: 'no meter', before: undefined });
    const fresh = world.spawn({ class: 'world' });
    expect(world.questions.whyNot('people', late)).toMatchObject({ outcome: 'grew' });
    expect(world.questions.whyNot('people', fresh)).toMatchObject({ outcome: 'no such object' });
    expect(() => world.questions.whyNot('people')).toThrow('pass its handle');
  });
});
