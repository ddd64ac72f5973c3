import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { type OccurrenceType, type TimingBook, noTiming, plainTiming } from '../../../src/ir/occurrence.js';
import { noTriggers } from '../../../src/ir/trigger.js';
import { builtInPhases } from '../../../src/systems/schedule.js';
import { knownPhases } from '../../../src/content/native/built-in-occurrences.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

/** Sides with units. Eight lines. */
const base = `enumerations: { mood: [calm, angry] }
meters: { health: { default: 5 }, strength: { default: 2 } }
properties: { mood: { type: mood }, gold: {}, home: { type: reference } }
roles: [hero]
kinds: { side: { faction: true, properties: [gold] }, unit: { meters: [health, strength], properties: [mood, home] } }
classes: { scout: { kind: unit }, guard: { kind: unit } }
timing: { players: side, steps: [march, battle] }
occurrences:
`;
const withTypes = (...types: readonly string[]): string => `${base}${types.map((type) => `  ${type}\n`).join('')}`;
const bookOf = (...types: readonly string[]): TimingBook => sound(withTypes(...types)).rules.timing;
const hit =
  'hit: { fields: { unit: unit, amount: number }, subject: unit, do: [{ meter: health, add: -occurrence.amount }] }';
const listening = (on: string): string =>
  `${withTypes(hit)}abilities: [{ name: a, class: trait, on: ${on}, do: [{ tell: x }] }]\n`;

/** A type without what it has not. */
const shown = ({ name, subject, player, target, amount, possible, change }: OccurrenceType): unknown => [
  name,
  [subject, player, target, amount],
  possible && printNode(possible),
  change,
];

describe('occurrences', () => {
  test('are types with fields, some of which mean something', () => {
    const { types, abilities, players, active, next, steps, policy } = bookOf(
      hit,
      'move: { fields: { unit: unit, player: side, target: mood }, subject: unit, possible: [occurrence.unit.health > 0, step == march] }',
      'dawn: { fields: { whose: side }, change: { turnBegins: whose } }',
    );
    expect(types.map(shown)).toEqual([
      ['hit', [0, -1, -1, 1], undefined, { by: 'list', list: 0 }],
      [
        'move',
        [0, 2, 3, -1],
        '(and (compare > (read 0 missing (occurring 0 entity)) (constant number 0)) (compare == (step 1) (constant enumeration 1 1)))',
        { by: 'nothing' },
      ],
      ['dawn', [-1, -1, -1, -1], undefined, { by: 'turn-begins', field: 4 }],
    ]);
    expect([abilities, players, active, next, steps, policy]).toEqual([[], 1, 1, 2, 1, plainTiming]);
  });

  test('have one place for each name of a field', () => {
    const { model, rules } = sound(
      withTypes(
        'a: { fields: { x: number, y: object } }',
        'b: { fields: { y: number, z: mood, w: step, v: kind, u: class, t: boolean } }',
        'c: {}',
      ),
    );
    expect(
      rules.timing.types.map(({ fields }) => fields.map((field) => field && [field.name, field.type.name])),
    ).toEqual([
      [
        ['x', 'number'],
        ['y', 'entity'],
      ],
      [
        undefined,
        ['y', 'number'],
        ['z', 'enumeration'],
        ['w', 'enumeration'],
        ['v', 'kind'],
        ['u', 'class'],
        ['t', 'boolean'],
      ],
      [],
    ]);
    expect(model.occurrences).toEqual([
      { name: 'a', fields: 2 },
      { name: 'b', fields: 7 },
      { name: 'c', fields: 0 },
    ]);
  });

  test('run lists from their player to their subject, which stand among those of triggers', () => {
    const { triggers } = sound(
      `${withTypes(hit)}triggers: [{ name: t, when: true, do: [{ raise: hit, values: { amount: 3 } }] }]\n`,
    ).rules;
    expect(triggers.lists.map(({ index, name }) => [index, name])).toEqual([
      [0, 'trigger t'],
      [1, 'occurrence hit'],
    ]);
    expect(triggers.lists[0].actions[0].task).toMatchObject({
      by: 'raise',
      occurrences: [{ type: 0, values: [undefined, { op: 'constant' }] }],
    });
    expect(triggers.lists[1].actions[0].task).toMatchObject({
      by: 'effects',
      effects: [{ kind: 'modify', amount: { op: 'negate' } }],
    });
    const alone = sound(withTypes(hit)).rules.triggers;
    expect([alone.triggers, alone.lists.length]).toEqual([[], 1]);
  });

  test('remember what their own actions ask for', () => {
    const [{ remembers }] = bookOf(
      'hit: { fields: { unit: unit }, subject: unit, do: [{ meter: health, set: 1 }, { tell: x, values: { n: was(occurrence.unit.health) } }] }',
    ).types;
    expect(remembers.map(({ number, node }) => [number, printNode(node)])).toEqual([
      [0, '(read 0 missing (occurring 0 entity))'],
    ]);
  });

  test('are nowhere in content that declares none', () => {
    const { model, rules } = sound(base.split('timing:')[0]);
    expect([rules.timing, rules.triggers, model.occurrences, model.abilities, model.roles]).toEqual([
      noTiming,
      noTriggers,
      [],
      [],
      ['hero'],
    ]);
    expect(sound(base.split('occurrences:')[0]).rules.timing).toMatchObject({
      types: [],
      players: 1,
      active: 1,
      next: 2,
      steps: 1,
    });
  });

  test('leave players of content their roles', () => {
    expect(sound(withTypes(hit).replace('roles: [hero]', 'roles: [next, hero]')).model.roles).toEqual([
      'next',
      'hero',
      'active',
    ]);
  });
});

