import { describe, expect, test } from 'vitest';
import { type MistakeRow, briefly, errorsOf, load, testRows } from './samples.js';
import { longTest } from '../../support/heavy.js';

/** Empires and planets. Eight lines. */
const world = `enumerations: { focus: [industry, research], tone: [low, high] }
meters: { population: {} }
properties: { gold: {}, flag: { type: boolean }, focus: { type: focus }, ordered: { type: focus, default: research }, plan: { type: class }, aim: { type: reference }, techs: { type: set, of: tone } }
kinds:
  empire: { faction: true, properties: [gold, flag, techs] }
  planet: { meters: [population], properties: [focus, ordered, plan, aim] }
classes: { farm: { kind: planet }, mine: { kind: planet, initial: { plan: farm } } }
`;

const sections = {
  name: 'e',
  agents: '{ of: empire, count: 1 }',
  capacity: '64',
  observation: '{ me: { values: { gold: agent.gold } } }',
  actions: '{ look: { of: planet, slots: 2, property: focus } }',
  reward: 'agent.gold',
};

/**
 * Content with an environment, whose key is in line 8; its keys stand in the lines 9 to 14, each in column 3, then
 * those that are new. `null`: left out.
 */
function withKeys(changes: Readonly<Record<string, string | null>>, extra = ''): string {
  const lines = Object.entries({ ...sections, ...changes }).map(([key, value]) =>
    value === null ? '' : `  ${key}: ${value}\n`,
  );
  return `${world}environment:\n${lines.join('')}${extra}`;
}

/** With one block, `me`: in line 12, from column 22 on. */
const withBlock = (block: string): string => withKeys({ observation: `{ me: ${block} }` });
/** With one order, `go`: in line 13, from column 18 on. */
const withOrder = (order: string): string => withKeys({ actions: `{ go: ${order} }` });
const ofPlanet = (rest: string): string => withOrder(`{ of: planet, slots: 1, ${rest} }`);
const toward = (choices: string, rest = ''): string => ofPlanet(`property: aim, choices: ${choices}${rest}`);

function testMistakes(rows: readonly MistakeRow[]): void {
  testRows(rows, (text, brief, message, suggestion) => {
    const errors = errorsOf(text);
    expect(briefly(errors)).toEqual([brief]);
    expect(errors[0].message).toContain(message);
    expect(errors[0].suggestion ?? '').toContain(suggestion);
  });
}

test('what the mistakes are made in is sound', () => {
  expect(load(withKeys({}))).toMatchObject({ ok: true, warnings: [] });
});

