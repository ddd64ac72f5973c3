import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { neverTrue } from '../../../src/plans/never-true.js';
import type { Action, TriggerBook } from '../../../src/ir/trigger.js';
import { noTriggers, plainPolicy } from '../../../src/ir/trigger.js';
import { createWorld } from '../../../src/world.js';
import type { World } from '../../../src/world/api.js';
import type { TriggerEvent } from '../../../src/world/events-api.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

/** A siege. Seven lines. */
const base = `enumerations: { mood: [calm, angry] }
meters: { health: { default: 20 }, power: { default: 3 } }
properties: { mood: { type: mood }, rank: {}, gold: {} }
roles: [capital, hero, flag ship]
kinds: { side: { faction: true, properties: [gold] }, city: { node: true, ownership: stored, meters: [health], properties: [mood] }, unit: { attachesTo: [city], meters: [health, power], properties: [rank] } }
classes: { scout: { kind: unit } }
triggers:
`;
const withTriggers = (...triggers: readonly string[]): string =>
  `${base}${triggers.map((trigger) => `  - ${trigger}\n`).join('')}`;
const bookOf = (...triggers: readonly string[]): TriggerBook => sound(withTriggers(...triggers)).rules.triggers;
const warningsOf = (...triggers: readonly string[]) => load(withTriggers(...triggers)).warnings;
const whenOf = (when: string, rest = ''): string =>
  printNode(bookOf(`{ name: a, when: ${when}, do: [{ check: true }]${rest} }`).triggers[0].when);
const actionsOf = (actions: string, others: readonly string[] = []): readonly Action[] =>
  bookOf(`{ name: a, when: true, subject: hero, direct: capital, do: ${actions} }`, ...others).lists[0].actions;

/** Text of the nodes of an action. */
function shown({ name, subject, direct, filter, swaps, needsDirect }: Action): unknown {
  const [about, to, asked] = [subject, direct, filter].map((node) => node && printNode(node));
  return [name, about, to, asked, swaps, needsDirect];
}

