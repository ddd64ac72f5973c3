import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { describeEffect } from '../../../src/plans/describe-effect.js';
import type { HoldEffect, Program } from '../../../src/ir/rule.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

/** Sets of players and cities, and a class with one group of one effect, in line 11. */
function withEffect(effect: string): string {
  return `enumerations: { tech: [bronze, iron], terrain: [land, sea] }
properties: { techs: { type: set, of: tech }, tags: { type: set, of: terrain }, unused: { type: set, of: tech }, trade: { type: list, of: city }, subject: { type: tech }, terrain: { type: terrain }, gold: {} }
meters: { health: {} }
stacking: { 7: largest }
kinds:
  player: { faction: true, properties: [techs, gold] }
  city: { properties: [techs, tags, trade, subject, terrain], meters: [health], flags: { busy: "true" } }
classes:
  school:
    kind: city
    groups: [{ scope: { include: target == source }, effects: [${effect}] }]
`;
}

function effectOf(program: Program): HoldEffect {
  const [effect] = program.rules.rules[0].effects;
  if (effect.kind !== 'hold') throw new Error(`it is a ${effect.kind}`);
  return effect;
}

describe('the effect hold', () => {
  test('names a word of a set, and whether it is to be in it', () => {
    const { word, held, ...rest } = effectOf(
      sound(withEffect('{ hold: iron, in: techs, to: source.subject == iron, label: Lesson, stacking: 3 }')),
    );
    expect(rest).toEqual({ kind: 'hold', holding: 0, recipient: 'target', stacking: 3, label: 'Lesson' });
    expect(printNode(word)).toBe('(constant enumeration 0 2)');
    expect(printNode(held)).toMatch(/^\(compare == /);
  });

  test('puts the word in where nothing is said', () => {
    expect(printNode(effectOf(sound(withEffect('{ hold: land, in: tags }'))).held)).toBe('(constant boolean 1)');
    expect(printNode(effectOf(sound(withEffect('{ hold: land, in: tags, to: false }'))).held)).toBe(
      '(constant boolean 0)',
    );
  });

  test('has no warnings, is of the phase of actions and neither structural nor a write', () => {
    const result = load(withEffect('{ hold: source.subject, in: techs, on: empires }'));
    expect(result.ok && result.program.rules.rules[0]).toMatchObject({
      phase: 'actions',
      structural: false,
      writes: [],
    });
    expect(briefly(result.warnings)).toEqual([]);
  });

  test('is told in words', () => {
    const { model, rules } = sound(withEffect('{ hold: source.subject, in: techs, to: source.gold > 1, on: empires }'));
    expect(describeEffect(rules.rules[0].effects[0], { model, first: 'source', longest: 200 })).toBe(
      'hold source.subject in techs: source.gold > 1 on empires',
    );
  });

  test('is part of the fingerprint, with its set, word and condition', () => {
    const texts = [
      'hold: bronze, in: techs',
      'hold: iron, in: techs',
      'hold: bronze, in: techs, to: false',
      'hold: bronze, in: techs, on: source',
      'hold: land, in: tags',
    ];
    expect(new Set(texts.map((text) => sound(withEffect(`{ ${text} }`)).fingerprint)).size).toBe(texts.length);
    const two = (set: string): string =>
      sound(withEffect(`{ hold: source.subject, in: ${set} }`).replace('[techs, tags', '[techs, unused, tags'))
        .fingerprint;
    expect(two('techs')).not.toBe(two('unused'));
  });

  testRows(
    [
      [
        'an unknown set',
        withEffect('{ hold: iron, in: tecs }'),
        '11:82 unknown-name',
        'unknown name `tecs`, expected a set',
        'did you mean `techs`?',
      ],
      [
        'a property',
        withEffect('{ hold: iron, in: subject }'),
        '11:82 wrong-role',
        '`subject` is a property, expected a set',
        'write `property: …`',
      ],
      [
        'a meter',
        withEffect('{ hold: iron, in: health }'),
        '11:82 wrong-role',
        '`health` is a meter, expected a set',
        'write `meter: …`',
      ],
      [
        'a list',
        withEffect('{ hold: iron, in: trade }'),
        '11:82 wrong-role',
        '`trade` is a list',
        'hosts and scenarios',
      ],
      [
        'a flag',
        withEffect('{ hold: iron, in: busy }'),
        '11:82 wrong-role',
        '`busy` is a flag',
        'what its condition looks at',
      ],
      ['no set', withEffect('{ hold: iron }'), '11:64 missing-key', 'has no `in`', 'add `in`'],
      [
        'a word of another set',
        withEffect('{ hold: land, in: techs }'),
        '11:72 unknown-name',
        'unknown name `land`, expected a word of `tech`',
        'write one of `bronze`, `iron`',
      ],
      [
        'a misspelt word',
        withEffect('{ hold: irn, in: techs }'),
        '11:72 unknown-name',
        '`irn`',
        'did you mean `iron`?',
      ],
      [
        'a word of another property',
        withEffect('{ hold: source.terrain, in: techs }'),
        '11:72 type-mismatch',
        'expected a word of `tech`, found a word of `terrain`',
        '',
      ],
      [
        'none',
        withEffect('{ hold: null, in: techs }'),
        '11:72 never-fires',
        'none is in no set, so this can never fire, expected a word of `tech`',
        '`to: false`',
      ],
      [
        'no condition',
        withEffect('{ hold: iron, in: techs, to: source.gold }'),
        '11:93 type-mismatch',
        'expected a condition',
        '',
      ],
      [
        'a set that nobody has',
        withEffect('{ hold: iron, in: unused }'),
        '11:82 nobody-has',
        'no kind has `unused`',
        'list it under the properties of a kind',
      ],
      [
        'a set that no empire has',
        withEffect('{ hold: land, in: tags, on: empires }'),
        '11:92 not-on-factions',
        'empires have no `tags`',
        'remove `on: empires`',
      ],
      [
        'a number that chooses among amounts',
        withEffect('{ hold: land, in: tags, stacking: 7 }'),
        '11:98 stacking-mixed',
        'this effect has no amount to choose by',
        '',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('of a set that is lost already is not reported again', () => {
    const text = withEffect('{ hold: iron, in: unused }').replace(
      'unused: { type: set, of: tech }',
      'unused: { type: set, of: tek }',
    );
    expect(briefly(errorsOf(text))).toEqual([expect.stringContaining('unknown-type')]);
  });
});