describe('the section', () => {
  testMistakes([
    ['without a name', withKeys({ name: null }), '8:1 missing-key', '`environment` has no `name`', 'add `name`'],
    ['without agents', withKeys({ agents: null }), '8:1 missing-key', '`environment` has no `agents`'],
    [
      'without a capacity',
      withKeys({ capacity: null }),
      '8:1 missing-key',
      'expected a whole number from 31 to 16000000',
    ],
    ['without an observation', withKeys({ observation: null }), '8:1 missing-key', 'has no `observation`'],
    ['without actions', withKeys({ actions: null }), '8:1 missing-key', 'has no `actions`'],
    [
      'without a reward',
      withKeys({ reward: null }),
      '8:1 missing-key',
      'has no `reward`, expected a number, or a map with `change`',
    ],
    [
      'with another key',
      withKeys({ observaton: '{}' }),
      '15:3 unknown-key',
      '`observaton` is not a key of `environment`',
      'did you mean `observation`?',
    ],
    ['with a name that nobody sees', withKeys({ name: '"a\\u200bb"' }), '9:9 bad-name', 'invisible character'],
    [
      'with little room',
      withKeys({ capacity: '30' }),
      '11:13 out-of-range',
      '`environment.capacity` is `30`, expected a whole number from 31 to 16000000',
    ],
    [
      'with too much room',
      withKeys({ capacity: '16000001' }),
      '11:13 out-of-range',
      'expected a whole number from 31 to 16000000',
    ],
    ['with no turns', withKeys({ turns: '0' }), '15:10 out-of-range', 'expected a whole number from 1'],
    ['with half a map', withKeys({ maps: '1.5' }), '15:9 out-of-range', 'expected a whole number from 1'],
    [
      'with too many maps',
      withKeys({ maps: '1000001' }),
      '15:9 out-of-range',
      'expected a whole number from 1 to 1000000',
    ],
    [
      'that observes nothing',
      withKeys({ observation: '{}' }),
      '12:16 missing-key',
      '`observation` is empty, expected at least one thing that agents see',
    ],
    ['that lets nothing be done', withKeys({ actions: '{}' }), '13:12 missing-key', '`actions` is empty'],
    [
      'as a list',
      `${world}environment: [1]\n`,
      '8:14 wrong-type',
      '`environment` is a list, expected a map with the keys of an environment',
    ],
  ]);

  test('is there once in all files', () => {
    const second = withKeys({}).slice(world.length);
    const errors = errorsOf(withKeys({}), second);
    expect(errors.map(({ file, line, column, code }) => [file, line, column, code])).toEqual([
      ['file-2.yaml', 1, 1, 'duplicate-name'],
    ]);
    expect(errors[0].message).toBe(
      '`environment` is already a section of content in `file-1.yaml`, line 8, expected it once',
    );
    expect(errors[0].suggestion).toBe('write all of it in one place, or remove this one');
  });

  test('is checked in full where a key is missing', () => {
    expect(
      briefly(
        errorsOf(
          withKeys({ name: null, capacity: null, reward: null, observation: '{ me: { values: { a: agent.gald } } }' }),
        ),
      ),
    ).toEqual(['8:1 missing-key', '8:1 missing-key', '8:1 missing-key', '10:43 unknown-member']);
    expect(
      briefly(errorsOf(withKeys({ agents: '{}', observation: '{ me: {}, you: { values: { a: none.gold } } }' }))),
    ).toEqual(['10:3 missing-key', '10:3 missing-key', '12:18 missing-key', '12:46 unknown-name']);
  });

  test('silences no names that its keys have', () => {
    expect(briefly(errorsOf(withKeys({ turns: '0', reward: 'agent.turns' })))).toEqual([
      '14:17 unknown-member',
      '15:10 out-of-range',
    ]);
  });

  test('hides no constants', () => {
    const errors = errorsOf(withKeys({}, 'constants: { agent: 3, choice: true, other: 1 }\n'));
    expect(briefly(errors)).toEqual(['15:14 reserved-name', '15:24 reserved-name']);
    expect(errors[0].message).toBe('`agent` is reserved in an environment, expected another name for a constant');
    expect(load(`${world}constants: { agent: 3 }\n`)).toMatchObject({ ok: true });
  });
});

describe('agents', () => {
  testMistakes([
    ['without a kind', withKeys({ agents: '{ count: 1 }' }), '10:3 missing-key', '`environment.agents` has no `of`'],
    [
      'without a number',
      withKeys({ agents: '{ of: empire }' }),
      '10:3 missing-key',
      'expected a whole number from 1 to 254',
    ],
    [
      'of an unknown kind',
      withKeys({ agents: '{ of: empyre, count: 1 }' }),
      '10:17 unknown-name',
      '`empyre` is not a kind',
      'did you mean `empire`?',
    ],
    [
      'of a class',
      withKeys({ agents: '{ of: mine, count: 1 }' }),
      '10:17 unknown-name',
      '`mine` is a class, not a kind',
      'write `planet`, and ask for the class under `where`: `self.class == mine`',
    ],
    [
      'too many',
      withKeys({ agents: '{ of: empire, count: 255 }' }),
      '10:32 out-of-range',
      'expected a whole number from 1 to 254',
    ],
    [
      'none',
      withKeys({ agents: '{ of: empire, count: 0 }' }),
      '10:32 out-of-range',
      'expected a whole number from 1 to 254',
    ],
    [
      'more than there is room for',
      withKeys({ agents: '{ of: empire, count: 65 }' }),
      '10:32 out-of-range',
      'there are 65 agents and room for 64 objects',
      'raise `capacity`',
    ],
    [
      'by a number',
      withKeys({ agents: '{ of: empire, count: 1, where: self.gold }' }),
      '10:42 type-mismatch',
      'expected a condition, found a number',
    ],
    [
      'by themselves',
      withKeys({ agents: '{ of: empire, count: 1, where: agent.flag }' }),
      '10:42 unknown-name',
      '`agent` stands for nobody here',
      'write `self`',
    ],
  ]);
});

