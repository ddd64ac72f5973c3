import { describe, expect, test } from 'vitest';
import { usualGrid } from '../../../src/model/connection.js';
import { defineContent } from '../../../src/content/native/define.js';
import { loadContent } from '../../../src/content/native/load-content.js';
import { createWorld } from '../../../src/world.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';
import { longTest } from '../../support/heavy.js';

/** Teams of players with cities on a map. Fourteen lines. */
const base = `enumerations: { tech: [bronze, iron, law], terrain: [land, sea] }
properties: { techs: { type: set, of: tech }, trade: { type: list, of: city }, cargo: { type: list }, side: { type: reference }, alive: { type: boolean, default: true }, crime: { type: integer }, wealth: {}, terrain: { type: terrain } }
grids: { map: { kind: plot, width: 4, height: 3, wrap: [x] } }
connections:
  realm: { from: team, to: city, steps: [{ referrers: side, kind: player }, { having: alive }, { owned: city }] }
  above: { steps: [parent] }
constants: { lawless: 3, raiding: false }
meters: { health: { default: 5 } }
kinds:
  team: { properties: [techs] }
  player: { faction: true, properties: [side, alive, techs] }
  plot: { node: true, properties: [crime, wealth, terrain] }
  city: { attachesTo: [plot], properties: [crime, trade], meters: [health] }
  ship: { attachesTo: [city], properties: [cargo] }
`;

const withLines = (...lines: readonly string[]): string => `${base}${lines.join('\n')}\n`;

/** `base` with one expression of cities; it begins in line 16 and column 27. */
const withExpression = (text: string): string => withLines('expressions:', `  asked: { of: city, is: "${text}" }`);

const rows = (cases: Parameters<typeof testRows>[0]): void =>
  testRows(cases, (text, brief, message, suggestion) => {
    const errors = errorsOf(text);
    expect(briefly(errors)).toEqual([brief]);
    expect(errors[0].message).toContain(message);
    expect(errors[0].suggestion ?? '').toContain(suggestion);
  });

