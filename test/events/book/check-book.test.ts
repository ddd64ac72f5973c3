import { describe, expect, test } from 'vitest';
import {
  type Ability,
  type Continuous,
  type OccurrenceType,
  type TimingBook,
  noTiming,
} from '../../../src/ir/occurrence.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { streamDraw } from '../../../src/eval/ops/draws.js';
import { checkBook } from '../../../src/events/book/check-book.js';
import { type Task, noTriggers } from '../../../src/ir/trigger.js';
import type { Model } from '../../../src/model/model.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { createWorld } from '../../../src/world.js';
import { sound } from '../../content/native/samples.js';
import { columnNamed, galaxyModel } from '../../support/hand-model.js';
import { number } from '../../support/nodes.js';
import { timingBook, timingModel as model } from '../../support/timing-state.js';
import { does } from '../../support/trigger-world.js';

/** A type has as many places as its book says. */
const timingModel: Model = {
  ...model,
  occurrences: timingBook.types.map(({ name, fields }) => ({ name, fields: fields.length })),
};

const drawn = makeNode(streamDraw, undefined, number(6));
const drawing = makeNode(compare, { comparison: '>' as const }, drawn, number(0.5));

const [strike, rest] = timingBook.types;
const [shield, revenge] = timingBook.abilities;

const withType = (given: Partial<OccurrenceType>): TimingBook => ({
  ...timingBook,
  types: [{ ...strike, ...given }, rest],
});
const withAbility = (given: Partial<Ability>): TimingBook => ({
  ...timingBook,
  abilities: [{ ...shield, ...given }, revenge],
});
const [ship, planet] = ['ship', 'planet'].map((wanted) => galaxyModel.kindByName.get(wanted)?.index ?? 0);
const flag = columnNamed(galaxyModel, 'armed').index;
const awake: Continuous = {
  index: 0,
  name: 'awake',
  carrier: { by: 'kind', kind: ship, own: false },
  condition: number(1),
  column: flag,
  begins: -1,
  ends: 0,
  origin: shield.origin,
};
const withContinuous = (given: Partial<Continuous>): TimingBook => ({
  ...timingBook,
  continuous: [{ ...awake, ...given }],
});

function refusal(book: TimingBook, tasks: readonly Task[] = [], model: Model = timingModel): string {
  try {
    const lists = [{ index: 0, name: 'blow', actions: tasks.map((task) => does(task)) }];
    checkBook(model, { ...noTriggers, lists }, book);
  } catch (error) {
    if (error instanceof EdictError && error.code === 'bad-content') return error.message;
    throw error;
  }
  return 'nothing';
}