describe('triggers', () => {
  test('are lowered in their order, with what they are left out', () => {
    const { triggers, lists, policy, timing } = bookOf(
      '{ name: a, when: capital.health < 10, do: [{ delay: 2 }] }',
      '{ name: b c, when: [time > 3, turn > 4], looks: rise, persistent: true, disarmed: true, subject: hero.owner, direct: objects(city).first(), do: [{ check: true }] }',
    );
    expect([policy, timing]).toEqual([plainPolicy, { granularity: 1, period: 1 }]);
    expect(triggers).toMatchObject([
      {
        index: 0,
        name: 'a',
        looks: 'sweep',
        armed: true,
        persistent: false,
        list: 0,
        origin: { file: 'content.yaml', line: 8, column: 5 },
      },
      { index: 1, name: 'b c', looks: 'rise', armed: false, persistent: true, list: 1, origin: { line: 9 } },
    ]);
    expect(triggers[0].subject).toBeUndefined();
    expect([triggers[1].subject, triggers[1].direct].map((node) => node && printNode(node))).toEqual([
      '(follow owner (role 1))',
      '(aggregate first objects 2 0 @0 (constant boolean 1))',
    ]);
    expect(lists.map(({ index, name }) => [index, name])).toEqual([
      [0, 'trigger a'],
      [1, 'trigger b c'],
    ]);
    expect(sound(withTriggers('{ name: a, when: true, do: [{ check: true }] }')).model.triggers).toEqual(['a']);
    expect(sound(base.replace('triggers:\n', '')).rules.triggers).toBe(noTriggers);
  });

  test('name objects by their roles, of whom nothing is assumed', () => {
    expect(whenOf('capital.health < 10 && capital.mood == angry')).toBe(
      '(and (compare < (read 0 missing (role 0)) (constant number 10)) (compare == (read 2 climb missing (role 0)) (constant enumeration 0 2)))',
    );
    // In other conditions what is added would be taken for 0.
    expect(whenOf('hero.health + hero.rank > 3')).toBe(
      '(compare > (add (read 0 missing (role 1)) (read 3 climb missing (role 1))) (constant number 3))',
    );
    expect(whenOf('\'role("flag ship") == hero\'')).toBe('(compare == (role 2) (role 1))');
    expect(whenOf('"!has(hero)"')).toBe('(not (present (role 1)))');
    expect(whenOf('"objects(unit).exists(u, u.rank > 3 && u.city == capital)"')).toContain(
      '(read 3 climb missing (slot 0))',
    );
  });

  test('are looked at in turns that a number divides', () => {
    expect(whenOf('capital.health < 10', ', every: 3')).toBe(
      '(and (compare == (remainder zero (time) (constant number 3)) (constant number 0)) (compare < (read 0 missing (role 0)) (constant number 10)))',
    );
    expect(whenOf('true', ', every: 1')).toBe('(constant boolean 1)');
    expect(whenOf('[]')).toBe('(constant boolean 1)');
  });

  test('have actions with roles and filters of their own', () => {
    expect(
      actionsOf(
        '[{ delay: 2, if: target.owner != source.owner }, { check: true, subject: null, direct: source.city, swap: true }]',
      ).map(shown),
    ).toEqual([
      ['delay', undefined, undefined, '(compare != (follow owner (slot 1)) (follow owner (slot 0)))', false, false],
      ['check', '(constant entity 0)', '(follow ancestor 2 (slot 0))', undefined, true, false],
    ]);
    expect(shown(actionsOf('[{ check: true, if: [source.rank > 1, hero.health > 2] }]')[0])).toMatchObject({
      3: '(and (compare > (read 3 climb missing (slot 0)) (constant number 1)) (compare > (read 0 missing (role 1)) (constant number 2)))',
    });
  });

  test('do what effects do', () => {
    const actions = actionsOf(
      '[{ meter: health, add: source.power - hero.power, label: Blow }, { stockpile: gold, set: 3 }, { destroy: true, on: source }, { bind: hero, to: target }]',
    );
    expect(actions.map(({ name, needsDirect }) => [name, needsDirect])).toEqual([
      ['meter', true],
      ['stockpile', true],
      ['destroy', false],
      ['bind', false],
    ]);
    expect(actions.map(({ task }) => task)).toMatchObject([
      { by: 'effects', effects: [{ kind: 'modify', recipient: 'target', stacking: 0, label: 'Blow' }] },
      { effects: [{ kind: 'modify', recipient: 'empires' }] },
      { effects: [{ kind: 'destroy', recipient: 'source' }] },
      { effects: [{ kind: 'bind' }] },
    ]);
  });

  test('tell the host numbers, conditions and objects', () => {
    const [{ name, needsDirect, task }] = actionsOf(
      '[{ tell: Raid!, values: { loss: target.health / 2, mad: target.mood == angry, who: source } }]',
    );
    expect([name, needsDirect]).toEqual(['tell', false]);
    expect(task).toMatchObject({
      by: 'effects',
      effects: [{ kind: 'message', text: 'Raid!', values: [{ name: 'loss' }, { name: 'mad' }, { name: 'who' }] }],
    });
  });

  test('arm and disarm by index, and have lists in lists', () => {
    const other = '{ name: b, when: true, do: [{ disarm: [a, b] }] }';
    const { lists } = bookOf(
      '{ name: a, when: true, do: [{ do: [{ do: [{ check: true }], swap: true }, { delay: 0 }] }, { arm: b, disarm: a }] }',
      other,
    );
    expect(lists.map(({ name, actions }) => [name, actions.map(({ task }) => task)])).toEqual([
      [
        'trigger a',
        [
          { by: 'group', list: 1 },
          { by: 'arm', arm: [1], disarm: [0] },
        ],
      ],
      [
        'trigger a',
        [
          { by: 'group', list: 2 },
          { by: 'delay', ticks: 0 },
        ],
      ],
      ['trigger a', [{ by: 'poll' }]],
      ['trigger b', [{ by: 'arm', arm: [], disarm: [0, 1] }]],
    ]);
  });

  test('draw at places of their own', () => {
    const { triggers, lists } = bookOf(
      '{ name: a, when: chance(0.5), do: [{ check: true, if: "chance(0.25)" }, { do: [{ meter: health, add: random(), direct: hero }] }] }',
    );
    const texts = [triggers[0].when, lists[0].actions[0].filter].map((node) => node && printNode(node));
    expect(texts).toEqual([
      '(compare < (draw 0 0) (constant number 0.5))',
      '(compare < (draw 1 2) (constant number 0.25))',
    ]);
    expect(lists[1].actions[0].task).toMatchObject({ effects: [{ amount: { op: 'draw', data: { site: 2 } } }] });
  });
});

