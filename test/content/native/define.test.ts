import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { type ContentSource, defineContent } from '../../../src/content/native/define.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { base, sound, withEffect, withGroup } from './samples.js';
import { longTest } from '../../support/heavy.js';

const content: ContentSource = {
  edict: 1,
  enumerations: {
    size: { ordered: ['tiny', 'small'] },
    environment: { wheel: ['toxic', 'ocean'], off: ['gas'] },
    focus: ['farming'],
  },
  roles: ['rival'],
  stacking: { 7: 'largest' },
  meters: { population: { default: 1, bounds: [0, null], target: 'maxPopulation' }, maxPopulation: { reset: true } },
  properties: { size: { type: 'size', default: 'small' }, minerals: { default: 100 } },
  kinds: {
    empire: { faction: true, properties: ['minerals'] },
    system: { node: true },
    planet: { attachesTo: ['system'], meters: ['population', 'maxPopulation'], properties: ['size'] },
  },
  classes: {
    earth: {
      kind: 'planet',
      groups: [
        {
          name: 'growth',
          activation: 'source.population < 10',
          scope: { include: 'target == source', exclude: ['target.size == tiny', false] },
          effects: [
            { meter: 'maxPopulation', add: 3, stacking: 7 },
            { meter: 'population', add: 'target.maxPopulation / 10' },
          ],
        },
        {
          scope: { include: true },
          effects: [{ stockpile: 'minerals', add: 1 }, { create: 'earth', initial: { population: 5 } }, { give: null }],
        },
      ],
    },
  },
};

/** The message of what is thrown. */
function refusal(bad: unknown): string {
  try {
    defineContent(bad as ContentSource);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    expect(error.code).toBe('content');
    return error.message;
  }
  throw new Error('expected a refusal');
}

test('an object is the same program as the same content in YAML', () => {
  expect(defineContent(content).fingerprint).toBe(sound(JSON.stringify(content)).fingerprint);
  for (const text of [
    base,
    withEffect('{ meter: population, add: 1 }'),
    withGroup('name: a\npriority: 3\nactivation: [source.level > 3]\neffects: [{ destroy: true }]'),
  ]) {
    expect(defineContent(parse(text) as ContentSource).fingerprint).toBe(sound(text).fingerprint);
  }
});

test('absent and undefined keys are one', () => {
  const meters = { a: { default: undefined } };
  expect(defineContent({ meters }).fingerprint).toBe(defineContent({ meters: { a: {} } }).fingerprint);
});

test('the object stays as it is, and later changes to it change nothing', () => {
  const bad = { meters: { a: { defualt: 1, default: 2 } } };
  expect(() => defineContent(bad as ContentSource)).toThrow(EdictError);
  expect(bad).toEqual({ meters: { a: { defualt: 1, default: 2 } } });
  const words = ['a'];
  const { model } = defineContent({ enumerations: { e: words } });
  words.push('b');
  expect(model.enumerations[0].members).toEqual(['a']);
});

describe('errors', () => {
  test('name all paths, in the order of the object', () => {
    expect(
      refusal({
        metres: {},
        kinds: { a: { meters: ['x'], orphan: 'keep' } },
        classes: {
          c: { kind: 'b' },
          d: {
            kind: 'a',
            groups: [{ name: 'g', activation: 'source.level > 1', effects: [{ meter: 'y' }, { destroy: true }] }],
          },
        },
      }),
    ).toBe(`edict: the content has 7 problems, expected none:
  metres: \`metres\` is not a key of content, expected \`edict\`, \`profile\`, \`enumerations\`, \`roles\`, \`relations\`, \`stacking\`, \`constants\`, \`parameters\`, \`meters\`, \`properties\`, \`variables\`, \`functions\`, \`tables\`, \`kinds\`, \`steps\`, \`grids\`, \`networks\`, \`spaces\`, \`connections\`, \`expressions\`, \`reports\`, \`flows\`, \`triggers\`, \`timing\`, \`occurrences\`, \`abilities\`, \`continuous\`, \`environment\`, \`classes\`, \`mixins\`, \`budget\`, \`meant\` or \`start\` (did you mean \`meters\`?)
  kinds.a.meters[0]: \`x\` is not a meter, expected nothing (declare it under \`meters\`)
  kinds.a.orphan: \`kinds.a.orphan\` is the text \`keep\`, expected \`destroy\` or \`detach\`
  classes.c.kind: \`b\` is not a kind, expected \`a\` (declare it under \`kinds\`)
  classes.d.groups[0].activation: \`level\` is neither a meter, a property, a variable nor a kind, nor another member of an object
  classes.d.groups[0].effects[0].meter: the effect on \`y\` has no amount, expected one of \`set\`, \`add\`, \`multiply\`, \`divide\`, \`min\`, \`max\` (write how much, such as \`add: 1\`)
  classes.d.groups[0].effects[0].meter: unknown name \`y\`, expected a meter (declare it under \`meters\`)`);
  });

  test('elements of lists keep their numbers when others go', () => {
    expect(refusal({ kinds: { a: { meters: [5, 'x', 6, 'y'] } } })).toMatch(
      /meters\[0\].*\n.*meters\[1\].*\n.*meters\[2\].*\n.*meters\[3\]/,
    );
  });

  test.each([
    ['nothing', undefined, 'is a undefined'],
    ['null', null, 'is null'],
    ['a list', [], 'is a list'],
    ['a text', 'meters: {}', 'is a string'],
    ['an instance', new Map(), 'is an object with a prototype'],
    ['a function inside', { meters: { a: { default: () => 1 } } }, 'meters.a.default is a function'],
    ['a large integer inside', { meters: { a: { default: 5n } } }, 'meters.a.default is a bigint'],
    ['a date inside', { meters: new Date(0) }, 'meters is an object with a prototype'],
    ['the name of a prototype', JSON.parse('{"meters":{"__proto__":{"default":1}}}'), 'meters.__proto__ is reserved'],
    ['no number', { meters: { a: { default: NaN } } }, 'not a number'],
    ['an infinity', { meters: { a: { bounds: [0, Infinity] } } }, 'infinite'],
    ["a terminal's command", { meters: { '\u001b[31m': {} } }, '·[31m'],
  ])('%s', (_, bad, message) => {
    expect(refusal(bad)).toContain(message);
  });

  test('an object that holds itself', () => {
    const circle: Record<string, unknown> = {};
    circle.meters = circle;
    expect(refusal(circle)).toContain('more than 64 levels deep');
  });

  longTest(
    'an object that holds a part twice at every level',
    () => {
      let part: Record<string, unknown> = { last: 1 };
      for (let i = 0; i < 50; i++) part = { a: part, b: part };
      expect(refusal({ meters: part })).toMatch(/more than \d+ parts|levels deep/);
    },
    60_000,
  );

  test('a name of any prototype is a name like any other', () => {
    const { model } = defineContent({
      meters: { constructor: {}, toString: {}, hasOwnProperty: {} },
      kinds: { valueOf: { meters: ['constructor'] } },
    });
    expect(model.columns.map(({ name }) => name)).toEqual(['constructor', 'toString', 'hasOwnProperty']);
  });
});
