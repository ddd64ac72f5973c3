import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { plainTiming } from '../../../src/ir/occurrence.js';
import { createWorld } from '../../../src/world.js';
import type { World } from '../../../src/world/api.js';
import type { TriggerEvent } from '../../../src/world/events-api.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

/** Sides with units that are hit. Eight lines. */
const base = `meters: { health: { default: 5, bounds: [0, 9] }, strength: { default: 2 } }
properties: { gold: {} }
roles: [hero]
timing: { players: side, steps: [march, battle] }
kinds: { side: { faction: true, properties: [gold] }, unit: { meters: [health, strength] } }
classes: { scout: { kind: unit }, guard: { kind: unit }, spring: { kind: unit, groups: [{ scope: { include: target == source }, effects: [{ meter: health, add: 1 }] }] } }
occurrences:
  hit: { fields: { unit: unit, amount: number }, subject: unit, do: [{ meter: health, add: -occurrence.amount }] }
`;
const withContinuous = (...all: readonly string[]): string =>
  `${base}continuous:\n${all.map((each) => `  - ${each}\n`).join('')}`;
const rage =
  '{ name: rage, carrier: { class: [scout, guard] }, while: self.health < 3, begin: [{ meter: strength, add: 5 }], end: [{ meter: strength, add: -5 }] }';

describe('what is continuous', () => {
  test('has a column of the kinds that carry it, and lists of its own', () => {
    const { model, rules } = sound(
      withContinuous(
        rage,
        '{ name: calm, carrier: { kind: side }, while: [self.gold > 3, step == march], end: [{ tell: x }] }',
      ),
    );
    const [first, second] = rules.timing.continuous;
    expect(first).toMatchObject({
      index: 0,
      name: 'rage',
      carrier: { by: 'classes', classes: new Set([1, 2]), own: false },
      column: 3,
      begins: 1,
      ends: 2,
      origin: { line: 10 },
    });
    expect(second).toMatchObject({
      index: 1,
      carrier: { by: 'kind', kind: 1, own: false },
      column: 4,
      begins: -1,
      ends: 3,
    });
    expect([first, second].map(({ condition }) => printNode(condition))).toEqual([
      '(compare < (read 0 missing (slot 0)) (constant number 3))',
      '(and (compare > (read 2 missing (slot 0)) (constant number 3)) (compare == (step 0) (constant enumeration 0 1)))',
    ]);
    expect(model.columns.slice(3).map(({ name, type, kinds }) => [name, type.name, [...kinds]])).toEqual([
      ['continuous rage', 'boolean', [0, 0, 1]],
      ['continuous calm', 'boolean', [0, 1, 0]],
    ]);
    expect(model.kinds.map(({ columns }) => columns)).toEqual([
      [2, 4],
      [0, 1, 3],
    ]);
    expect(rules.triggers.lists.map(({ name }) => name)).toEqual([
      'occurrence hit',
      'continuous rage',
      'continuous rage',
      'continuous calm',
    ]);
  });

  test.each(['compiled', 'reference'] as const)('begins and ends as something occurs (%s)', (executor) => {
    const world = createWorld(sound(withContinuous(rage)), { executor });
    const scout = world.spawn({ class: 'scout' });
    const strengths = [1, 2, -1].map((amount) => {
      world.events.raise('hit', { unit: scout, amount });
      return world.get(scout, 'strength');
    });
    expect(strengths).toEqual([2, 7, 7]);
  });
});

