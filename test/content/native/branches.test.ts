import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../src/world.js';
import type { World } from '../../../src/world/api.js';
import { describeEffect } from '../../../src/plans/describe-effect.js';
import { neverTrue } from '../../../src/plans/never-true.js';
import type { Program } from '../../../src/ir/rule.js';
import { briefly, errorsOf, load, sound } from './samples.js';

/** Sheep on patches of grass, and what they do. */
const meadow = (effects: string, more = ''): string => `
meters: { weight: { default: 10, bounds: [0, 12] } }
properties: { green: { type: boolean }, energy: {}, mate: { type: reference }, grown: {} }
kinds:
  patch: { node: true, properties: [green, grown] }
  animal: { attachesTo: [patch], meters: [weight], properties: [energy, mate] }
roles: [shepherd]
classes:
  sheep:
    kind: animal
    groups:
      - name: live
        scope: { include: target == source }
        effects: ${effects}
${more}`;

const executors = ['reference', 'compiled'] as const;

interface Flock {
  readonly world: World;
  readonly patches: readonly number[];
  readonly sheep: readonly number[];
}

/** A sheep on each patch, of the energies that are given; the first patch is green. */
function flock(text: string, energies: readonly number[], executor: (typeof executors)[number]): Flock {
  const program: Program = sound(text);
  const world = createWorld(program, { seed: 7, executor });
  const patches = energies.map((_, i) =>
    world.spawn({ kind: 'patch', values: { green: i === 0 }, place: { x: i, y: 0 } }),
  );
  const sheep = energies.map((energy, i) =>
    world.spawn({ class: 'sheep', place: { in: patches[i] }, values: { energy } }),
  );
  world.step();
  return { world, patches, sheep };
}

/** What both executors come to. */
function inBoth<Value>(text: string, energies: readonly number[], look: (flock: Flock) => Value): Value {
  const [one, other] = executors.map((executor) => {
    const made = flock(text, energies, executor);
    return { hash: made.world.hash(), value: look(made) };
  });
  expect(other).toEqual(one);
  return one.value;
}

const energiesOf = ({ world, sheep }: Flock): readonly unknown[] =>
  sheep.map((each) => (world.isLive(each) ? world.get(each, 'energy') : 'gone'));

describe('an effect with a condition', () => {
  test('fires where it holds', () => {
    const text = meadow(
      '[{ property: energy, add: -1, if: source.energy > 2 }, { destroy: true, if: target.energy < 2 }]',
    );
    expect(inBoth(text, [1, 2, 3, 4], energiesOf)).toEqual(['gone', 2, 2, 3]);
  });

  test('several conditions must all hold, and an absent one does not', () => {
    const text = meadow('[{ property: energy, set: 0, if: [source.energy > 1, source.mate.energy < 9] }]');
    // Nobody has a mate, whose energy is its default then: 0.
    expect(inBoth(text, [1, 2], energiesOf)).toEqual([1, 0]);
  });

  test('on the source or the empires: of the objects for which it holds', () => {
    const text = meadow('[{ destroy: true, on: source, if: source.energy < 2 }]');
    expect(inBoth(text, [1, 2], energiesOf)).toEqual(['gone', 2]);
  });

  test('is asked when the effects before it have fired', () => {
    const text = meadow('[{ property: energy, add: -1 }, { property: energy, multiply: 10, if: target.energy < 2 }]');
    expect(inBoth(text, [2, 3], energiesOf)).toEqual([10, 2]);
  });
});