describe('sets and lists', () => {
  test('are members of the kinds that list them, and no columns', () => {
    const { holdings, links, columns, kinds } = sound(base).model;
    expect(holdings).toEqual([{ index: 0, name: 'techs', words: 0, kinds: [1, 2] }]);
    expect(links).toEqual([
      { index: 0, name: 'trade', kinds: [4], to: 4 },
      { index: 1, name: 'cargo', kinds: [5], to: 0 },
    ]);
    expect(columns.map(({ name }) => name)).toEqual(['health', 'side', 'alive', 'crime', 'wealth', 'terrain']);
    expect(kinds[0].columns).toEqual([]);
  });

  const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(', ');
  longTest('of words that nothing else holds there may be many', () => {
    const text = (count: number, other = ''): string =>
      `enumerations: { big: [${words(count)}] }\nproperties: { held: { type: set, of: big }${other} }\nkinds: { a: { properties: [held] } }`;
    const program = sound(`${text(3_000)}\nexpressions: { last: { of: a, is: w2999 in self.held } }`);
    const world = createWorld(program);
    const object = world.spawn({ kind: 'a', holdings: { held: ['w2999'] } });
    expect(world.questions.ask('last', object)).toBe(true);
    expect(briefly(errorsOf(text(65_536)))).toEqual(['1:17 too-many-words']);
    expect(briefly(errorsOf(text(300, ', one: { type: big }')))).toEqual(['1:17 too-many-words']);
    expect(errorsOf(text(300, ', one: { type: big }'))[0].suggestion).toContain(
      'let nothing but sets have words of it',
    );
  });

  rows([
    [
      'a set of nothing',
      'properties: { a: { type: set } }\nenumerations: { e: [x] }',
      '1:15 missing-key',
      'the set `a` has no `of`, expected the enumeration of its words: `e`',
      'add `of`',
    ],
    [
      'a set of what is no enumeration',
      'properties: { a: { type: set, of: teck } }\nenumerations: { tech: [x] }',
      '1:35 unknown-type',
      '`teck` is not an enumeration',
      'did you mean `tech`?',
    ],
    [
      'a list of what is no kind',
      'properties: { a: { type: list, of: citty } }\nkinds: { city: {} }',
      '1:36 unknown-name',
      '`citty` is not a kind',
      'did you mean `city`?',
    ],
    [
      'what is neither, of something',
      'properties: { a: { type: number, of: e } }',
      '1:34 unknown-key',
      '`a` is neither a set nor a list, expected no `of`',
      'type: set',
    ],
    [
      'a default',
      'enumerations: { e: [x] }\nproperties: { a: { type: set, of: e, default: x } }',
      '2:38 unknown-key',
      'a set is empty at first',
      'remove `default`: classes fill it by `initial: { a: [word] }`, effects by `{ hold: word, in: a }`, and so do hosts and scenarios',
    ],
    [
      'a list of first words',
      'enumerations: { e: [x] }\nproperties: { a: { type: set, of: e, default: [x] } }',
      '2:38 unknown-key',
      '`a` has a default, and a set is empty at first',
      'remove `default`',
    ],
    [
      'a first object of a list',
      'properties: { a: { type: list, default: [x] } }',
      '1:32 unknown-key',
      '`a` has a default, and a list is empty at first',
      'remove `default`: hosts and scenarios fill it',
    ],
    [
      'a list of first words of what is no set',
      'properties: { a: { default: [x] } }',
      '1:29 wrong-type',
      '`properties.a.default` is a list, expected a number',
    ],
    [
      'a set among meters',
      'enumerations: { e: [x] }\nproperties: { a: { type: set, of: e } }\nkinds: { k: { meters: [a] } }',
      '3:24 wrong-role',
      '`a` is a set, expected a meter',
      'list it under `properties`',
    ],
    [
      'a set twice on a kind',
      'enumerations: { e: [x] }\nproperties: { a: { type: set, of: e } }\nkinds: { k: { properties: [a, a] } }',
      '3:31 duplicate-name',
      'is listed twice',
    ],
    [
      'first values of a set in an effect',
      withLines(
        'classes: { c: { kind: team, groups: [{ scope: { include: "true" }, effects: [{ create: c, initial: { techs: bronze } }] }] } }',
      ),
      '15:102 wrong-role',
      '`techs` is a set, which is empty unless its class says otherwise, expected a meter or property',
      'leave it out',
    ],
    [
      'one first word of a class',
      withLines('classes: { c: { kind: team, initial: { techs: bronze } } }'),
      '15:47 wrong-type',
      '`techs` is a set, expected a list of words of `tech`',
      'write `[bronze]`',
    ],
    [
      'no first word of a class',
      withLines('classes: { c: { kind: team, initial: { techs: null } } }'),
      '15:47 wrong-type',
      '`techs` is a set, expected a list of words of `tech`',
      'write `[bronze]`',
    ],
    [
      'a misspelt first word',
      withLines('classes: { c: { kind: team, initial: { techs: [iron, bronce] } } }'),
      '15:54 unknown-name',
      '`bronce` is not in `tech`, expected a word of `tech`: `bronze`, `iron` or `law`',
      'did you mean `bronze`?',
    ],
    [
      'none as a first word',
      withLines('classes: { c: { kind: team, initial: { techs: [none] } } }'),
      '15:48 unknown-name',
      '`none` is not in `tech`',
      '',
    ],
    [
      'a first word twice',
      withLines('classes: { c: { kind: team, initial: { techs: [iron, iron] } } }'),
      '15:54 duplicate-name',
      '`iron` is already a word of this set',
      'remove it',
    ],
    [
      'first words of a set that the kind lacks',
      withLines('classes: { c: { kind: city, initial: { techs: [iron] } } }'),
      '15:40 not-on-kind',
      'objects of kind `city` have no `techs`, expected one of their sets',
      "list it under the kind's `properties`",
    ],
    [
      'first objects of a list',
      withLines('classes: { c: { kind: city, initial: { trade: [iron] } } }'),
      '15:40 wrong-role',
      '`trade` is a list',
      'leave it out',
    ],
    [
      'a list for a number',
      withLines('classes: { c: { kind: city, initial: { crime: [bronze] } } }'),
      '15:47 wrong-type',
      '`crime` would be a list, expected a number',
    ],
    [
      'an effect on a set',
      withLines(
        'classes: { c: { kind: team, groups: [{ scope: { include: "true" }, effects: [{ property: techs, set: bronze }] }] } }',
      ),
      '15:90 wrong-role',
      '`techs` is a set',
      '`{ hold: word, in: set }`',
    ],
    ['an enumeration called set', 'enumerations: { set: [a] }', '1:17 reserved-name', '`set` is reserved'],
    [
      'a word that is none',
      withExpression('steel in self.owner.techs'),
      '16:27 unknown-name',
      'unknown name `steel`, expected a word of `tech`',
      'write one of `bronze`, `iron`, `law`',
    ],
    [
      'a word that is not written out',
      withExpression('self.plot.terrain in self.owner.techs'),
      '16:27 type-mismatch',
      'expected a word of `tech`, found a word of `terrain`',
    ],
    [
      'a set as a value',
      withExpression('self.owner.techs == bronze'),
      '16:38 collection-value',
      '`techs` is a set of words, and a set is not a value',
      'word in x.techs',
    ],
    [
      'a list as a value',
      withExpression('self.trade == null'),
      '16:32 collection-value',
      '`trade` is a list of objects',
      'x.trade.count()',
    ],
    [
      'a misspelt set',
      withExpression('bronze in self.owner.tech'),
      '16:48 unknown-member',
      '`tech` is neither a meter',
      'did you mean `techs`?',
    ],
  ]);

  test('what has no set holds nothing, with a warning', () => {
    const result = load(withExpression('bronze in self.techs'));
    expect(briefly(result.warnings)).toEqual(['16:42 never-true']);
    expect(result.ok).toBe(true);
  });
});

