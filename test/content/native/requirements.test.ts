import { describe, expect, test } from 'vitest';
import { createWorld } from '../../../src/world.js';
import { briefly, errorsOf, sound, testRows } from './samples.js';

/** Players with cities. Five lines. */
const base = `enumerations: { tech: [bronze, iron] }
properties: { techs: { type: set, of: tech }, gold: {}, size: { type: integer } }
kinds:
  player: { faction: true, properties: [techs, gold] }
  city: { properties: [size] }
`;

/** `base` with what one class requires; that begins in line 7 and column 33. */
const requiring = (requires: string): string => `${base}classes:\n  knight: { kind: city, requires: ${requires} }\n`;
const withExpression = (expression: string): string => `${base}expressions:\n  asked: ${expression}\n`;

describe('what a class requires', () => {
  const expressionOf = (requires: string) => {
    const [expression] = sound(requiring(requires)).rules.expressions;
    return { ...expression, clauses: expression.clauses.map(({ text }) => text) };
  };

  test.each([
    ['"self.gold > 3"', [1], ['self.gold > 3']],
    [
      '"self.gold > 3 && (bronze in self.techs || iron in self.techs) && true"',
      [1],
      ['self.gold > 3', 'bronze in self.techs || iron in self.techs', 'true'],
    ],
    [
      '["self.gold > 3 && self.gold < 9", "iron in self.techs"]',
      [1],
      ['self.gold > 3', 'self.gold < 9', 'iron in self.techs'],
    ],
    ['{ of: city, all: "self.size >= 2" }', [2], ['self.size >= 2']],
    ['{ of: [city, player], all: ["turn > 2"] }', [2, 1], ['turn > 2']],
    ['[]', [1], []],
    ['true', [1], ['true']],
  ])('%s', (requires, scope, clauses) => {
    expect(expressionOf(requires)).toMatchObject({
      index: 0,
      name: 'requires knight',
      thing: 'knight',
      scope,
      clauses,
      origin: { file: 'content.yaml', line: 7 },
    });
  });

  test('is asked by hosts, who hear what fails; nothing in it is absent', () => {
    const world = createWorld(sound(requiring('["self.gold > 3 && bronze in self.techs", "!(self.size > 2)"]')));
    const player = world.spawn({ kind: 'player' });
    expect(world.questions.enabled('knight', player)).toEqual({
      enabled: false,
      failing: ['self.gold > 3', 'bronze in self.techs', '!(self.size > 2)'],
    });
    world.set(player, 'gold', 4);
    expect(
      world.questions.enabled('knight', player, [{ object: player, holding: 'techs', word: 'bronze', value: true }])
        .failing,
    ).toEqual(['!(self.size > 2)']);
    expect(world.questions.unlockedBy({ holding: 'techs', word: 'bronze' })).toEqual(['knight']);
  });

  test('a function that is a row of conditions is one clause', () => {
    const { expressions } = sound(
      `${requiring('both(self)')}functions: { both: { arguments: [x], value: "x.gold > 1 && x.gold < 3" } }\n`,
    ).rules;
    expect(expressions[0].clauses.map(({ text }) => text)).toEqual(['both(self)']);
  });

  testRows(
    [
      ['a number', requiring('self.gold'), '7:35 type-mismatch', 'expected a condition, found a number', 'compare it'],
      ['one of several', requiring('[true, self.gold]'), '7:42 type-mismatch', 'expected a condition, found a number'],
      ['a draw', requiring('chance(0.5)'), '7:35 draw-in-expression', '`chance` draws'],
      [
        'another name than self',
        requiring('source.gold > 3'),
        '7:35 unknown-name',
        'unknown name `source`',
        'write `self`',
      ],
      [
        'an unknown kind',
        requiring('{ of: plaier, all: true }'),
        '7:41 unknown-name',
        '`plaier` is not a kind',
        'did you mean `player`?',
      ],
      [
        'a kind with two letters swapped',
        requiring('{ of: ctiy, all: true }'),
        '7:41 unknown-name',
        '`ctiy` is not a kind',
        'did you mean `city`?',
      ],
      [
        'a kind with other letters',
        requiring('{ of: cyti, all: true }'),
        '7:41 unknown-name',
        '`cyti` is not a kind',
        'declare it under `kinds`',
      ],
      ['a kind twice', requiring('{ of: [city, city], all: true }'), '7:48 duplicate-name', 'is listed twice'],
      [
        'no kind',
        requiring('{ of: [], all: true }'),
        '7:41 missing-key',
        'is an empty list, expected at least one thing in it',
      ],
      [
        'no conditions',
        requiring('{ of: city }'),
        '7:25 missing-key',
        '`classes.knight.requires` has no `all`, expected a condition or a list of conditions',
      ],
      [
        'an unknown key',
        requiring('{ all: true, off: city }'),
        '7:48 unknown-key',
        '`off` is not a key',
        'did you mean `of`?',
      ],
      [
        'of nobody',
        'kinds: { k: {} }\nclasses: { c: { kind: k, requires: true } }',
        '2:26 missing-key',
        'no kind is a faction, and `c` does not say of what it requires something',
        'of: kind',
      ],
      [
        'a name that an expression has',
        `${requiring('true')}expressions: { requires knight: { of: city, is: true } }\n`,
        '7:25 duplicate-name',
        'an expression is called `requires knight`',
        'rename the expression',
      ],
      [
        'too many',
        requiring(`[${Array.from({ length: 1_001 }, () => 'true').join(', ')}]`),
        '7:25 too-large',
        '1001 things, the limit is 1000',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );
});

describe('named expressions', () => {
  test('are conditions with clauses, or numbers, and never absent', () => {
    const program = sound(
      `${base}expressions:\n  rich: { of: [player], is: self.gold > 3 && turn >= 0 }\n  worth: { of: [city, player], is: self.gold * 2 }\n  five: { of: city, is: 5 }\n  bare: { of: city, is: true }\n`,
    );
    expect(
      program.rules.expressions.map(({ index, name, scope, clauses, thing, text }) => [
        index,
        name,
        scope,
        clauses.map((clause) => clause.text),
        thing,
        text,
      ]),
    ).toEqual([
      [0, 'rich', [1], ['self.gold > 3', 'turn >= 0'], '', 'self.gold > 3 && turn >= 0'],
      [1, 'worth', [2, 1], [], '', 'self.gold * 2'],
      [2, 'five', [2], [], '', '5'],
      [3, 'bare', [2], ['true'], '', 'true'],
    ]);
    const world = createWorld(program);
    const city = world.spawn({ kind: 'city' });
    const player = world.spawn({ kind: 'player', values: { gold: 7 } });
    expect([
      world.questions.ask('worth', player),
      world.questions.ask('worth', city),
      world.questions.ask('rich', player),
      world.questions.ask('five', city),
    ]).toEqual([14, 0, true, 5]);
  });

  testRows(
    [
      [
        'a word',
        withExpression('{ of: city, is: self.owner }'),
        '7:26 wrong-type',
        'the expression `asked` is neither a condition nor a number',
        'compare it',
      ],
      ['no kind', withExpression('{ is: 1 }'), '7:3 missing-key', 'has no `of`', 'add `of`'],
      ['nothing', withExpression('{ of: city }'), '7:3 missing-key', 'has no `is`'],
      [
        'a collection',
        withExpression('{ of: city, is: objects() }'),
        '7:26 collection-value',
        'a collection is not a value',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );
});
