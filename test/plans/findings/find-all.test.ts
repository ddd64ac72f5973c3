import { describe, expect, test } from 'vitest';
import { allFindings, findingsOf } from '../../../src/plans/findings/find-all.js';
import { loadContent } from '../../../src/content/native/load-content.js';
import type { Program } from '../../../src/ir/rule.js';
import { longTest } from '../../support/heavy.js';

function programOf(...texts: readonly string[]): Program {
  const loaded = loadContent(texts.map((text, i) => ({ file: `${i}.yaml`, text })));
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  return loaded.program;
}

const found = (...texts: readonly string[]): readonly string[] =>
  findingsOf(programOf(...texts)).map(({ code, of }) => `${code} ${of.name}`);

const planets = `meters: { supplied: { reset: true }, health: { default: 5, bounds: [0, 10] }, most: { reset: true } }
properties: { lit: { type: boolean }, stars: {}, crew: { type: integer } }
kinds:
  planet: { meters: [supplied, health, most], properties: [lit, stars] }
  ship: { attachesTo: [planet], meters: [supplied], properties: [crew] }
`;

/** Rules of a class, each a group in flow style. */
const groups = (...lines: readonly string[]): string =>
  `${planets}classes:\n  world:\n    kind: planet\n    groups:\n${lines.map((line) => `      - ${line}\n`).join('')}`;

const own = 'scope: { include: target == source }';
const reading = `{ name: growth, priority: 50, activation: source.supplied > 0, ${own}, effects: [{ meter: health, add: 1 }] }`;
const writing = (priority: number) =>
  `{ name: supply, priority: ${priority}, ${own}, effects: [{ meter: supplied, add: 3 }] }`;

