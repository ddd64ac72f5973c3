import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { createWorld } from '../../../src/world.js';
import type { World } from '../../../src/world/api.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';
import { longTest } from '../../support/heavy.js';

/** Units on plots, of players. Eight lines. */
const base = `enumerations: { tech: [bronze, iron] }
properties: { techs: { type: set, of: tech }, strength: { default: 3 }, rich: { type: boolean }, captain: { type: reference } }
meters: { health: { default: 5 } }
variables: { morale: { default: 1 } }
kinds:
  player: { faction: true, properties: [techs, rich] }
  plot: { node: true, properties: [rich], variables: [morale], flags: { held: "attached(self, unit).exists(u, u.able)" } }
  unit: { attachesTo: [plot], properties: [strength, captain], meters: [health], flags: { able: self.health > 2, swift: "false", led: self.captain.able } }
`;

const withLines = (...lines: readonly string[]): string => `${base}${lines.join('\n')}\n`;

const knights = withLines(
  'classes:',
  '  knight: { kind: unit, flags: { swift: iron in self.owner.techs && self.able } }',
  '  pikeman: { kind: unit }',
);

interface Field {
  readonly world: World;
  readonly player: number;
  readonly plot: number;
  readonly knight: number;
  readonly pikeman: number;
}

function field(text: string, executor: 'compiled' | 'reference' = 'compiled'): Field {
  const world = createWorld(sound(text), { executor });
  const player = world.spawn({ kind: 'player' });
  const plot = world.spawn({ kind: 'plot', place: { x: 0, y: 0 } });
  const [knight, pikeman] = ['knight', 'pikeman'].map((name) =>
    world.spawn({ class: name, owner: player, place: { in: plot } }),
  );
  return { world, player, plot, knight, pikeman };
}