describe('what effects and phases do', () => {
  const typesOf = (on: string): readonly (readonly [string, unknown])[] =>
    sound(listening(on))
      .rules.timing.types.slice(1)
      .map(({ name, change }) => [name, change]);
  const wheresOf = (on: string): unknown =>
    sound(listening(on)).rules.timing.abilities[0].on.map(({ type, where }) => [type, where && printNode(where)]);
  const fieldsOf = (on: string): unknown =>
    sound(listening(on))
      .rules.timing.types[1].fields.flatMap((field) => (field === undefined ? [] : [field.name]))
      .sort();

  test.each<readonly [on: string, name: string, what: unknown, fields: string]>([
    ['{ creates: unit }', 'creates:unit', { what: 'create', kind: 2 }, 'amount player source subject target'],
    ['{ destroys: unit }', 'destroys:unit', { what: 'destroy', kind: 2 }, 'player source subject'],
    ['{ gives: unit }', 'gives:unit', { what: 'give', kind: 2 }, 'player source subject target'],
    ['{ moves: unit }', 'moves:unit', { what: 'move', kind: 2 }, 'player source subject target'],
    ['{ gains: health }', 'gains:health', { what: 'gain', column: 0 }, 'after amount before player source subject'],
    ['{ loses: gold }', 'loses:gold', { what: 'loss', column: 3 }, 'after amount before player source subject'],
  ])('%s', (on, name, what, fields) => {
    expect(typesOf(on)).toEqual([[name, { by: 'effect', what }]]);
    expect(fieldsOf(on)).toEqual(fields.split(' '));
  });

  test('are listened to where they come to a value', () => {
    expect(
      wheresOf(
        '[{ crosses: { meter: health, value: 3 } }, { crosses: { meter: health, value: 1, direction: down }, where: occurrence.amount > 2 }]',
      ),
    ).toEqual([
      [
        1,
        '(and (compare < (occurring 4 number) (constant number 3)) (compare >= (occurring 5 number) (constant number 3)))',
      ],
      [
        2,
        '(and (and (compare > (occurring 4 number) (constant number 1)) (compare <= (occurring 5 number) (constant number 1))) (compare > (occurring 1 number) (constant number 2)))',
      ],
    ]);
    // One type that is named twice answers where either says so.
    expect(
      wheresOf('[{ gains: health, where: occurrence.amount > 2 }, { gains: health, where: occurrence.before < 1 }]'),
    ).toEqual([
      [
        1,
        '(or (compare > (occurring 1 number) (constant number 2)) (compare < (occurring 4 number) (constant number 1)))',
      ],
    ]);
    expect(wheresOf('[{ gains: health, where: occurrence.amount > 2 }, { gains: health }]')).toEqual([[1, undefined]]);
  });

  test('are those of any kind', () => {
    expect(typesOf('{ destroys: object }').map(([name]) => name)).toEqual(['destroys:side', 'destroys:unit']);
    expect(wheresOf('{ destroys: object, where: occurrence.subject != hero }')).toHaveLength(2);
  });

  test('are phases that begin before and when they do, and end after', () => {
    const book = (at: string): unknown => {
      const {
        abilities: [{ on }],
        types,
      } = sound(
        `${withTypes(hit)}abilities: [{ name: a, class: trait, at: ${at}, on: { phase: growth }, do: [{ tell: x }] }]\n`,
      ).rules.timing;
      return on.map(({ type, where }) => [types[type].name, types[type].change, where && printNode(where)]);
    };
    const isGrowth = '(compare == (occurring 2 enumeration 2) (constant enumeration 2 3))';
    expect(['before', 'when', 'after'].map(book)).toEqual(
      ['begins', 'begins', 'ends'].map((what) => [[`phase-${what}`, { by: 'nothing' }, isGrowth]]),
    );
    expect(knownPhases).toEqual(builtInPhases);
    const { model } = sound(listening('{ phase: growth }'));
    expect(model.enumerations[2]).toMatchObject({ index: 2, members: builtInPhases });
    const result = load(listening('{ phase: grwoth }'));
    expect([result.ok, briefly(result.warnings), result.warnings[0].suggestion]).toEqual([
      true,
      ['10:51 unknown-phase'],
      'did you mean `growth`?',
    ]);
    expect(result.ok && result.program.model.enumerations[2].members.at(-1)).toBe('grwoth');
  });

  test('know the owners that play', () => {
    const warned = load(listening('{ gains: health, where: occurrence.player.health > 3 }'));
    expect(warned.warnings.map(({ code }) => code)).toEqual(['never-present']);
  });
});