describe('reset meters that are read before they are written', () => {
  const inActions = (first: string) =>
    groups(
      `{ name: first, priority: 1, ${own}, effects: [{ ${first} }] }`,
      `{ name: growth, priority: 50, scope: { include: target.supplied > 0 }, effects: [{ property: stars, add: 1 }] }`,
      `{ name: mixed, priority: 90, ${own}, effects: [{ meter: supplied, add: 3 }, { property: lit, set: true }] }`,
    );

  test('in the actions of the turn, where nothing is born with another value', () => {
    expect(found(inActions('create: world'))).toEqual(['reset-read-early world/growth']);
  });

  test('in the turn', () => {
    expect(found(groups(reading, writing(200)))).toEqual(['reset-read-early world/growth']);
  });

  test('by a growth formula or a cap, when a group with other effects writes them', () => {
    const mixed = `{ name: mixed, ${own}, effects: [{ meter: supplied, add: 3 }, { property: lit, set: true }] }`;
    const grown = groups(mixed).replace('bounds: [0, 10]', 'growth: value + self.supplied');
    const capped = groups(mixed).replace('bounds: [0, 10]', 'max: supplied');
    expect(found(grown)).toEqual(['reset-read-early health']);
    expect(found(capped)).toEqual(['reset-read-early health']);
  });

  test.each([
    ['a rule before it writes them', groups(writing(20), reading)],
    ['a rule before it may write them', groups(writing(200), reading, writing(20).replace('supply', 'first'))],
    ['nothing writes them', groups(reading)],
    ['they keep their value', groups(reading, writing(200)).replace('supplied: { reset: true }', 'supplied: {}')],
    [
      'what is written belongs to other objects',
      groups(reading, writing(200).replace('include: target == source', 'include: "target in attached(source, ship)"')),
    ],
    ['what is born before has a value of its own', inActions('create: world, initial: { supplied: 4 }')],
    [
      'what is born before has a value of its class',
      inActions('create: world').replace('kind: planet\n', 'kind: planet\n    initial: { supplied: 4 }\n'),
    ],
    ['a rule that reads them writes them', groups(reading.replace('health', 'supplied'), writing(200))],
  ])('but not where %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('writers that only the order of files puts in order', () => {
  const kinds = planets;
  const file = (name: string, effect: string, more = '', scope = 'target == source.planet') =>
    `classes:\n  ${name}:\n    kind: ship\n    groups: [{ ${more} scope: { include: "${scope}" }, effects: [${effect}] }]\n`;
  const adds = '{ meter: health, add: 1 }';
  const doubles = '{ meter: health, multiply: 2 }';

  test('are found, once for a cell', () => {
    expect(found(kinds, file('a', adds), file('b', doubles), file('c', doubles))).toEqual(['order-by-file health']);
    expect(found(kinds, file('a', '{ meter: health, set: 1 }'), file('b', '{ meter: health, set: 2 }'))).toEqual([
      'order-by-file health',
    ]);
  });

  test.each([
    ['they commute', [kinds, file('a', adds), file('b', '{ meter: health, set: value - 2 }')]],
    ['they do the same', [kinds, file('a', '{ meter: health, set: 1 }'), file('b', '{ meter: health, set: 1 }')]],
    ['a priority decides', [kinds, file('a', adds), file('b', doubles, 'priority: 20,')]],
    ['they stand in one file', [kinds, `${file('a', adds)}${file('b', doubles).replace('classes:\n', '')}`]],
    [
      'each writes to objects of its own class',
      [
        kinds,
        file('a', '{ meter: supplied, add: 1 }', '', 'target == source'),
        file('b', '{ meter: supplied, set: 2 }', '', 'target == source'),
      ],
    ],
    [
      'their objects differ',
      [
        kinds,
        file('a', adds, '', 'target.kind == planet && target.lit'),
        file('b', doubles, '', 'target.kind == planet && !target.lit'),
      ],
    ],
    [
      'their kinds differ',
      [
        kinds,
        file('a', '{ meter: supplied, add: 1 }'),
        file('b', '{ meter: supplied, set: 2 }', '', 'target.kind == ship'),
      ],
    ],
    [
      'their times differ',
      [kinds, file('a', adds, 'activation: turn % 2 == 0,'), file('b', doubles, 'activation: turn % 2 == 1,')],
    ],
  ])('but not where %s', (_, texts) => {
    expect(found(...texts)).toEqual([]);
  });
});

describe('roles that nothing fills', () => {
  const trigger = (more: string, action: string) =>
    `${planets}roles: [home]\ntriggers: [{ name: alarm, when: home.health < 3, ${more} do: [${action}] }]\n`;
  const telling = '{ tell: Low, values: { crew: source.stars } }';

  test.each([
    ['a trigger without subject', trigger('direct: home,', telling)],
    ['an action that empties it', trigger('subject: home,', telling.replace('tell', 'subject: null, tell'))],
    ['a list in another', trigger('direct: home,', `{ do: [${telling}] }`)],
    [
      'an exchange of the two',
      trigger('subject: home,', '{ tell: Low, subject: null, direct: home, values: { a: source.stars } }'),
    ],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual(['empty-role alarm']);
  });

  test.each([
    ['a subject', trigger('subject: home,', telling)],
    ['a subject of the action', trigger('', telling.replace('tell', 'subject: home, tell'))],
    ['the target that is the subject', trigger('subject: home,', telling.replace('source', 'target'))],
    ['an exchange', trigger('direct: home,', telling.replace('tell', 'swap: true, tell'))],
  ])('are none with %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test('in an ability of the world', () => {
    const ability = (carrier: string) =>
      `${planets}occurrences: { quake: { fields: { subject: object } } }\nabilities: [{ name: shield, class: trait, ${carrier} on: quake, at: after, if: self.stars > 1, do: [{ tell: Shaken }] }]\ntriggers: [{ name: go, when: time > 3, do: [{ raise: quake }] }]\n`;
    expect(found(ability('carrier: { kind: planet },'))).toEqual([]);
    expect(findingsOf(programOf(ability('carrier: created,')))).toEqual([]);
  });
});

describe('amounts that are always absent', () => {
  const amount = (text: string) => groups(`{ name: rise, ${own}, effects: [{ meter: health, add: "${text}" }] }`);

  test.each(['sqrt(-1)', 'log(0) + source.stars'])('%s', (text) => {
    expect(found(amount(text))).toEqual(['always-absent world/rise']);
  });

  test.each(['sqrt(source.stars)', 'default(sqrt(-1), 2)', 'turn > 3 ? sqrt(-1) : 2'])('not %s', (text) => {
    expect(found(amount(text))).toEqual([]);
  });
});

describe('values beyond the bounds of a meter', () => {
  const effect = (text: string) => groups(`{ name: fill, ${own}, effects: [{ meter: health, ${text} }] }`);

  test.each(['set: 11', 'max: 11', 'min: -1', 'set: "max(source.stars, 20)"'])('%s', (text) => {
    expect(found(effect(text))).toEqual(['beyond-bounds world/fill']);
  });

  test.each(['set: 10', 'add: 11', 'max: 3', 'min: 20', 'set: "min(source.stars, 20)"'])('not %s', (text) => {
    expect(found(effect(text))).toEqual([]);
  });

  test('as first values of a class', () => {
    const begun = (value: number) => `${planets}classes: { fort: { kind: planet, initial: { health: ${value} } } }\n`;
    expect(found(begun(30))).toEqual(['beyond-bounds fort']);
    expect(found(begun(3))).toEqual([]);
  });
});

