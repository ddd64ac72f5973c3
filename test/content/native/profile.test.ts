import { describe, expect, test } from 'vitest';
import { briefly, errorsOf, load, withGroup } from './samples.js';

const profile = (group: string): string =>
  withGroup(group).replace('roles: [rival]', 'profile: effects-v0.3\nroles: [rival]');

/**
 * The same content is sound without the profile; with it, it has errors of one code, which stand where these pieces of
 * it begin.
 */
function refused(group: string, code: string, pieces: readonly string[], ...words: readonly string[]): void {
  expect(briefly(errorsOf(withGroup(group)))).toEqual([]);
  const text = profile(group);
  const errors = errorsOf(text);
  expect(briefly(errors)).toEqual(
    pieces.map((piece) => {
      const before = text.slice(0, text.indexOf(piece)).split('\n');
      return `${before.length}:${(before.at(-1) ?? '').length + 1} ${code}`;
    }),
  );
  for (const [i, word] of words.entries()) expect(errors[i].message).toContain(word);
  for (const error of errors) expect(error.suggestion).toBeDefined();
}

function allowed(group: string): void {
  expect(errorsOf(profile(group))).toEqual([]);
}

describe('a group that writes meters', () => {
  const group = (rest: string): string => `scope: { include: target == source }\n${rest}`;

  test('refers to no meter in an amount', () => {
    refused(
      group('effects: [{ meter: maxPopulation, add: 1 + source.population }]'),
      'profile-meter-reference',
      ['source.population }'],
      'the meter `population`',
    );
    refused(group('effects: [{ meter: maxPopulation, add: target.population * 2 }]'), 'profile-meter-reference', [
      'target.population * 2',
    ]);
  });

  test('refers to no meter in a condition, tested or not', () => {
    refused(
      'scope: { include: target.population > 3 }\neffects: [{ meter: maxPopulation, add: 1 }]',
      'profile-meter-reference',
      ['target.population > 3'],
    );
    refused(
      'activation: source.population > 3\nscope: { include: "true" }\neffects: [{ meter: maxPopulation, add: 1 }]',
      'profile-meter-reference',
      ['source.population > 3'],
    );
    refused(
      'scope: { include: "true", exclude: "distance(source, target) < source.population" }\neffects: [{ meter: maxPopulation, add: 1 }]',
      'profile-meter-reference',
      ['source.population" }'],
    );
  });

  test('refers to no stockpile', () => {
    refused(
      'activation: stockpile(source, minerals) > 3\nscope: { include: "true" }\neffects: [{ meter: maxPopulation, add: 1 }]',
      'profile-meter-reference',
      ['stockpile(source'],
      'the stockpile `minerals`',
    );
  });

  test('every reference is named', () => {
    refused(
      group('effects: [{ meter: maxPopulation, add: source.population + target.population }]'),
      'profile-meter-reference',
      ['source.population + ', 'target.population }'],
    );
  });

  test('does not refer to the value that it writes', () => {
    refused(group('effects: [{ meter: maxPopulation, set: value * 2 }]'), 'profile-meter-reference', ['value * 2']);
  });

  test('may refer to properties', () => {
    allowed(group('effects: [{ meter: maxPopulation, add: source.level * 3 }]'));
    allowed(
      'activation: source.planet.size == tiny\nscope: { include: target.environment == gas && chance(0.5) }\neffects: [{ meter: maxPopulation, add: 1 }]',
    );
  });
});