describe('the fingerprint', () => {
  const print = (trigger: string): string =>
    sound(withTriggers('{ name: other, when: true, do: [{ check: true }] }', trigger)).fingerprint;
  const plain = '{ name: a, when: true, do: [{ tell: x }] }';

  test.each([
    '{ name: b, when: true, do: [{ tell: x }] }',
    '{ name: a, when: false, do: [{ tell: x }] }',
    '{ name: a, when: true, every: 2, do: [{ tell: x }] }',
    '{ name: a, when: true, looks: rise, do: [{ tell: x }] }',
    '{ name: a, when: true, persistent: true, do: [{ tell: x }] }',
    '{ name: a, when: true, disarmed: true, do: [{ tell: x }] }',
    '{ name: a, when: true, subject: hero, do: [{ tell: x }] }',
    '{ name: a, when: true, direct: hero, do: [{ tell: x }] }',
    '{ name: a, when: true, do: [{ tell: y }] }',
    '{ name: a, when: true, do: [{ tell: x, values: { n: 1 } }] }',
    '{ name: a, when: true, do: [{ tell: x, if: true }] }',
    '{ name: a, when: true, do: [{ tell: x, swap: true }] }',
    '{ name: a, when: true, do: [{ tell: x, direct: hero }] }',
    '{ name: a, when: true, do: [{ delay: 1 }] }',
    '{ name: a, when: true, do: [{ arm: other }] }',
    '{ name: a, when: true, do: [{ disarm: other }] }',
    '{ name: a, when: true, do: [{ do: [{ tell: x }] }] }',
  ])('changes with %s', (trigger) => {
    expect(print(trigger)).not.toBe(print(plain));
  });

  test('does not change with the way that things are written', () => {
    expect(print('{ name: a, when: [true], persistent: false, do: [{ tell: x, values: {} }] }')).toBe(print(plain));
    expect(sound(base.replace('triggers:\n', 'triggers: []\n')).fingerprint).toBe(
      sound(base.replace('triggers:\n', '')).fingerprint,
    );
  });
});