describe('classes that cannot come about', () => {
  const classes = `classes:\n  fort: { kind: planet }\n  home: { kind: planet, groups: [{ ${own}, effects: [EFFECT] }] }\n`;
  const content = (effect: string, start = 'start: [{ create: home }]') =>
    `${planets}  side: { faction: true, properties: [plan] }\n${classes.replace('EFFECT', effect)}${start}\n`.replace(
      'crew: { type: integer }',
      'crew: { type: integer }, plan: { type: class }',
    );

  test('in content that begins its world', () => {
    expect(found(content('{ meter: most, add: 1 }'))).toEqual(['never-made fort']);
  });

  test.each([
    ['a rule creates one', content('{ create: fort }')],
    ['an object becomes one', content('{ become: fort }')],
    ['it may be available', content('{ available: fort }')],
    ['the class of a creation is computed', content('{ create: source.class }')],
    ['the host begins the world', content('{ meter: most, add: 1 }', '')],
  ])('but not where %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test('nor where the caller makes them', () => {
    const program = programOf(content('{ meter: most, add: 1 }', ''));
    const codes = (made: readonly string[]) => findingsOf(program, { made }).map(({ of }) => of.name);
    expect(codes(['home', 'fort'])).toEqual([]);
    expect(codes(['home'])).toEqual(['fort']);
  });
});

describe('rules that undo each other', () => {
  const rule = (name: string, effect: string, more = '') => `{ name: ${name}, ${more} ${own}, effects: [${effect}] }`;
  const on = '{ property: lit, set: true }';
  const off = '{ property: lit, set: false }';
  const unlit = 'activation: "!source.lit",';
  const lit = 'activation: source.lit,';

  test.each([
    ['by sums', groups(rule('up', '{ meter: most, add: 3 }'), rule('down', '{ meter: most, add: -3 }'))],
    ['by factors', groups(rule('up', '{ meter: most, multiply: 2 }'), rule('down', '{ meter: most, divide: 2 }'))],
    ['by values', groups(rule('up', on), rule('down', off))],
    ['by a mark that is set again at once', groups(rule('up', off, lit), rule('down', on, unlit))],
    ['by a mark that is taken back at once', groups(rule('up', on, unlit), rule('down', off, lit))],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual(['undone-effect world/up']);
  });

  test.each([
    ['sums differ', groups(rule('up', '{ meter: most, add: 3 }'), rule('down', '{ meter: most, add: -2 }'))],
    ['conditions differ', groups(rule('up', on), rule('down', off, 'activation: source.stars > 2,'))],
    [
      'something reads the value in between',
      groups(rule('up', on), rule('look', '{ property: stars, add: 1 }', lit), rule('down', off)),
    ],
    [
      'the second answers the mark',
      groups(rule('up', on, unlit), rule('down', `${off}, { property: stars, add: 1 }`, lit)),
    ],
    [
      'the condition changes in between',
      groups(
        rule('up', '{ property: stars, add: 3 }', lit),
        rule('out', off, 'activation: source.stars > 9,'),
        rule('down', '{ property: stars, add: -3 }', lit),
      ),
    ],
    [
      'a value is set in between',
      groups(
        rule('up', '{ meter: most, add: 3 }'),
        rule('fix', '{ meter: most, set: 7 }', 'activation: turn > 3,'),
        rule('down', '{ meter: most, add: -3 }'),
      ),
    ],
  ])('but not where %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('what content calls meant', () => {
  test('is not found', () => {
    const note = 'meant: { reset-read-early: { world/growth: the default counts } }\n';
    const program = programOf(groups(reading, writing(200)) + note);
    expect(findingsOf(program)).toEqual([]);
    expect(allFindings(program)).toHaveLength(1);
    expect(program.fingerprint).toBe(programOf(groups(reading, writing(200))).fingerprint);
  });

  test('is about one definition', () => {
    const note = 'meant: { reset-read-early: { world/supply: the default counts } }\n';
    expect(found(groups(reading, writing(200)) + note)).toEqual(['reset-read-early world/growth']);
  });
});

describe('large content', () => {
  // Were all pairs compared, this would take minutes.
  longTest('takes time in proportion to its size', () => {
    const add = `{ name: a, priority: 1, ${own}, effects: [{ meter: most, add: 3 }] }`;
    const program = programOf(groups(add, add.replace('name: a', 'name: b').replace('add: 3', 'multiply: 2')));
    const { rules } = program.rules;
    const many = Array.from({ length: 20_000 }, (_, i) => {
      const rule = rules[i % 2];
      return { ...rule, origin: { ...rule.origin, file: `${i}.yaml` } };
    });
    const large = { ...program, rules: { ...program.rules, rules: many } };
    expect(findingsOf(large).map(({ code }) => code)).toEqual(['order-by-file']);
  });
});
