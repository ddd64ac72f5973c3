import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isList, splitFields, splitToken, splitValue } from '../../../../src/content/lst/parse/line.js';
import { longTest } from '../../../support/heavy.js';

const texts = (parts: readonly { readonly text: string }[]): string[] => parts.map(({ text }) => text);

describe('fields', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\tb', ['a', 'b']],
    ['a\t\t\tb\t', ['a', 'b']],
    ['\ta', ['a']],
    ['\t', []],
    [' a \t b', [' a ', ' b']],
    ['a b|c\td:e', ['a b|c', 'd:e']],
  ])('of %j', (line, fields) => {
    expect(texts(splitFields(line))).toEqual(fields);
  });
});

test('a token is cut at its first colon', () => {
  expect(splitToken('PART:1|MODIFY:A|SET|1')).toEqual({ name: 'PART', rest: '1|MODIFY:A|SET|1', at: 5 });
  expect(splitToken('MODIFY:')).toEqual({ name: 'MODIFY', rest: '', at: 7 });
  expect(splitToken(':x')).toEqual({ name: '', rest: 'x', at: 1 });
  expect(splitToken('Hands')).toBeUndefined();
});

describe('values', () => {
  test.each([
    ['', ['']],
    ['a', ['a']],
    ['X|SET|1', ['X', 'SET', '1']],
    ['X||1', ['X', '', '1']],
    ['X|SET|', ['X', 'SET', '']],
    ['|', ['', '']],
    ['a(b|c)|d', ['a(b|c)', 'd']],
    ['a[b|c]|d', ['a[b|c]', 'd']],
    ['(a|(b|c)|d)|e', ['(a|(b|c)|d)', 'e']],
    ['(a)|(b)|(c|d)', ['(a)', '(b)', '(c|d)']],
    ['([a|b])|[(c|d)]', ['([a|b])', '[(c|d)]']],
    ['if(a||b,1,2)|PRIORITY=1', ['if(a||b,1,2)', 'PRIORITY=1']],
    // Without brackets the operator separates, as the rules have it.
    ['a||b', ['a', '', 'b']],
    // A bracket without its partner hides nothing.
    [':(|PRIORITY=1', [':(', 'PRIORITY=1']],
    [':)|PRIORITY=1', [':)', 'PRIORITY=1']],
    ['max(1,2|PRIORITY=1', ['max(1,2', 'PRIORITY=1']],
    ['(a|[b|c)|d', ['(a|[b|c)', 'd']],
    ['a]|(b|c)|d', ['a]', '(b|c)', 'd']],
    ['[a|(b|c]|d)|e', ['[a|(b|c]', 'd)', 'e']],
    ['((a|b)|c', ['((a|b)', 'c']],
  ])('of %j', (text, parts) => {
    expect(texts(splitValue(text))).toEqual(parts);
  });

  test('know where they begin', () => {
    expect(splitValue('MODIFY:X|SET|f(a|b)', 7)).toEqual([
      { text: 'X', at: 7 },
      { text: 'SET', at: 9 },
      { text: 'f(a|b)', at: 13 },
    ]);
    expect(splitValue('MODIFY:X', 7)).toEqual([{ text: 'X', at: 7 }]);
    expect(splitFields('a\t\tbc')).toEqual([
      { text: 'a', at: 0 },
      { text: 'bc', at: 3 },
    ]);
  });

  test('are lists by commas as well', () => {
    expect(texts(splitValue('a,f(b,c),d|e', 0, ','))).toEqual(['a', 'f(b,c)', 'd|e']);
    for (const text of ['1,2', '1,,2', ',', 'f(1,2),3', 'L,M', '"a","b"', '"\\"",1', '"1,2', '"\\",1', '1),2', '"(",1'])
      expect(isList(text), text).toBe(true);
    for (const text of [
      '',
      '1',
      'f(1,2)',
      'L[f(1,2)]',
      '"1,2"',
      'L+"1,2"',
      'if(B,"1,2","\\",")',
      '"("+(1,2)',
      'slice(L,0',
      'L[(2,3]',
    ])
      expect(isList(text), text).toBe(false);
  });

  test('joined again are the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '|', '(', ')', '[', ']', ','), { maxLength: 20 }),
        fc.nat(3),
        (pieces, from) => {
          const text = pieces.join('');
          const parts = splitValue(text, Math.min(from, text.length));
          expect(texts(parts).join('|')).toBe(text.slice(from));
          for (const part of parts) expect(text.startsWith(part.text, part.at)).toBe(true);
        },
      ),
    );
  });

  longTest('take time linear in their length', () => {
    for (const piece of ['(', ')', '[(', '(]', '|', '(|)', '(|', '()[]|', '"', '\\"', '"\\']) {
      const text = piece.repeat(200_000);
      expect(texts(splitValue(text)).join('|')).toBe(text);
      isList(`${piece.repeat(200_000)},`);
    }
  });
});
