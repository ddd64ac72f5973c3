import { expect, test } from 'vitest';
import { setTimeOf, timeOf } from '../../src/components/clock.js';
import { fact } from '../../src/model/stamps.js';
import { captureState, restoreState } from '../../src/state/world-state.js';
import { stateOf } from '../support/hand-model.js';

test('the clock begins at 0 and keeps whole numbers of 32 bits', () => {
  const state = stateOf();
  expect(timeOf(state)).toBe(0);
  for (const time of [1, 90, -5, 2 ** 31 - 1, -(2 ** 31), 0]) {
    setTimeOf(state, time);
    expect(timeOf(state)).toBe(time);
  }
});

test('a change of the clock is noted, and only a change', () => {
  const state = stateOf();
  const noted = [7, 7, -1, -1, 0].map((time) => {
    const before = state.stamps.values[fact.clock];
    setTimeOf(state, time);
    return state.stamps.values[fact.clock] !== before;
  });
  expect(noted).toEqual([true, false, true, false, true]);
});

test('a snapshot brings the clock back', () => {
  const state = stateOf();
  setTimeOf(state, -40);
  const snapshot = captureState(state);
  setTimeOf(state, 41);
  restoreState(state, snapshot);
  expect(timeOf(state)).toBe(-40);
});
