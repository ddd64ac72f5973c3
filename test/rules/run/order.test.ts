import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { turn } from '../../../src/eval/ops/time.js';
import { distance } from '../../../src/eval/ops/space.js';
import { draw } from '../../../src/eval/ops/draws.js';
import { choose } from '../../../src/eval/ops/logic.js';
import { follow } from '../../../src/eval/ops/object-links.js';
import { inDispatchOrder } from '../../../src/reference/reference-executor.js';
import { holds } from '../../../src/eval/ops/bit-tests.js';
import type { Effect, HoldEffect, Narrowing } from '../../../src/ir/rule.js';
import { at, inside } from '../../support/hand-model.js';
import { boolean, giving, none, number, source, target, word } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  all,
  branch,
  classIndex,
  columnIndex,
  gone,
  inEveryWay,
  is,
  itself,
  kindIndex,
  minus,
  not,
  of,
  onePass,
  planOfPass,
  plus,
  ranked,
  ruleOf,
  running,
  sign,
  times,
  write,
} from './hand-rules.js';

/** Colonies 1 to 3 and scouts 4 and 5, with the ranks 1 to 5. */
const five = ({ add }: Maker): void => {
  for (let i = 0; i < 5; i++) add(i < 3 ? 'colony' : 'scout', { rank: i + 1 });
};
const scouts = { carrier: { by: 'class', class: classIndex('scout') } } as const;
const onFirst = { include: [is(of(target, 'rank'), '==', 1)] };

/** The trail of the first object: who fired on it, in order. */
const signed = (rules: readonly RuleParts[], fill = five): number => onePass(rules, fill).values('trail', 1)[0];

