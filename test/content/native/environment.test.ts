import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { type Environment, type Slots, shapeOf } from '../../../src/ir/environment.js';
import { printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type ContentSource, defineContent } from '../../../src/content/native/define.js';
import { load, sound } from './samples.js';

/** Empires with planets and fleets. */
const world = `enumerations: { focus: [industry, research], tone: [low, high] }
meters: { population: {} }
properties: { gold: {}, playing: { type: boolean }, focus: { type: focus }, orderedFocus: { type: focus }, plan: { type: class }, destination: { type: reference }, tone: { type: tone } }
kinds:
  empire: { faction: true, properties: [gold, playing, tone, focus] }
  system: { node: true, ownership: none }
  planet: { attachesTo: [system], meters: [population], properties: [focus, orderedFocus, plan] }
  fleet: { attachesTo: [system], properties: [destination] }
classes: { farm: { kind: planet }, mine: { kind: planet }, scout: { kind: fleet } }
`;

const whole = `${world}environment:
  name: small
  agents: { of: empire, count: 2, where: self.playing }
  turns: 200
  capacity: 384
  maps: 16
  observation:
    planets:
      of: planet
      slots: 24
      where: ["self.owner == agent || sees(agent, self)", self.population > 1]
      order: -self.population
      values: { population: self.population / 20, mine: self.owner == agent }
    empire: { values: { gold: agent.gold / 100, same: self == agent, time: turn / 200 } }
  actions:
    focus:
      of: planet
      slots: 8
      property: orderedFocus
      choices: [research, industry]
      allowed: [choice != self.focus, agent.gold > 3]
      prefer: "choice == research ? 2 : 1"
    plan: { of: planet, slots: 2, property: plan, allowed: "choice in [farm, mine]" }
    tone: { property: tone, prefer: 1 }
    move:
      of: fleet
      slots: 4
      where: self.owner == agent
      property: destination
      choices: { of: system, slots: 6, where: "jumps(self, choice) == 1" }
      prefer: distance(self, choice)
  reward: { change: agent.gold }
  lives: [agent.gold > 0, "owned(self, planet).count() > 0"]
  terminated: objects(empire).count() < 2
`;

const plain = `${world}environment:
  name: plain
  agents: { of: empire, count: 1 }
  capacity: 31
  observation: { me: { values: { gold: agent.gold } } }
  actions: { tone: { property: tone } }
  reward: 1
`;

function environmentOf(...texts: readonly string[]): Environment {
  const { environment } = sound(...texts);
  if (environment === undefined) throw new Error('expected an environment');
  return environment;
}

const shown = (node: Node | undefined): string | undefined => node && printNode(node);
const slotsShown = (slots: Slots | undefined): unknown =>
  slots && [slots.kind, slots.count, shown(slots.where), shown(slots.order)];

const agent = '(slot 0)';
const self = '(slot 1)';
const isSelf = `(compare == (follow owner ${self}) ${agent})`;