describe('mistakes in triggers', () => {
  testRows(
    [
      [
        'a name twice',
        withTriggers(
          '{ name: a, when: true, do: [{ check: true }] }',
          '{ name: a, when: true, do: [{ check: true }] }',
        ),
        '9:13 duplicate-name',
        '`a` is already a trigger in line 8',
        'rename one',
      ],
      [
        'no name',
        withTriggers('{ when: true, do: [{ check: true }] }'),
        '8:5 missing-key',
        '`triggers[0]` has no `name`',
        'add `name`',
      ],
      [
        'no actions',
        withTriggers('{ name: a, when: true }'),
        '8:5 missing-key',
        '`triggers[0]` has no `do`, expected a list of actions',
      ],
      [
        'no condition',
        withTriggers('{ name: a, when: 3, do: [{ check: true }] }'),
        '8:22 type-mismatch',
        'expected a condition, found a number',
      ],
      [
        'self',
        withTriggers('{ name: a, when: self.health > 3, do: [{ check: true }] }'),
        '8:22 unknown-name',
        'unknown name `self`',
        'name an object by its role, such as `capital`, or ask an aggregate such as `objects(kind)`',
      ],
      [
        'a member alone, without any role',
        'meters: { health: {} }\nkinds: { unit: { meters: [health] } }\ntriggers: [{ name: a, when: health > 3, do: [{ check: true }] }]',
        '3:29 unknown-name',
        'unknown name `health`',
        'name an object by its role, which content declares under `roles`, or ask an aggregate such as `objects(kind)`',
      ],
      [
        'a misspelt role',
        withTriggers('{ name: a, when: captial.health > 3, do: [{ check: true }] }'),
        '8:22 unknown-name',
        'unknown name `captial`',
        'did you mean `capital`?',
      ],
      [
        'no role at all',
        withTriggers('{ name: a, when: dragon.health > 3, do: [{ check: true }] }'),
        '8:22 unknown-name',
        'unknown name `dragon`',
        'declare it under `roles` if it is to be an object',
      ],
      [
        'a member with the name of a role',
        withTriggers('{ name: a, when: "objects(unit).exists(hero, hero.rank > 3)", do: [{ check: true }] }'),
        '8:44 shadowed-name',
        '`hero` already has a meaning here',
      ],
      [
        'a subject that is no object',
        withTriggers('{ name: a, when: true, subject: hero.health, do: [{ check: true }] }'),
        '8:37 type-mismatch',
        'expected an object, found a number',
      ],
      [
        'every 0',
        withTriggers('{ name: a, when: true, every: 0, do: [{ check: true }] }'),
        '8:35 out-of-range',
        'expected a whole number from 1 to 1000000000',
      ],
      [
        'a rise every second turn',
        withTriggers('{ name: a, when: true, every: 2, looks: rise, do: [{ check: true }] }'),
        '8:28 two-ways',
        'which is tested in every turn',
        'remove `every`, or write `looks: sweep`',
      ],
      [
        'another look',
        withTriggers('{ name: a, when: true, looks: raise, do: [{ check: true }] }'),
        '8:35 unknown-word',
        'expected `sweep` or `rise`',
        'did you mean `rise`?',
      ],
      [
        'an unknown key',
        withTriggers('{ name: a, when: true, presistent: true, do: [{ check: true }] }'),
        '8:28 unknown-key',
        '`presistent` is not a key of `triggers[0]`',
        'did you mean `persistent`?',
      ],
      [
        'a misspelt action',
        withTriggers('{ name: a, when: true, do: [{ do: [{ dely: 2 }] }] }'),
        '8:42 unknown-key',
        '`dely` is not a key of `triggers[0].do[0].do[0]`',
        'did you mean `delay`?',
      ],
      [
        'half a turn',
        withTriggers('{ name: a, when: true, do: [{ do: [{ delay: 0.5 }] }] }'),
        '8:49 out-of-range',
        '`triggers[0].do[0].do[0].delay` is `0.5`, expected a whole number',
      ],
      [
        'stacking',
        withTriggers('{ name: a, when: true, direct: hero, do: [{ meter: health, add: 1, stacking: 3 }] }'),
        '8:72 unknown-key',
        '`stacking` is not a key of `triggers[0].do[0]`',
      ],
      [
        'no trigger',
        withTriggers('{ name: alarm, when: true, do: [{ arm: alram }] }'),
        '8:44 unknown-name',
        'there is no trigger `alram`',
        'did you mean `alarm`?',
      ],
      [
        'one of several',
        withTriggers('{ name: a, when: true, do: [{ disarm: [a, bell] }] }'),
        '8:47 unknown-name',
        'there is no trigger `bell`',
        'declare it under `triggers`',
      ],
      [
        'one twice',
        withTriggers('{ name: a, when: true, do: [{ disarm: [a, a] }] }'),
        '8:47 duplicate-name',
        '`a` is listed twice',
      ],
      [
        'both at once',
        withTriggers('{ name: a, when: true, do: [{ arm: a, disarm: a }] }'),
        '8:51 two-ways',
        'one action arms the trigger `a` and disarms it',
        'what is disarmed comes last',
      ],
      [
        'an unknown meter',
        withTriggers('{ name: a, when: true, direct: hero, do: [{ meter: helth, add: 1 }] }'),
        '8:56 unknown-name',
        'unknown name `helth`, expected a meter',
        'did you mean `health`?',
      ],
      [
        'a word to tell',
        withTriggers('{ name: a, when: true, do: [{ tell: x, values: { mood: hero.mood } }] }'),
        '8:60 wrong-type',
        '`mood` is neither a number, a condition nor an object',
      ],
      [
        'a filter that is none',
        withTriggers('{ name: a, when: true, do: [{ check: true, if: source }] }'),
        '8:52 type-mismatch',
        'expected a condition, found an object',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('that take a trigger are not blamed on those who name it', () => {
    expect(
      briefly(
        errorsOf(
          withTriggers(
            '{ name: a, when: true, evry: 2, do: [{ check: true }] }',
            '{ name: b, when: true, do: [{ arm: a }] }',
          ),
        ),
      ),
    ).toEqual(['8:28 unknown-key']);
    expect(
      briefly(
        errorsOf(
          withTriggers('{ nme: a, when: true, do: [{ check: true }] }', '{ name: b, when: true, do: [{ arm: a }] }'),
        ),
      ),
    ).toEqual(['8:7 unknown-key']);
  });
});

describe('what can hardly be meant', () => {
  testRows(
    [
      ['no actions', '{ name: a, when: true, do: [] }', '8:32 no-actions', 'the trigger `a` has no actions'],
      [
        'nobody to fire on',
        '{ name: a, when: true, do: [{ do: [{ meter: health, add: 1 }] }] }',
        '8:40 no-target',
        'on the target, and there is none',
        'under `subject` or `direct`',
      ],
      [
        'nobody who fires',
        '{ name: a, when: true, direct: hero, do: [{ meter: health, add: 1, on: source }] }',
        '8:76 no-target',
        'on the source, and there is none',
      ],
      [
        'nobody by name',
        '{ name: a, when: true, subject: hero, do: [{ destroy: true, subject: null }] }',
        '8:48 no-target',
        'on the target',
      ],
      [
        'a target that becomes the source',
        '{ name: a, when: true, direct: hero, do: [{ destroy: true, swap: true }] }',
        '8:47 no-target',
        'on the target',
      ],
      [
        'no conditions',
        '{ name: a, when: [], do: [{ tell: x }] }',
        '8:22 no-conditions',
        'the trigger `a` has no conditions',
        'write `when: true` if that is meant',
      ],
      [
        'nothing but to wait',
        '{ name: a, when: true, do: [{ delay: 1 }, { do: [{ delay: 2 }] }] }',
        '8:32 no-actions',
        'the trigger `a` only waits',
        'add an action',
      ],
      [
        'a trigger that arms itself',
        '{ name: a, when: true, do: [{ arm: a }, { check: true }] }',
        '8:47 endless-check',
        'the trigger `a` arms itself and looks at all triggers',
        'arm it after the check',
      ],
      [
        'a check without an end',
        '{ name: a, when: true, persistent: true, do: [{ tell: x }, { do: [{ check: true }] }] }',
        '8:73 endless-check',
        'stays armed and looks at all triggers',
        'remove `persistent`',
      ],
    ],
    (trigger, brief, message, suggestion) => {
      const warnings = warningsOf(trigger);
      expect(briefly(warnings)).toEqual([brief]);
      expect(warnings[0].message).toContain(message);
      expect(warnings[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test.each([
    '{ name: a, when: true, subject: hero, do: [{ destroy: true }, { destroy: true, on: source }, { meter: health, add: 1, swap: true }] }',
    '{ name: a, when: true, do: [{ destroy: true, direct: hero }, { do: [{ destroy: true }], subject: hero }, { bind: hero, to: null }, { tell: x }] }',
    '{ name: a, when: true, persistent: true, do: [{ delay: 1 }, { check: true }] }',
    '{ name: a, when: true, persistent: true, do: [{ disarm: a }, { check: true }] }',
    '{ name: a, when: true, persistent: true, do: [{ check: true, if: capital.health > 3 }] }',
    '{ name: a, when: true, persistent: true, looks: rise, do: [{ check: true }] }',
    '{ name: a, when: true, do: [{ check: true }] }',
    '{ name: a, when: true, do: [{ check: true }, { arm: a }] }',
    '{ name: a, when: true, do: [{ arm: a }, { disarm: a }, { check: true }] }',
    '{ name: a, when: true, do: [{ arm: a, if: capital.health > 3 }, { check: true }] }',
    '{ name: a, when: true, looks: rise, do: [{ arm: a }, { check: true }] }',
    '{ name: a, when: true, do: [{ delay: 1 }, { tell: x }] }',
    '{ name: a, when: true, do: [{ do: [{ delay: 1 }] }, { arm: a }, { check: true }] }',
  ])('is not %s', (trigger) => {
    expect(warningsOf(trigger)).toEqual([]);
  });

  describe('a role with the name of a kind or class', () => {
    const hiding = base.replace('flag ship]', 'flag ship, unit, scout]');
    const withOne = (when: string): string => `${hiding}  - { name: a, when: "${when}", do: [{ check: true }] }\n`;

    test('hides it', () => {
      const { warnings } = load(withOne('has(unit)'));
      expect(briefly(warnings)).toEqual(['4:35 hiding-role', '4:41 hiding-role']);
      expect(warnings.map(({ message }) => message)).toEqual([
        'the role `unit` has the name of a kind: in triggers the name stands for the object in the role',
        'the role `scout` has the name of a class: in triggers the name stands for the object in the role',
      ]);
      expect(load(hiding.replace('triggers:\n', '')).warnings).toEqual([]);
    });

    test('is told apart where the kind or class is meant', () => {
      const [{ message, suggestion }] = errorsOf(withOne('objects(unit).count() > 0'));
      expect([message, suggestion]).toEqual([
        'expected a kind, found an object',
        "here `unit` is the role: write `'unit'` in quotes for the kind, or rename the role",
      ]);
      expect(errorsOf(withOne('objects(hero).count() > 0'))[0].suggestion).not.toContain('is the role');
      expect(
        printNode(sound(withOne("objects('unit').exists(u, u.class == 'scout')")).rules.triggers.triggers[0].when),
      ).toBe('(aggregate any objects 3 0 @0 (compare == (classOf (slot 0)) (constant class 1)))');
    });
  });

  describe('a check that', () => {
    const endless = (...triggers: readonly string[]): readonly string[] =>
      warningsOf(...triggers).map(
        ({ line, code, message }) =>
          `${String(line)} ${code} ${/meanwhile|arms itself|stays armed/.exec(message)?.[0] ?? ''}`,
      );
    const armsAndChecks = (name: string, other: string): string =>
      `{ name: ${name}, when: true, do: [{ arm: ${other} }, { check: true }] }`;

    test('others arm again', () => {
      expect(endless(armsAndChecks('a', 'b'), armsAndChecks('b', 'a'))).toEqual([
        '8 endless-check meanwhile',
        '9 endless-check meanwhile',
      ]);
      expect(
        endless(
          armsAndChecks('a', 'b'),
          '{ name: b, when: true, do: [{ arm: c }] }',
          '{ name: c, when: true, do: [{ arm: a }, { check: true }] }',
        ),
      ).toEqual(['8 endless-check meanwhile', '10 endless-check meanwhile']);
      // It stays armed, and in each sweep arms the other before the other has its turn.
      expect(
        endless(
          '{ name: a, when: true, persistent: true, do: [{ arm: b }] }',
          '{ name: b, when: true, do: [{ check: true }] }',
        ),
      ).toEqual(['9 endless-check meanwhile']);
      expect(endless('{ name: b, when: true, do: [{ arm: a }] }', armsAndChecks('a', 'b'))).toEqual([
        '9 endless-check meanwhile',
      ]);
    });

    test.each([
      [
        'comes to an end: nobody arms the first',
        [armsAndChecks('a', 'b'), '{ name: b, when: true, do: [{ check: true }] }'],
      ],
      [
        'comes to an end: the other has its turn after it',
        [armsAndChecks('a', 'b'), '{ name: b, when: true, do: [{ arm: a }] }'],
      ],
      [
        'is armed after some time',
        [armsAndChecks('a', 'b'), '{ name: b, when: true, do: [{ delay: 1 }, { arm: a }, { check: true }] }'],
      ],
      [
        'is disarmed again',
        [armsAndChecks('a', 'b'), '{ name: b, when: true, do: [{ arm: a }, { disarm: a }, { check: true }] }'],
      ],
      [
        'has `looks: rise`',
        [armsAndChecks('a', 'b'), '{ name: b, when: true, looks: rise, do: [{ arm: a }, { check: true }] }'],
      ],
    ])('%s', (_what, triggers) => {
      expect(endless(...triggers)).toEqual([]);
    });

    test.each([
      [[armsAndChecks('a', 'b'), armsAndChecks('b', 'a')], true],
      [
        [
          '{ name: a, when: true, persistent: true, do: [{ arm: b }] }',
          '{ name: b, when: true, do: [{ check: true }] }',
        ],
        true,
      ],
      [['{ name: b, when: true, do: [{ arm: a }] }', armsAndChecks('a', 'b')], true],
      [[armsAndChecks('a', 'b'), '{ name: b, when: true, do: [{ arm: a }] }'], false],
    ])('%s is as the world runs it', (triggers, isEndless) => {
      const world = createWorld(sound(withTriggers(...triggers)));
      if (isEndless)
        expect(() => {
          world.step();
        }).toThrow(expect.objectContaining({ code: 'sweep-depth' }));
      else
        expect(() => {
          world.step();
        }).not.toThrow();
    });
  });

  test('is a condition that is never true', () => {
    const never = (when: string): readonly string[] =>
      neverTrue(sound(withTriggers(`{ name: a, when: "${when}", do: [{ check: true }] }`))).map(({ owner }) => owner);
    expect(never('capital.health > 3 && capital.health < 2')).toEqual(['the trigger `a`']);
    // Nobody is absent, and not none.
    expect(never('capital == null')).toEqual(['the trigger `a`']);
    for (const when of ['time == 2.5', '0.5 == turn', 'objects(unit).count() == 1.5'])
      expect(never(when), when).toEqual(['the trigger `a`']);
    for (const when of [
      'time == 2',
      'time != 2.5',
      'time / 2 == 2.5',
      'hero.rank == 2.5',
      '!has(capital)',
      'capital.health < 2',
      'capital.owner == null',
      'false',
      'time < 0',
    ])
      expect(never(when), when).toEqual([]);
  });
});

describe('worlds with triggers', () => {
  /** A city and a unit, each in its role. */
  function open(...triggers: readonly string[]): {
    readonly world: World;
    readonly city: number;
    readonly unit: number;
  } {
    const world = createWorld(sound(withTriggers(...triggers)));
    const city = world.spawn({ kind: 'city', place: { x: 0, y: 0 } });
    const unit = world.spawn({ kind: 'unit', place: { in: city } });
    world.relations.setRole('capital', city);
    world.relations.setRole('hero', unit);
    return { world, city, unit };
  }

  test('do nothing about what is not there', () => {
    const { world, city, unit } = open(
      '{ name: a, when: hero.health + hero.rank >= 0, persistent: true, direct: capital, do: [{ meter: health, add: -1 }] }',
    );
    world.run(2);
    world.destroy(unit);
    world.run(2);
    expect(world.get(city, 'health')).toBe(18);
  });

  test('take turns that a number divides', () => {
    const { world, city } = open(
      '{ name: a, when: true, every: 3, persistent: true, direct: capital, do: [{ meter: health, add: 1 }] }',
    );
    const health = (): unknown => {
      world.step();
      return world.get(city, 'health');
    };
    expect(Array.from({ length: 7 }, health)).toEqual([20, 20, 21, 21, 21, 22, 22]);
  });

  test.each(['compiled', 'reference'] as const)(
    'see what actions have made of variables, in turns as in sweeps (%s)',
    (executor) => {
      const content = sound(`meters: { health: { default: 20 } }
variables: { vigour: {} }
roles: [hero]
kinds: { unit: { meters: [health], variables: [vigour], modifiers: [{ variable: vigour, set: self.health / 2 }] } }
triggers:
  - { name: wound, when: hero.vigour == 10, direct: hero, do: [{ meter: health, set: 4 }, { tell: vigour, values: { left: target.vigour } }] }
  - { name: limp, when: hero.vigour == 2, do: [{ tell: limp }] }
`);
      const runs = (['step', 'poll'] as const).map((how) => {
        const world = createWorld(content, { executor });
        world.relations.setRole('hero', world.spawn({ kind: 'unit' }));
        const told: unknown[] = [];
        const listen = (event: TriggerEvent): void => {
          if (event.kind === 'message') told.push([event.message.text, event.message.values]);
        };
        world.triggers.hear(listen);
        if (how === 'step') world.step();
        else world.triggers.poll({ listen });
        return told;
      });
      expect(runs).toEqual(
        Array(2).fill([
          ['vigour', { left: 2 }],
          ['limp', {}],
        ]),
      );
    },
  );

  test('say in explain which trigger wrote', () => {
    const { world, city, unit } = open(
      '{ name: fire brigade, when: true, subject: hero, direct: capital, do: [{ do: [{ meter: health, add: source.power, label: Hoses }] }] }',
    );
    world.step();
    expect(world.explain(city, 'health').steps).toMatchObject([
      { rule: 'trigger fire brigade', source: unit, label: 'Hoses', before: 20, after: 23 },
    ]);
  });

  test.each(['compiled', 'reference'] as const)('do other actions where a condition does not hold (%s)', (executor) => {
    const content = sound(
      withTriggers(`name: a
    when: time == 1
    subject: hero
    direct: capital
    do:
      - if: target.health > 20
        swap: true
        do: [{ tell: strong }]
        else:
          - { tell: weak, values: { who: source } }
          - { delay: 1 }
          - { meter: health, add: 2 }
          - { if: source.health > 20, do: [{ tell: strong }], else: [{ tell: still weak }] }
      - { tell: end }`),
    );
    const runs = [false, true].map((isHeard) => {
      const world = createWorld(content, { executor });
      const city = world.spawn({ kind: 'city', place: { x: 0, y: 0 } });
      const unit = world.spawn({ kind: 'unit', place: { in: city } });
      world.relations.setRole('capital', city);
      world.relations.setRole('hero', unit);
      const told: string[] = [];
      if (isHeard)
        world.triggers.hear((event) => {
          if (event.kind === 'message') told.push(`${event.message.text} ${event.message.values.who === city}`);
          // A copy goes on in the same way at each small step.
          if (event.kind === 'act') world.snapshot();
        });
      world.run(3);
      return { hash: world.hash(), health: [world.get(city, 'health'), world.get(unit, 'health')], told };
    });
    expect(runs[1].told).toEqual(['weak true', 'still weak false', 'end false']);
    expect(runs[0].hash).toBe(runs[1].hash);
    // The roles are changed in the list, too: its target is the unit.
    expect(runs[1].health).toEqual([20, 22]);
  });

  test('fire on objects that expressions name, without a target too', () => {
    const { world, city, unit } = open(
      '{ name: a, when: time == 1, do: [{ meter: health, add: 5, on: hero }, { meter: power, add: 1, on: objects(unit).first() }] }',
      '{ name: b, when: time == 1, direct: capital, do: [{ meter: health, set: target.health + 1, on: hero.city }, { destroy: true, on: hero.owner }] }',
    );
    world.step();
    expect([world.get(unit, 'health'), world.get(unit, 'power'), world.get(city, 'health')]).toEqual([25, 4, 21]);
    expect(warningsOf('{ name: a, when: true, do: [{ meter: health, add: 5, on: hero }] }')).toEqual([]);
  });
});
