import { describe, expect, test } from 'vitest';
import type { Ability } from '../../../src/ir/occurrence.js';
import { printNode } from '../../../src/eval/make-node.js';
import type { Action } from '../../../src/ir/trigger.js';
import { pointOf } from '../../../src/content/native/read-abilities.js';
import { createWorld } from '../../../src/world.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';
import { longTest } from '../../support/heavy.js';

/** Sides with units that are hit, fall and move. Eleven lines. */
const base = `enumerations: { mood: [calm, angry] }
meters: { health: { default: 5 }, strength: { default: 2 } }
properties: { mood: { type: mood }, gold: {} }
roles: [hero]
kinds: { side: { faction: true, properties: [gold] }, unit: { meters: [health, strength], properties: [mood] }, stone: { ownership: none } }
classes: { scout: { kind: unit }, guard: { kind: unit }, menhir: { kind: stone } }
timing: { players: side }
occurrences:
  hit: { fields: { unit: unit, player: side, amount: number }, subject: unit, do: [{ meter: health, add: -occurrence.amount }] }
  fall: { fields: { unit: unit, cause: mood }, subject: unit }
  move: { fields: { unit: unit, target: mood } }
abilities:
`;
const content = (...abilities: readonly string[]): string =>
  `${base}${abilities.map((ability) => `  - ${ability}\n`).join('')}`;
const abilityOf = (ability: string, ...others: readonly string[]): Ability =>
  sound(content(ability, ...others)).rules.timing.abilities[0];
const warningsOf = (...abilities: readonly string[]) => load(content(...abilities)).warnings;

/** Text of its nodes. */
const texts = ({ on, controller, live, condition }: Ability): readonly unknown[] => [
  on.map(({ type, where }) => [type, where && printNode(where)]),
  ...[controller, live, condition].map((node) => node && printNode(node)),
];