describe('what is observed', () => {
  testMistakes([
    [
      'of objects without a number of slots',
      withBlock('{ of: planet, values: { a: 1 } }'),
      '12:18 missing-key',
      '`me` is about objects of a kind and has no `slots`',
      'add `slots`',
    ],
    [
      'in slots of nothing',
      withBlock('{ slots: 3, values: { a: 1 } }'),
      '12:24 missing-key',
      '`me` has `slots` and no `of`',
      'add `of`, or remove `slots`',
    ],
    [
      'where, of nothing',
      withBlock('{ where: true, values: { a: 1 } }'),
      '12:24 missing-key',
      '`me` has `where` and no `of`',
    ],
    [
      'in an order, of nothing',
      withBlock('{ order: 1, values: { a: 1 } }'),
      '12:24 missing-key',
      '`me` has `order` and no `of`',
    ],
    [
      'in too many slots',
      withBlock('{ of: planet, slots: 4097, values: { a: 1 } }'),
      '12:43 out-of-range',
      'expected a whole number from 1 to 4096',
    ],
    [
      'in no slots',
      withBlock('{ of: planet, slots: 0, values: { a: 1 } }'),
      '12:43 out-of-range',
      'expected a whole number from 1 to 4096',
    ],
    [
      'of an unknown kind',
      withBlock('{ of: planot, slots: 3, values: { a: 1 } }'),
      '12:28 unknown-name',
      '`planot` is not a kind',
      'did you mean `planet`?',
    ],
    [
      'of a class',
      withBlock('{ of: farm, slots: 3, values: { a: 1 } }'),
      '12:28 unknown-name',
      '`farm` is a class, not a kind',
      'write `planet`',
    ],
    [
      'with another key',
      withBlock('{ of: planet, slot: 3, values: { a: 1 } }'),
      '12:36 unknown-key',
      '`slot` is not a key of `environment.observation.me`',
      'did you mean `slots`?',
    ],
    [
      'without values',
      withBlock('{ of: planet, slots: 3 }'),
      '12:18 missing-key',
      '`environment.observation.me` has no `values`',
    ],
    [
      'with no values of the agent',
      withBlock('{ values: {} }'),
      '12:32 missing-key',
      '`me` has no values, expected at least one',
    ],
    [
      'that is a word',
      withBlock('{ of: planet, slots: 3, values: { a: self.focus } }'),
      '12:59 wrong-type',
      'the value `a` is neither a condition nor a number',
      'compare it',
    ],
    [
      'that is an object',
      withBlock('{ values: { a: agent } }'),
      '12:37 wrong-type',
      'the value `a` is neither a condition nor a number',
    ],
    [
      'by a draw',
      withBlock('{ values: { a: random() } }'),
      '12:37 draw-in-expression',
      '`random` draws, and what agents see, can do and get must not depend on chance',
      'let an effect draw into a property',
    ],
    [
      'of what could be chosen',
      withBlock('{ values: { a: choice } }'),
      '12:37 unknown-name',
      '`choice` stands for nobody here',
    ],
    [
      'of the source',
      withBlock('{ values: { a: source.gold } }'),
      '12:37 unknown-name',
      'unknown name `source`',
      'write `self`',
    ],
    [
      'where, by a number',
      withBlock('{ of: planet, slots: 3, where: [true, self.population], values: { a: 1 } }'),
      '12:60 type-mismatch',
      'expected a condition, found a number',
    ],
    [
      'in the order of a condition',
      withBlock('{ of: planet, slots: 3, order: self.owner == agent, values: { a: 1 } }'),
      '12:53 type-mismatch',
      'expected a number, found a condition',
      '? 1 : 0',
    ],
    [
      'under a number',
      withKeys({ observation: '{ 7: { values: { a: 1 } } }' }),
      '12:18 bad-name',
      'the name `7` is a number',
    ],
    ['with a value under a number', withBlock('{ values: { 1: 2 } }'), '12:34 bad-name', 'the name `1` is a number'],
    [
      'twice',
      withKeys({ observation: '{ me: { values: { a: 1 } }, me: { values: { a: 1 } } }' }),
      '12:44 duplicate-key',
      '`me`',
    ],
    [
      'deeper than expressions may be',
      withBlock(`{ values: { a: "${'('.repeat(201)}1${')'.repeat(201)}" } }`),
      '12:238 syntax',
      'the limit is 200',
    ],
    [
      'with a kind that has the name of an object',
      withBlock('{ of: planet, slots: 1, values: { a: self.kind == agent } }').replace('kinds:', 'kinds:\n  agent: {}'),
      '13:59 not-comparable',
      'cannot be compared',
      "here `agent` is an object: write `'agent'` in quotes for the kind",
    ],
    [
      'more than there is room for',
      withKeys({
        observation: `{ ${Array.from({ length: 4 }, (_, i) => `b${i}: { of: planet, slots: 4096, values: { ${Array.from({ length: 1_000 }, (_each, j) => `v${j}: 1`).join(', ')} } }`).join(', ')} }`,
      }),
      '12:3 too-large',
      'an agent observes 16400384 numbers, the limit is 16000000',
    ],
  ]);

  test('may be only that somebody is there', () => {
    expect(load(withBlock('{ of: planet, slots: 3, values: {} }'))).toMatchObject({ ok: true, warnings: [] });
  });

  test('is warned of where it is never there', () => {
    expect(briefly(load(withBlock('{ of: planet, slots: 3, values: { a: self.gold } }')).warnings)).toEqual([
      '12:64 never-present',
    ]);
  });
});