describe('a book of occurrences', () => {
  test('that is whole is not refused', () => {
    expect(refusal(timingBook)).toBe('nothing');
    expect(refusal(withContinuous({}))).toBe('nothing');
    expect(refusal(withAbility({ class: 'substitute', at: 'before', into: { type: 1, values: [] }, next: true }))).toBe(
      'nothing',
    );
    for (const sort of ['trait', 'prevent', 'reaction'] as const)
      expect(refusal(withAbility({ class: sort, at: 'when', yields: number(1) }))).toBe('nothing');
    expect(refusal({ ...timingBook, types: [strike, { ...rest, remembers: [{ number: 4, node: number(1) }] }] })).toBe(
      'nothing',
    );
    expect(
      refusal({ ...timingBook, players: planet, active: 0, next: -1 }, [], { ...timingModel, roles: ['active'] }),
    ).toBe('nothing');
    expect(refusal(noTiming, [{ by: 'poll' }], galaxyModel)).toBe('nothing');
    const whole: readonly Task[] = [
      { by: 'raise', occurrences: [{ type: 0, values: [number(1), undefined] }] },
      { by: 'point', at: 'when', occurrence: { type: 1, values: [undefined, number(1)] } },
      { by: 'pay', occurrence: { type: 0, values: [] }, paid: -1 },
      { by: 'add', ability: 1 },
      { by: 'adjust', amount: number(1) },
      { by: 'retarget', to: number(1) },
      { by: 'cancel' },
    ];
    expect(refusal(withType({ player: 1 }), whole)).toBe('nothing');
  });

  test.each<readonly [string, TimingBook, string]>([
    ['fewer types than the model', { ...timingBook, types: [strike] }, '1 types, the model names 2'],
    ['fewer abilities than the model', { ...timingBook, abilities: [shield] }, '1 abilities, the model names 2'],
    ['types in another order', { ...timingBook, types: [rest, strike] }, 'type 1 in place 0'],
    ['abilities in another order', { ...timingBook, abilities: [revenge, shield] }, 'ability 1 in place 0'],
    ['a type of another name', withType({ name: 'hit' }), 'a type hit with 3 places, the model has strike with 3'],
    [
      'a type of other fields',
      withType({ fields: strike.fields.slice(1) }),
      'a type strike with 2 places, the model has strike with 3',
    ],
    ['an ability of another name', withAbility({ name: 'hit' }), 'an ability hit, which the model calls shield'],
    [
      'a field in two places',
      withType({ fields: [{ name: 'ship', type: { name: 'entity' } }, strike.fields[1], strike.fields[2]] }),
      'a field ship in the places 0 and 1',
    ],
    ['a subject that is no field', withType({ subject: 3 }), 'in the type `strike` field 3, of 3'],
    [
      'a subject in a place of other types',
      { ...timingBook, types: [strike, { ...rest, subject: 0 }] },
      'in the type `rest` field 0, which belongs to other types',
    ],
    [
      'an unknown enumeration',
      withType({
        fields: [strike.fields[0], strike.fields[1], { name: 'size', type: { name: 'enumeration', index: 99 } }],
      }),
      'in the type `strike` enumeration 99, of ',
    ],
    ['a list that there is not', withType({ change: { by: 'list', list: 1 } }), 'in the type `strike` list 1, of 1'],
    [
      'a step of no field',
      withType({ change: { by: 'step-begins', field: -1 } }),
      'in the type `strike` field -1, of 3',
    ],
    [
      'a gain of no column',
      withType({ change: { by: 'effect', what: { what: 'gain', column: -1 } } }),
      'in the type `strike` column -1',
    ],
    [
      'a loss of no kind',
      withType({ change: { by: 'effect', what: { what: 'destroy', kind: 0 } } }),
      'in the type `strike` kind 0',
    ],
    [
      'a condition that draws',
      withType({ possible: drawing }),
      'in the type `strike` an expression that draws in sequence',
    ],
    [
      'a memory that draws',
      withType({ remembers: [{ number: 1, node: drawn }] }),
      'in the type `strike` an expression that draws',
    ],
    [
      'one number for two memories',
      { ...timingBook, types: [strike, { ...rest, remembers: [{ number: 4, node: number(2) }] }] },
      'a type rest that remembers under the number 4 another expression than the types before it',
    ],
    [
      'two memories of one number',
      withType({
        remembers: [
          { number: 1, node: number(1) },
          { number: 1, node: number(2) },
        ],
      }),
      'a type strike that remembers two expressions under one number',
    ],
    [
      'an ability that listens to nothing known',
      withAbility({ on: [{ type: 2 }] }),
      'in the ability `shield` type 2, of 2',
    ],
    [
      'an ability that listens twice',
      withAbility({ on: [{ type: 0 }, { type: 1 }, { type: 0 }] }),
      'in the ability `shield` one type listed twice',
    ],
    [
      'an ability of an unknown kind',
      withAbility({ carrier: { by: 'kind', kind: 0, own: false } }),
      'in the ability `shield` kind 0, of ',
    ],
    [
      'an ability of an unknown class',
      withAbility({ carrier: { by: 'classes', classes: new Set([1, 999]), own: false } }),
      'in the ability `shield` class 999, of ',
    ],
    ['an ability without its list', withAbility({ list: 0.5 }), 'in the ability `shield` list 0.5, of 1'],
    [
      'a substitute by nothing known',
      withAbility({ into: { type: -1, values: [] } }),
      'in the ability `shield` type -1, of 2',
    ],
    [
      'a substitute with a value too many',
      withAbility({ into: { type: 1, values: [number(1)] } }),
      'in the ability `shield` a value for a field that the type rest lacks',
    ],
    [
      'a substitute that draws',
      withAbility({ into: { type: 0, values: [drawn] } }),
      'in the ability `shield` an expression that draws',
    ],
    [
      'a filter that draws',
      withAbility({ on: [{ type: 0, where: drawing }] }),
      'in the ability `shield` an expression that draws',
    ],
    [
      'a source of payments that draws',
      withAbility({ yields: drawn }),
      'in the ability `shield` an expression that draws',
    ],
    [
      'a condition of life that draws',
      withAbility({ live: drawing }),
      'in the ability `shield` an expression that draws',
    ],
    [
      'a condition of an ability that draws',
      withAbility({ condition: drawing }),
      'in the ability `shield` an expression that draws',
    ],
    [
      'what negates when it happens',
      withAbility({ class: 'negate', at: 'when' }),
      'in the ability `shield` the class negate at `when`, where nothing can be prevented any more',
    ],
    [
      'what may prevent when it would happen',
      withAbility({ class: 'prevent', at: 'would', optional: true }),
      'in the ability `shield` the class prevent at `would`',
    ],
    [
      'what replaces afterwards',
      withAbility({ class: 'substitute', into: { type: 1, values: [] } }),
      'in the ability `shield` the class substitute at `after`',
    ],
    [
      'a substitute by nothing',
      withAbility({ class: 'substitute', at: 'before' }),
      'in the ability `shield` a substitute without what occurs instead',
    ],
    [
      'another occurrence of what does not substitute',
      withAbility({ into: { type: 1, values: [] } }),
      'in the ability `shield` what occurs instead, of the class trait',
    ],
    [
      'a reaction to what would happen',
      withAbility({ class: 'reaction', at: 'would' }),
      'in the ability `shield` a reaction at `would`',
    ],
    [
      'the next time of objects',
      withAbility({ next: true, carrier: { by: 'kind', kind: ship, own: false } }),
      'in the ability `shield` `next` of what objects carry',
    ],
    [
      'the next time of objects of a class',
      withAbility({ next: true, carrier: { by: 'classes', classes: new Set([1]), own: true } }),
      'in the ability `shield` `next` of what objects carry',
    ],
    [
      'a source of payments at another point',
      withAbility({ yields: number(1) }),
      'in the ability `shield` what yields at `after`, where nothing is paid',
    ],
    [
      'a source of payments that prevents before',
      withAbility({ class: 'prevent', at: 'before', yields: number(1) }),
      'in the ability `shield` what yields at `before`',
    ],
    [
      'two that hold in one column',
      { ...timingBook, continuous: [awake, { ...awake, index: 1, name: 'asleep' }] },
      'the continuous `awake` and `asleep` in one column, armed',
    ],
    ['players of no kind', { ...timingBook, players: 999 }, 'players of kind 999, of '],
    ['a role that there is not', { ...timingBook, next: 99 }, 'role 99, of '],
    ['steps that there are not', { ...timingBook, steps: 99 }, 'steps of enumeration 99, of '],
    ['what is continuous in another place', withContinuous({ index: 1 }), 'continuous 1 in place 0'],
    [
      'what is continuous of no kind',
      withContinuous({ carrier: { by: 'kind', kind: 999, own: false } }),
      'in the continuous `awake` kind 999, of ',
    ],
    ['what is kept nowhere', withContinuous({ column: -1 }), 'in the continuous `awake` column -1, of '],
    [
      'what is kept in a number',
      withContinuous({ column: columnNamed(galaxyModel, 'fertility').index }),
      'which is not boolean',
    ],
    ['what begins no list', withContinuous({ begins: 4 }), 'in the continuous `awake` list 4, of 1'],
    ['what draws', withContinuous({ condition: drawing }), 'in the continuous `awake` an expression that draws'],
  ])('is refused with %s', (_, book, message) => {
    expect(refusal(book)).toContain(
      `the occurrences of the content have ${message.startsWith('which') ? '' : message}`,
    );
    expect(refusal(book)).toContain(message);
  });

  test('is refused where what is continuous is kept in a column that its carriers lack', () => {
    expect(refusal(withContinuous({ carrier: { by: 'kind', kind: planet, own: false } }))).toContain(
      `in the continuous \`awake\` carriers that have no column armed`,
    );
  });

  test.each<readonly [string, Task, string]>([
    [
      'raises what cannot occur',
      {
        by: 'raise',
        occurrences: [
          { type: 0, values: [] },
          { type: 2, values: [] },
        ],
      },
      'type 2, of 2',
    ],
    [
      'goes through a point of nothing',
      { by: 'point', at: 'after', occurrence: { type: -1, values: [] } },
      'type -1, of 2',
    ],
    [
      'gives a value to no field',
      { by: 'raise', occurrences: [{ type: 0, values: [undefined, undefined, undefined, number(1)] }] },
      'a value for a field that the type strike lacks',
    ],
    [
      'draws what it raises',
      { by: 'raise', occurrences: [{ type: 0, values: [drawn] }] },
      'an expression that draws in sequence',
    ],
    ['pays for nothing', { by: 'pay', occurrence: { type: 9, values: [] }, paid: 0 }, 'type 9, of 2'],
    ['pays so that nothing known follows', { by: 'pay', occurrence: { type: 0, values: [] }, paid: 2 }, 'type 2, of 2'],
    [
      'asks nobody to pay',
      { by: 'pay', occurrence: { type: 0, values: [] }, paid: -1 },
      'a payment of the type strike, which has no player to pay it',
    ],
    ['creates an unknown ability', { by: 'add', ability: 2 }, 'ability 2, of 2'],
    [
      'creates what the world has',
      { by: 'add', ability: 0 },
      'an action that creates the ability shield, which is not carried by creation',
    ],
    ['draws how much it adjusts', { by: 'adjust', amount: drawn }, 'an expression that draws in sequence'],
    ['draws where it leads', { by: 'retarget', to: drawn }, 'an expression that draws in sequence'],
  ])('is refused with an action that %s', (_, task, message) => {
    expect(refusal(timingBook, [task])).toContain(`in the list \`blow\` ${message}`);
  });

  test('is refused with a payment of nothing', () => {
    const types: readonly OccurrenceType[] = [strike, { ...rest, player: 1 }];
    expect(refusal({ ...timingBook, types }, [{ by: 'pay', occurrence: { type: 1, values: [] }, paid: -1 }])).toContain(
      'in the list `blow` a payment of the type rest, which has no amount to be paid',
    );
  });

  test('is looked at by new worlds, also where nothing occurs', () => {
    const program = sound('kinds: { stone: {} }\ntriggers: [{ name: bell, when: true, do: [{ tell: Ding }] }]\n');
    const { rules } = program;
    const lists = rules.triggers.lists.map((list) => ({ ...list, actions: [does({ by: 'add', ability: 0 })] }));
    expect(() => createWorld({ ...program, rules: { ...rules, triggers: { ...rules.triggers, lists } } })).toThrow(
      /^edict: the occurrences of the content have in the list `.*bell.*` ability 0, of 0; make them by a loader$/,
    );
  });
});