describe('abilities', () => {
  test('say when they answer, and to what', () => {
    expect(abilityOf('{ name: a, class: trait, on: hit, do: [{ tell: x }] }')).toMatchObject({
      index: 0,
      name: 'a',
      class: 'trait',
      at: 'after',
      on: [{ type: 0 }],
      carrier: { by: 'world' },
      next: false,
      lapses: false,
      first: false,
      optional: false,
      list: 1,
      origin: { file: 'content.yaml', line: 13, column: 5 },
    });
    expect(sound(content('{ name: a, class: trait, on: hit, do: [{ tell: x }] }')).model.abilities).toEqual(['a']);
    const at = (rest: string): string => abilityOf(`{ name: a, on: hit, do: [{ tell: x }], ${rest} }`).at;
    expect(
      ['negate', 'prevent', 'reduction', 'delayed', 'rulebook', 'trait', 'reaction, controller: hero'].map((sort) =>
        at(`class: ${sort}`),
      ),
    ).toEqual(['before', 'before', 'before', 'when', 'after', 'after', 'after']);
    expect(at('class: trait, at: when')).toBe('when');
    expect(at('class: trait, at: when, optional: true, controller: hero')).toBe('would');
    expect(at('class: trait, at: before, optional: true, controller: hero')).toBe('before');
    expect(
      ['trait', 'delayed', 'reduction', 'rulebook', 'reaction, controller: hero'].map((sort) =>
        at(`class: ${sort}, yields: 2`),
      ),
    ).toEqual(['when', 'when', 'when', 'when', 'when']);
    expect(at('class: trait, yields: 2, at: when')).toBe('when');
    // Who takes a reaction, or pays, is asked anyhow: their point stays, though `optional` is refused beside them.
    expect(
      ['trait', 'reaction'].map((sort) =>
        pointOf({ name: 'a', class: sort as 'trait' | 'reaction', on: 'hit', at: 'when', optional: true }),
      ),
    ).toEqual(['would', 'when']);
    expect(pointOf({ name: 'a', class: 'trait', on: 'hit', optional: true, yields: 2 })).toBe('when');
  });

  test('are carried', () => {
    const carrier = (text: string): unknown =>
      abilityOf(`{ name: a, class: trait, carrier: ${text}, on: hit, do: [{ tell: x }] }`).carrier;
    expect(carrier('world')).toEqual({ by: 'world' });
    expect(carrier('created')).toEqual({ by: 'creation' });
    expect(carrier('{ class: scout }, own: true')).toEqual({ by: 'classes', classes: new Set([1]), own: true });
    expect(carrier('{ class: [guard, scout] }')).toEqual({ by: 'classes', classes: new Set([2, 1]), own: false });
    expect(carrier('{ kind: unit }')).toEqual({ by: 'kind', kind: 2, own: false });
  });

  test('end with the turn, or not', () => {
    const lapses = (rest: string): boolean => abilityOf(`{ name: a, on: hit, do: [{ tell: x }], ${rest} }`).lapses;
    expect(
      [
        'class: trait',
        'class: trait, next: true',
        'class: delayed',
        'class: delayed, next: true, until: game',
        'class: trait, until: turn',
        'class: delayed, carrier: { kind: unit }',
      ].map(lapses),
    ).toEqual([false, true, true, false, true, false]);
  });

  test('ask the occurrence and those who have them', () => {
    expect(
      texts(
        abilityOf(
          '{ name: a, class: trait, carrier: { kind: unit }, on: [hit, { type: fall, where: occurrence.cause == angry }], where: occurrence.unit != self, if: [hero.health > 1, self.health > 2], live: self.mood == calm, do: [{ tell: x }] }',
        ),
      ),
    ).toEqual([
      [
        [0, '(compare != (occurring 0 entity) (slot 0))'],
        [
          1,
          '(and (compare == (occurring 3 enumeration 0) (constant enumeration 0 2)) (compare != (occurring 0 entity) (slot 0)))',
        ],
      ],
      '(follow owner (slot 0))',
      '(compare == (read 2 climb missing (slot 0)) (constant enumeration 0 1))',
      '(and (compare > (read 0 missing (role 0)) (constant number 1)) (compare > (read 0 missing (slot 0)) (constant number 2)))',
    ]);
  });

  test('are controlled by those who play', () => {
    const controller = (carrier: string, rest = ''): unknown => {
      const { controller: node } = abilityOf(
        `{ name: a, class: trait, carrier: ${carrier}, on: hit, do: [{ tell: x }]${rest} }`,
      );
      return node && printNode(node);
    };
    expect(controller('{ kind: unit }')).toBe('(follow owner (slot 0))');
    expect(controller('{ kind: side }')).toBe('(slot 0)');
    expect([controller('{ kind: stone }'), controller('world'), controller('created')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([
      controller('world', ', controller: active'),
      controller('{ kind: stone }', ', controller: objects(side).first()'),
    ]).toEqual(['(role 1)', '(aggregate first objects 1 0 @1 (constant boolean 1))']);
  });

  test('remember what was, each expression once', () => {
    const { types, abilities } = sound(
      content(
        '{ name: a, class: trait, on: [hit, fall], if: was(occurrence.unit.health) > 2 && was(occurrence.unit.mood) == angry, do: [{ tell: x }] }',
        '{ name: b, class: trait, on: fall, do: [{ tell: x, values: { n: was(occurrence.unit.health) } }] }',
        '{ name: c, class: trait, at: before, on: move, if: was(occurrence.unit.strength) > 1, do: [{ tell: x }] }',
      ),
    ).rules.timing;
    expect(types.map(({ remembers }) => remembers.map(({ number, node }) => [number, printNode(node)]))).toEqual([
      [
        [0, '(read 0 missing (occurring 0 entity))'],
        [1, '(read 2 climb missing (occurring 0 entity))'],
      ],
      [
        [0, '(read 0 missing (occurring 0 entity))'],
        [1, '(read 2 climb missing (occurring 0 entity))'],
      ],
      // Before it happens it is as it is.
      [],
    ]);
    expect(abilities[2].condition && printNode(abilities[2].condition)).toContain('(remembered 2 ');
  });

  test('of objects that may be gone ask what these were', () => {
    const own = (at: string): unknown =>
      texts(
        abilityOf(
          `{ name: a, class: trait, carrier: { kind: unit }, own: true, at: ${at}, on: fall, live: "self.mood == calm && objects(unit).exists(u, u.health > self.health)", if: self.health > 1, do: [{ tell: x }] }`,
        ),
      ).slice(1);
    const now =
      '(and (compare == (read 2 climb missing (slot 0)) (constant enumeration 0 1)) (aggregate any objects 2 0 @1 (compare > (read 0 missing (slot 1)) (read 0 missing (slot 0)))))';
    const then =
      '(remembered 0 (and (compare == (read 2 climb missing (slot 1)) (constant enumeration 0 1)) (aggregate any objects 2 0 @2 (compare > (read 0 missing (slot 2)) (read 0 missing (slot 1))))))';
    expect(own('before')).toEqual([
      '(follow owner (slot 0))',
      now,
      '(compare > (read 0 missing (slot 0)) (constant number 1))',
    ]);
    expect(own('after')).toEqual([
      '(remembered 1 (follow owner (slot 1)))',
      then,
      '(compare > (read 0 missing (slot 0)) (constant number 1))',
    ]);
  });

  test('substitute, and yield', () => {
    expect(
      abilityOf(
        '{ name: a, class: substitute, carrier: { kind: unit }, on: hit, into: { type: fall, values: { unit: self, cause: angry } } }',
      ),
    ).toMatchObject({
      list: -1,
      into: { type: 1, values: [{ op: 'slot' }, undefined, undefined, { op: 'constant' }] },
    });
    expect(abilityOf('{ name: a, class: substitute, on: hit, into: { type: fall } }').into).toEqual({
      type: 1,
      values: [],
    });
    expect(
      abilityOf('{ name: a, class: substitute, on: hit, into: { type: hit, values: { unit: hero } } }').into,
    ).toMatchObject({ type: 0 });
    expect(abilityOf('{ name: a, class: rulebook, on: hit, yields: occurrence.amount }').yields).toMatchObject({
      op: 'occurring',
    });
  });
});

describe('actions of abilities', () => {
  const tasksOf = (actions: string, rest = '', ...others: readonly string[]): unknown => {
    const { lists } = sound(content(`{ name: a, class: trait, at: before, on: hit, do: ${actions}${rest} }`, ...others))
      .rules.triggers;
    return lists[1].actions.map(({ name, task }: Action) => [name, task]);
  };

  test('raise, and go through points of time', () => {
    expect(
      tasksOf(
        '[{ raise: fall, values: { unit: target } }, { raise: [{ type: fall }, { type: move, values: { target: calm } }] }, { point: move }, { point: fall, at: before, values: { unit: hero } }]',
      ),
    ).toMatchObject([
      ['raise', { by: 'raise', occurrences: [{ type: 1, values: [{ op: 'slot', data: { slot: 1 } }] }] }],
      [
        'raise',
        {
          by: 'raise',
          occurrences: [
            { type: 1, values: [] },
            { type: 2, values: [undefined, undefined, undefined, undefined, { op: 'constant' }] },
          ],
        },
      ],
      ['point', { by: 'point', at: 'after', occurrence: { type: 2, values: [] } }],
      ['point', { by: 'point', at: 'before', occurrence: { type: 1, values: [{ op: 'role' }] } }],
    ]);
  });

  test('change what is answered', () => {
    expect(tasksOf('[{ negate: true, if: occurrence.amount > 2 }, { adjust: -occurrence.amount }]')).toMatchObject([
      ['negate', { by: 'cancel' }],
      ['adjust', { by: 'adjust', amount: { op: 'negate' } }],
    ]);
    const { lists } = sound(
      content(
        '{ name: a, class: trait, at: when, optional: true, controller: hero, on: move, do: [{ retarget: angry }] }',
      ),
    ).rules.triggers;
    expect(lists[1].actions[0].task).toMatchObject({ by: 'retarget', to: { op: 'constant', data: { value: 2 } } });
  });

  test('negate what is no phase, among phases', () => {
    expect(
      abilityOf('{ name: a, class: trait, at: before, on: [hit, { phase: growth }], do: [{ negate: true }] }').on.map(
        ({ type }) => type,
      ),
    ).toEqual([0, 3]);
  });

  test('create, and pay', () => {
    const vow =
      '{ name: vow, class: reaction, carrier: created, on: fall, if: controller == self.owner, do: [{ tell: x }] }';
    expect(
      tasksOf(
        '[{ add: vow, controller: hero }, { add: vow, self: target, controller: controller }]',
        ', carrier: { kind: unit }',
        vow,
      ),
    ).toMatchObject([
      ['add', { by: 'add', ability: 1, controller: { op: 'role' } }],
      ['add', { by: 'add', ability: 1, source: { op: 'slot' }, controller: { op: 'controller' } }],
    ]);
    // Who controls the one that runs controls what it creates.
    expect(tasksOf('[{ add: vow }]', ', carrier: { kind: unit }', vow)).toMatchObject([
      ['add', { by: 'add', ability: 1 }],
    ]);
    expect(tasksOf('[{ pay: hit, values: { player: active, amount: 3 } }, { pay: hit, paid: hit }]')).toMatchObject([
      ['pay', { by: 'pay', occurrence: { type: 0 }, paid: -1 }],
      ['pay', { by: 'pay', paid: 0 }],
    ]);
  });

  test('write cells as before, whatever comes first', () => {
    expect(tasksOf('[{ add: 1, meter: health }, { meter: health, add: occurrence.amount }]')).toMatchObject([
      ['meter', { by: 'effects' }],
      ['meter', { by: 'effects', effects: [{ amount: { op: 'occurring' } }] }],
    ]);
  });
});

describe('what content has none of', () => {
  const withoutOccurrences = (...abilities: readonly string[]): string =>
    content(...abilities).replace(/occurrences:\n( {2}.*\n){3}/, '');

  test('is said once, of occurrences', () => {
    const errors = errorsOf(
      withoutOccurrences(
        '{ name: a, class: trait, on: [hit, fall], where: occurrence.amount > 1, do: [{ raise: note }] }',
        '{ name: b, class: reaction, carrier: { kind: unit }, on: fall, do: [{ tell: x }] }',
        '{ name: c, class: substitute, on: fall, into: { type: hit } }',
      ).replace('timing: { players: side }\n', ''),
    );
    expect(briefly(errors)).toEqual(['8:35 no-occurrences']);
    expect([errors[0].message, errors[0].suggestion]).toEqual([
      'there is no occurrence `hit`, and content declares none at all; expected them under `occurrences`',
      'declare what may happen, as in `occurrences: { hit: { fields: { … } } }`, and where somebody is to decide their kind, as `timing: { players: … }`',
    ]);
  });

  test('is said once, of classes that are none', () => {
    const ability = '{ name: a, class: trait, carrier: { class: [5] }, on: hit, do: [{ tell: x }] }';
    expect(briefly(errorsOf(content(ability)))).toEqual(['13:49 wrong-type']);
  });

  test('is said once, of players', () => {
    const two = ['a', 'b'].map(
      (name) => `{ name: ${name}, class: reaction, carrier: { kind: unit }, on: { loses: health }, do: [{ tell: x }] }`,
    );
    expect(briefly(errorsOf(withoutOccurrences(...two).replace('timing: { players: side }\n', '')))).toEqual([
      '8:16 no-players',
    ]);
  });

  test('is not said where an error has taken all of them', () => {
    const text = withoutOccurrences('{ name: a, class: trait, on: hit, do: [{ tell: x }] }').replace(
      'abilities:\n',
      'occurrences: [hit, fall]\nabilities:\n',
    );
    expect(briefly(errorsOf(text.replace('[hit, fall]', '[{ name: hit }]')))).toEqual(['8:14 wrong-type']);
  });
});

describe('a substitution of an occurrence by itself', () => {
  test('may leave fields out, which are absent then', () => {
    const program = sound(
      content(
        '{ name: a, class: substitute, on: hit, into: { type: hit, values: { unit: occurrence.unit } } }',
        '{ name: b, class: substitute, on: hit, into: { type: hit, values: {} } }',
      ),
    );
    const world = createWorld(program);
    const unit = world.spawn({ class: 'scout' });
    const values: unknown[] = [];
    world.events.raise(
      'hit',
      { unit, amount: 3 },
      {
        listen: (event) => {
          if (event.kind === 'apply') values.push(event.occurrence.values);
        },
      },
    );
    expect(values).toEqual([
      [unit, NaN, NaN].concat(Array.from({ length: (values[0] as readonly number[]).length - 3 }, () => NaN)),
    ]);
    expect(world.get(unit, 'health')).toBe(5);
  });
});

describe('mistakes in abilities', () => {
  const row = (
    name: string,
    ability: string,
    brief: string,
    message: string,
    suggestion = '',
  ): readonly [string, string, string, string, string] => [name, content(ability), brief, message, suggestion];
  const made = '{ name: b, class: trait, carrier: created, on: hit, do: [{ tell: x }] }';
  testRows(
    [
      row(
        'an unknown occurrence',
        '{ name: a, class: trait, on: hti, do: [{ tell: x }] }',
        '13:34 unknown-name',
        'there is no occurrence `hti`',
        'did you mean `hit`?',
      ),
      row(
        'one of several',
        '{ name: a, class: trait, on: [hit, { type: flal }], do: [{ tell: x }] }',
        '13:48 unknown-name',
        'there is no occurrence `flal`',
        'did you mean `fall`?',
      ),
      row(
        'nothing to answer',
        '{ name: a, class: trait, on: [], do: [{ tell: x }] }',
        '13:34 missing-key',
        'is an empty list, expected at least one thing in it',
      ),
      row('no `on`', '{ name: a, class: trait, do: [{ tell: x }] }', '13:5 missing-key', 'has no `on`'),
      row(
        'a misspelt form',
        '{ name: a, class: trait, on: { gians: health }, do: [{ tell: x }] }',
        '13:36 unknown-key',
        '`gians` is not a key of `abilities[0].on`',
        'did you mean `gains`?',
      ),
      row(
        'a misspelt form in a list',
        '{ name: a, class: trait, on: [{ gians: health }], do: [{ tell: x }] }',
        '13:37 unknown-key',
        '`gians` is not a key of `abilities[0].on[0]`',
        'did you mean `gains`?',
      ),
      row(
        'an unknown meter',
        '{ name: a, class: trait, on: { gains: helth }, do: [{ tell: x }] }',
        '13:43 unknown-name',
        'unknown name `helth`, expected a meter',
        'did you mean `health`?',
      ),
      row(
        'a word that is gained',
        '{ name: a, class: trait, on: { gains: mood }, do: [{ tell: x }] }',
        '13:43 not-a-number',
        '`mood` is not a number',
      ),
      row(
        'a meter that crosses',
        '{ name: a, class: trait, on: { crosses: { meter: helth, value: 3 } }, do: [{ tell: x }] }',
        '13:54 unknown-name',
        'unknown name `helth`',
      ),
      row(
        'another way to cross',
        '{ name: a, class: trait, on: { crosses: { meter: health, value: 3, direction: dwon } }, do: [{ tell: x }] }',
        '13:83 unknown-word',
        'expected `up` or `down`',
        'did you mean `down`?',
      ),
      row(
        'a kind that is created',
        '{ name: a, class: trait, on: { creates: unti }, do: [{ tell: x }] }',
        '13:45 unknown-name',
        '`unti` is not a kind',
        'did you mean `unit`?',
      ),
      row(
        'another class',
        '{ name: a, class: triat, on: hit, do: [{ tell: x }] }',
        '13:23 unknown-word',
        'expected `negate`, `prevent`',
        'did you mean `trait`?',
      ),
      row(
        'another point',
        '{ name: a, class: trait, at: during, on: hit, do: [{ tell: x }] }',
        '13:34 unknown-word',
        'expected `before`, `when` or `after`',
      ),
      row(
        'another carrier',
        '{ name: a, class: trait, carrier: wrold, on: hit, do: [{ tell: x }] }',
        '13:39 unknown-word',
        'expected `world`, `created`, or a map',
        'did you mean `world`?',
      ),
      row(
        'an unknown class',
        '{ name: a, class: trait, carrier: { class: scuot }, on: hit, do: [{ tell: x }] }',
        '13:48 unknown-name',
        'there is no class `scuot`',
        'did you mean `scout`?',
      ),
      row(
        'a kind for a class',
        '{ name: a, class: trait, carrier: { class: [unit] }, on: hit, do: [{ tell: x }] }',
        '13:49 unknown-name',
        'there is no class `unit`',
        'it is a kind: write `{ kind: unit }`',
      ),
      row(
        'a class twice',
        '{ name: a, class: trait, carrier: { class: [scout, scout] }, on: hit, do: [{ tell: x }] }',
        '13:56 duplicate-name',
        'is listed twice',
      ),
      row(
        'an unknown kind',
        '{ name: a, class: trait, carrier: { kind: nuit }, on: hit, do: [{ tell: x }] }',
        '13:47 unknown-name',
        '`nuit` is not a kind',
        'did you mean `unit`?',
      ),
      row(
        'self of the world',
        '{ name: a, class: trait, on: hit, if: self.health > 1, do: [{ tell: x }] }',
        '13:43 unknown-name',
        '`self` stands for nobody here: the world has this ability',
        'say under `carrier` who has it, as `{ kind: … }`',
      ),
      row(
        'self of the world in what it listens to',
        '{ name: a, class: trait, on: { type: hit, where: self.health > 1 }, do: [{ tell: x }] }',
        '13:54 unknown-name',
        '`self` stands for nobody here',
      ),
      row(
        'self of the world in `live`',
        '{ name: a, class: trait, on: hit, live: self.health > 1, do: [{ tell: x }] }',
        '13:45 unknown-name',
        '`self` stands for nobody here',
      ),
      row(
        'self of the world as controller',
        '{ name: a, class: reaction, on: hit, controller: self.owner, do: [{ tell: x }] }',
        '13:54 unknown-name',
        '`self` stands for nobody here',
      ),
      row(
        'a class for a carrier',
        '{ name: a, class: trait, carrier: scout, on: hit, do: [{ tell: x }] }',
        '13:39 unknown-word',
        '`abilities[0].carrier` is the text `scout`',
        'write `{ class: scout }`',
      ),
      row(
        'a kind for a carrier',
        '{ name: a, class: trait, carrier: unit, on: hit, do: [{ tell: x }] }',
        '13:39 unknown-word',
        '`abilities[0].carrier` is the text `unit`',
        'write `{ kind: unit }`',
      ),
      row(
        'something unknown for a carrier',
        '{ name: a, class: trait, carrier: lizard, on: hit, do: [{ tell: x }] }',
        '13:39 unknown-word',
        'is the text `lizard`',
        'write `{ class: … }` or `{ kind: … }`',
      ),
      row(
        'classes for a carrier',
        '{ name: a, class: trait, carrier: [scout, guard], on: hit, do: [{ tell: x }] }',
        '13:39 unknown-word',
        '`abilities[0].carrier` is a list',
        'write `{ class: [scout, guard] }`',
      ),
      row(
        'a class for a kind',
        '{ name: a, class: trait, carrier: { kind: scout }, on: hit, do: [{ tell: x }] }',
        '13:47 unknown-name',
        '`scout` is a class, not a kind',
        'write `{ class: scout }`',
      ),
      row(
        'a class that is created',
        '{ name: a, class: trait, on: { creates: scout }, do: [{ tell: x }] }',
        '13:45 unknown-name',
        '`scout` is a class, not a kind',
        'write `creates: unit`, its kind, and ask for the class under `where`: `occurrence.subject.class == scout`',
      ),
      row(
        'a name for a substitute',
        '{ name: a, class: substitute, on: hit, into: fall }',
        '13:50 wrong-type',
        '`abilities[0].into` is the text `fall`',
        'write `{ type: fall }`',
      ),
      row(
        'a meter for a crossing',
        '{ name: a, class: trait, on: { crosses: health }, do: [{ tell: x }] }',
        '13:45 wrong-type',
        'is the text `health`',
        'write `{ meter: health, value: … }`',
      ),
      row(
        'a map for a meter',
        '{ name: a, class: trait, on: { loses: { meter: health } }, do: [{ tell: x }] }',
        '13:43 wrong-type',
        'is a map, expected the name of a meter',
        'write `health` alone',
      ),
      row(
        'a list for a phase',
        '{ name: a, class: trait, on: { phase: [growth] }, do: [{ tell: x }] }',
        '13:43 wrong-type',
        'is a list, expected a name',
        'write `growth` alone',
      ),
      row(
        'names in a list that is raised',
        '{ name: a, class: trait, on: hit, do: [{ raise: [fall] }] }',
        '13:54 wrong-type',
        'is the text `fall`',
        'write `{ type: fall }`',
      ),
      row(
        'a map that is raised',
        '{ name: a, class: trait, on: hit, do: [{ raise: { type: fall } }] }',
        '13:53 wrong-type',
        'is a map, expected the name of an occurrence',
        'write `fall` alone',
      ),
      row(
        'one action',
        '{ name: a, class: trait, on: hit, do: { tell: x } }',
        '13:43 wrong-type',
        'is a map, expected a list of actions',
        'write it in brackets, as a list of one',
      ),
      row(
        'a field by itself',
        '{ name: a, class: trait, on: hit, if: amount > 1, do: [{ tell: x }] }',
        '13:43 unknown-name',
        'unknown name `amount`',
        'write `occurrence.amount`',
      ),
      row(
        'an occurrence by its type',
        '{ name: a, class: trait, on: hit, if: hit == null, do: [{ tell: x }] }',
        '13:43 unknown-name',
        'unknown name `hit`',
        'what occurs is called `occurrence` here',
      ),
      row(
        'an unknown field',
        '{ name: a, class: trait, on: hit, where: occurrence.amuont > 1, do: [{ tell: x }] }',
        '13:57 unknown-field',
        '`hit` has no field `amuont`',
        'did you mean `amount`?',
      ),
      row(
        'an occurrence in `live`',
        '{ name: a, class: trait, on: hit, live: occurrence.amount > 1, do: [{ tell: x }] }',
        '13:45 no-occurrence',
        'there is no `occurrence` here',
      ),
      row(
        'a draw',
        '{ name: a, class: trait, on: hit, if: chance(0.5), do: [{ tell: x }] }',
        '13:43 draw-in-expression',
        '`chance` draws',
      ),
      row(
        'self in was',
        '{ name: a, class: trait, carrier: { kind: unit }, on: hit, if: was(self.health) > 1, do: [{ tell: x }] }',
        '13:72 not-remembered',
        '`self` stands in `was`',
      ),
      row(
        'a reaction of nobody',
        '{ name: a, class: reaction, on: hit, do: [{ tell: x }] }',
        '13:16 no-controller',
        'the ability `a` is taken by its controller, and it has none',
        'such as `active`',
      ),
      row(
        'a choice of nobody',
        '{ name: a, class: trait, carrier: { class: menhir }, optional: true, on: hit, do: [{ tell: x }] }',
        '13:58 no-controller',
        'the ability `a` is chosen by its controller',
        'such as `self.owner`',
      ),
      row(
        'a controller where nobody controls',
        '{ name: a, class: trait, on: hit, if: controller != null, do: [{ tell: x }] }',
        '13:43 no-controller',
        'nobody controls this ability',
      ),
      [
        'a reaction where nobody plays',
        content('{ name: a, class: reaction, controller: hero, on: hit, do: [{ tell: x }] }').replace(
          'timing: { players: side }',
          'timing: {}',
        ),
        '13:16 no-players',
        'the ability `a` is taken by a player, and content has none',
        'name their kind as `timing: { players: … }`',
      ],
      row(
        'a controller of what is created',
        '{ name: a, class: reaction, carrier: created, controller: hero, on: hit, do: [{ tell: x }] }',
        '13:51 wrong-carrier',
        'the action that creates the ability `a` names its controller',
      ),
      row(
        "no object's own",
        '{ name: a, class: trait, own: true, on: hit, do: [{ tell: x }] }',
        '13:30 wrong-carrier',
        'no object has the ability `a`',
      ),
      row(
        'own of what is about nobody',
        '{ name: a, class: trait, carrier: { kind: unit }, own: true, on: move, do: [{ tell: x }] }',
        '13:55 wrong-carrier',
        '`move` is about nobody',
      ),
      row(
        'the next time of objects',
        '{ name: a, class: delayed, carrier: { kind: unit }, next: true, on: hit, do: [{ tell: x }] }',
        '13:57 wrong-carrier',
        'is gone once it has started, and objects keep theirs',
        'write `carrier: created`',
      ),
      row(
        'an end of what objects have',
        '{ name: a, class: trait, carrier: { kind: unit }, until: turn, on: hit, do: [{ tell: x }] }',
        '13:55 wrong-carrier',
        'objects keep the ability `a`',
      ),
      row(
        'a prevention that is late',
        '{ name: a, class: prevent, at: when, on: hit }',
        '13:32 too-late',
        'an ability that is to prevent an occurrence must answer before it happens',
      ),
      row(
        'a substitution without another',
        '{ name: a, class: substitute, on: hit }',
        '13:16 missing-key',
        'has no `into`',
      ),
      row(
        'another without a substitution',
        '{ name: a, class: trait, on: hit, into: { type: fall }, do: [{ tell: x }] }',
        '13:39 two-ways',
        'its class is `trait`; expected `substitute`',
      ),
      row(
        'the same again',
        '{ name: a, class: substitute, on: [fall, hit], into: { type: hit, values: { unit: occurrence.unit, amount: occurrence.amount } } }',
        '13:66 same-again',
        '`hit` is replaced by itself unchanged',
      ),
      row(
        'the same again, of which nothing is said',
        '{ name: a, class: substitute, on: hit, into: { type: hit } }',
        '13:58 same-again',
        '`hit` is replaced by itself unchanged',
        'what is left out there is absent',
      ),
      row(
        'an unknown substitute',
        '{ name: a, class: substitute, on: hit, into: { type: fal } }',
        '13:58 unknown-name',
        'there is no occurrence `fal`',
        'did you mean `fall`?',
      ),
      row(
        'a field of the substitute',
        '{ name: a, class: substitute, on: hit, into: { type: fall, values: { amount: 3 } } }',
        '13:74 unknown-name',
        '`fall` has no field `amount`',
      ),
      row(
        'a negation that is late',
        '{ name: a, class: trait, on: hit, do: [{ negate: true }] }',
        '13:46 too-late',
        'has happened already, so `negate` can do nothing',
        'write `at: before`',
      ),
      row(
        'a target that is late',
        '{ name: a, class: trait, at: when, on: move, do: [{ retarget: calm }] }',
        '13:57 too-late',
        '`retarget` can do nothing',
        '`at: when` with `optional: true`',
      ),
      row(
        'no amount',
        '{ name: a, class: trait, at: before, on: fall, do: [{ adjust: 1 }] }',
        '13:59 never-fires',
        '`fall` has no amount, so `adjust` can do nothing',
      ),
      row(
        'no target',
        '{ name: a, class: trait, at: before, on: fall, do: [{ retarget: calm }] }',
        '13:59 never-fires',
        '`fall` has no target',
      ),
      row(
        'a target of another type',
        '{ name: a, class: trait, at: before, on: move, do: [{ retarget: hero }] }',
        '13:69 type-mismatch',
        'expected a word of `mood`, found an object',
      ),
      [
        'an ability that is there',
        content('{ name: a, class: trait, on: hit, do: [{ add: a }] }'),
        '13:51 wrong-carrier',
        'the ability `a` is there by itself',
        'write `carrier: created` at the ability',
      ],
      [
        'an unknown ability',
        content('{ name: a, class: trait, on: hit, do: [{ add: c }] }', made),
        '13:51 unknown-name',
        'there is no ability `c`',
      ],
      [
        'a name twice',
        content(
          '{ name: a, class: trait, on: hit, do: [{ tell: x }] }',
          '{ name: a, class: trait, on: hit, do: [{ tell: x }] }',
        ),
        '14:13 duplicate-name',
        '`a` is already an ability in line 13',
      ],
      [
        'a reaction that is created for nobody',
        content('{ name: a, class: trait, on: hit, do: [{ add: b }] }', made.replace('trait', 'reaction')),
        '13:51 no-controller',
        'nobody controls what creates it here',
      ],
      row(
        'what pays before',
        '{ name: a, class: trait, at: before, on: hit, yields: 2 }',
        '13:30 never-pays',
        '`a` would never pay anything; expected `at: when`',
        'remove `at`',
      ),
      row(
        'what pays after',
        '{ name: a, class: reaction, controller: hero, at: after, on: hit, yields: 2 }',
        '13:51 never-pays',
        '`a` would never pay anything',
      ),
      row(
        'a prevention that pays before',
        '{ name: a, class: prevent, at: before, on: hit, yields: 2 }',
        '13:32 never-pays',
        '`a` would never pay anything',
      ),
      row(
        'a choice of what pays',
        '{ name: a, class: trait, optional: true, on: hit, yields: 2 }',
        '13:30 two-ways',
        'the ability `a` is a source of payments',
        'remove `optional`',
      ),
      row(
        'a reaction that is chosen',
        '{ name: a, class: reaction, controller: hero, at: when, optional: true, on: hit, do: [{ tell: x }] }',
        '13:61 two-ways',
        'the ability `a` is a reaction, which its controller takes or leaves, expected no `optional`',
        'remove `optional`',
      ),
      row(
        'a phase that is prevented',
        '{ name: a, class: prevent, on: { phase: growth } }',
        '13:38 not-preventable',
        'phases always come, so `a` cannot prevent one',
      ),
      row(
        'a phase that is negated, among others',
        '{ name: a, class: negate, on: [hit, { phase: growth }] }',
        '13:43 not-preventable',
        '`a` cannot negate one',
      ),
      row(
        'a phase that is replaced',
        '{ name: a, class: substitute, on: { phase: growth }, into: { type: fall } }',
        '13:41 not-preventable',
        '`a` cannot substitute one',
      ),
      row(
        'a negation of a phase',
        '{ name: a, class: trait, at: before, on: [{ phase: growth }, { phase: meters }], do: [{ negate: true }] }',
        '13:93 not-preventable',
        'phases always come, so `negate` can do nothing',
      ),
      [
        'a payment that is no number',
        content('{ name: a, class: rulebook, on: hit, yields: hero }'),
        '13:50 type-mismatch',
        'expected a number, found an object',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('about fields of two types name both occurrences, where the ability reads the field', () => {
    const text = content('{ name: a, class: trait, on: [hit, fall], if: has(occurrence.player), do: [{ tell: x }] }')
      .replace('fall: { fields: { unit: unit,', 'fall: { fields: { player: number, unit: unit,')
      .replace('subject: unit }\n', 'subject: unit, player: unit }\n');
    expect(errorsOf(text).map(({ code, message }) => [code, message])).toEqual([
      [
        'field-types',
        '`player` is an object in `hit` and a number in `fall`, expected one type in all that is answered here',
      ],
    ]);
    expect(errorsOf(text.replace('has(occurrence.player)', 'has(occurrence.unit)'))).toEqual([]);
  });

  test('that take an ability are not blamed on those who name it', () => {
    expect(
      briefly(errorsOf(content('{ name: a, class: trait, on: hit, do: [{ add: b }] }', made.replace('class', 'clss')))),
    ).toEqual(['14:16 unknown-key']);
    expect(
      briefly(
        errorsOf(
          content('{ name: a, class: reaction, on: hit, controller: hero, do: [{ tell: x }] }').replace(
            'players: side',
            'plyers: side',
          ),
        ),
      ),
    ).toEqual(['7:11 unknown-key']);
    expect(
      briefly(
        errorsOf(
          content(
            '{ name: a, class: trait, on: hit, if: occurrence.amount > occurrence.unit.health, do: [{ tell: x }] }',
          ).replace('  hit: { fields', '  hit: { feilds'),
        ),
      ),
    ).toEqual(['9:10 unknown-key']);
  });
});

describe('what can hardly be meant in abilities', () => {
  const raising = '{ name: r, class: trait, on: hit, do: [{ raise: hit }] }';
  test.each<readonly [name: string, abilities: readonly string[], brief: string, message: string]>([
    ['nothing done', ['{ name: a, class: trait, on: hit }'], '13:13 no-actions', 'the ability `a` has no actions'],
    [
      'nothing in the list',
      ['{ name: a, class: trait, on: hit, do: [] }'],
      '13:43 no-actions',
      'the ability `a` has no actions',
    ],
    [
      'nothing that raises it',
      [
        raising,
        '{ name: a, class: trait, on: [hit, fall], do: [{ tell: x }] }',
        '{ name: b, class: trait, on: fall, do: [{ tell: x }] }',
      ],
      '14:40 never-raised',
      'nothing in the content raises `fall`, so `a` answers only what the host raises',
    ],
    [
      'nothing that creates it',
      ['{ name: a, class: trait, carrier: created, on: hit, do: [{ tell: x }] }'],
      '13:39 never-created',
      'nothing creates the ability `a`',
    ],
    [
      'own of others',
      ['{ name: a, class: trait, carrier: { kind: side }, own: true, on: hit, do: [{ tell: x }] }'],
      '13:55 never-own',
      '`hit` is about objects of kind `unit`, none of which has the ability `a`',
    ],
    [
      'a circle',
      [
        '{ name: a, class: substitute, on: hit, into: { type: fall } }',
        '{ name: b, class: substitute, on: fall, into: { type: move } }',
        '{ name: c, class: substitute, on: move, into: { type: hit } }',
        raising,
      ],
      '15:59 substitution-circle',
      '`hit` is replaced by `fall` by `a`, that by `move` by `b`, that by `hit` by `c`: substitutions lead in a circle',
    ],
    [
      'nobody to fire on',
      ['{ name: a, class: trait, on: move, do: [{ meter: health, add: 1 }] }'],
      '13:45 no-target',
      'on the target, and there is none',
    ],
    [
      'nobody who fires',
      ['{ name: a, class: trait, on: hit, do: [{ meter: health, add: 1, on: source }] }'],
      '13:73 no-target',
      'on the source, and there is none',
    ],
  ])('%s', (_name, abilities, brief, message) => {
    const warnings = warningsOf(...abilities);
    expect(briefly(warnings)).toEqual([brief]);
    expect(warnings[0].message).toContain(message);
  });

  test('is not what answers itself in part, or what hosts raise', () => {
    expect(
      warningsOf(
        '{ name: a, class: substitute, on: hit, into: { type: hit, values: { unit: hero } } }',
        '{ name: b, class: prevent, on: fall }',
        '{ name: c, class: substitute, on: hit, into: { type: fall } }',
      ),
    ).toEqual([]);
    expect(warningsOf('{ name: a, class: trait, on: [hit, fall], do: [{ tell: x }] }')).toEqual([]);
  });

  longTest('is told in time however long the circle is', () => {
    const count = 3_000;
    const types = Array.from({ length: count }, (_, i) => `  t${i}: {}\n`).join('');
    const abilities = Array.from(
      { length: count },
      (_, i) => `{ name: a${i}, class: substitute, on: t${i}, into: { type: t${(i + 1) % count} } }`,
    );
    const { warnings } = load(content(...abilities).replace('abilities:\n', `${types}abilities:\n`));
    expect(warnings.map(({ code }) => code)).toEqual(['substitution-circle']);
    expect(warnings[0].message.length).toBeLessThan(500);
  });
});

describe('worlds with abilities', () => {
  test.each(['compiled', 'reference'] as const)('prevent, adjust, remember and decide (%s)', (executor) => {
    const world = createWorld(
      sound(
        content(
          '{ name: plate, class: reduction, carrier: { class: guard }, own: true, on: hit, do: [{ adjust: -1 }] }',
          '{ name: parry, class: reaction, carrier: { class: scout }, at: before, on: { type: hit, where: occurrence.unit == self }, do: [{ negate: true }] }',
          '{ name: toll, class: trait, on: hit, if: was(occurrence.unit.health) == 5, do: [{ meter: strength, add: 10 }] }',
        ),
      ),
      { executor },
    );
    const side = world.spawn({ kind: 'side' });
    const [scout, guard] = ['scout', 'guard'].map((name) => world.spawn({ class: name, owner: side }));
    const state = (): unknown => [scout, guard].map((unit) => [world.get(unit, 'health'), world.get(unit, 'strength')]);
    expect(world.events.raise('hit', { unit: guard, amount: 3 })).toBe(true);
    expect(state()).toEqual([
      [5, 2],
      [3, 12],
    ]);
    world.events.raise('hit', { unit: guard, amount: 1 });
    expect(state()).toEqual([
      [5, 2],
      [3, 12],
    ]);
    expect(world.events.raise('hit', { unit: scout, amount: 2 })).toBe(false);
    expect(world.events.decision).toMatchObject({ player: side, kind: 'react', at: 'before' });
    world.events.decide('pass');
    expect(state()).toEqual([
      [3, 12],
      [3, 12],
    ]);
    world.events.raise('hit', { unit: scout, amount: 2 });
    world.events.decide('parry');
    expect(state()).toEqual([
      [3, 12],
      [3, 12],
    ]);
  });
});