describe('what is ordered', () => {
  testMistakes([
    [
      'without a property',
      withOrder('{ of: planet, slots: 1 }'),
      '13:14 missing-key',
      '`environment.actions.go` has no `property`',
    ],
    [
      'by an unknown property',
      ofPlanet('property: focas'),
      '13:52 unknown-name',
      'unknown name `focas`',
      'did you mean `focus`?',
    ],
    [
      'by a property of other objects',
      ofPlanet('property: flag'),
      '13:52 not-on-kind',
      'objects of kind `planet` have no `flag`',
    ],
    [
      'by a property that agents do not have',
      withOrder('{ property: focus }'),
      '13:30 not-on-kind',
      'objects of kind `empire` have no `focus`',
    ],
    [
      'by a number',
      withOrder('{ property: gold }'),
      '13:30 wrong-type',
      '`go` would write an order to `gold`, which holds a number',
      'declare an enumeration',
    ],
    ['by a boolean', withOrder('{ property: flag }'), '13:30 wrong-type', 'which holds `true` or `false`'],
    ['by a meter', ofPlanet('property: population'), '13:52 wrong-type', 'which holds a number'],
    [
      'by a set',
      withOrder('{ property: techs }'),
      '13:30 wrong-role',
      '`techs` is a set',
      'declare a property for the orders alone',
    ],
    [
      'by what has a default',
      ofPlanet('property: ordered'),
      '13:52 default-not-none',
      '`go` writes its orders to `ordered`, whose default is not none',
      'remove the value',
    ],
    [
      'by what a class begins with',
      ofPlanet('property: plan'),
      '13:52 default-not-none',
      'whose first value in class `mine` is not none',
    ],
    [
      'of objects without a number of slots',
      withOrder('{ of: planet, property: focus }'),
      '13:14 missing-key',
      '`go` is about objects of a kind and has no `slots`',
    ],
    [
      'under a number',
      withKeys({ actions: '{ 7: { of: planet, slots: 1, property: focus } }' }),
      '13:14 bad-name',
      'the name `7` is a number',
    ],
    ['where, by a draw', ofPlanet('where: chance(0.5), property: focus'), '13:49 draw-in-expression', '`chance` draws'],
  ]);

  test('twice by one property is warned of', () => {
    const { ok, warnings } = load(
      withKeys({
        actions: '{ a: { of: planet, slots: 1, property: focus }, b: { of: planet, slots: 2, property: focus } }',
      }),
    );
    expect([ok, briefly(warnings), warnings[0].message]).toEqual([
      true,
      ['13:97 same-property'],
      '`b` writes to `focus`, as `a` in line 13 does: where both are given to one object this one counts',
    ]);
  });
});

