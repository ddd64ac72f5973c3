import { describe, expect, test } from 'vitest';
import { makeNode } from '../../src/eval/make-node.js';
import { draw } from '../../src/eval/ops/draws.js';
import type { Carrier } from '../../src/ir/rule.js';
import { boolean, number, source, target, word } from '../support/nodes.js';
import {
  type Maker,
  type Result,
  type RuleParts,
  branch,
  classIndex,
  gone,
  is,
  not,
  of,
  onePass,
  planOfPass,
  plus,
  ranked,
  running,
  sign,
  times,
  write,
} from './run/hand-rules.js';

/** Rules that do the same to different sources fire as one where nobody can tell it from their order. */

const byClass = (name: string): { readonly carrier: Carrier } => ({
  carrier: { by: 'class', class: classIndex(name) },
});
const byFocus = (value: number, absent: Parameters<typeof of>[2] = 'missing'): { readonly carrier: Carrier } => ({
  carrier: {
    by: 'condition',
    kinds: [],
    where: [is(of(source, 'focus', absent), '==', word(0, value))],
    times: undefined,
  },
});
const colonies = byClass('colony');
const scouts = byClass('scout');

/** Colonies 1 and 2, scouts 3 and 4, ranks as ids; 1 and 3 are farming, 2 and 4 mining. A law 5 is neither. */
const five = ({ add }: Maker): void => {
  for (let rank = 1; rank <= 4; rank++) add(rank <= 2 ? 'colony' : 'scout', { rank, focus: 2 - (rank % 2) });
  add('tech');
};

/** Places of the rules that fire as one. */
function unitsOf(rules: readonly RuleParts[]): readonly (readonly number[])[] {
  return planOfPass(rules).units.map((unit) => unit.rules.map(({ rule }) => rule.index));
}

function run(rules: readonly RuleParts[]): Result<unknown> {
  return onePass(rules, five);
}

const trails = (rules: readonly RuleParts[]): readonly number[] => run(rules).values('trail', 1, 2, 3, 4);
/** Their effects without looking at anything but their own cells. */
const mark = (digit: number): Pick<RuleParts, 'effects'> => ({ effects: [sign(digit)] });
const onStock: RuleParts = { include: [ranked], effects: [write('stock', 'add', 1)] };

describe('fire as one', () => {
  test.each<[string, readonly RuleParts[], readonly number[]]>([
    [
      'of two classes',
      [
        { ...colonies, ...mark(1) },
        { ...scouts, ...mark(1) },
      ],
      [1, 1, 1, 1],
    ],
    [
      'of two words',
      [
        { ...byFocus(1), ...mark(1) },
        { ...byFocus(2), ...mark(1) },
      ],
      [1, 1, 1, 1],
    ],
    [
      'with activations of their own',
      [
        { ...colonies, activation: [is(of(source, 'rank'), '>', 1)], ...mark(1) },
        { ...scouts, activation: [is(of(source, 'rank'), '<', 4)], ...mark(1) },
      ],
      [0, 1, 1, 0],
    ],
    [
      'with claims',
      [
        { ...colonies, claims: 1, ...mark(1) },
        { ...scouts, claims: 1, ...mark(1) },
      ],
      [1, 1, 1, 1],
    ],
    [
      'several effects',
      [
        { ...colonies, effects: [sign(1), sign(of(target, 'rank'))] },
        { ...scouts, effects: [sign(1), sign(of(target, 'rank'))] },
      ],
      [11, 12, 13, 14],
    ],
    [
      'found at their turn',
      [colonies, scouts].map((carrier) => ({
        ...carrier,
        effects: [
          write('trail', 'set', plus(of(target, 'trail'), 2)),
          write('trail', 'set', times(of(target, 'trail'), of(target, 'trail'))),
        ],
      })),
      [4, 4, 4, 4],
    ],
    [
      'who may lack a cell',
      [colonies, scouts].map((carrier) => ({
        ...carrier,
        effects: [write('soil', 'add', 1), write('trail', 'set', plus(running, of(target, 'soil')))],
      })),
      [1, 1, 0, 0],
    ],
  ])('%s', (_, rules, expected) => {
    expect(unitsOf(rules)).toEqual([[0, 1]]);
    expect(trails(rules)).toEqual(expected);
  });

  test('past a rule that does not touch what they touch, or touches other objects of the same sort', () => {
    const [first, last] = [
      { ...colonies, ...mark(1) },
      { ...scouts, ...mark(1) },
    ];
    expect(unitsOf([first, onStock, last])).toEqual([[0, 2], [1]]);
    expect(trails([first, onStock, last])).toEqual([1, 1, 1, 1]);
    const also = { ...colonies, ...mark(2) };
    expect(unitsOf([first, also, last])).toEqual([[0, 2], [1]]);
    expect(trails([first, also, last])).toEqual([12, 12, 1, 1]);
    // The fourth follows the third, which has gone ahead: it cannot go with the second unless it is sure to stay
    // after.
    expect(unitsOf([first, also, last, { ...scouts, ...mark(2) }])).toEqual([[0, 2], [1], [3]]);
    expect(trails([first, also, last, { ...scouts, ...mark(2) }])).toEqual([12, 12, 12, 12]);
  });
});

