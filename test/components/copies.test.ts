import { describe, expect, test } from 'vitest';
import {
  copyCount,
  copyRow,
  dropCopies,
  isGone,
  lastCopyNumber,
  pushCopy,
  setGone,
} from '../../src/components/copies.js';
import { captureState, growState, restoreState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { WorldFullError } from '../../src/kernel/errors.js';
import { emptyTimingState } from '../support/timing-state.js';

const rowsOf = ({ copies }: WorldState, count: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, i) => [
    copies.ability[i + 1],
    copies.source[i + 1],
    copies.controller[i + 1],
    copies.number[i + 1],
  ]);

function withCopies(count: number): WorldState {
  const state = emptyTimingState();
  for (let i = 1; i <= count; i++) pushCopy(state, i % 2, 10 * i, 100 * i);
  return state;
}

describe('copies', () => {
  test('are numbered as they are created', () => {
    const state = withCopies(2);
    expect([copyCount(state), lastCopyNumber(state), rowsOf(state, 3)]).toEqual([
      2,
      2,
      [
        [1, 10, 100, 1],
        [0, 20, 200, 2],
        [0, 0, 0, 0],
      ],
    ]);
  });

  test('keep their order and numbers when others go; numbers are never given again', () => {
    const state = withCopies(5);
    dropCopies(state, (row) => row === 2 || row === 3);
    expect(rowsOf(state, 5)).toEqual([
      [1, 10, 100, 1],
      [0, 40, 400, 4],
      [1, 50, 500, 5],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect([1, 2, 3, 4, 5, 6].map((number) => copyRow(state, number))).toEqual([1, 0, 0, 2, 3, 0]);
    pushCopy(state, 0, 1, 2);
    expect([copyRow(state, 6), copyCount(state)]).toEqual([4, 4]);
    dropCopies(state, () => true);
    expect([copyCount(state), lastCopyNumber(state), copyRow(state, 6)]).toEqual([0, 6, 0]);
    expect(
      rowsOf(state, 5)
        .flat()
        .every((value) => value === 0),
    ).toBe(true);
  });

  test('one too many is refused, and nothing changes', () => {
    const state = emptyTimingState(2);
    for (let i = 0; i < 2; i++) pushCopy(state, 0, 0, 0);
    expect(() => pushCopy(state, 0, 0, 0)).toThrow(WorldFullError);
    expect([copyCount(state), lastCopyNumber(state)]).toEqual([2, 2]);
    growState(state, 20, 1, { frames: 3 });
    expect(pushCopy(state, 0, 7, 0)).toBe(3);
  });

  test('come back with a snapshot', () => {
    const state = withCopies(3);
    setGone(state, 1);
    const snapshot = captureState(state);
    const before = rowsOf(state, 4);
    dropCopies(state, (row) => row === 1);
    pushCopy(state, 0, 0, 0);
    pushCopy(state, 0, 0, 0);
    restoreState(state, snapshot);
    expect([rowsOf(state, 4), lastCopyNumber(state), isGone(state, 1)]).toEqual([before, 3, true]);
  });
});

test('abilities that the world has once are there until they are gone', () => {
  const state = emptyTimingState();
  setGone(state, 1);
  expect([0, 1].map((index) => isGone(state, index))).toEqual([false, true]);
  expect(state.gone[0]).toBe(0);
});
