import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCell } from '../../../src/components/cells.js';
import type { Step } from '../../../src/model/connection.js';
import { destroy } from '../../../src/state/object-life.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type Fold, takesValue, hasAnchor } from '../../../src/eval/ops/range.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { connectionRange } from '../../../src/eval/ops/members.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { follow, slot } from '../../../src/eval/ops/object-links.js';
import { read } from '../../../src/eval/ops/read.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { columnNamed, make, stateOf } from '../../support/hand-model.js';
import { boolean, number } from '../../support/nodes.js';
import { byReference, comparerOf, expectSame, inColumns, plainTerm, randomRows } from './compared.js';
import { alter, connectedModel, connectedState } from './connected-state.js';
import { collectOf, randomCellsRange, randomConnectionRange } from './random-connection.js';
import { heavy, longTest } from '../../support/heavy.js';

const folds: readonly Fold[] = [
  'any',
  'all',
  'count',
  'first',
  'sum',
  'mean',
  'least',
  'greatest',
  'integerSum',
  'integerMean',
];

const inSlot = (index: number): Node => makeNode(slot, { slot: index });

const wealthOf = (of: Node, absent: 'missing' | 'zero'): Node => {
  const { index, type } = columnNamed(connectedModel, 'wealth');
  return makeNode(read, { column: index, type, climb: false, absent }, of);
};

/** What is asked of a member: also of what the row is, and of no member's value. */
function valueOf(choices: Choices): Node {
  const own = wealthOf(inSlot(2), choices.pick(['missing', 'zero'] as const));
  return choices.oneIn(2)
    ? own
    : makeNode(arithmetic.subtract, undefined, own, wealthOf(inSlot(choices.below(2)), 'zero'));
}

function conditionOf(choices: Choices): Node {
  switch (choices.below(4)) {
    case 0:
      return boolean(true);
    case 1:
      return boolean(choices.oneIn(2));
    case 2:
      return makeNode(compare, { comparison: '!=' as const }, inSlot(2), inSlot(choices.below(2)));
    default:
      return makeNode(compare, { comparison: '<=' as const }, valueOf(choices), number(choices.pick([0, 5])));
  }
}

function foldOver(choices: Choices): Node {
  const isNear = choices.oneIn(3);
  const range = isNear ? randomCellsRange(choices, connectedModel) : randomConnectionRange(choices, connectedModel);
  expect(hasAnchor(range)).toBe(true);
  const of = inSlot(choices.below(2));
  const far = choices.oneIn(2) ? number(choices.pick([-1, 0, 1, 1, 2, 3, 9])) : wealthOf(inSlot(0), 'missing');
  const anchor = isNear ? [of, far] : [of];
  if (choices.oneIn(3)) {
    return collectOf(choices, connectedModel, choices.pick(['boolean', 'number'] as const), range, 2, anchor, (type) =>
      type === 'number' ? valueOf(choices) : conditionOf(choices),
    );
  }
  const fold = choices.pick(folds);
  return makeNode(
    aggregate,
    { fold, range, slot: 2 },
    ...anchor,
    conditionOf(choices),
    ...(takesValue(fold) ? [valueOf(choices)] : []),
  );
}

test('folds over connections are those of the reference, also after changes', () => {
  const values = new Set<unknown>();
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 30 }), (seed, objects) => {
      const choices = choicesOf(seed);
      const state = connectedState(choices.split('state'), objects);
      const comparer = comparerOf(state);
      for (let i = 0; i < 12; i++) {
        const own = choices.split(`node ${i}`);
        const node = foldOver(own);
        for (let round = 0; round < 3; round++) {
          for (const value of expectSame(comparer, node, randomRows(comparer, own, 2, false))) values.add(value);
          for (let k = own.below(3); k > 0; k--) alter(state, own);
        }
      }
    }),
    propertyRuns(30, 8),
  );
  expect(values.size).toBeGreaterThan(heavy(8, 20));
});

longTest('a few rows among very many objects find what they list and who lists them, also after changes', () => {
  const steps: readonly (readonly Step[])[] = [0, 1].flatMap((link) => [
    [{ by: 'listed' as const, link }],
    [{ by: 'listing' as const, link }],
    [
      { by: 'listing' as const, link },
      { by: 'listed' as const, link },
    ],
    [{ by: 'listed' as const, link }, { by: 'listing' as const, link }, { by: 'once' as const }],
  ]);
  const nodes = steps.flatMap((each) =>
    (['integerSum', 'first'] as const).map((fold) =>
      makeNode(
        aggregate,
        { fold, range: connectionRange(connectedModel, each), slot: 2 },
        inSlot(0),
        boolean(true),
        ...(takesValue(fold) ? [wealthOf(inSlot(2), 'zero')] : []),
      ),
    ),
  );
  const values = new Set<unknown>();
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const state = connectedState(choices.split('state'), 400);
      const wealth = columnNamed(connectedModel, 'wealth');
      for (const id of liveIds(state))
        if (wealth.kinds[state.identity.kind[id]] === 1) writeCell(state, wealth, id, 7 * id);
      const comparer = comparerOf(state);
      for (let round = 0; round < 20; round++) {
        const live = [...liveIds(state)];
        const ids = Int32Array.from({ length: choices.between(1, 2) }, () => choices.pick(live));
        for (const node of nodes)
          for (const value of expectSame(comparer, node, rowsOver(0, ids, ids.length))) values.add(value);
        for (let k = choices.below(4); k > 0; k--) alter(state, choices);
      }
    }),
    propertyRuns(3),
  );
  expect(values.size).toBeGreaterThan(20);
});