describe('what can be chosen', () => {
  const large = `{ ${Array.from({ length: 2 }, (_, i) => `b${i}: { of: planet, slots: 4096, property: aim, choices: { of: planet, slots: 4000 } }`).join(', ')} }`;
  testMistakes([
    [
      'an unknown word',
      ofPlanet('property: focus, choices: [industry, reserch]'),
      '13:79 unknown-name',
      '`reserch` is not a word of `focus`, expected `industry` or `research`',
      'did you mean `research`?',
    ],
    [
      'an unknown class',
      ofPlanet('property: plan, choices: [firm]').replace(', initial: { plan: farm }', ''),
      '13:68 unknown-name',
      '`firm` is not a class',
      'did you mean `farm`?',
    ],
    [
      'a word twice',
      ofPlanet('property: focus, choices: [industry, industry]'),
      '13:79 duplicate-name',
      '`industry` is listed twice',
    ],
    [
      'nothing',
      ofPlanet('property: focus, choices: [none, industry]'),
      '13:69 never-fires',
      '`none` is what `focus` is without an order',
      'remove it',
    ],
    ['from an empty list', ofPlanet('property: focus, choices: []'), '13:68 missing-key', '`go` has no choices'],
    [
      'from no classes',
      withOrder('{ of: planet, slots: 1, property: plan }').replace(/classes: .*\n/, ''),
      '12:14 missing-key',
      '`go` has no choices',
    ],
    [
      'a number',
      ofPlanet('property: focus, choices: [1]'),
      '13:69 wrong-type',
      'expected a word',
      'write it in quotes',
    ],
    [
      'a word alone',
      ofPlanet('property: focus, choices: industry'),
      '13:68 wrong-type',
      'expected a list of words, or a map',
      'write `[industry]`',
    ],
    [
      'a kind alone',
      ofPlanet('property: aim, choices: planet'),
      '13:66 wrong-type',
      'expected a list of words, or a map',
      'write `{ of: planet, slots: … }`',
    ],
    [
      'objects for a word',
      ofPlanet('property: focus, choices: { of: planet, slots: 1 }'),
      '13:68 wrong-type',
      '`go` writes a word of `focus` to `focus` and has objects as choices',
      'name another property',
    ],
    [
      'words for an object',
      toward('[industry]'),
      '13:66 wrong-type',
      '`go` writes an object to `aim` and has words as choices',
    ],
    [
      'no objects',
      ofPlanet('property: aim'),
      '13:14 missing-key',
      '`go` writes an object to `aim` and has no `choices`',
      'add `choices: { of: kind, slots: 8 }`',
    ],
    [
      'objects without a number',
      toward('{ of: planet }'),
      '13:57 missing-key',
      '`environment.actions.go.choices` has no `slots`',
    ],
    [
      'too many objects',
      toward('{ of: planet, slots: 4097 }'),
      '13:87 out-of-range',
      'expected a whole number from 1 to 4096',
    ],
    ['objects of an unknown kind', toward('{ of: planit, slots: 1 }'), '13:72 unknown-name', '`planit` is not a kind'],
    [
      'objects, by the agent',
      toward('{ of: planet, slots: 1, where: choice.owner == agent }'),
      '13:113 unknown-name',
      '`agent` stands for nobody here: which objects can be chosen is the same for all agents',
      'ask whose `self` is',
    ],
    [
      'objects, preferred by the agent',
      toward('{ of: planet, slots: 1 }', ', prefer: agent.gold'),
      '13:100 unknown-name',
      '`agent` stands for nobody here',
    ],
    [
      'objects, by what is allowed',
      toward('{ of: planet, slots: 1 }', ', allowed: true'),
      '13:92 two-ways',
      '`allowed`, which is about words',
      'write it as `where` of `choices`',
    ],
    [
      'objects, by a number',
      toward('{ of: planet, slots: 1, where: choice.population }'),
      '13:97 type-mismatch',
      'expected a condition',
    ],
    [
      'by a number',
      ofPlanet('property: focus, allowed: agent.gold'),
      '13:68 type-mismatch',
      'expected a condition, found a number',
    ],
    [
      'by one of two',
      ofPlanet('property: focus, allowed: [choice == industry, agent.gold]'),
      '13:89 type-mismatch',
      'expected a condition, found a number',
    ],
    [
      'preferred by a condition',
      ofPlanet('property: focus, prefer: choice == industry'),
      '13:67 type-mismatch',
      'expected a number, found a condition',
    ],
    [
      'by the order of words that have none',
      ofPlanet('property: focus, allowed: choice > 1'),
      '13:68 not-comparable',
      'cannot be compared',
    ],
    [
      'by a word of another enumeration',
      ofPlanet('property: focus, allowed: choice == low'),
      '13:78 unknown-name',
      'unknown name `low`, expected a word of `focus`',
      'write one of `industry`, `research`',
    ],
    [
      'too much',
      withKeys({ actions: large }),
      '13:3 too-large',
      'an agent has 32776192 choices, the limit is 16000000',
    ],
  ]);

  test('says once what is wrong with an expression, however many choices there are', () => {
    expect(briefly(errorsOf(ofPlanet('property: focus, allowed: choice == self.gald')))).toEqual([
      '13:83 unknown-member',
    ]);
    expect(briefly(load(ofPlanet('property: focus, allowed: choice == industry && self.gold > 1')).warnings)).toEqual([
      '13:95 never-present',
    ]);
  });

  longTest('has no more expressions than there is room for', () => {
    const words = Array.from({ length: 255 }, (_, i) => `w${i}`);
    const choices = (parts: number, ...orders: readonly string[]): string =>
      withKeys({
        actions: `{ ${orders.map((order) => `${order}: { of: planet, slots: 1, property: focus, allowed: ${Array.from({ length: parts }, () => 'choice == w0').join(' || ')} }`).join(', ')} }`,
      })
        .replace('[industry, research]', `[${words.join(', ')}]`)
        .replace('default: research', 'default: w1');
    const errors = errorsOf(choices(700, 'a', 'b', 'c'));
    expect([errors.length, errors[0].code, errors[0].line]).toEqual([1, 'too-large', 13]);
    expect(errors[0].message).toContain('for each of 255 choices the expression stands there again');
    expect(load(choices(600, 'a'))).toMatchObject({ ok: true });
  });

  longTest('has no more words than there is room for, of all orders together', () => {
    const classes = Array.from({ length: 2_000 }, (_, i) => `c${i}: { kind: planet }`).join(', ');
    const actions = `{ ${Array.from({ length: 502 }, (_, i) => `o${i}: { of: planet, slots: 1, property: plan }`).join(', ')} }`;
    const errors = errorsOf(withKeys({ actions }).replace(/classes: .*\n/, `classes: { ${classes} }\n`));
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['too-large', 'with `o500` the orders have more than 1000000 words as choices, which is the limit'],
    ]);
  });
});

