import { describe, expect, test } from 'vitest';
import { briefly, errorsOf, sound } from './samples.js';

const base = (spaces: string, is = 'true'): string => `constants: { behind: -1 }
properties: { near: {} }
kinds: { bird: { properties: [near] }, fish: {} }
spaces: { ${spaces} }
expressions: { asked: { of: bird, is: "${is}" } }
`;

const sky = 'sky: { kind: bird, width: 20, height: 10, wrap: [x] }';
const sea = 'sea: { kind: [fish], width: 5, height: 5 }';

describe('spaces', () => {
  test('have kinds, a size and axes that wrap', () => {
    expect(sound(base(`${sky}, ${sea}`)).model.spaces).toEqual([
      { index: 0, name: 'sky', kinds: [1], width: 20, height: 10, wrapX: true, wrapY: false },
      { index: 1, name: 'sea', kinds: [2], width: 5, height: 5, wrapX: false, wrapY: false },
    ]);
  });

  test.each([
    ['sky: { kind: brd, width: 20, height: 10 }', 'unknown-name'],
    ['sky: { kind: bird, width: 0, height: 10 }', 'wrong-space'],
    ['sky: { kind: bird, width: 20, height: -1 }', 'wrong-space'],
    [`${sky}, air: { kind: [fish, bird], width: 5, height: 5 }`, 'wrong-space'],
    ['sky: { kind: bird, width: 20, height: 10, wrap: [z] }', 'unknown-axis'],
  ])('are refused: %s', (spaces, code) => {
    expect(errorsOf(base(spaces)).map((error) => error.code)).toEqual([code]);
  });

  test.each([
    [sky, 'within(self, 3).count() > offsetX(self, self)'],
    [`${sky}, ${sea}`, "within(self, self.near, 'sea').exists(f, span(f, self, 'sky') > 1)"],
    [sky, 'size(within(self, 2)) > 1 && heading(self, self) < 1'],
  ])('are asked: %s', (spaces, is) => {
    expect(briefly(errorsOf(base(spaces, is)))).toEqual([]);
  });

  test.each([
    [sky, 'within(self, behind).count() > 1', 'distance-expected'],
    [sky, 'within(self, 1)', 'collection-value'],
    ['', 'within(self, 1).count() > 1', 'unknown-space'],
    ['', 'within(self, 1)', 'wrong-arity'],
    [`${sky}, ${sea}`, 'within(self, 1).count() > 1', 'unknown-space'],
    [sky, "span(self, self, 'sea') > 1", 'unknown-space'],
  ])('are asked in vain: %s %s', (spaces, is, code) => {
    expect(errorsOf(base(spaces, is)).map((error) => error.code)).toEqual([code]);
  });
});