describe('the sequence of play', () => {
  test('has policies, of which those that are not named stay plain', () => {
    const policyOf = (policy: string): unknown =>
      sound(base.replace('players: side', `players: side, policy: ${policy}`)).rules.timing.policy;
    expect(policyOf('{}')).toEqual(plainTiming);
    expect(
      policyOf('{ grouping: perOccurrence, bornInStep: false, reactionToZero: true, depth: 7, optionalLoop: error }'),
    ).toEqual({ grouping: 'perOccurrence', bornInStep: false, reactionToZero: true, depth: 7, optionalLoop: 'error' });
  });

  test('ends where content says so, which hosts ask a player', () => {
    const content = sound(base.replace('players: side', 'players: side, over: hero.health <= 0'));
    expect(content.rules.expressions).toMatchObject([{ name: 'over', scope: [1], text: 'hero.health <= 0' }]);
    const world = createWorld(content);
    const side = world.spawn({ kind: 'side' });
    const scout = world.spawn({ class: 'scout', owner: side });
    expect(world.questions.ask('over', side)).toBe(false);
    world.relations.setRole('hero', scout);
    world.events.raise('hit', { unit: scout, amount: 9 });
    expect(world.questions.ask('over', side)).toBe(true);
  });

  test('has steps that any expression may ask for', () => {
    const content = sound(
      `${base}  go: { fields: { part: step }, change: { stepBegins: part } }\n  stop: { fields: { part: step }, change: { stepEnds: part } }\nexpressions: { fighting: { of: side, is: step == battle } }\n`,
    );
    const world = createWorld(content);
    const side = world.spawn({ kind: 'side' });
    const asked = (['go', 'stop'] as const).map((type) => {
      world.events.raise(type, { part: 'battle' });
      return world.questions.ask('fighting', side);
    });
    expect(asked).toEqual([true, false]);
  });
});

describe('what effects do in turns', () => {
  function open(
    abilities: string,
    executor: 'compiled' | 'reference',
  ): { readonly world: World; readonly told: readonly string[] } {
    const world = createWorld(sound(`${base}abilities:\n${abilities}`), { executor });
    const told: string[] = [];
    world.triggers.hear((event: TriggerEvent) => {
      if (event.kind === 'message') told.push(event.message.text);
    });
    return { world, told };
  }

  test.each(['compiled', 'reference'] as const)('is answered (%s)', (executor) => {
    const { world, told } = open(
      `  - { name: drought, class: reduction, on: { gains: health, where: occurrence.before >= 6 }, do: [{ adjust: -1 }] }
  - { name: well, class: trait, on: { crosses: { meter: health, value: 6 } }, do: [{ tell: well, if: target.health == 6 }] }
  - { name: dawn, class: trait, at: before, on: { phase: actions }, do: [{ tell: dawn }] }
`,
      executor,
    );
    const spring = world.spawn({ class: 'spring' });
    world.run(3);
    expect([world.get(spring, 'health'), told]).toEqual([6, ['well', 'dawn', 'dawn', 'dawn']]);
  });
});

describe('the fingerprint of what occurs', () => {
  const content = `${withContinuous(rage)}abilities:
  - { name: a, class: trait, carrier: created, on: hit, do: [{ tell: x }] }
  - { name: b, class: trait, carrier: { kind: unit }, on: { type: hit, where: occurrence.amount > 1 }, if: was(occurrence.unit.health) > 1, live: self.health > 1, do: [{ add: a, self: source }, { raise: hit, values: { amount: 1 } }] }
`;
  const print = (text: string): string => sound(text).fingerprint;

  test.each<readonly [string, string]>([
    ['players: side', 'players: side, policy: { depth: 7 }'],
    ['steps: [march, battle]', 'steps: [battle, march]'],
    ['players: side, ', ''],
    ['hit', 'hot'],
    ['amount: number }', 'amount: number, n: number }'],
    ['subject: unit, do', 'subject: unit, possible: occurrence.amount > 0, do'],
    ['health, add: -occurrence.amount', 'health, add: -1'],
    ['name: a, class: trait', 'name: a, class: rulebook'],
    ['carrier: created', 'carrier: created, next: true'],
    ['on: hit', 'on: { phase: growth }'],
    ['carrier: { kind: unit }', 'carrier: { class: scout }'],
    ['carrier: { kind: unit }', 'carrier: { kind: unit }, own: true'],
    ['occurrence.amount > 1', 'occurrence.amount > 2'],
    ['was(occurrence.unit.health) > 1', 'was(occurrence.unit.health) > 2'],
    ['live: self.health > 1', 'live: self.health > 2'],
    ['values: { amount: 1 }', 'values: { amount: 2 }'],
    ['add: a, self: source', 'add: a, self: target'],
    ['while: self.health < 3', 'while: self.health < 4'],
    ['begin: [{ meter: strength, add: 5 }]', 'begin: [{ meter: strength, add: 6 }]'],
  ])('changes from %s to %s', (from, to) => {
    expect(content).toContain(from);
    expect(print(content.replaceAll(from, to))).not.toBe(print(content));
  });

  test('does not change with the way that things are written', () => {
    expect(
      print(
        content
          .replace('on: hit', 'on: [{ type: hit }]')
          .replace('players: side', 'players: side, policy: { grouping: merged }'),
      ),
    ).toBe(print(content));
    expect(print(`${base.split('timing:')[0]}kinds: { side: {} }\nabilities: []\n`)).toBe(
      print(`${base.split('timing:')[0]}kinds: { side: {} }\n`),
    );
  });
});

