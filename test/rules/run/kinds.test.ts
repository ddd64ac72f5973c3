import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { kindOf } from '../../../src/eval/ops/object-links.js';
import type { Carrier } from '../../../src/ir/rule.js';
import { kindNode, source, target } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  all,
  classIndex,
  is,
  itself,
  kindIndex,
  not,
  of,
  onePass,
  plus,
  running,
  sign,
  times,
  write,
} from './hand-rules.js';

/**
 * Objects of several kinds that are asked together, in either order, for what one kind lacks: it is missing for these,
 * though its cell would hold a 0.
 */

/** Colonies 1 and 2, with soil, and scouts 3 and 4, who have none. */
const four = ({ add }: Maker): void => {
  for (const soil of [3, 7]) add('colony', { soil });
  for (let i = 0; i < 2; i++) add('scout');
};
const byClass = (name: string): { readonly carrier: Carrier } => ({
  carrier: { by: 'class', class: classIndex(name) },
});
const byKinds = (...kinds: readonly string[]): { readonly carrier: Carrier } => ({
  carrier: { by: 'condition', kinds: kinds.map(kindIndex), where: [], times: undefined },
});
const orders = [
  ['colony', 'scout'],
  ['scout', 'colony'],
] as const;
const isOf = (kind: string): Node => is(makeNode(kindOf, undefined, target), '==', kindNode(kindIndex(kind)));
const isPoor = is(of(source, 'soil'), '<', 5);

function signed(rules: readonly RuleParts[]): readonly number[] {
  return onePass(rules, four).values('trail', 1, 2, 3, 4);
}

describe.each(orders)('%s before %s', (first, second) => {
  const kinds = [first, second].map((name) => (name === 'colony' ? 'planet' : 'ship'));

  test('as sources of rules that share an activation', () => {
    const rules = [first, second].map(
      (name, i): RuleParts => ({ ...byClass(name), activation: [isPoor], effects: [sign(i + 1)] }),
    );
    expect(signed(rules)).toEqual([first === 'colony' ? 1 : 2, 0, 0, 0]);
    expect(signed(rules.map((rule): RuleParts => ({ ...rule, activation: [not(isPoor)] })))).toEqual([
      0,
      first === 'colony' ? 1 : 2,
      0,
      0,
    ]);
    const isTest = { by: 'test', test: isPoor } as const;
    expect(
      signed(rules.map((rule): RuleParts => ({ ...rule, activation: [], narrowing: { by: 'not', part: isTest } }))),
    ).toEqual([0, ...(first === 'colony' ? [1, 2, 2] : [2, 1, 1])]);
    expect(
      signed(
        rules.map(
          (rule): RuleParts => ({
            ...rule,
            activation: [],
            narrowing: { by: 'any', parts: [isTest, { by: 'not', part: isTest }] },
          }),
        ),
      ),
    ).toEqual(first === 'colony' ? [1, 1, 2, 2] : [2, 2, 1, 1]);
  });

  test('as sources of one carrier', () => {
    expect(signed([{ ...byKinds(...kinds), activation: [isPoor], effects: [sign(1)] }])).toEqual([1, 0, 0, 0]);
    expect(
      signed([
        {
          carrier: { by: 'condition', kinds: kinds.map(kindIndex), where: [isPoor], times: undefined },
          effects: [sign(1)],
        },
      ]),
    ).toEqual([1, 0, 0, 0]);
    expect(
      signed([
        {
          carrier: { by: 'condition', kinds: kinds.map(kindIndex), where: [], times: of(source, 'soil') },
          effects: [sign(1)],
        },
      ]),
    ).toEqual([111, 1111111, 0, 0]);
  });

  test('as sources that share a scope', () => {
    const mine = (scope: Node): readonly number[] =>
      signed([first, second].map((name): RuleParts => ({ ...byClass(name), include: [scope], effects: [sign(1)] })));
    expect(mine(all(itself, is(of(target, 'soil'), '<', 5)))).toEqual([1, 0, 0, 0]);
    expect(mine(all(isOf('planet'), is(of(source, 'soil'), '<', 5)))).toEqual([1, 1, 0, 0]);
    expect(mine(is(of(target, 'soil'), '<', of(source, 'soil')))).toEqual([1, 0, 0, 0]);
  });

  test('as sources and targets of amounts', () => {
    const itselfBy = (amount: Node): readonly number[] =>
      signed(
        [first, second].map(
          (name): RuleParts => ({
            ...byClass(name),
            effects: [write('trail', 'set', 8), write('trail', 'set', amount)],
          }),
        ),
      );
    for (const object of [source, target]) expect(itselfBy(of(object, 'soil'))).toEqual([3, 7, 8, 8]);
    const onKinds = (amount: Node): readonly number[] =>
      signed(
        kinds.map(
          (kind): RuleParts => ({
            activation: [isPoor],
            include: [isOf(kind)],
            effects: [write('trail', 'set', 8), write('trail', 'set', amount)],
          }),
        ),
      );
    expect(onKinds(of(target, 'soil'))).toEqual([3, 7, 8, 8]);
    expect(onKinds(of(source, 'soil'))).toEqual([3, 3, 3, 3]);
  });

  test('as targets of one scope', () => {
    const onBoth = (amount: Node): readonly number[] =>
      signed([
        {
          activation: [isPoor],
          include: kinds.map(isOf),
          effects: [write('trail', 'set', 8), write('trail', 'set', amount)],
        },
      ]);
    expect(onBoth(of(target, 'soil'))).toEqual([3, 7, 8, 8]);
    // Found at its turn, because it looks at what is written.
    expect(onBoth(times(of(target, 'trail'), of(target, 'soil')))).toEqual([24, 56, 8, 8]);
    expect(onBoth(plus(times(running, 10), of(target, 'soil')))).toEqual([83, 87, 8, 8]);
  });
});

test('what is written to those who lack it is lost', () => {
  const { state, outcome } = onePass(
    [
      {
        ...byKinds('ship', 'planet'),
        include: [itself],
        effects: [
          write('soil', 'add', 1),
          write('soil', 'set', times(of(target, 'soil'), 2)),
          write('crew', 'set', plus(running, 2)),
        ],
      },
    ],
    four,
  );
  expect(state.cells.map((cells) => cells[0]).every((cell) => cell === 0)).toBe(true);
  expect(outcome).toMatchObject({ fired: 12, wrote: 6 });
});