test('nothing leads from what is no more, nor from nobody', () => {
  const state = stateOf(connectedModel, { capacity: 60 });
  const gone = Array.from({ length: 30 }, () => make(state, 'planet')).filter((id) => id % 3 === 0);
  for (const id of gone) destroy(state, id);
  const comparer = comparerOf(state);
  const all: readonly (readonly Step[])[] = [
    [],
    [{ by: 'sorted' }],
    [{ by: 'once' }],
    [{ by: 'others' }],
    [{ by: 'kind', kind: 0 }],
    [{ by: 'sorted' }, { by: 'once' }],
  ];
  for (const steps of all) {
    for (const fold of ['first', 'count'] as const) {
      const node = makeNode(
        aggregate,
        { fold, range: connectionRange(connectedModel, steps), slot: 2 },
        inSlot(0),
        boolean(true),
      );
      // One row is asked for itself, many of lists that are kept.
      for (const ids of [gone.slice(0, 1), [0], [...gone, 0]]) {
        const expected = new Set(expectSame(comparer, node, rowsOver(0, Int32Array.from(ids), ids.length)));
        expect([...expected]).toEqual([0]);
      }
    }
  }
});

longTest('rows whose lists are too long to lie together are folded some after the others', () => {
  const state = stateOf(connectedModel, { capacity: 2300 });
  for (let i = 0; i < 2200; i++) make(state, i % 2 === 0 ? 'building' : 'planet');
  const comparer = comparerOf(state);
  const ids = Int32Array.from(liveIds(state));
  const others: readonly Step[] = [{ by: 'objects', kind: 0 }, { by: 'others' }];
  for (const fold of ['count', 'first', 'least'] as const) {
    const node = makeNode(
      aggregate,
      { fold, range: connectionRange(connectedModel, others), slot: 2 },
      inSlot(0),
      boolean(true),
      ...(takesValue(fold) ? [wealthOf(inSlot(2), 'missing')] : []),
    );
    const rows = rowsOver(0, ids, ids.length);
    const found = inColumns(comparer, plainTerm(node), rows);
    const sample = [0, 1, 700, 1400, 2199];
    const expected = byReference(
      comparer,
      node,
      rowsOver(
        0,
        Int32Array.from(sample, (row) => ids[row]),
        sample.length,
      ),
    );
    expect(sample.map((row) => found[row])).toEqual(expected);
  }
});

test('members of many lists are asked once, and stand wherever they stood', () => {
  const state = stateOf(connectedModel, { capacity: 60 });
  for (let i = 0; i < 12; i++) {
    const system = make(state, 'system', { place: { at: 'point', x: i % 4, y: Math.floor(i / 4) } });
    if (i % 3 > 0) make(state, 'planet', { place: { at: 'object', object: system } });
    writeCell(state, columnNamed(connectedModel, 'wealth'), system, i);
  }
  const comparer = comparerOf(state);
  const own = wealthOf(inSlot(2), 'missing');
  const ofParent = wealthOf(makeNode(follow, { relation: 'parent' as const, kind: 0 }, inSlot(2)), 'missing');
  const small = makeNode(
    compare,
    { comparison: '<' as const },
    makeNode(arithmetic.multiply, undefined, wealthOf(inSlot(2), 'zero'), number(2)),
    number(13),
  );
  const near: readonly Step[] = [{ by: 'square', grid: 0, distance: 2 }];
  const around: readonly Step[] = [...near, { by: 'attached', kind: 0 }];
  for (const steps of [near, around]) {
    for (const value of [
      own,
      ofParent,
      makeNode(arithmetic.add, undefined, makeNode(arithmetic.multiply, undefined, own, number(10)), number(1)),
    ]) {
      for (const filter of [boolean(true), small]) {
        for (const fold of folds) {
          const node = makeNode(
            aggregate,
            { fold, range: connectionRange(connectedModel, steps), slot: 2 },
            inSlot(0),
            filter,
            ...(takesValue(fold) ? [value] : []),
          );
          const ids = Int32Array.from(liveIds(state));
          expectSame(comparer, node, rowsOver(0, ids, ids.length));
        }
      }
    }
  }
});