describe('mistakes in what is continuous', () => {
  testRows(
    [
      [
        'no condition',
        withContinuous('{ name: a, carrier: { kind: unit }, begin: [{ tell: x }] }'),
        '10:5 missing-key',
        '`continuous[0]` has no `while`',
      ],
      [
        'an unknown kind',
        withContinuous('{ name: a, carrier: { kind: untit }, while: true, begin: [{ tell: x }] }'),
        '10:33 unknown-name',
        '`untit` is not a kind',
        'did you mean `unit`?',
      ],
      [
        'an unknown class',
        withContinuous('{ name: a, carrier: { class: [scuot] }, while: true, begin: [{ tell: x }] }'),
        '10:35 unknown-name',
        'there is no class `scuot`',
        'did you mean `scout`?',
      ],
      [
        'no class',
        withContinuous('{ name: a, carrier: { class: [] }, while: true, begin: [{ tell: x }] }'),
        '10:34 missing-key',
        'is an empty list, expected at least one thing in it',
      ],
      [
        'the world',
        withContinuous('{ name: a, carrier: world, while: true, begin: [{ tell: x }] }'),
        '10:25 wrong-type',
        'expected a map with `class` or `kind`',
      ],
      [
        'a name twice',
        withContinuous(rage, rage),
        '11:13 duplicate-name',
        '`rage` is already something continuous in line 10',
      ],
      [
        'a name of something else',
        withContinuous(rage).replace('gold: {} }', 'gold: {}, continuous rage: {} }'),
        '10:13 duplicate-name',
        '`continuous rage` is already the name of something else',
      ],
      [
        'an occurrence',
        withContinuous('{ name: a, carrier: { kind: unit }, while: occurrence.amount > 1, begin: [{ tell: x }] }'),
        '10:48 no-occurrence',
        'there is no `occurrence` here',
      ],
      [
        'a draw',
        withContinuous('{ name: a, carrier: { kind: unit }, while: chance(0.5), begin: [{ tell: x }] }'),
        '10:48 draw-in-expression',
        '`chance` draws',
      ],
      [
        'something negated',
        withContinuous('{ name: a, carrier: { kind: unit }, while: true, begin: [{ negate: true }] }'),
        '10:64 not-answering',
        'nothing is answered here',
      ],
      [
        'nothing that occurs',
        withContinuous(rage).replace(/occurrences:\n.*\n/, ''),
        '8:5 no-occurrences',
        '`rage` begins and ends as something occurs, and nothing can',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('of which nothing comes is odd', () => {
    expect(
      load(withContinuous('{ name: a, carrier: { kind: unit }, while: self.health > 3, begin: [] }')).warnings.map(
        ({ code, message }) => [code, message],
      ),
    ).toEqual([['no-actions', '`a` does nothing when it begins or ends, expected at least one action']]);
  });
});
