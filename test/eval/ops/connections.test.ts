import { describe, expect, it } from 'vitest';
import type { Aggregator, Model } from '../../../src/model/model.js';
import { registryOf } from '../../../src/state/aggregators.js';
import { writeCell } from '../../../src/components/cells.js';
import type { Step } from '../../../src/model/connection.js';
import { setList } from '../../../src/components/links.js';
import { columnStamp, fact } from '../../../src/model/stamps.js';
import type { WorldState } from '../../../src/components/state.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type Fold } from '../../../src/eval/ops/range.js';
import { aggregate, collect } from '../../../src/eval/ops/member-folds.js';
import { collectData } from '../../support/collect-data.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { connectionRange } from '../../../src/eval/ops/members.js';
import { integerAdd, integerDivide } from '../../../src/eval/ops/integers.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { refusal } from '../../support/errors.js';
import { columnNamed, make, modelOf, stateOf } from '../../support/hand-model.js';
import { boolean, member, number, reading, source, target } from '../../support/nodes.js';

const most = 2 ** 31 - 1;

const broken: readonly Aggregator[] = [
  { name: 'NOTHING', input: 'number', output: 'number', fold: () => Number.NaN },
  {
    name: 'LIST',
    input: 'number',
    output: 'number',
    fold: (values, count) => values.reduce((all, value) => all * 10 + value, 0) + 0 * count,
  },
];

const base = modelOf({
  kinds: { city: {} },
  columns: {
    size: { kinds: ['city'], integer: true },
    wanted: { kinds: ['city'], role: 'property', type: { name: 'entity' } },
  },
});
const model: Model = {
  ...base,
  links: [{ index: 0, name: 'trade', kinds: [1], to: 1 }],
  aggregators: registryOf(broken),
};
const trade: readonly Step[] = [{ by: 'listed', link: 0 }];
const range = connectionRange(model, trade);

/** One city that trades with others of these sizes, in this order. */
function trading(...sizes: readonly number[]): {
  readonly state: WorldState;
  readonly hub: number;
  readonly others: readonly number[];
} {
  const state = stateOf(model);
  const hub = make(state, 'city');
  const others = sizes.map((size) => {
    const city = make(state, 'city');
    writeCell(state, columnNamed(model, 'size'), city, size);
    return city;
  });
  setList(state, 0, hub, others);
  return { state, hub, others };
}

function folding(state: WorldState, fold: Fold, filter: Node = boolean(true), ...value: readonly Node[]): Node {
  return makeNode(
    aggregate,
    { fold, range, slot: 2 },
    source,
    filter,
    ...(fold.startsWith('integer') && value.length === 0 ? [reading(state, 'size', member, 'zero')] : value),
  );
}

/** A value with what went wrong while it was found. */
function asked(state: WorldState, node: Node, hub: number): readonly unknown[] {
  const frame = createFrame(state, 1);
  frame.slots[0] = hub;
  const value = frame.evaluate(node);
  return [value, frame.mishaps.overflows, frame.mishaps.zeroDivisions];
}

describe('folds of whole numbers', () => {
  it('wrap after each member, and count it', () => {
    const sum = (...sizes: readonly number[]): readonly unknown[] => {
      const { state, hub } = trading(...sizes);
      return asked(state, folding(state, 'integerSum'), hub).slice(0, 2);
    };
    expect(sum()).toEqual([0, 0]);
    expect(sum(3, -5)).toEqual([-2, 0]);
    expect(sum(most, 1)).toEqual([-most - 1, 1]);
    expect(sum(most, 1, -1)).toEqual([most, 2]);
  });

  it('divide the wrapped sum by the count, truncated', () => {
    const mean = (...sizes: readonly number[]): readonly unknown[] => {
      const { state, hub } = trading(...sizes);
      return asked(state, folding(state, 'integerMean'), hub);
    };
    expect(mean()).toEqual([0, 0, 0]);
    expect(mean(3, 4)).toEqual([3, 0, 0]);
    expect(mean(0, -1)).toEqual([0, 0, 0]);
    expect(mean(most, most, 4)).toEqual([0, 1, 0]);
  });

  it('have only members of which the filter is true', () => {
    const { state, hub } = trading(1, 10, 100);
    const small = makeNode(compare, { comparison: '<' }, reading(state, 'size', member, 'zero'), number(50));
    expect(asked(state, folding(state, 'integerSum', small), hub)[0]).toBe(11);
    expect(asked(state, folding(state, 'integerMean', small), hub)[0]).toBe(5);
  });
});