describe('who fires when', () => {
  test('a rule fires all its sources before the next rule', () => {
    const rule = (amount: number): RuleParts => ({ ...onFirst, effects: [sign(plus(of(source, 'rank'), amount))] });
    expect(signed([rule(0), rule(3)])).toBe(123456);
  });

  test('rules that dispatch by source fire source by source, as far as they are neighbours of one priority', () => {
    const rule = (more: Partial<RuleParts>, amount = 0): RuleParts => ({
      ...onFirst,
      effects: [sign(plus(of(source, 'rank'), amount))],
      dispatch: 'source',
      ...more,
    });
    expect(signed([rule({}), rule({}, 3)])).toBe(142536);
    expect(signed([rule({}), rule({ ...scouts }), rule({}, 5)])).toBe(16273845);
    expect(signed([rule({}), rule({ dispatch: 'rule' }, 3), rule({}, 6)])).toBe(123456789);
    expect(signed([rule({ priority: 1 }), rule({ priority: 1 }, 3), rule({ priority: 2 }, 6)])).toBe(142536789);
  });

  test('by the faction whose seat a source is', () => {
    const seats = (name: string): Partial<RuleParts> => ({
      carrier: { by: 'seat', class: classIndex(name), column: columnIndex('seat') },
      dispatch: 'source',
      include: [is(of(target, 'rank'), '==', 9)],
    });
    const fill = ({ add, set, grant }: Maker): void => {
      add('planet', { rank: 9 });
      for (let i = 0; i < 3; i++) add('empire');
      // The later faction has the earlier seat.
      [7, 6, 5].forEach((seat, i) => {
        set(i + 2, { seat });
      });
      for (const rank of [3, 2, 1]) add('planet', { rank });
      for (const empire of [2, 3, 4]) grant(empire, 'tech');
      for (const empire of [2, 4]) grant(empire, 'edict');
    };
    const rule = (name: string, amount: number): RuleParts => ({
      ...seats(name),
      effects: [sign(plus(of(source, 'rank'), amount))],
    });
    expect(signed([rule('tech', 0)], fill)).toBe(123);
    expect(signed([rule('tech', 0), rule('edict', 5)], fill)).toBe(162_38);
    // Ranks go with those who are left, whichever way they are asked.
    const isHigh = is(of(source, 'rank'), '>', 1);
    const high: Narrowing = { by: 'test', test: isHigh };
    expect(signed([{ ...rule('tech', 0), activation: [isHigh] }, rule('edict', 5)], fill)).toBe(6238);
    expect(signed([{ ...rule('tech', 0), narrowing: high }, rule('edict', 5)], fill)).toBe(6238);
    expect(
      signed(
        [{ ...rule('tech', 0), narrowing: { by: 'any', parts: [high, { by: 'not', part: high }] } }, rule('edict', 5)],
        fill,
      ),
    ).toBe(16238);
    // Of one rule with seats and one with objects each has its own rank: factions 2 to 4, objects 5 to 7.
    const planets: RuleParts = {
      carrier: {
        by: 'condition',
        kinds: [kindIndex('planet')],
        where: [is(of(source, 'rank'), '<', 9)],
        times: undefined,
      },
      dispatch: 'source',
      include: [is(of(target, 'rank'), '==', 9)],
      effects: [sign(plus(of(source, 'rank'), 5))],
    };
    expect(signed([planets, rule('tech', 0)], fill)).toBe(123_876);
  });

  test('sources of one rank stay in the order of rules and of their own', () => {
    const twice: RuleParts = {
      ...onFirst,
      carrier: { by: 'condition', kinds: [kindIndex('planet')], where: [], times: number(2) },
      dispatch: 'source',
      effects: [sign(of(source, 'rank'))],
    };
    expect(signed([twice, { ...twice, effects: [sign(plus(of(source, 'rank'), 3))] }])).toBe(114422553366);
  });

  test('can be told by numbers of 32 bits', () => {
    // 2^24 swallows a 1 that comes after it, not two that come before.
    const rule = (amount: number, of_: Partial<RuleParts>): RuleParts => ({
      ...onFirst,
      ...of_,
      effects: [write('light', 'add', amount)],
    });
    const light = (rules: readonly RuleParts[]): number => onePass(rules, five).values('light', 1)[0];
    expect(light([rule(2 ** 24, scouts), rule(1, {})])).toBe(2 ** 25);
    expect(light([rule(1, {}), rule(2 ** 24, scouts)])).toBe(2 ** 25 + 4);
    // Each source adds its own, whichever way they are dispatched.
    const own = (more: Partial<RuleParts>): RuleParts => ({
      include: [is(of(target, 'rank'), '<', 3)],
      effects: [write('light', 'add', of(source, 'rank')), write('stock', 'add', of(target, 'rank'))],
      ...more,
    });
    for (const dispatch of ['rule', 'source'] as const) {
      const { values } = onePass([own({ dispatch }), own({ dispatch, ...scouts })], five);
      expect([...values('light', 1, 2), ...values('stock', 1, 2)]).toEqual([15, 15, 5, 10]);
    }
  });

  test('each source fires effect by effect, each on all targets by ascending id', () => {
    const { outcome } = onePass(
      [
        {
          include: [ranked],
          activation: [is(of(source, 'rank'), '<', 3)],
          effects: [write('stock', 'add', 1), write('trail', 'add', 2)],
        },
      ],
      ({ add }) => {
        for (const rank of [1, 2, 3]) add('colony', { rank });
      },
    );
    expect(outcome.writes.map(({ source: id, column, object }) => [id, column, object])).toEqual(
      [1, 2].flatMap((id) =>
        ['stock', 'trail'].flatMap((name) => [1, 2, 3].map((object) => [id, columnIndex(name), object])),
      ),
    );
  });
});