describe('lists with conditions', () => {
  test('the first for objects for which they hold, the other for the rest', () => {
    const text = meadow(`
          - if: source.patch.green
            do:
              - { property: green, set: false, on: source.patch }
              - { property: energy, add: 4 }
            else: [{ property: energy, add: -1 }]`);
    const seen = inBoth(text, [1, 1, 5], (made) => [
      energiesOf(made),
      made.patches.map((patch) => made.world.get(patch, 'green')),
    ]);
    expect(seen).toEqual([
      [5, 0, 4],
      [false, false, false],
    ]);
  });

  test('in each other, and without a condition', () => {
    const text = meadow(`
          - if: source.energy > 1
            do:
              - { if: source.energy > 2, do: [{ property: energy, add: 10 }], else: [{ property: energy, add: 20 }] }
              - do: [{ property: energy, add: 100 }]`);
    expect(inBoth(text, [1, 2, 3], energiesOf)).toEqual([1, 122, 113]);
  });

  test('a new object in one of them', () => {
    const text = meadow(`
          - if: source.energy > 3
            do: [{ property: energy, divide: 2 }, { create: sheep, initial: { energy: source.energy } }]`);
    const seen = inBoth(text, [1, 8], (made) => [energiesOf(made), made.world.query({ class: 'sheep' }).length]);
    expect(seen).toEqual([[1, 4], 3]);
  });

  test('explain tells of the effects in them', () => {
    const { world, sheep } = flock(
      meadow(
        '[{ if: source.energy > 1, do: [{ meter: weight, add: 1, label: Well fed }], else: [{ meter: weight, add: -1 }] }]',
      ),
      [1, 2],
      'compiled',
    );
    const labels = sheep.map((each) => world.explain(each, 'weight').steps.map(({ label }) => label));
    expect(labels[1]).toContain('Well fed');
    expect(labels[0]).not.toContain('Well fed');
  });
});

describe('an effect on an object that an expression names', () => {
  test('fires there for each object in scope; value is of its cell, target is the object in scope', () => {
    const text = meadow('[{ property: grown, set: 10 * value + target.energy, on: objects(patch).first() }]');
    const grown = ({ world, patches }: Flock): readonly unknown[] => patches.map((patch) => world.get(patch, 'grown'));
    expect(inBoth(text, [1, 2, 3], grown)).toEqual([123, 0, 0]);
  });

  test('fires on nobody where it names none', () => {
    const text = meadow('[{ property: energy, add: 5, on: source.mate }, { destroy: true, on: source.mate }]');
    expect(inBoth(text, [1, 2], energiesOf)).toEqual([1, 2]);
  });

  test('destroys, moves and creates there', () => {
    const other = 'objects(patch).filter(p, p != source.patch).first()';
    const text = meadow(`
          - { create: sheep, on: "${other}", initial: { energy: 10 * target.energy }, if: target.energy == 1 }
          - { destroy: true, on: objects(animal).first(), if: target.energy == 2 }
          - { move: "${other}", on: "objects(animal).filter(a, a.energy == 3).first()", if: target.energy == 3 }`);
    const seen = inBoth(text, [1, 2, 3], (made) => {
      const { world, patches } = made;
      const where = (object: number): unknown => patches.indexOf(world.parentOf(object) ?? 0);
      return [
        energiesOf(made),
        world.query({ class: 'sheep' }).map((each) => [world.get(each, 'energy'), where(each)]),
      ];
    });
    expect(seen).toEqual([
      ['gone', 2, 3],
      [
        [2, 1],
        [3, 0],
        [10, 1],
      ],
    ]);
  });

  test('stacking counts there', () => {
    const text = meadow('[{ property: grown, add: 1, on: objects(patch).first(), stacking: 7 }]');
    const grown = ({ world, patches }: Flock): unknown => world.get(patches[0], 'grown');
    expect(inBoth(text, [1, 2, 3], grown)).toBe(1);
  });
});

describe('a group that writes meters and does other things', () => {
  const text = meadow('[{ meter: weight, add: 5 }, { property: energy, add: 1 }]');

  test('runs in the phase of actions, after growth and clamp', () => {
    const program: Program = sound(text);
    expect(program.rules.rules.map(({ phase }) => phase)).toEqual(['actions']);
    const weights = inBoth(text, [1], ({ world, sheep }) => {
      const first = world.get(sheep[0], 'weight');
      world.step();
      return [first, world.get(sheep[0], 'weight')];
    });
    // 10 + 5; then 15 is clamped to 12 before 5 are added.
    expect(weights).toEqual([15, 17]);
  });

  test('one of meters alone, also in lists, runs in the phase of meters', () => {
    const program: Program = sound(
      meadow('[{ meter: weight, add: 5 }, { if: source.energy > 1, do: [{ meter: weight, add: 1 }] }]'),
    );
    expect(program.rules.rules.map(({ phase }) => phase)).toEqual(['meters']);
  });
});