test('as one they pass over what is claimed', () => {
  const taken: RuleParts = {
    include: [is(of(target, 'rank'), '==', 2)],
    claims: 1,
    effects: [write('stock', 'add', 1)],
  };
  const rules: readonly RuleParts[] = [
    taken,
    ...[colonies, scouts].map((carrier): RuleParts => ({ ...carrier, claims: 1, effects: [sign(of(target, 'rank'))] })),
  ];
  expect(unitsOf(rules)).toEqual([[0], [1, 2]]);
  const { values } = run(rules);
  expect([...values('trail', 1, 2, 3, 4), ...values('stock', 1, 2, 3, 4)]).toEqual([1, 0, 3, 4, 0, 1, 0, 0]);
});

test('as one they go through the logs of stacking', () => {
  const stacked = (amount: number): RuleParts => ({
    include: [ranked],
    activation: [is(of(source, 'rank'), '==', 1)],
    effects: [write('stock', 'add', amount, { stacking: 2 })],
  });
  const rules: readonly RuleParts[] = [
    stacked(1),
    ...[colonies, scouts].map((carrier): RuleParts => ({ ...carrier, effects: [write('stock', 'multiply', 3)] })),
    stacked(5),
  ];
  expect(unitsOf(rules)).toEqual([[0], [1, 2], [3]]);
  expect(run(rules).values('stock', 1, 2, 3, 4)).toEqual([15, 15, 15, 15]);
});