describe('narrowing', () => {
  const atLeast = (rank: number): Narrowing => ({ by: 'test', test: is(of(source, 'rank'), '>=', rank) });
  const atMost = (rank: number): Narrowing => ({ by: 'test', test: is(of(source, 'rank'), '<=', rank) });
  /** Eight colonies of ranks 1 to 8, who sign on the first in their order. */
  const order = (narrowing: Narrowing, more: Partial<RuleParts> = {}): number =>
    signed([{ ...onFirst, effects: [sign(of(source, 'rank'))], ...more, narrowing, activation: [] }], ({ add }) => {
      for (let i = 0; i < 8; i++) add('colony', { rank: i + 1 });
    });

  test('decides who fires first', () => {
    expect(order(atLeast(3))).toBe(873456);
    expect(order({ by: 'not', part: atMost(2) })).toBe(873456);
    expect(order({ by: 'all', parts: [atLeast(2), atMost(6)] })).toBe(62345);
    expect(order({ by: 'all', parts: [atMost(6), atLeast(2)] })).toBe(62345);
    expect(order({ by: 'any', parts: [atMost(2), atLeast(7)] })).toBe(1287);
    expect(order({ by: 'any', parts: [atLeast(7), atMost(2)] })).toBe(8712);
    expect(
      order({
        by: 'all',
        parts: [
          { by: 'any', parts: [atLeast(7), atMost(4)] },
          { by: 'not', part: { by: 'all', parts: [atLeast(2), atMost(2)] } },
        ],
      }),
    ).toBe(18743);
  });

  test('is asked in the carrier’s order, one list after the other', () => {
    const carrier = { by: 'condition', kinds: ['ship', 'planet'].map(kindIndex), where: [], times: undefined } as const;
    const rule: RuleParts = {
      ...onFirst,
      carrier,
      effects: [sign(of(source, 'rank'))],
      narrowing: atLeast(2),
      activation: [],
    };
    // Of 4 5 1 2 3 the first goes and the last takes its place.
    expect(
      signed([{ ...rule, narrowing: { by: 'not', part: { by: 'test', test: is(of(source, 'rank'), '==', 4) } } }]),
    ).toBe(3512);
    expect(signed([rule])).toBe(4532);
    // Ranks go with their sources.
    expect(
      signed([
        { ...rule, dispatch: 'source' },
        { ...rule, dispatch: 'source', narrowing: atLeast(1), effects: [sign(0)] },
      ]),
    ).toBe(20304050);
  });

  test('of sources that stand there several times', () => {
    const carrier = { by: 'condition', kinds: [kindIndex('planet')], where: [], times: of(source, 'rank') } as const;
    // 1 2 2 3 3 3 without the 1.
    expect(
      signed([{ ...onFirst, carrier, effects: [sign(of(source, 'rank'))], narrowing: atLeast(2), activation: [] }]),
    ).toBe(32233);
  });

  test('of what is absent: it is not true, and denied it is', () => {
    const absent: Narrowing = { by: 'test', test: giving(undefined, 'boolean') };
    expect(order({ by: 'any', parts: [absent, atLeast(7)] })).toBe(87);
    expect(order({ by: 'not', part: absent })).toBe(12345678);
  });

  test('that draws draws for its own rule', () => {
    const chance: Narrowing = { by: 'test', test: is(makeNode(draw, { site: 0, slots: 1 }), '<', 0.5) };
    // The activation of each is true whatever is drawn; the order is not.
    const rule: RuleParts = {
      ...onFirst,
      activation: [boolean(true)],
      narrowing: { by: 'any', parts: [chance, { by: 'test', test: boolean(true) }] },
      effects: [sign(of(source, 'rank'))],
    };
    const { values } = onePass(
      [rule, { ...rule, effects: [sign(of(source, 'rank'), { column: columnIndex('stock') })] }],
      ({ add }) => {
        for (let i = 0; i < 8; i++) add('colony', { rank: i + 1 });
      },
    );
    expect(values('trail', 1)).not.toEqual(values('stock', 1));
  });
});

