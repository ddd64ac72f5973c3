import { describe, expect, test } from 'vitest';
import { describeEffect } from '../../../src/plans/describe-effect.js';
import { planOf } from '../../../src/rules/program-plan.js';
import type { Program } from '../../../src/ir/rule.js';
import { printNode } from '../../../src/eval/make-node.js';
import type { Raised } from '../../../src/ir/node.js';
import { type MistakeRow, briefly, errorsOf, load, sound, testRows } from './samples.js';

/** Sides with units that are hit, and a class with one group; its effect stands in line 14. */
const content = (
  effect: string,
  further = '',
  head = '',
): string => `${head}meters: { health: { default: 5 }, power: {} }
properties: { gold: {}, foe: { type: reference } }
roles: [hero]
stacking: { 7: largest }
timing: { players: side, steps: [march, battle] }
kinds: { side: { faction: true, properties: [gold] }, unit: { meters: [health], properties: [foe] } }
occurrences:
  hit: { fields: { unit: unit, amount: number }, subject: unit, do: [{ meter: health, add: -occurrence.amount }] }
  halt: { fields: { part: step, amount: number } }
${further === '' ? '' : `${further}\n`}classes:
  scout:
    kind: unit
    groups:
      - { name: a, scope: { include: true }, effects: [${effect}] }
`;
const raisedIn = (effect: string): readonly Raised[] => {
  const [found] = sound(content(effect)).rules.rules[0].effects;
  if (found.kind !== 'raise') throw new Error(`it is a ${found.kind}`);
  return found.occurrences;
};
const shown = ({ type, values }: Raised): unknown => [type, values.map((value) => value && printNode(value))];
const told = (program: Program): string =>
  describeEffect(program.rules.rules[0].effects[0], { model: program.model, first: 'source', longest: 200 });
const warned = (text: string): readonly string[] => {
  const result = load(text);
  return briefly(result.ok ? result.warnings : result.errors);
};

describe('the effect raise', () => {
  test('names an occurrence, with values by field', () => {
    expect(raisedIn('{ raise: hit, values: { unit: target, amount: source.health } }').map(shown)).toEqual([
      [0, ['(slot 1)', '(read 0 zero (slot 0))']],
    ]);
    expect(raisedIn('{ raise: halt, values: { part: battle } }').map(shown)).toEqual([
      [1, [undefined, undefined, '(constant enumeration 0 2)']],
    ]);
    expect(raisedIn('{ raise: halt }').map(shown)).toEqual([[1, []]]);
  });

  test('or several, with values in each', () => {
    expect(raisedIn('{ raise: [{ type: hit, values: { unit: source } }, { type: halt }] }').map(shown)).toEqual([
      [0, ['(slot 0)']],
      [1, []],
    ]);
  });

  test('takes what all effects take, and is done one by one after growth', () => {
    const [rule] = sound(
      content('{ raise: hit, on: source, stacking: 3, label: Blow, values: { amount: target.health } }'),
    ).rules.rules;
    expect(rule).toMatchObject({
      phase: 'actions',
      structural: true,
      reads: [0],
      writes: [],
      effects: [{ kind: 'raise', recipient: 'source', stacking: 3, label: 'Blow' }],
    });
  });

  test('has no warnings', () => {
    for (const effect of [
      '{ raise: hit, values: { unit: target, amount: floor(random() * 3) } }',
      '{ raise: halt, on: empires }',
      "{ raise: hit, values: { unit: role('hero') } }, { raise: halt }, { give: null }",
    ])
      expect(warned(content(effect))).toEqual([]);
  });

  test('raises what abilities answer, which is no longer left to the host', () => {
    const abilities =
      'abilities: [{ name: x, class: trait, on: hit, do: [{ tell: x }] }, { name: y, class: trait, on: halt, do: [{ tell: y }] }]';
    expect(warned(content('{ raise: hit }', abilities))).toEqual(['10:97 never-raised']);
    expect(warned(content('{ raise: hit }, { raise: [{ type: halt }] }', abilities))).toEqual([]);
  });

  test('is told in words', () => {
    expect(
      told(sound(content('{ raise: hit, values: { unit: target, amount: source.health + 1 }, on: source }'))),
    ).toBe('raise hit (target, source.health + 1) on the source');
    expect(told(sound(content('{ raise: [{ type: hit }, { type: halt, values: { amount: 3 } }] }')))).toBe(
      'raise hit and halt (3)',
    );
  });

  test('hinders its group from being run as one', () => {
    const program = sound(content('{ raise: hit }'));
    expect(planOf(program).rules.get(program.rules.rules[0])?.hindrance).toBe('it raises occurrences');
  });

  test('is part of the fingerprint, with its occurrences, fields and values', () => {
    const texts = [
      'raise: hit',
      'raise: halt',
      'raise: hit, values: { unit: target }',
      'raise: hit, values: { amount: 1 }',
      'raise: halt, values: { amount: 1 }',
      'raise: [{ type: hit }, { type: halt }]',
      'raise: [{ type: halt }, { type: hit }]',
      'raise: hit, on: source',
    ];
    expect(new Set(texts.map((text) => sound(content(`{ ${text} }`)).fingerprint)).size).toBe(texts.length);
    expect(sound(content('{ raise: [{ type: hit }] }')).fingerprint).toBe(
      sound(content('{ raise: hit, label: Blow }')).fingerprint,
    );
  });
});

