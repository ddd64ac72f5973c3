import { expect, test } from 'vitest';
import { createMatching } from '../../../src/match/evaluate.js';
import { createTermBook } from '../../../src/eval/term-book.js';
import { type Bank, createBank } from '../../../src/events/watcher/bank.js';
import { mentionsOf } from '../../../src/events/watcher/compiled-watcher.js';
import { takeApart } from '../../../src/events/watcher/split.js';
import type { Node } from '../../../src/ir/node.js';
import { boardModel, boardsState, comparing, numberOf, triggersOf } from '../../support/watched-board.js';

function banksOf(...conditions: readonly Node[]): readonly Bank[] {
  const triggers = triggersOf(conditions);
  const { evaluator } = createMatching(boardsState(triggers).state);
  const book = createTermBook({ supposing: false });
  return takeApart(triggers, boardModel).groups.map((group) => createBank(group, evaluator, book));
}

/** Where a role is named: bank, slot, and the leaves. */
function placesOf(banks: readonly Bank[], role: number): readonly (readonly number[])[] {
  return mentionsOf(boardModel, banks)[role].map(({ bank, slot, from, to }) => [banks.indexOf(bank), slot, from, to]);
}

test('leaves of one role are one run of the slot', () => {
  const banks = banksOf(
    comparing(numberOf(2), '<', 5),
    comparing(numberOf(1), '<', 5),
    comparing(numberOf(2), '<', 3),
    comparing(numberOf(2), '<', 4),
    comparing(numberOf(2), '>', 4),
  );
  expect(placesOf(banks, 1)).toEqual([[0, 0, 0, 1]]);
  expect(placesOf(banks, 2)).toEqual([
    [0, 0, 1, 4],
    [1, 0, 0, 1],
  ]);
  expect(placesOf(banks, 0)).toEqual([]);
  expect(mentionsOf(boardModel, banks).map(({ length }) => length)).toEqual([0, 1, 2, 0, 0, 0, 0, 0]);
});

test('after the first slot they are runs of an order of their own', () => {
  const banks = banksOf(
    comparing(numberOf(1), '<', numberOf(4)),
    comparing(numberOf(2), '<', numberOf(3)),
    comparing(numberOf(3), '<', numberOf(4)),
  );
  expect([...(banks[0].orders[1] ?? [])]).toEqual([1, 0, 2]);
  expect(placesOf(banks, 4)).toEqual([[0, 1, 1, 3]]);
  expect(placesOf(banks, 3)).toEqual([
    [0, 0, 2, 3],
    [0, 1, 0, 1],
  ]);
});