describe('mistakes in occurrences', () => {
  testRows(
    [
      [
        'an unknown type',
        withTypes('a: { fields: { x: untit } }'),
        '9:21 unknown-type',
        'the type of `x` is `untit`',
        'did you mean `unit`?',
      ],
      [
        'a step where there are none',
        withTypes('a: { fields: { x: step } }').replace(', steps: [march, battle]', ''),
        '9:21 unknown-type',
        'is `step`',
        'list the steps under `timing`',
      ],
      [
        'a kind and an enumeration',
        withTypes('a: { fields: { x: mood } }')
          .replace('kinds: {', 'kinds: { mood: {},')
          .replace('mood: { type: mood }, ', '')
          .replace(', properties: [mood, home]', ''),
        '9:21 duplicate-name',
        '`mood` is a kind and an enumeration',
      ],
      [
        'a field that no expression can name',
        withTypes('a: { fields: { x y: unit } }'),
        '9:18 bad-name',
        'the field `x y` cannot be used in an expression',
      ],
      ['a word that none can name', withTypes('a: { fields: { in: unit } }'), '9:18 bad-name', 'the field `in`'],
      [
        'the name of a built-in occurrence',
        withTypes('"gains:health": {}'),
        '9:3 reserved-name',
        '`gains:health` is the name of a built-in occurrence',
      ],
      [
        'a name twice',
        withTypes('a: {}').replace('occurrences:\n', 'occurrences:\n  a: {}\n'),
        '10:3 duplicate-key',
        '`a`',
      ],
      [
        'a subject that is no field',
        withTypes('a: { fields: { unit: unit }, subject: unti }'),
        '9:41 unknown-name',
        '`a` has no field `unti`',
        'did you mean `unit`?',
      ],
      [
        'a subject that is no object',
        withTypes('a: { fields: { n: number }, subject: n }'),
        '9:40 wrong-type',
        'the subject of `a` is the field `n`, which is not an object',
      ],
      [
        'an amount by its name that is no number',
        withTypes('a: { fields: { amount: unit } }'),
        '9:18 wrong-type',
        'the amount of `a` is the field `amount`, which is not a number',
        'rename the field, or give another under `amount`',
      ],
      [
        'two ways',
        withTypes('a: { fields: { p: side }, change: { turnEnds: p }, do: [{ tell: x }] }'),
        '9:54 two-ways',
        '`a` has both `change` and `do`',
      ],
      [
        'a turn of no field',
        withTypes('a: { fields: { p: side }, change: { turnEnds: q } }'),
        '9:49 unknown-name',
        '`a` has no field `q`',
      ],
      [
        'a turn of a number',
        withTypes('a: { fields: { p: number }, change: { turnBegins: p } }'),
        '9:53 wrong-type',
        'the field `p` of `a` is not an object, expected a player',
      ],
      [
        'a step of a word',
        withTypes('a: { fields: { p: mood }, change: { stepBegins: p } }'),
        '9:51 wrong-type',
        'is not a step, expected a field of type `step`',
        'name another field',
      ],
      [
        'another change',
        withTypes('a: { fields: { p: mood }, change: { turnBegin: p } }'),
        '9:39 unknown-key',
        '`turnBegin` is not a key of `occurrences.a.change`',
      ],
      [
        'a condition on an unknown field',
        withTypes('a: { fields: { p: side }, possible: occurrence.q == null }'),
        '9:50 unknown-field',
        '`a` has no field `q`',
      ],
      [
        'a controller',
        withTypes('a: { fields: { p: side }, possible: controller == occurrence.p }'),
        '9:39 no-controller',
        "an occurrence is nobody's",
      ],
      [
        'what was before anything has happened',
        withTypes('a: { fields: { p: side }, possible: was(occurrence.p.gold) > 1 }'),
        '9:39 no-occurrence',
        'nothing is remembered here',
      ],
      [
        'self',
        withTypes('a: { possible: self.health > 1 }'),
        '9:18 unknown-name',
        "`self` stands for nobody here: what occurs is nobody's",
        'declare a field for an object',
      ],
      [
        'self beside an object',
        withTypes('a: { fields: { n: number, unit: unit }, possible: self.health > 1 }'),
        '9:53 unknown-name',
        '`self` stands for nobody here',
        'write `occurrence.unit` for the object in that field',
      ],
      [
        'a class for a type',
        withTypes('a: { fields: { x: scout } }'),
        '9:21 unknown-type',
        'the type of `x` is `scout`',
        'write `unit`, its kind',
      ],
      [
        'a number by another name',
        withTypes('a: { fields: { x: integer } }'),
        '9:21 unknown-type',
        'the type of `x` is `integer`',
        'write `number`',
      ],
      [
        'an object by another name',
        withTypes('a: { fields: { x: reference } }'),
        '9:21 unknown-type',
        'is `reference`',
        'write `object`',
      ],
      [
        'a class of players',
        base.replace('players: side', 'players: scout').replace('occurrences:\n', ''),
        '7:20 unknown-name',
        '`scout` is a class, not a kind',
        'write `unit`, its kind',
      ],
      [
        'a turn of somebody who does not play',
        withTypes('a: { fields: { who: unit }, change: { turnBegins: who } }'),
        '9:53 wrong-type',
        'the field `who` of `a` is of kind `unit`, and those who play are of kind `side`',
        'write `who: side` under `fields`',
      ],
      [
        'the next turn of somebody who does not play',
        withTypes('a: { fields: { who: unit }, change: { turnEnds: who } }'),
        '9:51 wrong-type',
        'is of kind `unit`',
      ],
      [
        'an occurrence raised that is none',
        withTypes('a: { do: [{ raise: b }] }'),
        '9:22 unknown-name',
        'there is no occurrence `b`',
        'declare it under `occurrences`',
      ],
      [
        'a value of no field',
        withTypes('a: { fields: { unit: unit }, do: [{ raise: a, values: { unti: occurrence.unit } }] }'),
        '9:59 unknown-name',
        '`a` has no field `unti`',
        'did you mean `unit`?',
      ],
      [
        'a value of another type',
        withTypes('a: { fields: { unit: unit }, do: [{ raise: a, values: { unit: 3 } }] }'),
        '9:65 type-mismatch',
        'expected an object, found a number',
      ],
      [
        'nothing raised',
        withTypes('a: { do: [{ raise: [] }] }'),
        '9:22 missing-key',
        'is an empty list, expected at least one thing in it',
      ],
      [
        'values beside several',
        withTypes('a: { fields: { n: number }, do: [{ raise: [{ type: a }], values: { n: 1 } }] }'),
        '9:60 two-ways',
        '`raise` is a list, so `values` beside it belong to no occurrence',
      ],
      [
        'another point',
        withTypes('a: { do: [{ point: a, at: during }] }'),
        '9:29 unknown-word',
        'expected `before`, `when` or `after`',
      ],
      [
        'a payment of nobody',
        withTypes('a: { fields: { amount: number }, do: [{ pay: a, paid: a }] }')
          .replace('paid: a', 'paid: b')
          .concat('  b: { fields: { player: side } }\n'),
        '9:48 not-payable',
        '`a` has no player, expected one: that is who pays',
      ],
      [
        'a payment without a sum',
        withTypes('a: { fields: { player: side }, do: [{ pay: a }] }'),
        '9:46 not-payable',
        '`a` has no amount',
      ],
      [
        'something negated where nothing is answered',
        withTypes('a: { do: [{ negate: true }] }'),
        '9:15 not-answering',
        '`negate` changes what is answered, and nothing is answered here',
      ],
      [
        'a misspelt action',
        withTypes('a: { do: [{ rase: a }] }'),
        '9:15 unknown-key',
        '`rase` is not a key of `occurrences.a.do[0]`',
        'did you mean `raise`?',
      ],
      [
        'no such kind of players',
        base.replace('players: side', 'players: sied').replace('occurrences:\n', ''),
        '7:20 unknown-name',
        '`sied` is not a kind',
        'did you mean `side`?',
      ],
      [
        'two sections of timing',
        `${base.replace('occurrences:\n', '')}roles: []\n`.replace('roles: []', 'timing: {}'),
        '8:1 duplicate-key',
        '`timing`',
      ],
      [
        'an enumeration of that name',
        withTypes('a: {}').replace('enumerations: {', 'enumerations: { step: [x],'),
        '1:17 duplicate-name',
        '`step` is the enumeration of the steps of play',
      ],
      [
        'a constant of that name',
        `constants: { step: 3 }\n${withTypes('a: {}')}`,
        '1:14 reserved-name',
        '`step` is reserved where something occurs',
      ],
      [
        'a role of that name',
        withTypes('a: {}').replace('roles: [hero]', 'roles: [controller]'),
        '4:9 reserved-name',
        '`controller` is reserved',
      ],
      [
        'an ending without players',
        withTypes('a: {}').replace('players: side', 'over: true'),
        '7:17 no-players',
        '`over` says when play is over, and nobody plays',
      ],
      [
        'an ending of nobody',
        withTypes('a: {}').replace('players: side', 'players: side, over: self.gold > 3'),
        '7:32 unknown-name',
        'unknown name `self`',
      ],
      [
        'two endings',
        `expressions: { over: { of: side, is: true } }\n${withTypes('a: {}')}`.replace(
          'players: side',
          'players: side, over: has(hero)',
        ),
        '1:16 duplicate-name',
        'an expression is called `over`',
      ],
      [
        'another policy',
        withTypes('a: {}').replace('players: side', 'players: side, policy: { gruoping: merged }'),
        '7:36 unknown-key',
        '`gruoping` is not a key of `timing.policy`',
        'did you mean `grouping`?',
      ],
      [
        'no depth',
        withTypes('a: {}').replace('players: side', 'players: side, policy: { depth: 0 }'),
        '7:43 out-of-range',
        'expected a whole number from 1 to 10000',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('in several files', () => {
    const errors = errorsOf(withTypes('a: {}'), 'timing: { steps: [x] }\n');
    expect(errors.map(({ file, code, message }) => [file, code, message.slice(0, 57)])).toEqual([
      ['file-2.yaml', 'duplicate-name', '`timing` is already a section of content in `file-1.yaml`'],
    ]);
  });

  test('that take a type are not blamed on those who name it', () => {
    expect(
      briefly(
        errorsOf(
          withTypes(
            'a: { feilds: { unit: unit }, possible: occurrence.unit.health > 0, do: [{ raise: a, values: { unit: occurrence.unit } }] }',
          ),
        ),
      ),
    ).toEqual(['9:8 unknown-key']);
    expect(
      briefly(
        errorsOf(withTypes('a: { fields: { unit: untit }, subject: unit, possible: occurrence.unit.health > 0 }')),
      ),
    ).toEqual(['9:24 unknown-type']);
    expect(briefly(errorsOf(withTypes('a: 3', 'b: { do: [{ raise: a }] }')))).toEqual(['9:6 wrong-type']);
  });
});
