import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { describeEffect } from '../../../src/plans/describe-effect.js';
import type { Program } from '../../../src/ir/rule.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

/** Ships and towns, and a class with one group of one effect, in line 12. */
function withEffect(effect: string): string {
  return `enumerations: { skill: [sails, oars] }
roles: [flagship, port]
properties: { skills: { type: set, of: skill }, crew: { type: integer }, unused: { type: set, of: skill }, trade: { type: list, of: town }, wish: { type: class } }
meters: { hull: { default: 5 } }
stacking: { 7: largest }
kinds:
  ship: { meters: [hull], properties: [skills, crew, wish] }
  town: { properties: [crew, trade] }
classes:
  swift sloop:
    kind: ship
    groups: [{ scope: { include: target == source }, effects: [${effect}] }]
  galley: { kind: ship, initial: { hull: 20, skills: [oars, sails] } }
`;
}

const told = ({ model, rules }: Program): string =>
  describeEffect(rules.rules[0].effects[0], { model, first: 'source', longest: 200 });

const rows = (cases: Parameters<typeof testRows>[0]): void =>
  testRows(cases, (text, brief, message, suggestion) => {
    const errors = errorsOf(text);
    expect(briefly(errors)).toEqual([brief]);
    expect(errors[0].message).toContain(message);
    expect(errors[0].suggestion ?? '').toContain(suggestion);
  });

describe('first words of a class', () => {
  test('are values of the enumeration, ascending, by set', () => {
    const { classByName } = sound(withEffect('{ destroy: true }')).model;
    expect(classByName.get('galley')?.held).toEqual(new Map([[0, [1, 2]]]));
    expect(classByName.get('swift sloop')?.held).toBeUndefined();
  });

  test('are part of the fingerprint, in whatever order they stand', () => {
    const text = withEffect('{ destroy: true }');
    const prints = ['[oars, sails]', '[sails, oars]', '[oars]', '[]'].map(
      (words) => sound(text.replace('[oars, sails]', words)).fingerprint,
    );
    expect(prints[1]).toBe(prints[0]);
    expect(new Set(prints).size).toBe(3);
  });

  test('of a set that is lost already are not reported again', () => {
    const text = withEffect('{ destroy: true }').replace(
      'skills: { type: set, of: skill }',
      'skills: { type: set, of: skil }',
    );
    expect(briefly(errorsOf(text))).toEqual([expect.stringContaining('unknown-type')]);
  });
});