describe('an environment', () => {
  test('is what the section says, with what it leaves out', () => {
    const { name, agents, turns, capacity, maps, reward, lives, terminated, origin } = environmentOf(whole);
    expect({ name, turns, capacity, maps, origin }).toEqual({
      name: 'small',
      turns: 200,
      capacity: 384,
      maps: 16,
      origin: { file: 'content.yaml', line: 10, column: 1 },
    });
    expect([agents.kind, agents.count, shown(agents.where)]).toEqual([1, 2, '(read 2 climb notFound (slot 0))']);
    expect([shown(reward.node), reward.change]).toEqual(['(read 1 zero (slot 0))', true]);
    expect(shown(lives)).toBe(
      `(and (compare > (read 1 missing ${agent}) (constant number 0)) (compare > (aggregate count owned 3 0 @1 ${agent} (constant boolean 1)) (constant number 0)))`,
    );
    expect(shown(terminated)).toContain('aggregate');
    const left = environmentOf(plain);
    expect([
      left.turns,
      left.maps,
      left.agents.where,
      left.lives,
      left.terminated,
      left.reward.change,
      shown(left.reward.node),
    ]).toEqual([0, 1, undefined, undefined, undefined, false, '(constant number 1)']);
    expect([left.blocks[0].slots, left.orders[0].slots]).toEqual([undefined, undefined]);
  });

  test('has blocks with and without slots, over the agent and what is in the slot', () => {
    const { blocks } = environmentOf(whole);
    expect(
      blocks.map(({ name, slots, values }) => [
        name,
        slotsShown(slots),
        values.map((value) => [value.name, shown(value.node)]),
      ]),
    ).toEqual([
      [
        'planets',
        [
          3,
          24,
          `(and (or ${isSelf} (visible ${agent} ${self})) (compare > (read 0 missing ${self}) (constant number 1)))`,
          `(negate (read 0 zero ${self}))`,
        ],
        [
          ['population', `(divide zero (read 0 zero ${self}) (constant number 20))`],
          ['mine', isSelf],
        ],
      ],
      [
        'empire',
        undefined,
        [
          ['gold', `(divide zero (read 1 zero ${agent}) (constant number 100))`],
          ['same', `(compare == ${self} ${agent})`],
          ['time', '(divide zero (turn) (constant number 200))'],
        ],
      ],
    ]);
  });

  test('has orders with an expression for each word, or one for objects', () => {
    const { orders } = environmentOf(whole);
    const focus = (value: number): string => `(constant enumeration 0 ${value})`;
    const allowed = (value: number): string =>
      `(and (compare != ${focus(value)} (read 3 climb notFound ${self})) (compare > (read 1 zero ${agent}) (constant number 3)))`;
    const prefer = (value: number): string =>
      `(choose (compare == ${focus(value)} ${focus(2)}) (constant number 2) (constant number 1))`;
    expect(orders.map(({ name, slots, column }) => [name, slotsShown(slots), column])).toEqual([
      ['focus', [3, 8, undefined, undefined], 4],
      ['plan', [3, 2, undefined, undefined], 5],
      ['tone', undefined, 7],
      ['move', [4, 4, isSelf, undefined], 6],
    ]);
    const [words, classes, own, objects] = orders.map(({ choices }) =>
      choices.by === 'value'
        ? [choices.values, choices.names, choices.allowed.map(shown), choices.prefer.map(shown)]
        : [choices.kind, choices.count, shown(choices.where), shown(choices.prefer)],
    );
    expect(words).toEqual([
      [2, 1],
      ['research', 'industry'],
      [allowed(2), allowed(1)],
      [prefer(2), prefer(1)],
    ]);
    expect(classes.slice(0, 2)).toEqual([
      [1, 2, 3],
      ['farm', 'mine', 'scout'],
    ]);
    expect(classes[2]).toEqual(
      [1, 2, 3].map(
        (value) =>
          `(or (compare == (constant class ${value}) (constant class 1)) (compare == (constant class ${value}) (constant class 2)))`,
      ),
    );
    expect(own).toEqual([
      [1, 2],
      ['low', 'high'],
      [undefined, undefined],
      ['(constant number 1)', '(constant number 1)'],
    ]);
    expect(objects).toEqual([
      2,
      6,
      `(compare == (jumps ${agent} ${self}) (constant number 1))`,
      `(distance ${agent} ${self})`,
    ]);
  });

  test('has a shape', () => {
    expect(shapeOf(environmentOf(whole))).toMatchObject({
      agents: 2,
      heads: 15,
      maskSize: 24 + 8 + 3 + 28,
      observationSize: 24 * 3 + 3,
    });
  });

  test('is nothing where content has no such section', () => {
    expect(Object.keys(sound(world))).toEqual(['model', 'rules', 'fingerprint']);
  });

  test('has no warnings, and may stand in any file of a load', () => {
    expect(load(whole)).toMatchObject({ ok: true, warnings: [] });
    const [before, after] = whole.split('environment:\n');
    expect(environmentOf(`environment:\n${after}`, before)).toMatchObject({
      name: 'small',
      origin: { file: 'file-1.yaml', line: 1 },
    });
  });

  test('is the same from an object', () => {
    const source = parse(whole) as ContentSource;
    const made = defineContent(source);
    expect(made.fingerprint).toBe(sound(whole).fingerprint);
    expect(made.environment && shapeOf(made.environment)).toEqual(shapeOf(environmentOf(whole)));
    const typed: ContentSource = {
      enumerations: { tone: ['low', 'high'] },
      properties: { gold: {}, tone: { type: 'tone' } },
      kinds: { side: { properties: ['gold', 'tone'] } },
      environment: {
        name: 'typed',
        agents: { of: 'side', count: 1 },
        capacity: 64,
        reward: { change: 'agent.gold' },
        observation: { me: { values: { gold: 'agent.gold' } } },
        actions: { tone: { property: 'tone', choices: ['high'] } },
      },
    };
    expect(defineContent(typed).environment?.orders[0].choices).toMatchObject({ by: 'value', values: [2] });
  });

  test('sees constants, functions and flags of the content', () => {
    const { blocks } = environmentOf(
      plain
        .replace('gold: agent.gold', 'gold: twice(agent.gold) + most, rich: self.rich')
        .replace('classes:', 'constants: { most: 3 }\nfunctions: { twice: { arguments: [x], value: x * 2 } }\nclasses:')
        .replace(
          'properties: [gold, playing, tone, focus]',
          'properties: [gold, playing, tone, focus], flags: { rich: self.gold > 5 }',
        ),
    );
    expect(blocks[0].values.map((value) => value.node.type.name)).toEqual(['number', 'boolean']);
  });

  test('takes every object of a kind for a choice where no condition says which', () => {
    const [{ choices }] = environmentOf(
      plain.replace(
        'tone: { property: tone }',
        'move: { of: fleet, slots: 1, property: destination, choices: { of: system, slots: 2 } }',
      ),
    ).orders;
    expect(choices.by === 'object' && [choices.kind, choices.count, shown(choices.where), choices.prefer]).toEqual([
      2,
      2,
      '(constant boolean 1)',
      undefined,
    ]);
  });

  test('takes the expression of a choice as it is where it does not look at the choice', () => {
    const [{ choices }] = environmentOf(
      plain.replace('{ property: tone }', '{ property: tone, allowed: agent.gold > 3 }'),
    ).orders;
    expect(choices.by === 'value' && choices.allowed[0]).toBe(choices.by === 'value' && choices.allowed[1]);
  });
});