describe('do not fire as one', () => {
  const [first, last]: readonly [RuleParts, RuleParts] = [
    { ...colonies, ...mark(1) },
    { ...scouts, ...mark(1) },
  ];

  test.each<[string, RuleParts, readonly number[]]>([
    ['past a rule that writes the same cells', { include: [ranked], ...mark(2) }, [122, 122, 221, 221]],
    [
      'past one that writes them in a branch',
      { include: [ranked], effects: [branch(boolean(true), [], [sign(3)]), branch(boolean(false), [], [sign(2)])] },
      [122, 122, 221, 221],
    ],
    [
      'past one that writes them for a holder',
      { include: [ranked], effects: [sign(2, { holder: target })] },
      [122, 122, 221, 221],
    ],
    ['past one of the same sources', { ...scouts, ...mark(2) }, [1, 1, 21, 21]],
    ['past one that destroys', { include: [is(of(target, 'rank'), '==', 9)], effects: [gone] }, [1, 1, 1, 1]],
  ])('%s', (_, between, expected) => {
    expect(unitsOf([first, between, last])).toEqual([[0], [1], [2]]);
    expect(trails([first, between, last])).toEqual(expected);
  });

  test('past one that reads what they write', () => {
    const between: RuleParts = {
      include: [ranked],
      activation: [is(of(source, 'rank'), '==', 1)],
      effects: [write('rank', 'set', of(target, 'trail'))],
    };
    expect(unitsOf([first, between, last])).toEqual([[0], [1], [2]]);
    expect(run([first, between, last]).values('rank', 1, 2, 3, 4)).toEqual([1, 1, 0, 0]);
  });

  test.each<[string, readonly RuleParts[], readonly number[]]>([
    [
      'of one class',
      [
        { ...colonies, ...mark(1) },
        { ...colonies, activation: [is(of(source, 'rank'), '>', 1)], ...mark(1) },
      ],
      [1, 11, 0, 0],
    ],
    [
      'of one word',
      [
        { ...byFocus(1), ...mark(1) },
        { ...byFocus(1), ...mark(1) },
      ],
      [11, 0, 11, 0],
    ],
    [
      'of a class and a word',
      [
        { ...colonies, ...mark(1) },
        { ...byFocus(1), ...mark(1) },
      ],
      [11, 1, 1, 0],
    ],
    [
      'of different priorities',
      [
        { ...colonies, priority: 1, ...mark(1) },
        { ...scouts, priority: 2, ...mark(1) },
      ],
      [1, 1, 1, 1],
    ],
    [
      'that dispatch by source',
      [
        { ...colonies, dispatch: 'source', ...mark(1) },
        { ...scouts, dispatch: 'source', ...mark(1) },
      ],
      [1, 1, 1, 1],
    ],
    [
      'with scopes that are not the source',
      [
        { ...colonies, include: [ranked], ...mark(1) },
        { ...scouts, include: [ranked], ...mark(1) },
      ],
      [1111, 1111, 1111, 1111],
    ],
    [
      'with other claims',
      [
        { ...colonies, claims: 1, ...mark(1) },
        { ...scouts, claims: 2, ...mark(1) },
      ],
      [1, 1, 1, 1],
    ],
    [
      'with other amounts',
      [
        { ...colonies, ...mark(1) },
        { ...scouts, ...mark(2) },
      ],
      [1, 1, 2, 2],
    ],
    [
      'with another modification',
      [
        { ...colonies, effects: [sign(3), write('trail', 'add', 4)] },
        { ...scouts, effects: [sign(3), write('trail', 'multiply', 4)] },
      ],
      [7, 7, 12, 12],
    ],
    [
      'for holders',
      [colonies, scouts].map((carrier) => ({ ...carrier, effects: [sign(1, { holder: source })] })),
      [1, 1, 1, 1],
    ],
    [
      'that read another’s cells',
      [colonies, scouts].map((carrier) => ({
        ...carrier,
        effects: [write('trail', 'set', plus(of(of(source, 'goal'), 'trail', 'zero'), 1))],
      })),
      [1, 1, 1, 1],
    ],
  ])('%s', (_, rules, expected) => {
    expect(unitsOf(rules)).toEqual([[0], [1]]);
    expect(trails(rules)).toEqual(expected);
  });

  test('that draw', () => {
    const rules = [colonies, scouts].map(
      (carrier): RuleParts => ({ ...carrier, effects: [write('stock', 'set', makeNode(draw, { site: 0, slots: 2 }))] }),
    );
    expect(unitsOf(rules)).toEqual([[0], [1]]);
    run(rules);
  });

  test('past one that writes what they read of others', () => {
    const ofGoal = (carrier: { readonly carrier: Carrier }): RuleParts => ({
      ...carrier,
      effects: [write('trail', 'set', of(of(source, 'goal'), 'stock'))],
    });
    const rules: readonly RuleParts[] = [
      ofGoal(colonies),
      { ...colonies, effects: [write('stock', 'add', 5)] },
      ofGoal(scouts),
    ];
    expect(unitsOf(rules)).toEqual([[0], [1], [2]]);
    const { values } = onePass(rules, (maker) => {
      five(maker);
      for (let id = 1; id <= 4; id++) maker.set(id, { goal: 1 });
    });
    expect(values('trail', 1, 2, 3, 4)).toEqual([0, 0, 5, 5]);
  });

  test('that fire several times', () => {
    const often = (value: number): RuleParts => ({
      carrier: { by: 'condition', kinds: [], where: [is(of(source, 'focus'), '==', word(0, value))], times: number(2) },
      effects: [sign(1), write('trail', 'add', 1)],
    });
    expect(unitsOf([often(1), often(2)])).toEqual([[0], [1]]);
    expect(trails([often(1), often(2)])).toEqual([22, 22, 22, 22]);
  });

  test('past one that claims what they claim', () => {
    const rules: readonly RuleParts[] = [
      { ...colonies, claims: 1, ...mark(1) },
      { include: [ranked], claims: 1, effects: [write('stock', 'add', 1)] },
      { ...scouts, claims: 1, ...mark(1) },
    ];
    expect(unitsOf(rules)).toEqual([[0], [1], [2]]);
    const { values } = run(rules);
    expect([...values('trail', 1, 2, 3, 4), ...values('stock', 1, 2, 3, 4)]).toEqual([1, 1, 0, 0, 0, 0, 1, 1]);
  });

  test('where one object has both words, because it lacks the column', () => {
    // A law has no focus: read as it is by default that is farming, read as zero it is none.
    const rules: readonly RuleParts[] = [byFocus(1, 'initial'), byFocus(0, 'zero')].map((carrier) => ({
      ...carrier,
      effects: [write('worth', 'add', 1), write('worth', 'multiply', 2)],
    }));
    expect(run(rules).values('worth', 5)).toEqual([6]);
  });
});

