import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseText } from '../../../../src/content/focs/parse/parse-text.js';
import { heavy } from '../../../support/heavy.js';

const special = (rest: string): string => `Special name = "S" description = "" ${rest}\n`;
const scoped = (condition: string): string =>
  special(`effectsgroups = EffectsGroup scope = ${condition} effects = Destroy`);
const valued = (value: string): string => special(`stealth = ${value}`);

describe('what lies too deep is an error', () => {
  test.each<[string, (levels: number) => string, number]>([
    ['Not', (levels) => scoped(`${'Not '.repeat(levels)}Ship`), 1],
    ['And', (levels) => scoped(`${'And [ '.repeat(levels)}Ship${' ]'.repeat(levels)}`), 1],
    ['Contains', (levels) => scoped(`${'Contains condition = '.repeat(levels)}Ship`), 1],
    ['parentheses', (levels) => valued(`${'('.repeat(levels)}1${')'.repeat(levels)}`), 1],
    ['functions', (levels) => valued(`${'min(1, '.repeat(levels)}1${')'.repeat(levels)}`), 1],
    [
      'statistics',
      (levels) => scoped(`${'(Statistic If condition = '.repeat(levels)}Ship${' > 0)'.repeat(levels)}`),
      2,
    ],
    ['queries', (levels) => valued(`${'DirectDistanceBetween object = 1 object = '.repeat(levels)}1`), 1],
    [
      'effects',
      (levels) =>
        special(
          `effectsgroups = EffectsGroup scope = Ship effects = ${'If condition = Ship effects = [ '.repeat(levels)}Destroy${' ]'.repeat(levels)}`,
        ),
      1,
    ],
  ])('%s', (_, text, each) => {
    const most = Math.floor(190 / each);
    expect(parseText(text(most)).problems).toEqual([]);
    expect(parseText(text(most + 20)).problems).toMatchObject([{ code: 'too-deep' }]);
    expect(parseText(text(heavy(20_000, 100_000))).problems).toMatchObject([{ code: 'too-deep' }]);
  });

  test('signs and operators', () => {
    expect(parseText(valued(`1${' + 1'.repeat(500)}`)).problems).toEqual([]);
    for (const value of [
      `1${' + 1'.repeat(501)}`,
      `${'-'.repeat(501)}1`,
      `(1${' + 1'.repeat(300)}) * (1${' + 1'.repeat(300)})`,
      `1${' ^ (1)'.repeat(heavy(20_000, 100_000))}`,
    ]) {
      expect(parseText(valued(value)).problems).toMatchObject([
        { code: expect.stringMatching(/^(?:too-deep|syntax)$/) as string },
      ]);
    }
  });
});

describe('what is long takes time that grows with its length only', () => {
  test.each<[string, string]>([
    ['brackets', '['.repeat(heavy(30_000, 300_000))],
    ['closing brackets', ']'.repeat(heavy(30_000, 300_000))],
    ['quotes', '"'.repeat(heavy(30_000, 300_001))],
    ['comments', '/*'.repeat(heavy(30_000, 300_000))],
    ['slashes', '/ /'.repeat(heavy(15_000, 150_000))],
    ['letters', 'a'.repeat(heavy(50_000, 500_000))],
    ['words', 'Not'.repeat(heavy(20_000, 200_000))],
    ['unknown words', 'Plannet '.repeat(heavy(6_000, 60_000))],
    ['words of items', 'Tech '.repeat(heavy(6_000, 60_000))],
    ['broken items', 'Tech name = 5 '.repeat(heavy(2_000, 20_000))],
    ['broken items in an open bracket', `[${'\nTech name = 5'.repeat(heavy(2_000, 20_000))}`],
    ['unknown characters', '; '.repeat(heavy(15_000, 150_000))],
    ['unknown characters in items', 'Tech name = "a" ; '.repeat(heavy(2_000, 20_000))],
    [
      'wrong types',
      special(
        `tags = 5 effectsgroups = [ ${'EffectsGroup scope = OwnerHasTech name = 5 effects = Destroy '.repeat(heavy(1_000, 10_000))} ]`,
      ),
    ],
    ['digits and points', '1.'.repeat(heavy(15_000, 150_000))],
    ['labels', 'name = '.repeat(heavy(8_000, 80_000))],
    ['numbers', `1${'0'.repeat(heavy(30_000, 300_000))}`],
  ])('%s', (_, text) => {
    const { items, problems } = parseText(text);
    expect(items).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(101);
  });
});

test('whatever words come in whatever order, nothing is thrown, and either there are items or problems', () => {
  const word = fc.constantFrom(
    ...'Tech Special Species Fleet Statistic EffectsGroup And Or Not Ship Planet Building Source Target . Owner Planet Value ( ) [ ] = == < + - * / ^ ? : , 1 2.5 "a" min Count If Min'.split(
      ' ',
    ),
    ...'name = , scope = , effects = , type = , condition = , value = , low = , location = , effectsgroups = , stealth = , empire = , description = '.split(
      ',',
    ),
    ...'Destroy SetSize SetTargetResearch GenerateSitRepMessage Contains OwnedBy Number Swamp Good AnyEmpire Statistic GameRule CurrentTurn UserString @1@ ; // /* " \n Foo'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const text = `${words.join(' ')}\n`;
      const { items, problems } = parseText(text);
      for (const { at } of problems) expect(at >= 0 && at <= text.length).toBe(true);
      const isEmpty = text.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '').trim() === '';
      if (!isEmpty) expect(items.length + problems.length).toBeGreaterThan(0);
    }),
    { numRuns: heavy(375, 3_000) },
  );
});