describe('grids and connections', () => {
  test('are of the model, with the kinds that they lead to', () => {
    const { grids, connections } = sound(base).model;
    expect(grids).toEqual([
      { index: 0, name: 'map', kind: 3, width: 4, height: 3, wrapX: true, wrapY: false, ...usualGrid },
    ]);
    expect(connections).toEqual([
      {
        index: 0,
        name: 'realm',
        from: 1,
        to: 4,
        steps: [
          { by: 'referrers', column: 1, kind: 2 },
          { by: 'having', column: 2 },
          { by: 'owned', kind: 4 },
        ],
      },
      { index: 1, name: 'above', from: 0, to: 0, steps: [{ by: 'parent' }] },
    ]);
  });

  test('a connection whose steps may lead anywhere keeps those of the kind that it names', () => {
    const { connections } = sound(withLines('').replace('above: { steps', 'above: { to: plot, steps')).model;
    expect(connections[1]).toMatchObject({ to: 3, steps: [{ by: 'parent' }, { by: 'kind', kind: 3 }] });
  });

  const withConnection = (connection: string): string =>
    base.replace('  above: { steps: [parent] }', `  above: ${connection}`);
  const step = (text: string): string => withConnection(`{ steps: [${text}] }`);
  rows([
    ['no steps', withConnection('{ steps: [] }'), '6:19 empty-connection', '`above` has no steps', 'such as `[owner]`'],
    [
      'an unknown step',
      step('ownr'),
      '6:20 unknown-step',
      'is the text `ownr`, expected a step',
      'did you mean `owner`?',
    ],
    [
      'a map that is no step',
      step('{ ownd: city }'),
      '6:22 unknown-key',
      '`ownd` is not a key of',
      'did you mean `owned`?',
    ],
    ['an unknown kind', step('{ owned: citi }'), '6:29 unknown-name', '`citi` is not a kind', 'did you mean `city`?'],
    ['a missing kind', step('{ referrers: side }'), '6:20 missing-key', 'has no `kind`', 'add `kind`'],
    [
      'a reference that is none',
      step('{ reference: alive }'),
      '6:33 wrong-type',
      '`alive` has another type, expected a reference: `side`',
    ],
    [
      'a boolean that is none',
      step('{ having: side }'),
      '6:30 wrong-type',
      'expected a property that is `true` or `false`: `alive`',
    ],
    [
      'an unknown property',
      step('{ having: alife }'),
      '6:30 unknown-name',
      '`alife` is not a property',
      'did you mean `alive`?',
    ],
    [
      'an unknown list',
      step('{ listed: trades }'),
      '6:30 unknown-name',
      '`trades` is not a list',
      'did you mean `trade`?',
    ],
    [
      'an unknown grid',
      step('{ square: mapp, distance: 1 }'),
      '6:30 unknown-name',
      '`mapp` is not a grid',
      'did you mean `map`?',
    ],
    [
      'a far square',
      step('{ square: map, distance: 101 }'),
      '6:45 out-of-range',
      'expected a whole number from 0 to 100',
    ],
    [
      'a second beginning',
      step('owner, { objects: city }'),
      '6:27 two-beginnings',
      'step 2 begins with all objects',
      'remove the steps before it',
    ],
    [
      'another kind than its steps lead to',
      withConnection('{ to: plot, steps: [{ owned: city }] }'),
      '6:16 not-on-kind',
      '`above` leads to objects of kind `city`',
      'write `city`',
    ],
    [
      'the name of a fold of the language',
      base.replace('  above:', '  owned:'),
      '6:3 reserved-name',
      '`owned` is reserved',
    ],
    [
      'a name that cannot be called',
      base.replace('  above:', '  "far above":'),
      '6:3 bad-name',
      'cannot be used in an expression',
    ],
    [
      'the name of a function',
      withLines('functions: { above: { value: 1 } }'),
      '6:3 reserved-name',
      '`above` is reserved',
    ],
    [
      'a grid of no kind',
      base.replace('kind: plot, width', 'kind: plto, width'),
      '3:23 unknown-name',
      '`plto` is not a kind',
      'did you mean `plot`?',
    ],
    [
      'a grid that is too large',
      base.replace('width: 4, height: 3', 'width: 30000, height: 3000'),
      '3:10 too-large',
      '90000000 points',
      'smaller width or height',
    ],
    ['a grid without width', base.replace('width: 4, ', ''), '3:10 missing-key', 'has no `width`'],
    ['an unknown axis', base.replace('wrap: [x]', 'wrap: [z]'), '3:57 unknown-axis', 'expected `x` or `y`'],
    [
      'hexagons that do not fit together',
      base.replace('wrap: [x]', 'wrap: true, neighbourhood: hexagonal'),
      '3:47 wrong-grid',
      'has 3 rows of hexagons that wrap, expected an even number',
    ],
    [
      'an unknown neighbourhood',
      base.replace('wrap: [x]', 'neighbourhood: square'),
      '3:65 unknown-neighbourhood',
      'expected `moore`',
    ],
    [
      'cells of a class of another kind',
      `${base.replace('wrap: [x]', 'cells: true, class: tug')}classes: { tug: { kind: ship } }\n`,
      '3:70 wrong-grid',
      'is a class of the kind `ship`, expected one of the kind `plot`',
    ],
    [
      'a class of cells that are not made',
      `${base.replace('wrap: [x]', 'class: field')}classes: { field: { kind: plot } }\n`,
      '3:57 wrong-grid',
      '`map` makes no cells',
    ],
    [
      'cells that are factions',
      base.replace('kind: plot', 'kind: player').replace('wrap: [x]', 'cells: true'),
      '3:23 wrong-grid',
      'would be factions',
    ],
    [
      'more cells than a world has objects',
      base.replace('width: 4, height: 3, wrap: [x]', 'width: 4096, height: 4096, cells: true'),
      '3:10 too-large',
      'make 16777216 cells, and a world has at most 16777215 objects',
    ],
    ['near by a fraction', withExpression('near(self, 1.5).count()'), '16:38 distance-expected', 'a whole number'],
    [
      'near on a grid that is none',
      withExpression("near(self, 1, 'globe').count()"),
      '16:41 unknown-grid',
      'expected the name of a grid in quotes, found `globe`',
      '`map`',
    ],
    [
      'a connection as a value',
      withExpression('realm(self) == null'),
      '16:27 collection-value',
      'a collection is not a value',
      '',
    ],
    [
      'a connection without its object',
      withExpression('realm().count()'),
      '16:27 wrong-arity',
      '`realm` takes 1 argument',
      'realm(x)',
    ],
    [
      'a misspelt connection',
      withExpression('relm(self).count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'did you mean `realm`?',
    ],
    [
      'a connection by its name alone',
      withExpression('realm.count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'write `realm(self)`',
    ],
    [
      'a misspelt one by its name alone',
      withExpression('relm.count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'did you mean `realm(self)`?',
    ],
    [
      'a connection as a member',
      withExpression('self.plot.realm.count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'write `realm(self.plot)`',
    ],
    [
      'a list that is called',
      withExpression('self.trade().count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'write `self.trade`',
    ],
    [
      'a list called like a connection',
      withExpression('trade(self).count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'write `self.trade`',
    ],
    [
      'a misspelt list',
      withExpression('self.trad.count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'did you mean `trade`?',
    ],
    [
      'a misspelt list that is called',
      withExpression('self.trad().count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'did you mean `self.trade`?',
    ],
    [
      'a kind',
      withExpression('city.count()'),
      '16:27 not-a-collection',
      'expected a collection',
      'write `objects(city)`',
    ],
    [
      'a number',
      withExpression('self.crime.count()'),
      '16:27 not-a-collection',
      'expected a collection',
      '`realm(self)`, `above(self)`, `self.trade`, `self.cargo`',
    ],
    [
      'an unknown aggregator',
      withExpression("self.trade.collect('MEDIAM', c, c.crime)"),
      '16:46 unknown-aggregator',
      'found `MEDIAM`',
      '',
    ],
    [
      'a condition for an aggregator of numbers',
      withExpression("self.trade.collect('SUM', c, c.crime > 1)"),
      '16:56 type-mismatch',
      'expected a number',
    ],
  ]);

  test('a grid has the lowest of several objects at one point, and nothing that is off the map', () => {
    const world = createWorld(
      sound(withLines('expressions:', '  found: { of: plot, is: "near(self, 1).sum(p, p.crime)" }')),
    );
    const plot = (x: number, y: number, crime: number) =>
      world.spawn({ kind: 'plot', place: { x, y }, values: { crime } });
    const [first, second, beside, off, between] = [
      plot(0, 0, 1),
      plot(0, 0, 10),
      plot(1, 1, 100),
      plot(0, 3, 1_000),
      plot(0.5, 0, 10_000),
    ];
    expect([first, second, beside, off, between].map((object) => world.questions.ask('found', object))).toEqual([
      101, 101, 101, 0, 0,
    ]);
    world.destroy(first);
    expect(world.questions.ask('found', beside)).toBe(110);
  });

  test('a connection from another kind leads nowhere, with a warning', () => {
    const result = load(withExpression('realm(self).count()'));
    expect(result.warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'never-present',
        '`realm` leads from objects of kind `team`, and the object here is of kind `city`, so it leads nowhere',
      ],
    ]);
    expect(result.ok).toBe(true);
  });

  test('from an object whose kind is not known it leads only where it is of the kind', () => {
    const program = sound(
      withLines(
        'expressions:',
        '  any: { of: [team, city], is: realm(self).count() }',
        '  sure: { of: team, is: realm(self).count() }',
      ),
    );
    const world = createWorld(program);
    const team = world.spawn({ kind: 'team' });
    const player = world.spawn({ kind: 'player', values: { side: team } });
    const plot = world.spawn({ kind: 'plot', place: { x: 0, y: 0 } });
    const city = world.spawn({ kind: 'city', owner: player, place: { in: plot } });
    expect([
      world.questions.ask('any', team),
      world.questions.ask('sure', team),
      world.questions.ask('any', city),
    ]).toEqual([1, 1, 0]);
    world.set(player, 'alive', false);
    expect(world.questions.ask('any', team)).toBe(0);
  });

  test('what hosts register is collected over; what is filtered out is not given', () => {
    const range = {
      name: 'RANGE',
      input: 'number',
      output: 'number',
      fold: (values: Float64Array, count: number) =>
        count === 0 ? -1 : Math.max(...values.subarray(0, count)) - Math.min(...values.subarray(0, count)),
    } as const;
    const text = withLines(
      'expressions:',
      '  all: { of: city, is: "self.trade.collect(\'RANGE\', c, c.crime)" }',
      '  some: { of: city, is: "self.trade.filter(c, c.crime > 2).collect(\'RANGE\', c, c.crime)" }',
    );
    expect(briefly(errorsOf(text))).toEqual(['16:44 unknown-aggregator', '17:68 unknown-aggregator']);
    const loaded = loadContent([{ file: 'content.yaml', text }], { aggregators: [range] });
    if (!loaded.ok) throw new Error('it does not load');
    const world = createWorld(loaded.program);
    const cities = [1, 3, 9].map((crime) => world.spawn({ kind: 'city', values: { crime } }));
    world.relations.setList(cities[0], 'trade', [...cities, cities[0]]);
    expect([
      world.questions.ask('all', cities[0]),
      world.questions.ask('some', cities[0]),
      world.questions.ask('all', cities[1]),
    ]).toEqual([8, 6, -1]);
    expect(() => loadContent([], { aggregators: [range, range] })).toThrow(/RANGE/);
  });
});

describe('constants', () => {
  test('stand for their numbers and booleans, in content and for hosts', () => {
    const program = sound(
      withLines(
        'functions: { over: { arguments: [x], value: x > lawless } }',
        'expressions: { dangerous: { of: city, is: over(self.crime) || raiding } }',
      ),
    );
    const world = createWorld(program);
    const city = world.spawn({ kind: 'city', values: { crime: 4 } });
    expect(world.questions.ask('dangerous', city)).toBe(true);
    expect(world.questions.evaluate('self.crime - lawless', { source: city })).toBe(1);
    expect(world.query({ kind: 'city', where: 'near(self, lawless).count() == 0 && !raiding' })).toEqual([city]);
  });

  rows([
    [
      'a word',
      'enumerations: { e: [a] }\nconstants: { a: 1 }',
      '2:14 duplicate-name',
      '`a` is already a word of `e`',
      'rename',
    ],
    ['a kind', 'constants: { a: 1 }\nkinds: { a: {} }', '1:14 duplicate-name', '`a` is already the name of a kind'],
    ['what has a meaning', 'constants: { self: 1 }', '1:14 reserved-name', '`self` is reserved'],
    ['what is no identifier', 'constants: { "a b": 1 }', '1:14 bad-name', 'cannot be used in an expression'],
    ['a text', 'constants: { a: x }', '1:17 wrong-type', 'expected a number, `true` or `false`'],
    [
      'as the name of a member',
      withExpression('self.trade.exists(lawless, true)'),
      '16:45 shadowed-name',
      '`lawless` already has a meaning here',
      'another name',
    ],
    [
      'misspelt',
      withExpression('self.crime > lawles'),
      '16:40 unknown-name',
      'unknown name `lawles`',
      'did you mean `lawless`?',
    ],
  ]);
});

describe('the fingerprint', () => {
  test('knows what they mean', () => {
    const of = (text: string): string => sound(text).fingerprint;
    const whole = withLines(
      'expressions: { rich: { of: team, is: realm(self).count() > lawless } }',
      'flows: [{ decay: crime, percent: 5, carrier: plot }]',
    );
    const others = [
      whole.replace('type: set, of: tech', 'type: set, of: terrain').replace('enumerations: {', 'enumerations: {'),
      whole.replace('width: 4', 'width: 5'),
      whole.replace('wrap: [x]', 'wrap: [y]'),
      whole.replace('{ having: alive }, ', ''),
      whole.replace('lawless: 3', 'lawless: 4'),
      whole.replace('type: list, of: city', 'type: list'),
      whole.replace('percent: 5', 'percent: 6'),
      whole.replace('carrier: plot', 'carrier: city'),
      whole.replace('rich:', 'poor:'),
      whole.replace('raiding: false', 'raiding: true'),
      whole.replace('decay: crime,', 'decay: crime, floor: 2,'),
    ];
    expect(new Set([whole, ...others].map(of)).size).toBe(others.length + 1);
    expect(of(whole)).toBe(of(`# a comment\n${whole}`));
  });

  test('is the same for objects', () => {
    const kinds = { a: { properties: ['held'], flags: { full: 'x in self.held' } } };
    const program = defineContent({
      enumerations: { e: ['x'] },
      properties: { held: { type: 'set', of: 'e' } },
      kinds,
    });
    expect(program.fingerprint).toBe(
      sound(
        'enumerations: { e: [x] }\nproperties: { held: { type: set, of: e } }\nkinds: { a: { properties: [held], flags: { full: x in self.held } } }',
      ).fingerprint,
    );
  });
});