describe('flags', () => {
  test('are questions of the model, each once', () => {
    expect(sound(knights).model.questions).toEqual(
      ['held', 'able', 'swift', 'led'].map((name, index) => ({ index, name, words: -1, type: 'boolean' })),
    );
  });

  test('follow from their conditions; those of a class stand instead of those of its kind', () => {
    const { world, player, plot, knight, pikeman } = field(knights);
    const swift = (): unknown =>
      [knight, pikeman].map((object) => world.questions.evaluate('self.swift', { source: object }));
    expect(swift()).toEqual([false, false]);
    world.relations.setWord(player, 'techs', 'iron', true);
    expect(swift()).toEqual([true, false]);
    world.set(knight, 'health', 1);
    expect(swift()).toEqual([false, false]);
    expect(world.questions.evaluate('self.held', { source: plot })).toBe(true);
    world.set(pikeman, 'health', 1);
    expect(world.questions.evaluate('self.held', { source: plot })).toBe(false);
    expect(world.query({ where: '!self.able' })).toEqual([player, plot, knight, pikeman]);
  });

  test('are false, not absent, of what has none and of nobody', () => {
    const { world, player, knight, pikeman } = field(knights);
    const ask = (text: string, object: number): unknown => world.questions.evaluate(text, { source: object });
    expect([ask('self.able', player), ask('!self.able', player), ask('has(self.able)', player)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([ask('self.captain.able', pikeman), ask('!self.captain.able', pikeman), ask('self.led', pikeman)]).toEqual([
      false,
      true,
      false,
    ]);
    world.set(pikeman, 'captain', knight);
    expect([ask('self.led', pikeman), ask('self.captain.led', pikeman)]).toEqual([true, false]);
  });

  test('of an object that a condition would be true of are false where there is none', () => {
    const text = base.replace('able: self.health > 2', 'able: turn >= 0');
    const world = createWorld(sound(text));
    const unit = world.spawn({ kind: 'unit' });
    expect([
      world.questions.evaluate('self.able', { source: unit }),
      world.questions.evaluate('self.captain.able', { source: unit }),
    ]).toEqual([true, false]);
  });

  test('may be supposed to be otherwise, and what looks at them follows', () => {
    const { world, plot, knight, pikeman } = field(knights);
    const supposed = world.questions.whatIf(
      [knight, pikeman].map((object) => ({ object, question: 'able', value: false })),
    );
    expect([supposed.evaluate('self.held', plot), world.questions.evaluate('self.held', { source: plot })]).toEqual([
      false,
      true,
    ]);
  });

  test.each(['compiled', 'reference'] as const)('are read by rules, growth and modifiers (%s)', (executor) => {
    const { world, player, plot, knight, pikeman } = field(
      base
        .replace('health: { default: 5 }', 'health: { default: 5, growth: "self.swift ? value + 2 : value - 1" }')
        .replace(
          'variables: [morale],',
          'variables: [morale], modifiers: [{ variable: morale, add: "self.held ? 10 : 20" }],',
        ) +
        'classes:\n  knight:\n    kind: unit\n    flags: { swift: iron in self.owner.techs }\n    groups:\n      - scope: { include: "target.kind == unit && target.parent == source.parent && !target.swift" }\n        activation: source.swift && source.plot.held\n        effects: [{ property: strength, add: 1 }]\n  pikeman: { kind: unit }\n',
      executor,
    );
    expect(world.get(plot, 'morale')).toBe(11);
    world.run(1);
    expect([knight, pikeman].map((object) => [world.get(object, 'health'), world.get(object, 'strength')])).toEqual([
      [4, 3],
      [4, 3],
    ]);
    world.relations.setWord(player, 'techs', 'iron', true);
    world.run(1);
    expect([knight, pikeman].map((object) => [world.get(object, 'health'), world.get(object, 'strength')])).toEqual([
      [6, 3],
      [3, 4],
    ]);
    world.set(knight, 'health', 0);
    world.set(pikeman, 'health', 0);
    expect(world.get(plot, 'morale')).toBe(21);
  });

  test('inside aggregates bind slots of their own', () => {
    const [{ node }] = sound(
      withLines('expressions: { owned: { of: player, is: "owned(self, plot).exists(p, p.held && p.held)" } }'),
    ).rules.expressions;
    expect(printNode(node)).toContain('(aggregate any attached 3 0 @2 (slot 1) ');
  });

  const rows = (cases: Parameters<typeof testRows>[0]): void =>
    testRows(cases, (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    });
  rows([
    [
      'the name of a property',
      'properties: { a: {} }\nkinds: { k: { flags: { a: true } } }',
      '2:24 duplicate-name',
      '`a` is already the name of a property',
      'rename',
    ],
    [
      'the name of a kind',
      'kinds: { k: { flags: { k: true } } }',
      '1:24 duplicate-name',
      '`k` is already the name of a kind',
    ],
    ['a name with a meaning', 'kinds: { k: { flags: { owner: true } } }', '1:24 reserved-name', '`owner` is reserved'],
    ['a number', 'kinds: { k: { flags: { a: 1 } } }', '1:27 type-mismatch', 'expected a condition, found a number'],
    [
      'a draw',
      'kinds: { k: { flags: { a: chance(0.5) } } }',
      '1:27 draw-in-expression',
      '`chance` draws',
      'let an effect draw',
    ],
    [
      'one that needs itself',
      'kinds: { k: { flags: { a: "!self.a" } } }',
      '1:27 flag-loop',
      'the flag `a` needs `a`, expected flags that do not need themselves',
      'remove one flag',
    ],
    [
      'two that need one another, of several kinds',
      'kinds: { k: { flags: { a: "objects(l).exists(o, o.b)" } }, l: { flags: { b: self.c } }, m: { flags: { c: "objects(k).exists(o, o.a)" } } }',
      '1:106 flag-loop',
      'the flag `a` needs `b`, which needs `c`, which needs `a`',
    ],
    [
      'two that need one another by a function',
      'functions: { f: { arguments: [x], value: x.a } }\nkinds: { k: { flags: { a: self.b, b: f(self) } } }',
      '2:38 flag-loop',
      'the flag `a` needs `b`, which needs `a`',
    ],
    [
      'an unknown one',
      withLines('expressions: { e: { of: unit, is: self.ablee } }'),
      '9:40 unknown-member',
      '`ablee` is neither',
      'did you mean `able`?',
    ],
    [
      'an effect on one',
      withLines(
        'classes: { c: { kind: unit, groups: [{ scope: { include: "true" }, effects: [{ property: able, set: true }] }] } }',
      ),
      '9:90 wrong-role',
      '`able` is a flag, which follows from its condition, expected a property',
    ],
    [
      'a first value',
      withLines('classes: { c: { kind: unit, initial: { able: true } } }'),
      '9:40 wrong-role',
      '`able` is a flag',
    ],
  ]);

  test('a wrong one is blamed once, not where it is read', () => {
    expect(briefly(errorsOf(base.replace('self.health > 2', 'self.helth > 2')))).toEqual(['8:102 unknown-member']);
  });

  test('those of a kind that the object is not of are asked for in vain, with a warning', () => {
    const result = load(withLines('expressions: { e: { of: player, is: self.able } }'));
    expect(result.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['never-true', 'the object here is of kind `player`, of which `able` is never so'],
    ]);
  });

  longTest('that double at each step end in an error, soon', () => {
    const flags = Array.from({ length: 40 }, (_, i) =>
      i === 0 ? 'f0: turn > 1' : `f${i}: self.f${i - 1} && !self.f${i - 1}`,
    ).join(', ');
    const errors = errorsOf(`kinds: { k: { flags: { ${flags} } } }`);
    expect(errors.length).toBe(1);
    expect(errors[0]).toMatchObject({ code: 'too-large' });
  });

  longTest('thousands in a row that need one another are too deep, and no more', () => {
    const flags = Array.from({ length: 5_000 }, (_, i) =>
      i === 4_999 ? `f${i}: turn > 1` : `f${i}: self.f${i + 1}`,
    ).join(', ');
    expect(errorsOf(`kinds: { k: { flags: { ${flags} } } }`).map(({ code }) => code)).toEqual(['too-deep']);
  });

  test('the profile knows what they look at', () => {
    const group = (amount: string): string =>
      `profile: effects-v0.3\n${withLines(`classes: { c: { kind: unit, groups: [{ scope: { include: target == source }, effects: [{ meter: health, add: "${amount}" }] }] } }`)}`;
    expect(briefly(errorsOf(group('source.able ? 1 : 2')))).toEqual(['10:111 profile-meter-reference']);
    expect(errorsOf(group('source.swift ? 1 : 2'))).toEqual([]);
  });
});