describe('a group that writes no meters', () => {
  test('may test meters, or take them as parameters of conditions, or of effects', () => {
    allowed(
      'activation: source.population > 3\nscope: { include: target.population > 3 }\neffects: [{ stockpile: minerals, add: target.population }]',
    );
    allowed('scope: { include: target.population > source.population }\neffects: [{ stockpile: minerals, add: 3 }]');
    allowed(
      'scope: { include: target == source }\neffects: [{ stockpile: minerals, add: target.population * source.population }]',
    );
  });

  test('takes meters as parameters of conditions or of effects, not of both', () => {
    refused(
      'scope: { include: target.population > source.population }\neffects: [{ stockpile: minerals, add: target.population }]',
      'profile-meter-parameter',
      ['target.population }'],
      'a condition in line 22 takes a meter as a parameter',
    );
    refused(
      'scope: { include: "distance(source, target) < source.population" }\neffects: [{ create: farm, count: source.population }]',
      'profile-meter-parameter',
      ['source.population }'],
    );
  });

  test('takes what is no number from the source', () => {
    refused(
      'scope: { include: "true" }\neffects: [{ property: size, set: target.size }]',
      'profile-target-reference',
      ['target.size }'],
      '`size` of the target',
    );
    refused(
      'scope: { include: "true" }\neffects: [{ create: target.class }]',
      'profile-target-reference',
      ['target.class'],
      'the target',
    );
    for (const include of [
      'within(target.size, target.planet.size, 1)',
      'target.size == target.planet.size',
      'ownedBy(target, target.planet)',
      'distanceTo(target, target.class) < 3',
    ])
      refused(`scope: { include: "${include}" }\neffects: [{ destroy: true }]`, 'profile-target-reference', [include]);
    for (const include of [
      'within(target.size, source.size, 1)',
      'target.size == source.size',
      'ownedBy(target, source)',
      'target == source.planet',
      'objects(planet).exists(p, p == source)',
    ])
      allowed(`scope: { include: "${include}" }\neffects: [{ destroy: true }]`);
    refused('scope: { include: "true" }\neffects: [{ give: target.planet.owner }]', 'profile-target-reference', [
      'target.planet.owner',
    ]);
    refused(
      'scope: { include: "true" }\neffects: [{ property: size, set: "target == source ? tiny : value" }]',
      'profile-target-reference',
      ['target == source ?'],
    );
    refused(
      'scope: { include: "true" }\neffects: [{ create: farm, initial: { aim: target } }]',
      'profile-target-reference',
      ['target } }'],
    );
    allowed(
      'scope: { include: "true" }\neffects: [{ property: size, set: source.planet.size }, { create: source.class }, { give: source.owner }, { available: farm, to: source.planet.rich }]',
    );
  });

  test('relates the target to what comes from the source, either way', () => {
    const related = (condition: string): string => `scope: { include: "${condition}" }\neffects: [{ destroy: true }]`;
    const declared = 'relations: { war: {} }';
    for (const include of [
      "related(target, source, 'war')",
      "related(source.owner, target, 'war')",
      "related(source, role('rival'), 'war')",
    ]) {
      expect(errorsOf(profile(related(include)), declared)).toEqual([]);
    }
    for (const include of [
      "related(target, target.planet, 'war')",
      "objects(planet).exists(p, related(p, target, 'war'))",
    ]) {
      expect(errorsOf(withGroup(related(include)), declared)).toEqual([]);
      expect(errorsOf(profile(related(include)), declared).map(({ code }) => code)).toEqual([
        'profile-target-reference',
      ]);
    }
  });

  test('may take numbers from the target', () => {
    allowed(
      'scope: { include: "true" }\neffects: [{ property: level, set: target.level + 1 }, { step: size, by: target.level }]',
    );
  });
});

test('a group of which an effect is lost is not judged', () => {
  const errors = errorsOf(
    profile('scope: { include: target.population > 1 }\neffects: [{ metre: maxPopulation, add: 1 }]'),
  );
  expect(briefly(errors)).toEqual(['23:21 unknown-key']);
});

test('the profile may stand in any file', () => {
  const text = withGroup('scope: { include: target.population > 3 }\neffects: [{ meter: maxPopulation, add: 1 }]');
  expect(load('profile: effects-v0.3', text).ok).toBe(false);
});

describe('conditions, lists and objects of effects', () => {
  const group = (effects: string): string => `scope: { include: target == source }\neffects: ${effects}`;

  test('meters and other effects are apart, also in lists', () => {
    refused(
      group('[{ meter: population, add: 1 }, { destroy: true }]'),
      'mixed-group',
      ['{ destroy: true }'],
      'writes no meter',
    );
    refused(
      group('[{ destroy: true }, { meter: population, add: 1 }]'),
      'mixed-group',
      ['{ meter: population'],
      'writes a meter',
    );
    refused(group('[{ meter: population, add: 1 }, { do: [{ destroy: true }] }]'), 'mixed-group', [
      '{ destroy: true }',
    ]);
    allowed(group('[{ meter: population, add: 1, if: source.level > 1 }, { do: [{ meter: population, add: 2 }] }]'));
  });

  test('a condition is one of the group', () => {
    refused(
      group('[{ meter: maxPopulation, add: 1, if: source.population > 3 }]'),
      'profile-meter-reference',
      ['source.population > 3'],
      'the meter `population`',
    );
    refused(
      group('[{ property: level, add: source.population, if: source.population > 3 }]'),
      'profile-meter-parameter',
      ['source.population, if'],
    );
    refused(group('[{ destroy: true, if: target.size == target.planet.size }]'), 'profile-target-reference', [
      'target.size == ',
    ]);
  });

  test('the object that an effect names comes from the source', () => {
    refused(group('[{ destroy: true, on: target.planet }]'), 'profile-target-reference', ['target.planet']);
    allowed(group('[{ destroy: true, on: source.planet }]'));
  });
});