describe('draws', () => {
  const chance = is(makeNode(draw, { site: 0, slots: 2 }), '<', 0.5);
  const dozen = ({ add }: Maker): void => {
    for (let i = 0; i < 12; i++) add('colony', { rank: i });
  };
  const targetsOf = (rules: readonly RuleParts[]): readonly string[] => {
    const { outcome } = onePass(rules, dozen);
    return rules.map((_, i) =>
      outcome.firings
        .filter((firing) => firing.rule === `rule ${i}`)
        .map((firing) => firing.targets.join())
        .join(' '),
    );
  };

  test.each([
    ['of a scope', [all(ranked, chance)]],
    ['of a scope that would be the source', [all(itself, chance)]],
    ['of one of two scopes', [chance, itself]],
  ])('%s are those of the rule, though another says the same', (_, include) => {
    const [one, other] = targetsOf([
      { include, effects: [sign(1)] },
      { include, effects: [sign(2)] },
    ]);
    expect(one).not.toBe(other);
    expect(targetsOf([{ include, effects: [sign(1)] }])).toEqual([one]);
  });

  test('of an activation too', () => {
    const activation = [is(makeNode(draw, { site: 0, slots: 1 }), '<', 0.5)];
    const [one, other] = targetsOf([
      { activation, effects: [sign(1)] },
      { activation, effects: [sign(2)] },
    ]);
    expect(one).not.toBe(other);
  });

  test('of an amount are of source and target, at whichever turn', () => {
    const amount = makeNode(draw, { site: 1, slots: 2 });
    const { values } = onePass(
      [
        {
          include: [ranked],
          activation: [is(of(source, 'rank'), '<', 2)],
          effects: [write('stock', 'set', plus(running, amount))],
        },
      ],
      dozen,
    );
    expect(new Set(values('stock', ...Array.from({ length: 12 }, (_, i) => i + 1))).size).toBe(12);
  });
});

