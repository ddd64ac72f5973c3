import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { beginDraw, endDraw, foldDraw, seedWords } from '../../src/kernel/random.js';

/** Upper bound of chi-square at one in a million, 99 degrees of freedom. */
const chiSquareBound = 174;

function drawOf(words: readonly number[], seed = '1'): number {
  const { low, high } = seedWords(seed);
  const key = beginDraw(low, high);
  for (const word of words) foldDraw(key, word);
  return endDraw(key);
}

function chiSquare(draws: readonly number[], bins = 100): number {
  const counts = new Array<number>(bins).fill(0);
  for (const draw of draws) counts[Math.floor(draw * bins)]++;
  const expected = draws.length / bins;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('a draw', () => {
  test('is the same for the same words and another for others', () => {
    expect(drawOf([1, 2, 3])).toBe(drawOf([1, 2, 3]));
    const others = [
      drawOf([1, 2, 4]),
      drawOf([1, 3, 2]),
      drawOf([1, 2]),
      drawOf([1, 2, 3, 0]),
      drawOf([1, 2, 3], '2'),
      drawOf([]),
    ];
    expect(new Set([drawOf([1, 2, 3]), ...others]).size).toBe(7);
  });

  test('is the same as ever', () => {
    expect([drawOf([]), drawOf([1, 2, 3]), drawOf([-1, 2 ** 31], 'seed')]).toEqual([
      0.740789521551019, 0.7900997193099278, 0.2421999529130322,
    ]);
  });

  test('lies in [0, 1), also at the ends of the seeds', () => {
    for (const [low, high] of [
      [0, 0],
      [2 ** 32 - 1, 2 ** 32 - 1],
      [0, 2 ** 31],
      [-1, -1],
    ]) {
      for (const word of [0, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1]) {
        const key = beginDraw(low, high);
        foldDraw(key, word);
        const draw = endDraw(key);
        expect(draw).toBeGreaterThanOrEqual(0);
        expect(draw).toBeLessThan(1);
      }
    }
  });

  test.each([
    ['objects of one rule', (i: number) => [7, 3, 0, i, 0]],
    ['turns of one object', (i: number) => [i, 3, 0, 5, 0]],
    ['rules', (i: number) => [1, i, 0, 5, 0]],
    ['places in the text', (i: number) => [1, 3, i, 5, 0]],
    ['generations of one row', (i: number) => [1, 3, 0, 5, i]],
    ['pairs of source and target', (i: number) => [1, 3, 0, i % 200, 0, Math.floor(i / 200), 0]],
  ])('is uniform over %s', (_, words) => {
    const draws = range(40_000).map((i) => drawOf(words(i)));
    expect(chiSquare(draws)).toBeLessThan(chiSquareBound);
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.008);
  });

  test('of neighbours are independent', () => {
    const draws = range(40_000).map((i) => drawOf([1, 1, 1, i]));
    const pairs = draws.slice(1).map((draw, i) => (Math.floor(draws[i] * 10) * 10 + Math.floor(draw * 10) + 0.5) / 100);
    expect(chiSquare(pairs)).toBeLessThan(chiSquareBound);
  });

  test('never comes twice among many', () => {
    const draws = new Set(range(100_000).map((i) => drawOf([i % 10, i])));
    expect(draws.size).toBe(100_000);
  });

  test('has low bits as random as high ones', () => {
    const low = range(20_000).map((i) => (drawOf([9, i]) * 2 ** 46) % 1);
    expect(chiSquare(low, 64)).toBeLessThan(chiSquareBound);
  });
});

test('a seed is any text, and near seeds are far apart', () => {
  expect(seedWords('a')).toEqual(seedWords('a'));
  const seeds = ['', '0', '1', '2', '10', 'seed', 'Seed', '\u0000', '💫', '__proto__'];
  expect(new Set(seeds.map((seed) => JSON.stringify(seedWords(seed)))).size).toBe(seeds.length);
  for (const seed of seeds) {
    const { low, high } = seedWords(seed);
    for (const word of [low, high]) expect(Number.isInteger(word) && word >= 0 && word < 2 ** 32).toBe(true);
  }
});

test("words of a seed are the first two of seedrandom's alea", () => {
  const texts = [
    '',
    ' ',
    '0',
    '7/3',
    'Ünïcode ✓ 🜚',
    'x'.repeat(1_000),
    ...range(2_000).map((i) => `${i * 7_919}/${i % 13}`),
    `${Number.MAX_SAFE_INTEGER}/9999`,
  ];
  for (const text of texts) {
    const generator = seedrandom.alea(text);
    expect(seedWords(text), text).toEqual({ low: generator.int32() >>> 0, high: generator.int32() >>> 0 });
  }
});
