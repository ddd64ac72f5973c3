import { partsIn } from '../../../src/eval/node-shape.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { follow, slot } from '../../../src/eval/ops/object-links.js';
import { holds } from '../../../src/eval/ops/bit-tests.js';
import * as logic from '../../../src/eval/ops/logic.js';
import { supposed } from '../../../src/eval/ops/supposed.js';
import { createPathCounts } from '../../../src/eval/path-counts.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { target } from '../../support/nodes.js';
import { byReference, comparerOf, inColumns, randomRows, supposeAny } from './compared.js';
import { nodeFor } from './random-node.js';
import { change, randomState } from './random-state.js';
import { heavy } from '../../support/heavy.js';

const makers = [
  'number aggregate',
  'boolean aggregate',
  'entity aggregate',
  'nearby aggregate',
  'among aggregate',
  'supposed',
  'boolean choose',
  'and',
];

test('what is kept from one question to the next is that of what is supposed now', () => {
  let differing = 0;
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const state = randomState(choices, 20);
      const comparer = comparerOf(state);
      const book = createTermBook();
      const plain = createTermBook({ supposing: false });
      for (const [i, name] of [...makers, ...makers, ...makers].entries()) {
        const own = choices.split(`kept ${i}`);
        const node = nodeFor(name, own, { model: state.model, slots: 2, running: undefined, aggregates: 2 }, 3);
        const term = termOf(book, node);
        if (![...partsIn(term)].some((each) => each.op === 'supposed')) continue;
        const rows = randomRows(comparer, own, 2, false);
        let before: readonly unknown[] | undefined;
        for (let round = 0; round < 6; round++) {
          supposeAny(state, comparer.frame, own.split(`round ${round}`));
          const expected = byReference(comparer, node, rows);
          expect(inColumns(comparer, term, rows), printNode(node)).toEqual(expected);
          if (before?.some((value, row) => !Object.is(value, expected[row])) === true) differing++;
          before = expected;
          if (round === 3) change(state, own);
        }
        comparer.frame.suppositions = undefined;
        expect(inColumns(comparer, termOf(plain, node), rows), printNode(node)).toEqual(
          byReference(comparer, node, rows),
        );
      }
    }),
    propertyRuns(25, 8),
  );
  expect(differing).toBeGreaterThan(heavy(10, 50));
});

test('members that are found by what is supposed of them are found again', () => {
  let differing = 0;
  const paths = createPathCounts();
  const [row, member] = [target, makeNode(slot, { slot: 2 })];
  const ownerOf = (object: Node): Node => makeNode(follow, { relation: 'owner' as const, kind: 0 }, object);
  const isSo = (question: number, word: number, object: Node): Node =>
    makeNode(supposed, { question, word }, object, makeNode(holds, { holding: 0, word: 1 }, object));
  const filters = [
    isSo(0, 1, member),
    makeNode(logic.not, undefined, isSo(1, 0, member)),
    makeNode(compare, { comparison: '==' }, isSo(0, 2, member), isSo(0, 2, row)),
  ];
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const state = randomState(choices, 30);
      const comparer = comparerOf(state, 5, paths);
      const book = createTermBook();
      const ids = Int32Array.from(liveIds(state));
      for (const filter of filters) {
        const node = makeNode(
          aggregate,
          { fold: 'count', range: { over: 'objects', kind: 0, class: 0 }, slot: 2 },
          makeNode(
            logic.and,
            undefined,
            filter,
            makeNode(compare, { comparison: '==' }, ownerOf(member), ownerOf(row)),
          ),
        );
        let before: readonly unknown[] | undefined;
        for (let round = 0; round < 5; round++) {
          supposeAny(state, comparer.frame, choices.split(`round ${round}`));
          const expected = byReference(comparer, node, rowsOver(1, ids, ids.length));
          expect(inColumns(comparer, termOf(book, node), rowsOver(1, ids, ids.length))).toEqual(expected);
          if (before?.some((value, at) => value !== expected[at]) === true) differing++;
          before = expected;
        }
      }
    }),
    propertyRuns(15, 6),
  );
  expect(differing).toBeGreaterThan(heavy(20, 50));
  expect(paths.fitting).toBeGreaterThan(heavy(20, 50));
});