describe('plans and warnings', () => {
  test('say what is done where and when', () => {
    const { model, rules } = sound(
      meadow(`
          - if: source.energy > 1
            do: [{ destroy: true, on: source.mate }, { property: energy, add: 1 }]
            else: [{ move: source.mate, on: source }]`),
    );
    const told = describeEffect(rules.rules[0].effects[0], { model, first: 'source', longest: 200 });
    expect(told).toBe(
      'if source.energy > 1: source.mate: destroy and energy + 1, else move to source.mate on the source',
    );
  });

  test('name a condition that can never be true', () => {
    const never = (condition: string): readonly string[] =>
      neverTrue(sound(meadow(`[{ destroy: true, if: "${condition}" }]`))).map(({ owner }) => owner);
    expect(never('source.energy > 3 && source.energy < 2')).toEqual(['the rule `sheep/live`']);
    expect(never('source.energy > 1')).toEqual([]);
  });
});

describe('errors', () => {
  const refused = (effects: string, code: string, message: string, suggestion = ''): void => {
    const [error, ...others] = errorsOf(meadow(effects));
    expect(others.map(({ message: more }) => more)).toEqual([]);
    expect(briefly([error])[0]).toContain(code);
    expect(error.message).toContain(message);
    expect(error.suggestion ?? '').toContain(suggestion);
  };

  test('else without if', () => {
    refused('[{ do: [{ destroy: true }], else: [] }]', 'never-fires', '`else` stands without `if`', 'add `if`');
  });

  test('else beside an effect', () => {
    refused('[{ destroy: true, if: true, else: [] }]', 'unknown-key', '`else` is not a key');
  });

  test('keys of effects beside a list', () => {
    refused('[{ do: [{ destroy: true }], on: source }]', 'unknown-key', '`on` is not a key');
  });

  test('a condition that is a number', () => {
    refused('[{ destroy: true, if: source.energy }]', 'type-mismatch', 'condition');
  });

  test.each([
    ['mate', 'write `source.mate`'],
    ['patch', 'write `source.patch`'],
    ['sources', 'did you mean `source`?'],
    ['shepherd', "write `role('shepherd')`"],
  ])('a recipient %s', (on, suggestion) => {
    refused(`[{ destroy: true, on: ${on} }]`, 'unknown-recipient', `\`${on}\` is not a recipient`, suggestion);
  });

  test('a recipient that is no object, or nobody', () => {
    refused('[{ destroy: true, on: source.energy }]', 'type-mismatch', 'object');
    refused('[{ destroy: true, on: null }]', 'never-fires', 'an effect on nobody');
  });

  test('lists in each other beyond the limit', () => {
    const nested = (depth: number): string =>
      depth === 0 ? '{ destroy: true }' : `{ if: source.energy > 1, do: [${nested(depth - 1)}] }`;
    expect(errorsOf(meadow(`[${nested(16)}]`))).toEqual([]);
    refused(`[${nested(17)}]`, 'too-deep', 'more than 16 deep');
  });

  test('an empty list is warned of', () => {
    const loaded = load(meadow('[{ if: source.energy > 1, do: [] }]'));
    expect(loaded).toMatchObject({ ok: true, warnings: [{ code: 'no-effects' }] });
  });

  test('first values of the target where an ability answers what is created elsewhere', () => {
    const abilities = `
abilities:
  - { name: bell, class: rulebook, on: { creates: animal }, do: [{ tell: A bell }] }`;
    const content = (value: string): string =>
      meadow(`[{ create: sheep, on: source.mate, initial: { energy: ${value} } }]`, abilities);
    expect(errorsOf(content('source.energy'))).toEqual([]);
    expect(briefly(errorsOf(content('target.energy')))).toEqual([expect.stringContaining('never-fires')]);
  });
});
