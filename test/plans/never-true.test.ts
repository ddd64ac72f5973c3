import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neverTrue } from '../../src/plans/never-true.js';
import { createWorld } from '../../src/world.js';
import { propertyRuns } from '../support/choices.js';
import { sound } from '../content/native/samples.js';

/** Players with cities and ships. Ten lines. */
const base = `enumerations: { tech: [bronze, iron], size: { ordered: [small, medium, large] } }
properties: { techs: { type: set, of: tech }, gold: {}, crew: { type: integer }, size: { type: size }, rich: { type: boolean } }
meters: { health: { default: 5 }, speed: {} }
constants: { most: 5, raiding: false }
kinds:
  player: { faction: true, properties: [techs, gold] }
  city: { properties: [size, rich, crew], meters: [health] }
  ship: { attachesTo: [city], meters: [speed], flags: { swift: self.speed > 3 } }
classes:
  fort: { kind: city }
`;

const found = (...lines: readonly string[]): readonly (readonly [string, string])[] =>
  neverTrue(sound(`${base}${lines.join('\n')}\n`)).map(({ owner, text }) => [owner, text]);
const ofCity = (text: string): readonly string[] =>
  found('expressions:', `  asked: { of: city, is: "${text}" }`).map(([, clause]) => clause);

describe('conditions that can never be true', () => {
  test.each([
    'self.speed > 3',
    'bronze in self.techs',
    'most > 10',
    'most == 4 || most < 3',
    'self.kind == ship',
    '!(self.kind == city)',
    'self.crew > 3 && self.crew < 4',
    'self.crew > 3 && self.crew < 3.5',
    'self.health > 3 && self.health <= 3',
    'self.health > 3 && !(self.health > 3)',
    'self.rich && !self.rich',
    'self.size == small && self.size == large',
    'self.size < none',
    'self.size > large',
    'self.size != small && self.size != medium && self.size != large && self.size > none',
    'self.health == 3 && self.health == 4',
    'self.swift',
    'self.speed + 1 > 2',
    'max(self.speed, 1) > 1',
    'objects(player).exists(p, p.health > 3)',
    'objects(player).count() > 2 && most == 6',
    'objects(city).filter(c, c.rich && !c.rich).count() > 0',
    'self.class == fort && self.class == null',
    'has(self.speed)',
    'attached(self, ship).exists(s, bronze in s.techs)',
    'applies(self.speed > 3)',
    'self.crew > self.crew',
    'default(self.speed, 2) > 3',
    '(raiding ? self.health : 2) > 3',
    'turn < 0',
    'self.owner.health > 2 && self.owner.kind == city && self.owner.kind == player',
  ])('%s', (text) => {
    expect(ofCity(text)).not.toEqual([]);
  });

  test.each([
    'self.health > 3',
    'self.crew > 3 && self.crew < 5',
    'self.health > 3 && self.health < 4',
    'self.health >= 3 && self.health <= 3',
    'self.rich || !self.rich',
    'self.size == small && self.size != large',
    'self.size != small && self.size != medium',
    'self.size == none',
    'bronze in self.owner.techs',
    'objects(ship).exists(s, s.swift)',
    'objects(player).all(p, p.health > 3)',
    'self.class == fort',
    'self.class == null',
    '!has(self.speed)',
    'turn > 3',
    'self.owner == null',
    'self.health + self.speed > 3',
    'raiding',
    'false',
    'self.crew * 2 == 3',
    'attached(self, ship).count() == 0',
    'default(self.speed, 7) > 3',
    'self.health < 0',
    'self.size < small',
    '(raiding ? 2 : self.health) > 3',
  ])('%s can be, or is meant so', (text) => {
    expect(ofCity(text)).toEqual([]);
  });

  test('a condition on what only some of the kinds have is not named', () => {
    expect(found('expressions: { a: { of: [city, ship], is: self.speed > 3 } }')).toEqual([]);
    expect(found('expressions: { a: { of: [city, player], is: self.speed > 3 } }')).toEqual([
      ['the expression `a`', 'self.speed > 3'],
    ]);
  });

  test('of several clauses each that is never true is named, or else all together', () => {
    expect(
      found(
        '  wall: { kind: city, requires: { of: city, all: ["self.rich && self.speed > 1", "self.size > large"] } }',
      ),
    ).toEqual([
      ['what `wall` requires', 'self.speed > 1'],
      ['what `wall` requires', 'self.size > large'],
    ]);
    expect(found('  wall: { kind: city, requires: { of: city, all: ["self.rich", "!self.rich"] } }')).toEqual([
      ['what `wall` requires', 'self.rich && !self.rich'],
    ]);
  });

  test('flags, of their kind or class', () => {
    expect(
      found('  wall: { kind: city, flags: { strong: "self.class == fort", weak: "self.speed > 3", usual: "false" } }'),
    ).toEqual([
      ['the flag `strong`', 'self.class == fort'],
      ['the flag `weak`', 'self.speed > 3'],
    ]);
  });

  test('activations and scopes of rules', () => {
    const rule = (activation: string, include: string): readonly (readonly [string, string])[] =>
      found(
        `  wall: { kind: city, groups: [{ activation: "${activation}", scope: { include: "${include}" }, effects: [{ destroy: true }] }] }`,
      );
    expect(rule('source.class == fort', 'true')).toEqual([['the rule `wall/1`', 'source.class == fort']]);
    expect(rule('source.rich', 'target.kind == ship && target.health > 3')).toEqual([
      ['the rule `wall/1`', 'target.kind == ship && target.health > 3'],
    ]);
    expect(rule('source.rich', 'target.kind == city && target.health > 3')).toEqual([]);
    expect(rule('source.rich', 'target.speed > 3 && target.health > 3')).toEqual([
      ['the rule `wall/1`', 'target.speed > 3 && target.health > 3'],
    ]);
    expect(rule('source.rich', 'target == source && source.class == wall')).toEqual([]);
  });

  test('conditions of flows', () => {
    expect(
      found('flows: [{ decay: crew, percent: 5, carrier: { kind: city, where: self.speed > 3 }, active: self.rich }]'),
    ).toEqual([['the flow `city/crew`', '']]);
  });

  test('of environments: agents, slots, choices, who plays on and when it is over', () => {
    const owners = (changes: Readonly<Record<string, string>>): readonly string[] => {
      const sections = {
        agents: '{ of: player, count: 1, where: self.gold > 0 }',
        observation: '{ towns: { of: city, slots: 2, where: self.health > agent.gold, values: { crew: self.crew } } }',
        actions:
          '{ grow: { of: city, slots: 2, where: self.owner == agent, property: size, allowed: choice != small } }',
        lives: 'agent.gold > 0',
        terminated: 'objects(player).count() < 1',
        ...changes,
      };
      const keys = Object.entries(sections).map(
        ([key, value]) => `  ${key}: ${value.startsWith('{') ? value : `"${value}"`}`,
      );
      return found('environment:', '  name: e', '  capacity: 64', '  reward: agent.gold', ...keys).map(
        ([owner]) => owner,
      );
    };
    expect(owners({})).toEqual([]);
    expect(owners({ agents: '{ of: player, count: 1, where: self.speed > 3 }' })).toEqual([
      '`agents` of the environment `e`',
    ]);
    expect(
      owners({
        observation: '{ towns: { of: city, slots: 2, where: self.speed > agent.gold, values: { crew: self.crew } } }',
      }),
    ).toEqual(['the slots of `towns`']);
    expect(
      owners({
        observation: '{ towns: { of: city, slots: 2, where: agent.health > 1, values: { crew: self.crew } } }',
      }),
    ).toEqual(['the slots of `towns`']);
    expect(owners({ actions: '{ grow: { of: city, slots: 2, where: agent.kind == city, property: size } }' })).toEqual([
      'the slots of `grow`',
    ]);
    expect(
      owners({
        actions:
          '{ grow: { of: city, slots: 2, property: size, allowed: self.rich && !self.rich && choice == small } }',
      }),
    ).toEqual(['`allowed` of `grow`']);
    expect(owners({ lives: 'agent.speed > 3' })).toEqual(['`lives` of the environment `e`']);
    expect(owners({ terminated: 'objects(city).exists(c, c.speed > 1)' })).toEqual([
      '`terminated` of the environment `e`',
    ]);
    expect(owners({ terminated: 'false' })).toEqual([]);
  });

  test('of environments: choices that are objects', () => {
    const owners = (where: string): readonly string[] =>
      neverTrue(
        sound(`${base.replace('crew: { type: integer }', 'crew: { type: integer }, aim: { type: reference }').replace('[size, rich, crew]', '[size, rich, crew, aim]')}environment:
  name: e
  capacity: 64
  reward: agent.gold
  agents: { of: player, count: 1 }
  observation: { me: { values: { gold: agent.gold } } }
  actions: { go: { of: city, slots: 2, property: aim, choices: { of: ship, slots: 2, where: "${where}" } } }
`),
      ).map(({ owner }) => owner);
    expect(owners('choice.speed > self.crew')).toEqual([]);
    expect(owners('choice.health > self.crew')).toEqual(['the choices of `go`']);
    expect(owners('self.speed > 3')).toEqual(['the choices of `go`']);
  });

  describe('of what occurs and what answers it', () => {
    const timed = (...lines: readonly string[]): readonly (readonly [string, string])[] =>
      found(
        'timing: { players: player, steps: [dawn, dusk] }',
        'occurrences:',
        '  storm: { fields: { city: city, player: player, amount: number, kept: boolean }, subject: city }',
        ...lines,
      );
    const ability = (rest: string): readonly string[] =>
      timed('abilities:', `  - { name: a, class: trait, on: storm, do: [{ tell: x }], ${rest} }`).map(
        ([owner]) => owner,
      );

    test.each<readonly [string, readonly string[]]>([
      ['if: occurrence.amount > 3 && occurrence.amount < 2', ['the ability `a`']],
      ['if: ["occurrence.kept", "!occurrence.kept"]', ['the ability `a`']],
      ['if: occurrence.city.kind == ship && occurrence.city.kind == city', ['the ability `a`']],
      ['if: was(occurrence.amount) > 3 && was(occurrence.amount) < 2', ['the ability `a`']],
      ['if: occurrence.city == null', ['the ability `a`']],
      ['if: "step == dawn && step == dusk"', ['the ability `a`']],
      ['carrier: { class: fort }, if: self.class != fort', ['the ability `a`']],
      ['carrier: { kind: ship }, if: self.speed > 3 && self.speed < 2', ['the ability `a`']],
      ['carrier: { kind: city }, live: self.rich && !self.rich', ['the existence of the ability `a`']],
      ['where: occurrence.amount > 3 && occurrence.amount < 2', ['what the ability `a` listens to']],
      ['if: false', []],
      ['if: occurrence.amount > 3 && was(occurrence.amount) < 2', []],
      ['if: "!has(occurrence.city)"', []],
      ['if: step == dawn', []],
      ['carrier: { class: fort }, if: self.class == fort', []],
      ['carrier: { kind: city }, own: true, if: "!has(self.health)"', []],
      ['carrier: { kind: city }, own: true, if: self == null', []],
    ])('%s', (rest, owners) => {
      expect(ability(rest)).toEqual(owners);
    });

    test('who has what was created may be gone', () => {
      const created = (text: string): readonly string[] =>
        timed(
          'abilities:',
          `  - { name: a, class: trait, carrier: created, on: storm, if: "${text}", do: [{ tell: x }] }`,
          '  - { name: b, class: trait, on: storm, do: [{ add: a, self: occurrence.city }] }',
        ).map(([owner]) => owner);
      expect(created('self == null')).toEqual([]);
      expect(created('!has(self.health)')).toEqual([]);
      expect(created('self.health > 3 && self.health < 2')).toEqual(['the ability `a`']);
    });

    test('what is possible, and what is continuous', () => {
      expect(
        timed(
          '  lull: { fields: { amount: number }, possible: occurrence.amount > 2 && occurrence.amount < 1 }',
          '  calm: { fields: { amount: number }, possible: occurrence.amount > 2 }',
        ),
      ).toEqual([['the occurrence `lull`', '']]);
      const holds = (text: string): readonly string[] =>
        timed(`continuous: [{ name: proud, carrier: { class: fort }, while: "${text}", begin: [{ tell: x }] }]`).map(
          ([owner]) => owner,
        );
      expect(holds('self.health > 3 && self.health < 2')).toEqual(['the continuous `proud`']);
      expect(holds('self.health > 3')).toEqual([]);
      expect(holds('!has(self.health)')).toEqual(['the continuous `proud`']);
    });
  });

  test('no alarm is false: what is named is true of nobody in random worlds', () => {
    const atom = fc.constantFrom(
      'self.rich',
      'self.health > 3',
      'self.health <= 3',
      'self.crew > 1',
      'self.crew < 2',
      'self.crew == 1',
      'self.size == small',
      'self.size > small',
      'self.class == fort',
      'self.kind == city',
      'self.swift',
      'self.speed > 3',
      'bronze in self.owner.techs',
      'has(self.speed)',
      'default(self.speed, 4) > 3',
      'attached(self, ship).exists(s, s.swift)',
      'attached(self).count() > 0',
      'raiding',
      'most > 4',
      'self.crew + 1 > most',
    );
    const { condition } = fc.letrec<{ condition: string }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        atom,
        tie('condition').map((text) => `!(${text})`),
        tie('condition').map((text) => `applies(${text})`),
        fc
          .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
          .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
        fc.tuple(tie('condition'), tie('condition'), tie('condition')).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
      ),
    }));
    const city = fc.record({
      class: fc.constantFrom('fort', null),
      rich: fc.boolean(),
      crew: fc.integer({ min: 0, max: 6 }),
      health: fc.integer({ min: 0, max: 6 }),
      size: fc.constantFrom('small', 'medium', 'large', null),
      ship: fc.option(fc.integer({ min: 0, max: 6 })),
      techs: fc.boolean(),
    });
    fc.assert(
      fc.property(condition, fc.array(city, { minLength: 1, maxLength: 6 }), (text, cities) => {
        const program = sound(`${base}expressions:\n  asked: { of: city, is: "${text}" }\n`);
        if (neverTrue(program).length === 0) return;
        const world = createWorld(program);
        for (const { class: className, ship, techs, ...values } of cities) {
          const owner = world.spawn({ kind: 'player', holdings: { techs: techs ? ['bronze'] : [] } });
          const object = world.spawn({
            ...(className === null ? { kind: 'city' } : { class: className }),
            owner,
            values,
          });
          if (ship !== null) world.spawn({ kind: 'ship', place: { in: object }, values: { speed: ship } });
          expect(world.questions.ask('asked', object)).toBe(false);
        }
      }),
      propertyRuns(200),
    );
  });
});