describe('the effect become', () => {
  test('names a class, and what begins again', () => {
    const { rules } = sound(withEffect('{ become: galley, renew: [skills, hull, crew], label: Refit, on: source }'));
    const [effect] = rules.rules[0].effects;
    expect(effect).toEqual({
      kind: 'become',
      recipient: 'source',
      stacking: 0,
      label: 'Refit',
      class: effect.kind === 'become' && effect.class,
      columns: [0, 1],
      holdings: [0],
    });
    expect(effect.kind === 'become' && printNode(effect.class)).toBe('(constant class 2)');
    expect(rules.rules[0]).toMatchObject({ phase: 'actions', structural: true, writes: [0, 1] });
  });

  test('has no warnings, takes names with spaces and expressions', () => {
    for (const effect of [
      '{ become: swift sloop }',
      '{ become: source.wish, renew: [crew] }',
      '{ become: "source.crew > 3 ? galley : source.class" }',
    ])
      expect(load(withEffect(effect))).toMatchObject({ ok: true, warnings: [] });
  });

  test('is told in words', () => {
    expect(told(sound(withEffect('{ become: galley, renew: [skills, hull] }')))).toBe(
      'become galley with its hull, skills',
    );
    expect(told(sound(withEffect('{ become: source.wish, stacking: 3 }')))).toBe('become source.wish, stacking 3');
  });

  test('is part of the fingerprint, with its class and what it renews', () => {
    const texts = [
      'become: galley',
      'become: swift sloop',
      'become: galley, renew: [hull]',
      'become: galley, renew: [crew]',
      'become: galley, renew: [skills]',
      'become: galley, on: source',
    ];
    expect(new Set(texts.map((text) => sound(withEffect(`{ ${text} }`)).fingerprint)).size).toBe(texts.length);
  });

  rows([
    ['an unknown class', withEffect('{ become: galey }'), '12:74 unknown-name', '`galey`', 'did you mean `galley`?'],
    [
      'no class',
      withEffect('{ become: null }'),
      '12:74 never-fires',
      'nothing becomes an object of no class',
      'name a class',
    ],
    ['a number', withEffect('{ become: source.crew }'), '12:74 type-mismatch', 'expected a class', ''],
    [
      'what nobody has',
      withEffect('{ become: galley, renew: [hul] }'),
      '12:90 unknown-name',
      'unknown name `hul`, expected a meter or property',
      'did you mean `hull`?',
    ],
    [
      'a misspelt set',
      withEffect('{ become: galley, renew: [skils] }'),
      '12:90 unknown-name',
      'unknown name `skils`',
      'did you mean `skills`?',
    ],
    [
      'what the kind lacks',
      withEffect('{ become: galley, renew: [unused] }'),
      '12:90 not-on-kind',
      'objects of kind `ship` have no `unused`, expected one of their sets',
      'remove it here',
    ],
    [
      'a list',
      withEffect('{ become: source.wish, renew: [trade] }'),
      '12:95 wrong-role',
      '`trade` is a list',
      'leave it out',
    ],
    [
      'the same twice',
      withEffect('{ become: galley, renew: [hull, hull] }'),
      '12:96 duplicate-name',
      '`hull` is already what this effect renews',
      'remove it',
    ],
    [
      'no list',
      withEffect('{ become: galley, renew: hull }'),
      '12:89 wrong-type',
      'expected a list of meters, properties and sets',
      '',
    ],
    [
      'a number that chooses among amounts',
      withEffect('{ become: galley, stacking: 7 }'),
      '12:92 stacking-mixed',
      'this effect has no amount to choose by',
      '',
    ],
  ]);
});

describe('the effect bind', () => {
  test('names a role and an object', () => {
    const { rules } = sound(withEffect('{ bind: port, to: source.owner, label: New port }'));
    const [effect] = rules.rules[0].effects;
    if (effect.kind !== 'bind') throw new Error(`it is a ${effect.kind}`);
    expect([printNode(effect.role), printNode(effect.object)]).toEqual([
      '(constant number 1)',
      expect.stringContaining('(follow owner'),
    ]);
    expect(effect).toMatchObject({ recipient: 'target', stacking: 0, label: 'New port' });
    expect(rules.rules[0]).toMatchObject({ phase: 'actions', structural: true, writes: [] });
  });

  test('has no warnings', () => {
    for (const effect of ['{ bind: port, to: null }', '{ bind: flagship, to: target, on: empires, stacking: 3 }'])
      expect(load(withEffect(effect))).toMatchObject({ ok: true, warnings: [] });
  });

  test('is told in words', () => {
    expect(told(sound(withEffect('{ bind: port, to: target }')))).toBe('bind role port to target');
    expect(told(sound(withEffect('{ bind: flagship, to: null, on: source }')))).toBe(
      'bind role flagship to null on the source',
    );
  });

  test('is part of the fingerprint, with its role and object', () => {
    const texts = [
      'bind: port, to: target',
      'bind: flagship, to: target',
      'bind: port, to: source',
      'bind: port, to: null',
    ];
    expect(new Set(texts.map((text) => sound(withEffect(`{ ${text} }`)).fingerprint)).size).toBe(texts.length);
  });

  rows([
    [
      'an unknown role',
      withEffect('{ bind: flagshp, to: target }'),
      '12:72 unknown-name',
      '`flagshp` is not a role, expected one that is declared',
      'did you mean `flagship`?',
    ],
    [
      'a role that is like none',
      withEffect('{ bind: zzzzzz, to: target }'),
      '12:72 unknown-name',
      '`zzzzzz` is not a role',
      'declare it under `roles`',
    ],
    ['no object', withEffect('{ bind: port }'), '12:64 missing-key', 'has no `to`', 'add `to`'],
    ['a number', withEffect('{ bind: port, to: source.crew }'), '12:82 type-mismatch', 'expected an object', ''],
    [
      'a list of roles',
      withEffect('{ bind: [port], to: target }'),
      '12:72 wrong-type',
      'expected the name of a role',
      '',
    ],
  ]);
});