describe('all is asked before the first effect', () => {
  test('activation, scope and carriers see nothing of what another rule wrote', () => {
    const raise: RuleParts = { include: [ranked], effects: [write('rank', 'add', 10)] };
    const isLow = is(of(source, 'rank'), '<', 10);
    const { values } = onePass(
      [
        raise,
        { activation: [isLow], include: [itself], effects: [sign(1)] },
        {
          include: [is(of(target, 'rank'), '<', 10)],
          activation: [is(of(source, 'rank'), '==', 3)],
          effects: [sign(2)],
        },
        {
          carrier: { by: 'condition', kinds: [], where: [isLow], times: of(source, 'rank') },
          activation: [is(of(source, 'rank'), '<', 3)],
          include: [itself],
          effects: [sign(3)],
        },
      ],
      five,
    );
    expect(values('trail', 1, 2, 3, 4, 5)).toEqual([123, 1233, 12, 2, 2]);
    expect(values('rank', 1, 2, 3, 4, 5)).toEqual([31, 32, 33, 34, 35]);
  });

  test('amounts see it', () => {
    const { values } = onePass(
      [
        { include: [ranked], effects: [write('rank', 'add', 10)] },
        { include: [itself], effects: [write('stock', 'add', of(source, 'rank'))] },
      ],
      five,
    );
    expect(values('stock', 1, 2, 3)).toEqual([31, 32, 33]);
  });

  test('amounts and holders see whose it is now, and where', () => {
    const owner = makeNode(follow, { relation: 'owner', kind: 0 }, target);
    const apart = makeNode(distance, undefined, source, target);
    const only = { activation: [is(of(source, 'rank'), '==', 1)], include: [itself] };
    const see: RuleParts = {
      ...only,
      effects: [write('stock', 'add', of(owner, 'rank')), write('stock', 'add', 1, { holder: owner })],
    };
    const { values } = onePass(
      [
        see,
        {
          ...only,
          effects: [{ kind: 'give', recipient: 'target', stacking: 0, label: '', owner: of(target, 'goal') }],
        },
        see,
        {
          ...only,
          include: [is(of(target, 'rank'), '==', 5)],
          effects: [
            { kind: 'move', recipient: 'source', stacking: 0, label: '', to: of(source, 'friend') },
            write('light', 'add', apart),
          ],
        },
      ],
      ({ add, set }) => {
        add('empire', { rank: 20 });
        add('empire', { rank: 300 });
        add('colony', { rank: 1, goal: 2 }, { owner: 1, place: at(0) });
        set(3, { friend: add('planet', {}, { place: at(8) }) });
        add('ship', { rank: 5 }, { place: at(10) });
      },
    );
    expect([...values('stock', 1, 2, 3), ...values('light', 5)]).toEqual([1, 1, 320, 2]);
  });

  test('amounts that are the same for all are so, also where they are absent', () => {
    const now = makeNode(turn, undefined);
    const { values, outcome } = onePass(
      [
        {
          include: [ranked],
          activation: [is(of(source, 'rank'), '<', 3)],
          effects: [
            write('stock', 'add', now),
            write('light', 'set', plus(running, now)),
            write('stock', 'add', of(none, 'rank')),
            write('light', 'maximum', of(none, 'rank')),
          ],
        },
      ],
      five,
      { turn: 7 },
    );
    expect([...values('stock', 1, 5), ...values('light', 1, 5)]).toEqual([14, 14, 14, 14]);
    expect(outcome).toMatchObject({ fired: 40, wrote: 20 });
  });

  test('seats see nothing of what is made available', () => {
    const { values, outcome } = onePass(
      [
        {
          carrier: { by: 'class', class: classIndex('edict') },
          include: [is(of(target, 'rank'), '==', 8)],
          effects: [
            {
              kind: 'availability',
              recipient: 'target',
              stacking: 0,
              label: '',
              class: makeClass('tech'),
              available: boolean(true),
            },
          ],
        },
        {
          carrier: { by: 'seat', class: classIndex('tech'), column: columnIndex('seat') },
          include: [itself],
          effects: [write('rank', 'add', 1)],
        },
      ],
      ({ add, set }) => {
        add('law', {}, {});
        add('edict');
        add('empire', { rank: 8 });
        set(3, { seat: 3 });
      },
    );
    expect(outcome.firings.map((firing) => firing.rule)).toEqual(['rule 0']);
    expect(values('rank', 3)).toEqual([8]);
  });

  test('scopes see nothing of words that come in the pass, amounts and branches do', () => {
    const isSkilled = makeNode(holds, { holding: 0, word: 2 }, target);
    const hold = (more: Partial<HoldEffect> = {}): HoldEffect => ({
      kind: 'hold',
      recipient: 'target',
      stacking: 0,
      label: '',
      holding: 0,
      word: word(0, 2),
      held: boolean(true),
      ...more,
    });
    const told = write('stock', 'add', makeNode(choose, undefined, isSkilled, number(10), number(1)));
    const { values, outcome } = onePass(
      [
        { include: [ranked], activation: [is(of(source, 'rank'), '==', 1)], effects: [told] },
        {
          include: [is(of(target, 'rank'), '<', 5)],
          activation: [is(of(source, 'rank'), '==', 1)],
          effects: [hold(), hold({ recipient: 'source', held: boolean(false) })],
        },
        { include: [ranked], activation: [is(of(source, 'rank'), '==', 1)], effects: [told] },
        { include: [all(ranked, isSkilled)], effects: [write('light', 'set', 1)] },
        {
          include: [ranked],
          activation: [is(of(source, 'rank'), '==', 1)],
          effects: [branch(isSkilled, [write('trail', 'set', 1)], [write('trail', 'set', 2)])],
        },
      ],
      five,
    );
    expect(values('stock', 1, 2, 3, 4, 5)).toEqual([2, 11, 11, 11, 2]);
    expect(values('light', 1, 2, 3, 4, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(values('trail', 1, 2, 3, 4, 5)).toEqual([2, 1, 1, 1, 2]);
    expect(outcome.firings.map((firing) => firing.rule)).toEqual(['rule 0', 'rule 1', 'rule 2', 'rule 4']);
  });

  test('what is born in the pass takes part in the next, as source and as target', () => {
    const birth: RuleParts = {
      activation: [is(of(source, 'rank'), '==', 1)],
      include: [itself],
      effects: [
        {
          kind: 'create',
          recipient: 'target',
          stacking: 0,
          label: '',
          class: makeClass('colony'),
          count: number(1),
          initial: [{ column: columnIndex('rank'), value: number(7) }],
        },
      ],
    };
    const mark: RuleParts = { include: [ranked], activation: [is(of(source, 'rank'), '==', 7)], effects: [sign(1)] };
    const { outcome } = inEveryWay([[birth, mark], [mark]], five);
    expect(outcome.firings).toEqual([
      { rule: 'rule 0', source: 1, targets: [1] },
      { rule: 'rule 2', source: 6, targets: [1, 2, 3, 4, 5, 6] },
    ]);
  });

  test('what is destroyed in the pass goes at its end', () => {
    const end: RuleParts = { include: [is(of(target, 'rank'), '==', 2)], effects: [gone] };
    const { outcome, values } = inEveryWay(
      [
        [end, { include: [itself], effects: [sign(1), write('stock', 'add', of(target, 'trail'))] }, end],
        [{ include: [itself], effects: [sign(2)] }],
      ],
      five,
    );
    expect(values('trail', 1, 2, 3)).toEqual([12, 0, 12]);
    expect(outcome.firings.filter((firing) => firing.rule === 'rule 1').map((firing) => firing.source)).toEqual([
      1, 2, 3,
    ]);
    expect(outcome.firings.filter((firing) => firing.rule === 'rule 3').map((firing) => firing.source)).toEqual([1, 3]);
  });
});

describe('a cell that is written', () => {
  test('goes through the log that stacking keeps of it, whoever writes it', () => {
    const stacked = (amount: number): RuleParts => ({
      ...onFirst,
      activation: [is(of(source, 'rank'), '==', 1)],
      effects: [write('stock', 'add', amount, { stacking: 2 })],
    });
    const plain: RuleParts = {
      ...onFirst,
      activation: [is(of(source, 'rank'), '==', 1)],
      effects: [write('stock', 'multiply', 3), write('stock', 'add', 1)],
    };
    expect(planOfPass([stacked(1), plain]).rules.map(({ writes }) => writes?.steps.length)).toEqual([undefined, 2]);
    // Of 1 and 5 the larger counts, in the place of the first; then what is between them is done again.
    expect(onePass([stacked(1), plain, stacked(5)], five).values('stock', 1)).toEqual([(0 + 5) * 3 + 1]);
  });

  test.each<[string, Effect]>([
    ['in 32 bits, by a number', write('light', 'add', -1e-60)],
    ['in 32 bits, by numbers', write('light', 'add', of(target, 'soil'))],
    ['in 32 bits, by a product', write('light', 'multiply', -1)],
    ['in 32 bits, by steps', write('light', 'set', times(plus(running, 0), -1))],
    ['in 32 bits, at its turn', write('light', 'set', times(of(target, 'light'), of(target, 'soil')))],
    ['by a product', write('stock', 'multiply', -1)],
    ['by steps', write('stock', 'set', times(plus(running, 0), -1))],
    ['at its turn', write('stock', 'set', times(of(target, 'stock'), of(target, 'soil')))],
  ])('never holds a zero with a sign: %s', (_, effect) => {
    const { values } = onePass([{ ...onFirst, effects: [effect] }], ({ add }) => {
      add('colony', { rank: 1, soil: -1e-60 });
    });
    expect([...values('light', 1), ...values('stock', 1)]).toEqual([0, 0]);
  });
});

describe('amounts that look at what is written are found at their turn', () => {
  const plans = (...rules: readonly RuleParts[]) =>
    planOfPass(rules).rules.map(({ writes }) =>
      writes?.steps.map(({ chain }) =>
        chain === undefined ? 'late' : chain.map(({ operation }) => operation).join(' '),
      ),
    );

  test('for many at a time where each looks at its own cells', () => {
    const rule: RuleParts = {
      include: [ranked],
      effects: [
        write('stock', 'set', plus(of(target, 'trail'), running)),
        write('trail', 'set', times(of(target, 'stock'), of(target, 'trail'))),
      ],
    };
    expect(plans(rule)).toEqual([['late', 'late']]);
    const { values } = onePass(
      [{ include: [itself], effects: [write('trail', 'set', 2), write('stock', 'set', 1)] }, rule],
      five,
    );
    // Three colonies one after the other: stock += trail, trail *= stock.
    let [stock, trail] = [1, 2];
    for (let i = 0; i < 3; i++) [stock, trail] = [stock + trail, (stock + trail) * trail];
    expect([...values('stock', 1), ...values('trail', 1)]).toEqual([stock, trail]);
  });

  test('one by one where they look at another’s', () => {
    const rule: RuleParts = {
      include: [ranked],
      activation: [is(of(source, 'rank'), '==', 2)],
      effects: [write('stock', 'set', plus(of(source, 'stock'), 1))],
    };
    expect(plans(rule)).toEqual([undefined]);
    const { values } = onePass([rule], five);
    // 1 is written before the source itself, which then has 1.
    expect(values('stock', 1, 2, 3, 4, 5)).toEqual([1, 1, 2, 2, 2]);
  });

  test('where a modification comes after an amount that reads the cell', () => {
    const rule: RuleParts = {
      include: [itself],
      effects: [write('stock', 'add', plus(running, 1)), write('rank', 'multiply', times(running, running))],
    };
    expect(plans(rule)).toEqual([['late', 'late']]);
    const { values } = onePass([{ include: [itself], effects: [write('stock', 'set', 5)] }, rule], five);
    expect([...values('stock', 1), ...values('rank', 1, 2)]).toEqual([11, 1, 8]);
  });

  test('each source by itself where several write one cell', () => {
    const rule: RuleParts = {
      include: [ranked],
      effects: [write('stock', 'set', plus(minus(of(target, 'stock'), 1), times(of(target, 'stock'), 2)))],
    };
    expect(plans(rule)).toEqual([['late']]);
    const { values } = onePass([{ include: [itself], effects: [write('stock', 'set', 1)] }, rule], five);
    expect(values('stock', 1)).toEqual([((1 * 3 - 1) * 3 - 1) * 3 - 1]);
  });

  test('what is looked up along attachments is another’s', () => {
    const soil = of(target, 'soil');
    const above = { ...soil, data: { ...(soil.data as object), climb: true } };
    const { values } = onePass(
      [
        {
          carrier: { by: 'condition', kinds: ['planet', 'ship'].map(kindIndex), where: [], times: undefined },
          include: [itself],
          effects: [write('trail', 'set', above), write('soil', 'set', 5)],
        },
      ],
      ({ add }) => {
        add('ship', {}, { place: inside(add('planet')) });
      },
    );
    // The ship reads what the planet, which came first, has written to itself.
    expect([...values('trail', 1, 2), ...values('soil', 1)]).toEqual([0, 5, 5]);
  });
});

test('entries of several rules are merged by rank, those of one rank as they stand', () => {
  const rules = (['rule', 'source', 'source', 'rule', 'source'] as const).map((dispatch, i) =>
    ruleOf({ dispatch, effects: [] }, i),
  );
  const entries = [
    ['a3', 'a1'],
    ['b2', 'b1', 'b1'],
    ['c1', 'c0', 'c2'],
    ['d2', 'd1'],
    ['e2', 'e1'],
  ];
  expect(inDispatchOrder(rules, entries, (entry) => Number(entry[1])).join(' ')).toBe(
    'a3 a1 c0 b1 b1 c1 b2 c2 d2 d1 e2 e1',
  );
  expect(inDispatchOrder([], [], () => 0)).toEqual([]);
  expect(inDispatchOrder(rules.slice(0, 1), [[]], () => 0)).toEqual([]);
});

function makeClass(name: string) {
  return {
    op: 'constant',
    type: { name: 'class' },
    args: [],
    data: { value: classIndex(name), type: { name: 'class' } },
  } as const;
}

test('rules that ask the same are asked together', () => {
  const high = is(of(source, 'rank'), '>', 1);
  const plan = planOfPass([
    { activation: [high], include: [ranked], effects: [sign(1)] },
    { activation: [high], include: [ranked], effects: [sign(2)] },
    { ...scouts, activation: [high], include: [ranked], effects: [sign(3)] },
    { activation: [high], include: [itself], effects: [sign(4)] },
    { activation: [not(high)], include: [itself], effects: [sign(5)] },
  ]);
  expect([plan.carriers.length, plan.activations.length, plan.actives.length, plan.scopes.length]).toEqual([
    2, 2, 3, 2,
  ]);
  expect(plan.scopes[1].selection).toBeUndefined();
});