describe('an effect that raises', () => {
  const rows: readonly MistakeRow[] = [
    [
      'an unknown occurrence',
      content('{ raise: hti }'),
      '14:65 unknown-name',
      'there is no occurrence `hti`',
      'did you mean `hit`?',
    ],
    [
      'one that is like none',
      content('{ raise: zzzzzz }'),
      '14:65 unknown-name',
      'there is no occurrence `zzzzzz`',
      'declare it under `occurrences`',
    ],
    [
      'an unknown field',
      content('{ raise: hit, values: { who: target } }'),
      '14:80 unknown-name',
      '`hit` has no field `who`, expected `unit` or `amount`',
      'declare it',
    ],
    [
      'a field of the wrong type',
      content('{ raise: hit, values: { unit: source.health } }'),
      '14:86 type-mismatch',
      'expected an object',
      '',
    ],
    [
      'a word that there is not',
      content('{ raise: halt, values: { part: batle } }'),
      '14:87 unknown-name',
      '`batle`',
      'did you mean `battle`?',
    ],
    ['no name', content('{ raise: 3 }'), '14:65 wrong-type', 'the name of an occurrence, or a list', ''],
    [
      'nothing',
      content('{ raise: [] }'),
      '14:65 missing-key',
      'is an empty list, expected at least one thing in it',
      'write one, or remove the key',
    ],
    [
      'values of none',
      content('{ raise: [{ type: hit }], values: { unit: target } }'),
      '14:82 two-ways',
      '`values` beside it belong to no occurrence',
      '',
    ],
    [
      'an unknown one of several',
      content('{ raise: [{ type: hit }, { type: hlt }] }'),
      '14:89 unknown-name',
      'there is no occurrence `hlt`',
      '',
    ],
    [
      'what is answered',
      content('{ raise: hit, values: { amount: occurrence.amount } }'),
      '14:88 no-occurrence',
      '`occurrence`',
      '',
    ],
    [
      'a meter in the profile',
      content('{ raise: hit }, { meter: health, add: 1 }', '', 'profile: effects-v0.3\n'),
      '15:72 mixed-group',
      'writes a meter and the one',
      'make two groups',
    ],
    [
      'a number that chooses among amounts',
      content('{ raise: hit, stacking: 7 }'),
      '14:80 stacking-mixed',
      'this effect has no amount to choose by',
      '',
    ],
    [
      'a parameter of the target in the profile',
      content('{ raise: hit, values: { unit: target } }', '', 'profile: effects-v0.3\n'),
      '15:86 profile-target-reference',
      'refers to the target',
      'refer to `source`',
    ],
  ];
  testRows(rows, (text, brief, message, suggestion) => {
    const errors = errorsOf(text);
    expect(briefly(errors)).toEqual([brief]);
    expect(errors[0].message).toContain(message);
    expect(errors[0].suggestion ?? '').toContain(suggestion);
  });

  test('what an empire has not, on empires, is warned of', () => {
    expect(warned(content('{ raise: hit, on: empires, values: { amount: target.health } }'))).toEqual([
      '14:101 never-present',
    ]);
  });

  test('is nothing that content without occurrences can have', () => {
    const errors = errorsOf(
      `kinds: { unit: {} }\nclasses: { scout: { kind: unit, groups: [{ scope: { include: true }, effects: [{ raise: hit }] }] } }\n`,
    );
    expect(briefly(errors)).toEqual(['2:89 no-occurrences']);
    expect(errors[0].suggestion).toMatch(/^declare what may happen, as in .*occurrences: \{ hit: /u);
  });
});
