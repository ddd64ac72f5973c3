import { describe, expect, test } from 'vitest';
import { base, briefly, errorsOf, withEffect } from './samples.js';

/** Two files, then the one error: that the second declares what the first has. */
const twice: readonly (readonly [name: string, first: string, second: string, brief: string])[] = [
  [
    'a kind, with other meters',
    base,
    `meters: { ore: {}, maxOre: {} }
properties: { gold: {}, purity: {} }
kinds:
  planet: { attachesTo: [system], meters: [ore, maxOre], properties: [purity] }
  empire: { faction: true, properties: [gold] }
classes:
  world: { kind: planet, initial: { ore: 3, population: 2 } }
  mine:
    kind: building
    groups:
      - { activation: "stockpile(source, gold) > 1", scope: { include: target == source.planet }, effects: [{ meter: ore, add: "3 * source.planet.purity" }] }
      - { scope: { include: "target.planet.ore > 3" }, effects: [{ stockpile: gold, add: 1 }, { property: purity, set: 1 }, { create: world, initial: { maxOre: 1, size: tiny } }] }
`,
    '4:3 duplicate-name, 5:3 duplicate-name',
  ],
  [
    'a kind that only the second makes a faction',
    'properties: { gold: {} }\nkinds: { nation: { properties: [gold] } }',
    `kinds: { nation: { faction: true } }
classes: { tax: { kind: nation, groups: [{ activation: "stockpile(source, gold) > 1", scope: { include: "true" }, effects: [{ stockpile: gold, add: 1 }] }] } }`,
    '1:10 duplicate-name',
  ],
  [
    'a kind that is owned through, and in, another',
    'kinds: { empire: { faction: true }, system: { ownership: { through: planet } }, planet: { ownership: none } }',
    'kinds: { planet: { attachesTo: [system] } }',
    '1:10 duplicate-name',
  ],
  [
    'a kind with the name of a meter',
    base,
    `meters: { ore: {} }
kinds: { population: { attachesTo: [planet], meters: [ore], properties: [purity] } }
properties: { purity: { type: boolean } }
classes: { mine: { kind: population, initial: { ore: 2 }, groups: [{ activation: source.population.purity, scope: { include: target.ore > 1 }, effects: [{ meter: ore, add: 1 }] }] } }`,
    '2:10 duplicate-name',
  ],
  [
    'a meter',
    withEffect('{ meter: population, add: "source.planet.population" }'),
    'meters: { population: { type: integer, max: maxPopulation } }\nclasses: { mine: { kind: planet, initial: { population: 1.5 } } }',
    '1:11 duplicate-name',
  ],
  [
    'a meter as a property',
    withEffect('{ meter: population, add: "source.planet.population" }'),
    `properties: { population: { type: size } }
kinds: { town: { properties: [population] } }
classes: { hamlet: { kind: town, initial: { population: tiny }, groups: [{ scope: { include: "target.population == tiny" }, effects: [{ property: population, set: small }, { step: population }] }] } }`,
    '1:15 duplicate-name',
  ],
  [
    'a property of another type',
    `${base}steps: { size: { property: environment, remember: formerEnvironment, members: { gasGiant: { value: gas, born: toxic } } } }`,
    `enumerations: { air: [thin, thick] }
properties: { environment: { type: air }, size: { type: air } }
classes: { mine: { kind: planet, initial: { environment: thin }, groups: [{ scope: { include: "target.environment == thick" }, effects: [{ property: environment, set: thin }] }] } }`,
    '2:15 duplicate-name, 2:43 duplicate-name',
  ],
  [
    'an enumeration',
    base,
    `enumerations: { environment: [thin, thick] }
properties: { air: { type: environment, default: thin } }
kinds: { moon: { properties: [air, environment] } }
steps: { size: { property: environment, remember: formerEnvironment, members: { gasGiant: { value: thick, born: thin } } } }
classes: { rock: { kind: moon, initial: { environment: thick }, groups: [{ scope: { include: "target.environment == thin && target.air == thick" }, effects: [{ property: air, set: thin }] }] } }`,
    '1:17 duplicate-name',
  ],
  [
    'a class of another kind',
    withEffect('{ create: farm, initial: { level: 1 } }'),
    `classes:
  farm: { kind: planet, initial: { size: tiny } }
  seed: { kind: ship, groups: [{ scope: { include: "true" }, effects: [{ create: farm, initial: { size: tiny } }, { create: farm, initial: { level: 1 } }] }] }`,
    '2:3 duplicate-name',
  ],
  [
    'steps',
    `${base}steps: { size: { property: environment, remember: formerEnvironment, members: {} } }`,
    'steps: { size: { property: environment, remember: formerEnvironment, members: {} } }',
    '1:10 duplicate-name',
  ],
  [
    'a stacking number that keeps another',
    withEffect('{ meter: population, add: 1, stacking: 7 }'),
    'stacking: { 7: first }\nclasses: { mine: { kind: building, groups: [{ scope: { include: "true" }, effects: [{ meter: maxPopulation, add: 1, stacking: 7 }] }] } }',
    '1:13 duplicate-name',
  ],
  [
    'a relation that is symmetric, and one that is not',
    'relations: { war: {} }',
    `relations: { war: { symmetric: false } }
kinds: { nation: { faction: true } }
classes: { a: { kind: nation, groups: [{ scope: { include: "related(source, target, 'war')" }, effects: [{ destroy: true }] }] } }`,
    '1:14 duplicate-name',
  ],
  [
    'a role',
    base,
    `roles: [rival]\nclasses: { mine: { kind: building, groups: [{ activation: "role('rival') == source.owner", scope: { include: "true" }, effects: [{ destroy: true }] }] } }`,
    '1:9 duplicate-name',
  ],
];