describe('what agents want, and when it is over', () => {
  testMistakes([
    ['a condition', withKeys({ reward: 'agent.flag' }), '14:11 type-mismatch', 'expected a number, found a condition'],
    [
      'the change of a condition',
      withKeys({ reward: '{ change: agent.flag }' }),
      '14:21 type-mismatch',
      'expected a number, found a condition',
    ],
    [
      'the change of nothing',
      withKeys({ reward: '{ chang: agent.gold }' }),
      '14:13 unknown-key',
      '`chang` is not a key',
      'did you mean `change`?',
    ],
    ['a list', withKeys({ reward: '[1]' }), '14:11 wrong-type', 'expected a number, or a map with `change`'],
    ['chance', withKeys({ reward: 'random()' }), '14:11 draw-in-expression', 'must not depend on chance'],
    [
      'living by a number',
      withKeys({ lives: 'agent.gold' }),
      '15:10 type-mismatch',
      'expected a condition, found a number',
    ],
    [
      'an end by a number',
      withKeys({ terminated: 'objects(empire).count()' }),
      '15:15 type-mismatch',
      'expected a condition, found a number',
    ],
    [
      'an end of the agent',
      withKeys({ terminated: 'agent.gold > 3' }),
      '15:15 unknown-name',
      '`agent` stands for nobody here: whether an episode is over is asked once of the whole world',
      'say under `lives` which agents go on',
    ],
    [
      'an end of an object',
      withKeys({ terminated: '[true, self.gold > 3]' }),
      '15:22 unknown-name',
      '`self` stands for nobody here: whether an episode is over',
      'ask an aggregate such as `objects(kind)`',
    ],
  ]);

  test('an end may look at everything', () => {
    expect(load(withKeys({ terminated: 'objects(empire).all(agent, agent.gold > 3) && turn > 2' }))).toMatchObject({
      ok: true,
      warnings: [],
    });
  });
});