test('a word that is called choice stands in functions for what is chosen, which is another one each time', () => {
  const text = plain
    .replace('{ property: tone }', '{ property: tone, allowed: fits(agent) }')
    .replace('tone: [low, high]', 'tone: [low, choice]')
    .replace('classes:', 'functions: { fits: { arguments: [x], value: x.tone == choice } }\nclasses:');
  const [{ choices }] = environmentOf(text).orders;
  expect(choices.by === 'value' && choices.allowed.map(shown)).toEqual(
    [1, 2].map((value) => `(compare == (read 7 climb initial (slot 0)) (constant enumeration 1 ${value}))`),
  );
});

describe('the fingerprint', () => {
  test('is that of before without an environment, and tells environments apart', () => {
    expect(sound(world).fingerprint).toBe('6a61df67b20f97e2');
    const changes: readonly (readonly [string, string])[] = [
      ['name: small', 'name: large'],
      ['count: 2', 'count: 3'],
      ['where: self.playing', 'where: true'],
      ['turns: 200', 'turns: 201'],
      ['capacity: 384', 'capacity: 385'],
      ['maps: 16', 'maps: 15'],
      ['planets:', 'worlds:'],
      ['slots: 24', 'slots: 25'],
      ['order: -self.population', 'order: self.population'],
      ['mine: self.owner', 'ours: self.owner'],
      ['gold / 100', 'gold / 10'],
      ['slots: 8', 'slots: 9'],
      ['[research, industry]', '[industry, research]'],
      ['property: tone', 'property: focus'],
      ['allowed: [choice != self.focus, agent.gold > 3]', ''],
      ['? 2 : 1', '? 1 : 2'],
      ['slots: 6', 'slots: 7'],
      ['== 1"', '== 2"'],
      ['{ change: agent.gold }', 'agent.gold'],
      ['change: agent.gold', 'change: agent.gold + 1'],
      ['lives:', '#'],
      ['terminated:', '#'],
    ];
    const texts = changes.map(([from, to]) => whole.replace(from, to));
    const fingerprints = [world, whole, ...texts].map((text) => sound(text).fingerprint);
    expect(new Set(fingerprints).size).toBe(changes.length + 2);
  });

  test('does not count how things are written', () => {
    expect(
      sound(
        whole
          .replace('self.owner == agent || sees(agent, self)', '(self.owner == agent)  || sees(agent,self)')
          .replace('[agent.gold > 0,', '[ agent.gold >0 ,'),
      ).fingerprint,
    ).toBe(sound(whole).fingerprint);
  });
});
