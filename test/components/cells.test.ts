import { describe, expect, test } from 'vitest';
import { asStored, hasCell, readCell, writeCell } from '../../src/components/cells.js';
import { columnNamed, make, modelOf, stateOf } from '../support/hand-model.js';

const model = modelOf({
  kinds: { planet: {}, moon: {} },
  columns: {
    real: { kinds: ['planet', 'moon'] },
    single: { kinds: ['planet'], storage: 'f32' },
    whole: { kinds: ['planet'], integer: true },
    link: { kinds: ['planet'], type: { name: 'entity' } },
  },
});
const [real, single, whole, link] = ['real', 'single', 'whole', 'link'].map((name) => columnNamed(model, name));

test('a cell is there by kind', () => {
  const state = stateOf(model);
  const [planet, moon] = [make(state, 'planet'), make(state, 'moon')];
  expect([real, single].map((column) => [planet, moon, 0, 9].map((id) => hasCell(state, column, id)))).toEqual([
    [true, true, false, false],
    [true, false, false, false],
  ]);
});

describe('what a column keeps', () => {
  test('doubles as they are', () => {
    for (const value of [0.1, -1e300, Number.MIN_VALUE]) expect(asStored(real, value)).toBe(value);
  });

  test('singles rounded', () => {
    expect(asStored(single, 0.1)).toBe(Math.fround(0.1));
    expect(asStored(single, 16_777_217)).toBe(16_777_216);
  });

  test('whole numbers without fraction, within 32 bits', () => {
    const kept = [1.9, -1.9, -0.5, 0.5, 2 ** 31, -(2 ** 31) - 1, 1e300, -1e300].map((value) => asStored(whole, value));
    expect(kept).toEqual([1, -1, 0, 0, 2_147_483_647, -2_147_483_648, 2_147_483_647, -2_147_483_648]);
    expect(kept.some((value) => Object.is(value, -0))).toBe(false);
  });

  test('never −0, which equals 0 and yet divides otherwise', () => {
    expect(Object.is(asStored(real, -0), 0)).toBe(true);
    expect(Object.is(asStored(single, -0), 0)).toBe(true);
    expect(Object.is(asStored(single, -1e-60), 0)).toBe(true);
  });
});

test('references are kept by handle and read as ids', () => {
  const state = stateOf(model);
  const [a, b] = [make(state, 'planet'), make(state, 'moon')];
  writeCell(state, link, a, b);
  expect(readCell(state, link, a)).toBe(b);
  writeCell(state, link, a, 0);
  expect(readCell(state, link, a)).toBe(0);
});
