import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modified } from '../../src/meaning/effects/turn-context.js';
import { createFrame } from '../../src/eval/interpreter.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { type Link, chainOf, stepOne } from '../../src/rules/plan-writes.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import type { Modification } from '../../src/ir/rule.js';
import { stateOf } from '../support/hand-model.js';
import { propertyRuns } from '../support/choices.js';
import { giving, number, target } from '../support/nodes.js';
import { handModel, makerOf, minus, of, plus, running, times } from './run/hand-rules.js';
import { heavy } from '../support/heavy.js';
import * as arithmetic from '../../src/eval/ops/arithmetic.js';

const dyadic = ['add', 'subtract', 'multiply', 'minimum', 'maximum'] as const;
const divisions = ['zero', 'zero', 'zero', 'ieee', 'dividend'] as const;
const special = [
  0,
  -0,
  1,
  -1,
  0.1,
  2.5,
  1e-320,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  1e308,
  2 ** 53,
  Infinity,
  -Infinity,
  NaN,
];
const numbers = fc.oneof(fc.constantFrom(...special), fc.double(), fc.float());

const { term: terms } = fc.letrec<{ operand: Node; term: Node; either: Node }>((tie) => {
  const of_ = (left: fc.Arbitrary<Node>, right: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...dyadic), left, right)
        .map(([name, a, b]) => makeNode(arithmetic[name], undefined, a, b)),
      fc
        .tuple(fc.constantFrom(...divisions), left, right)
        .map(([zeroDivisor, a, b]) => makeNode(arithmetic.divide, { zeroDivisor }, a, b)),
    );
  const alone = (inner: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
    fc
      .tuple(fc.constantFrom('negate', 'absolute'), inner)
      .map(([name, a]) => makeNode(arithmetic[name as 'negate'], undefined, a));
  return {
    // What the running value does not stand in; the rank of the target is no constant, so nothing is folded.
    operand: fc.oneof(
      { depthSize: 'small' },
      numbers.map(number),
      fc.constant(of(target, 'rank')),
      of_(tie('operand'), tie('operand')),
    ),
    term: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constant(running),
      of_(tie('term'), tie('operand')),
      of_(tie('operand'), tie('term')),
      alone(tie('term')),
      of_(tie('term'), tie('either')),
    ),
    either: fc.oneof(
      { depthSize: 'small' },
      { weight: 9, arbitrary: tie('operand') },
      { weight: 1, arbitrary: tie('term') },
    ),
  };
});

/** What a chain makes of a value. */
function follow(chain: readonly Link[], value: number, evaluate: (node: Node) => number): number {
  return chain.reduce(
    (before, { operation, operand }) => stepOne(operation, before, operand === undefined ? 0 : evaluate(operand)),
    value,
  );
}

test('a chain gives what its amount gives, to the last bit', () => {
  let [chained, long] = [0, 0];
  const state = stateOf(handModel);
  makerOf(state).add('planet');
  const [rank] = [state.cells[handModel.columnByName.get('rank')?.index ?? 0]];
  fc.assert(
    fc.property(terms, numbers, numbers, (node, before, ofTarget) => {
      const frame = createFrame(state, 1);
      [frame.slots[1], frame.value, rank[1]] = [1, before, ofTarget];
      const chain = chainOf(termOf(createTermBook(), node), 'set');
      if (chain === undefined) return;
      chained++;
      long += Number(chain.length > 3);
      for (const { operand } of chain) expect(operand?.runs ?? false).toBe(false);
      expect(follow(chain, before, (operand) => frame.evaluate(operand) ?? 0)).toBe(frame.evaluate(node));
    }),
    propertyRuns(3_000),
  );
  expect(chained).toBeGreaterThan(heavy(80, 1_000));
  expect(long).toBeGreaterThan(heavy(8, 100));
});

test('the running value by itself is no chain, so that it is evaluated', () => {
  expect(chainOf(termOf(createTermBook(), running), 'set')).toBeUndefined();
});

test.each<Modification>(['set', 'add', 'multiply', 'divide', 'minimum', 'maximum'])(
  '%s by an amount that does not look at the cell is one step',
  (modification) => {
    const chain = chainOf(termOf(createTermBook(), of(target, 'rank')), modification);
    fc.assert(
      fc.property(numbers, numbers, (before, amount) => {
        expect(follow(chain ?? [], before, () => amount)).toBe(modified(modification, before, amount));
      }),
      propertyRuns(200),
    );
    expect(chain).toHaveLength(1);
  },
);

test('steps come in the order in which they are computed', () => {
  const operations = (node: Node, modification: Modification = 'set'): readonly string[] | undefined =>
    chainOf(termOf(createTermBook(), node), modification)?.map(({ operation }) => operation);
  const divide = (left: Node, right: Node): Node => makeNode(arithmetic.divide, { zeroDivisor: 'zero' }, left, right);
  const rank = of(target, 'rank');
  expect(operations(minus(times(running, 2), 3))).toEqual(['multiply', 'subtract']);
  expect(operations(minus(number(3), times(number(2), running)))).toEqual(['multiply', 'subtractFrom']);
  expect(operations(divide(rank, divide(plus(rank, running), rank)))).toEqual(['add', 'divide', 'divideInto']);
  expect(
    operations(makeNode(arithmetic.minimum, undefined, rank, makeNode(arithmetic.maximum, undefined, running, rank))),
  ).toEqual(['maximum', 'minimumOf']);
  expect(
    operations(makeNode(arithmetic.maximum, undefined, rank, makeNode(arithmetic.minimum, undefined, running, rank))),
  ).toEqual(['minimum', 'maximumOf']);
  expect(operations(makeNode(arithmetic.negate, undefined, makeNode(arithmetic.absolute, undefined, running)))).toEqual(
    ['absolute', 'negate'],
  );
  expect(operations(giving(undefined))).toEqual(['set']);
});

test('what is no chain is none', () => {
  const none = (node: Node, modification: Modification = 'set'): void => {
    expect(chainOf(termOf(createTermBook(), node), modification)).toBeUndefined();
  };
  none(plus(running, running));
  none(plus(times(running, 2), minus(running, 1)));
  none(makeNode(arithmetic.round, undefined, running));
  none(makeNode(arithmetic.power, undefined, running, number(2)));
  for (const zeroDivisor of ['ieee', 'dividend'] as const)
    none(makeNode(arithmetic.divide, { zeroDivisor }, running, of(target, 'rank')));
  // A modification that is itself a step would come after the amount, which has the value of before.
  for (const modification of ['add', 'multiply', 'divide', 'minimum', 'maximum'] as const)
    none(plus(running, 1), modification);
});