test('of a relation that is declared twice other mistakes are still found', () => {
  const group = `{ scope: { include: "related(source, targt, 'war')" }, effects: [{ destroy: true }] }`;
  const errors = errorsOf(
    'relations: { war: {} }',
    `relations: { war: {} }\nkinds: { nation: { faction: true } }\nclasses: { a: { kind: nation, groups: [${group}] } }`,
  );
  expect(errors.map(({ line, code }) => `${line} ${code}`)).toEqual(['1 duplicate-name', '3 unknown-name']);
});

test('of a relation that is lost no more is said', () => {
  const group = `{ scope: { include: "related(source, target, 'war')" }, effects: [{ destroy: true }] }`;
  const errors = errorsOf(
    `relations: { war: 3 }\nkinds: { nation: { faction: true } }\nclasses: { a: { kind: nation, groups: [${group}] } }`,
  );
  expect(briefly(errors)).toEqual(['1:19 wrong-type']);
});

describe('what is declared in two files is one error, and what follows from it is none', () => {
  test.each(twice)('%s', (_name, first, second, expected) => {
    const errors = errorsOf(first, second);
    expect(briefly(errors).join(', '), errors.map(({ message }) => message).join('\n')).toBe(expected);
    expect(errors.map(({ file }) => file)).toEqual(errors.map(() => 'file-2.yaml'));
  });

  test.each([
    [
      'a kind',
      base.replace(
        '  building:',
        '  planet: { attachesTo: [system], meters: [ore] }\n  empire: { properties: [gold] }\n  building:',
      ),
      ['13:3', '14:3'],
    ],
    [
      'a kind of which the first is empty',
      base.replace(
        '  building:',
        '  town: {}\n  town: { attachesTo: [system], meters: [ore] }\n  guild: { faction: true }\n  guild: { properties: [gold] }\n  building:',
      ),
      ['14:3', '16:3'],
    ],
    [
      'a meter',
      base
        .replace('  maxPopulation:', '  population: { type: integer }\n  maxPopulation:')
        .replace('[population', '[ore, population')
        .replace('[minerals', '[gold'),
      ['7:3'],
    ],
    [
      'an enumeration',
      base
        .replace('  environment:', '  size: [light, heavy]\n  environment:')
        .replace('[population', '[ore, population')
        .replace('[minerals', '[gold'),
      ['4:3'],
    ],
  ])('%s, in one file', (_name, text, expected) => {
    const rules = `meters: { ore: {} }
properties: { gold: {} }
classes:
  mine:
    kind: building
    groups:
      - { activation: "stockpile(source, gold) > 1 && source.planet.size == heavy", scope: { include: target.population > 1 }, effects: [{ meter: ore, add: 1 }, { meter: population, add: 1 }] }
      - { scope: { include: "true" }, effects: [{ stockpile: gold, add: 1 }, { property: size, set: heavy }] }
`;
    const errors = errorsOf(text, expected[0] === '4:3' ? rules : rules.replaceAll('heavy', 'huge'));
    expect(briefly(errors), errors.map(({ message }) => message).join('\n')).toEqual(
      expected.map((place) => `${place} duplicate-key`),
    );
  });

  test('beside it other mistakes are still found', () => {
    const errors = errorsOf(
      base,
      `meters: { ore: {} }
kinds: { planet: { attachesTo: [system], meters: [ore] } }
classes:
  mine:
    kind: building
    groups:
      - { scope: { include: target.planet.or > 1 }, effects: [{ meter: ores, add: 1 }, { meter: ore, ad: 1 }] }
`,
    );
    expect(briefly(errors)).toEqual([
      '2:10 duplicate-name',
      '7:43 unknown-member',
      '7:72 unknown-name',
      '7:102 unknown-key',
    ]);
  });
});
