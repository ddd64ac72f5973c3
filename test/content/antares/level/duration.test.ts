import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../../../src/content/antares/level/level-units.js';

const ticks = (text: string): number => {
  const result = parseDuration(text);
  if (!('ticks' in result)) throw new Error(JSON.stringify(result));
  return result.ticks;
};

describe('durations', () => {
  it.each([
    ['0s', 0],
    ['1t', 1],
    ['1s', 60],
    ['1m', 3600],
    ['1h', 216_000],
    ['1h1m1s1t', 219_661],
    ['+2s', 120],
    ['-2s', -120],
    ['-1s1t', -61],
    ['1.5s', 90],
    ['0.1s', 6],
    ['1.99t', 1],
    ['0.999t', 0],
    ['-1.99t', -1],
    ['0.5t0.5t', 0],
    ['0.01s', 0],
    ['0.016666s', 0],
    ['0.017s', 1],
    ['1.1m', 3960],
    ['0.7s', 42],
    ['0.35s', 21],
    ['1.15s', 69],
    ['2.3m', 8280],
    ['0.00001h', 2],
    ['1t1h', 216_001],
    ['1s1s', 120],
    ['007s', 420],
    ['-0s', 0],
  ])('%s is %d ticks', (text, expected) => {
    expect(ticks(text)).toBe(expected);
  });

  it.each([
    ['', 'a digit at the end'],
    ['-', 'a digit at the end'],
    ['5', 'a unit (`h`, `m`, `s` or `t`) at the end'],
    ['.5s', 'a digit at character 1'],
    ['1.s', 'a digit at character 3'],
    ['1.', 'a digit at the end'],
    ['1s-1t', 'a digit at character 3'],
    ['1s 1t', 'a digit at character 3'],
    ['1 s', 'a unit (`h`, `m`, `s` or `t`) at character 2'],
    ['--1s', 'a digit at character 2'],
    ['1d', 'a unit (`h`, `m`, `s` or `t`) at character 2'],
    ['1.2.3s', 'a unit (`h`, `m`, `s` or `t`) at character 4'],
    ['1S', 'a unit (`h`, `m`, `s` or `t`) at character 2'],
  ])('refuses %o', (text, expected) => {
    expect(parseDuration(text)).toEqual({ fault: `expected ${expected}` });
  });

  it('are exact where decimals are many, and refused where ticks are too many', () => {
    expect(ticks(`0.${'9'.repeat(100_000)}t`)).toBe(0);
    expect(ticks(`0.01${'6'.repeat(10_000)}7s`)).toBe(1);
    expect(ticks(`0.01${'6'.repeat(10_000)}s`)).toBe(0);
    expect([ticks('2147483647t'), ticks('-2147483647t')]).toEqual([2 ** 31 - 1, 1 - 2 ** 31]);
    for (const text of ['2147483648t', '-2147483648t', `${'9'.repeat(1000)}h`, '2147483647t1t'])
      expect(parseDuration(text)).toEqual({ limit: 'expected at most 2147483647 ticks of 1/60 second' });
  });

  it('agree with whole-number arithmetic on any decimals', () => {
    const units = { h: 216_000n, m: 3600n, s: 60n, t: 1n };
    fc.assert(
      fc.property(
        fc.bigInt(0n, 9_000n),
        fc.stringMatching(/^\d{1,12}$/),
        fc.constantFrom('h', 'm', 's', 't'),
        (whole, decimals, unit) => {
          const expected = (BigInt(`${whole}${decimals}`) * units[unit]) / 10n ** BigInt(decimals.length);
          expect(ticks(`${whole}.${decimals}${unit}`)).toBe(Number(expected));
        },
      ),
    );
  });
});