it('who decides is the last that is asked', () => {
  const { state, hub, others } = trading(1, 2, 0, 3);
  // 6 / size, by zero 0 and counted.
  const share = makeNode(integerDivide, { byZero: 'zero' }, number(6), reading(state, 'size', member, 'zero'));
  const over = (bound: number): Node => makeNode(compare, { comparison: '>=' }, share, number(bound));
  expect(asked(state, folding(state, 'any', over(6)), hub)).toEqual([1, 0, 0]);
  expect(asked(state, folding(state, 'any', over(7)), hub)).toEqual([0, 0, 1]);
  expect(asked(state, folding(state, 'all', over(6)), hub)).toEqual([0, 0, 0]);
  expect(asked(state, folding(state, 'all', over(0)), hub)).toEqual([1, 0, 1]);
  expect(asked(state, folding(state, 'first', makeNode(compare, { comparison: '<' }, share, number(6))), hub)).toEqual([
    others[1],
    0,
    0,
  ]);
  expect(asked(state, folding(state, 'count', over(2)), hub)).toEqual([3, 0, 1]);
});

describe('a collect', () => {
  const named = (name: string): number => model.aggregators.findIndex((each) => each.name === name);
  const collecting = (name: string, value: Node): Node =>
    makeNode(collect, collectData(model, named(name), range, 2), source, value);

  it('gives the aggregator the values in the order of the connection, repeats kept', () => {
    const { state, hub, others } = trading(1, 2, 3);
    const list = collecting('LIST', reading(state, 'size', member, 'zero'));
    expect(asked(state, list, hub)[0]).toBe(123);
    setList(state, 0, hub, [others[2], others[0], others[2]]);
    expect(asked(state, list, hub)[0]).toBe(313);
    expect(asked(state, list, 0)[0]).toBe(0);
    expect(asked(state, collecting('AND', boolean(false)), 0)[0]).toBe(1);
  });

  it('passes over values that are absent', () => {
    const { state, hub, others } = trading(1, 2, 3);
    writeCell(state, columnNamed(model, 'wanted'), others[0], others[2]);
    expect(
      asked(
        state,
        collecting('LIST', reading(state, 'size', reading(state, 'wanted', member, 'missing'), 'missing')),
        hub,
      )[0],
    ).toBe(3);
  });

  it('refuses values of another type, aggregators that are none, and results that are none', () => {
    const { state, hub } = trading(1);
    expect(refusal(() => collecting('SUM', boolean(true))).message).toContain(
      'takes what its range starts from, and a number',
    );
    expect(refusal(() => collecting('AND', number(1))).message).toContain('and a boolean');
    expect(refusal(() => collectData(model, 99, range, 2)).message).toContain(
      `there is no aggregator 99; the model has ${model.aggregators.length}`,
    );
    const error = refusal(() => asked(state, collecting('NOTHING', number(1)), hub));
    expect(error.message).toContain('the aggregator NOTHING made NaN of 1 values; it must return a finite number');
  });

  it('has the type of what comes out', () => {
    expect(collecting('NUM', boolean(true)).type.name).toBe('number');
    expect(collecting('OR', boolean(true)).type.name).toBe('boolean');
  });
});

describe('what is over a connection', () => {
  it('depends on all that its steps read', () => {
    const steps: readonly Step[] = [
      { by: 'referrers', column: columnNamed(model, 'wanted').index, kind: 1 },
      { by: 'listed', link: 0 },
    ];
    const node = makeNode(
      aggregate,
      { fold: 'count', range: connectionRange(model, steps), slot: 2 },
      target,
      boolean(true),
    );
    const { stamps } = termOf(createTermBook(), node);
    expect(stamps).toEqual([fact.population, fact.link, columnStamp(columnNamed(model, 'wanted').index)]);
  });

  it('prints its steps, so that others are other terms', () => {
    const state = stateOf(model);
    const value = makeNode(integerAdd, undefined, reading(state, 'size', member, 'zero'), number(1));
    expect(printNode(makeNode(aggregate, { fold: 'integerSum', range, slot: 2 }, source, boolean(true), value))).toBe(
      '(aggregate integerSum connection 1 0 [listed 0] @2 (slot 0) (constant boolean 1) (integerAdd (read 0 zero (slot 2)) (constant number 1)))',
    );
    expect(printNode(makeNode(collect, collectData(model, 3, range, 2), source, number(1)))).toBe(
      '(collect 3 connection 1 0 [listed 0] @2 (slot 0) (constant number 1))',
    );
  });
});