test('an order that nobody can tell is not told by a limit either', () => {
  // In strict order the scouts are the ones who pass it; they fire with the colonies, before the rule in between.
  const rules: readonly RuleParts[] = [
    { ...colonies, ...mark(1) },
    { ...colonies, name: 'between', effects: [branch(not(boolean(false)), [write('stock', 'add', 1)])] },
    { ...scouts, name: 'last', ...mark(1) },
  ];
  expect(unitsOf(rules)).toEqual([[0, 2], [1]]);
  for (let effectsPerTurn = 1; effectsPerTurn < 6; effectsPerTurn++) {
    const { outcome } = onePass(rules, five, { limits: { effectsPerTurn } });
    expect(outcome.refusal).toContain(
      `rule ${effectsPerTurn < 2 ? 'rule 0' : effectsPerTurn < 4 ? 'between' : 'last'} fires effect number ${effectsPerTurn + 1}`,
    );
  }
  expect(onePass(rules, five, { limits: { effectsPerTurn: 6 } }).outcome.refusal).toBeUndefined();
});

test('what is refused is refused in strict order', () => {
  const tilt = times(of(target, 'rank'), 1e308);
  const rules: readonly RuleParts[] = [
    { ...colonies, effects: [write('stock', 'add', of(target, 'rank'))] },
    { ...colonies, name: 'between', effects: [branch(boolean(true), [write('trail', 'set', tilt)])] },
    { ...scouts, name: 'last', effects: [write('stock', 'add', of(target, 'rank'))] },
  ];
  expect(onePass(rules, five).outcome.refusal).toContain('rule between would set trail of object 2');
  const turned: readonly RuleParts[] = [
    { ...colonies, effects: [write('stock', 'add', tilt)] },
    { ...colonies, activation: [is(of(source, 'rank'), '<', 2)], effects: [write('trail', 'set', 1)] },
    { ...scouts, effects: [write('stock', 'add', tilt)] },
  ];
  expect(
    onePass(
      turned.map((rule, i) => (i === 0 ? { ...rule, activation: [is(of(source, 'rank'), '<', 2)] } : rule)),
      five,
    ).outcome.refusal,
  ).toContain('rule rule 2 would set stock of object 3');
});
