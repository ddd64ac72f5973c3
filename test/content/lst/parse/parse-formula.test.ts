import { describe, expect, test } from 'vitest';
import { parseFormula } from '../../../../src/content/lst/parse/parse-formula.js';
import { readConstant, formatNames, parseFormat } from '../../../../src/content/lst/parse/value-format.js';
import { isList, splitValue } from '../../../../src/content/lst/parse/line.js';
import { formulaCases, hasFormulaFixtures } from '../../../support/formula-fixtures.js';
import { grouping, parsed, refused } from './trees.js';
import { longTest } from '../../../support/heavy.js';

describe('levels and association', () => {
  test.each([
    ['a||b&&c', '(&& (|| a b) c)'],
    ['a&&b||c', '(|| (&& a b) c)'],
    ['a||b==c', '(|| a (== b c))'],
    ['a==b!=c', '(!= (== a b) c)'],
    ['a==b<c', '(== a (< b c))'],
    ['a<b==c', '(== (< a b) c)'],
    ['a<b>=c', '(>= (< a b) c)'],
    ['a<b<c==d&&e||f>g', '(|| (&& (== (< (< a b) c) d) e) (> f g))'],
    ['a<b+c', '(< a (+ b c))'],
    ['a-b+c', '(+ (- a b) c)'],
    ['a-b-c', '(- (- a b) c)'],
    ['a+b*c-d', '(- (+ a (* b c)) d)'],
    ['a*b/c%d', '(% (/ (* a b) c) d)'],
    ['a*b^c^d', '(* a (^ (^ b c) d))'],
    ['-a^b', '(negate (^ a b))'],
    ['-a*b', '(* (negate a) b)'],
    ['a*-b', '(* a (negate b))'],
    ['a--b', '(- a (negate b))'],
    ['a- -b', '(- a (negate b))'],
    ['a<-b', '(< a (negate b))'],
    ['!a==b', '(== (not a) b)'],
    ['!a^b', '(not (^ a b))'],
    ['-!b', '(negate (not b))'],
    ['-!b^c*d', '(* (negate (not (^ b c))) d)'],
    ['a^(-b)', '(^ a (negate b))'],
    ['(a+b)*c', '(* (+ a b) c)'],
    ['(((a)))', 'a'],
  ])('%s', (text, tree) => {
    expect(grouping(text)).toBe(tree);
  });
});

describe('names', () => {
  test.each([
    ['a b', 'a b'],
    ['a  b', 'a  b'],
    ['a1', 'a1'],
    ['a.b:c_d', 'a.b:c_d'],
    ['a~', 'a~'],
    ['a_~', 'a_~'],
    ['a=b', 'a=b'],
    ['a =b', 'a =b'],
    ['a= .5', 'a= .5'],
    ['é', 'é'],
    ['Größe', 'Größe'],
    ['\u{1d49c}x', '\u{1d49c}x'],
    ['%a', '%a'],
    ['A == B', '(== A B)'],
    ['A==B', '(== A B)'],
    ['a=b==c', '(== a=b c)'],
    ['a!=b', '(!= a b)'],
    ['a<=b=c', '(<= a b=c)'],
    ['a + b', '(+ a b)'],
    ['a b + c d', '(+ a b c d)'],
    ['a-b', '(- a b)'],
    ['a%b', '(% a b)'],
    ['a %b', '(% a b)'],
    ['a% b', '(% a b)'],
    ['a%%b', '(% a %b)'],
    ['4 % 3', '(% 4 3)'],
    ['f(%a)', '(f %a)'],
    ['-%a', '(negate %a)'],
    ['a+ %b', '(+ a %b)'],
    ['%f(1)', '(%f 1)'],
    ['if', 'if'],
    ['true', 'true'],
  ])('%s', (text, tree) => {
    expect(grouping(text)).toBe(tree);
  });
});

describe('numbers and texts', () => {
  test.each([
    ['0', '0'],
    ['007', '007'],
    ['1.50', '1.50'],
    ['.5', '.5'],
    ['99999999999', '99999999999'],
    ['""', '""'],
    ['"a b"', '"a b"'],
    ['"a\\"b"', '"a\\"b"'],
    ['"\\n\\t\\b\\r\\f\\\\\\\'"', '"\\n\\t\\b\\r\\f\\\\\\\'"'],
    ['"|[("', '"|[("'],
    ['"a\tb"', '"a\tb"'],
    ['"x"+"y"', '(+ "x" "y")'],
  ])('%s', (text, tree) => {
    expect(grouping(text)).toBe(tree);
  });
});

describe('calls and elements', () => {
  test.each([
    ['f()', '(f)'],
    ['f( )', '(f)'],
    ['f(a)', '(f a)'],
    ['f(a,b==c,-1)', '(f a (== b c) (negate 1))'],
    ['f (a, b)', '(f a b)'],
    ['a b(1)', '(a b 1)'],
    ['a=b(1)', '(a=b 1)'],
    ['f(g(a),(b))', '(f (g a) b)'],
    ['L[0]', '([]L 0)'],
    ['L [ 1 + 1 ]', '([]L (+ 1 1))'],
    ['L[-1]', '([]L (negate 1))'],
    ['L[a^b]', '([]L (^ a b))'],
    ['L[(a<b)]', '([]L (< a b))'],
    ['L[M[0]]', '([]L ([]M 0))'],
    ['L[f(a<b)]', '([]L (f (< a b)))'],
    ['L[0]+f(1)^2', '(+ ([]L 0) (^ (f 1) 2))'],
  ])('%s', (text, tree) => {
    expect(grouping(text)).toBe(tree);
  });
});

describe('blanks belong to what they stand beside', () => {
  test.each([
    ' (1)',
    '(1) ',
    ' ( 1 ) ',
    ' -1',
    '- 1',
    ' - 1',
    ' !a',
    '! a',
    'f (1) ',
    'L[ 0 ] ',
    'a  *  b',
    'f(1 , 2)',
    '( ( 1 ) )',
  ])('%j parses', (text) => {
    parsed(text);
  });
  test.each([
    [' 1', 0],
    ['1 ', 1],
    [' a', 0],
    ['a ', 1],
    [' "a"', 0],
    ['"a" ', 3],
    [' %a', 0],
    ['4 5', 1],
    ['1 a', 1],
    ['"a" "b"', 3],
    ['a "b"', 1],
    ['1+2 3', 3],
    ['  ', 0],
  ])('%j does not', (text, at) => {
    const problem = refused(text);
    expect(problem.at).toBe(at);
    expect(problem.message).toMatch(/blank/);
  });
});

describe('what is refused, where, and with which words', () => {
  test.each([
    ['', 0, /expected a formula, found nothing/],
    ['+1', 0, /no sign `\+`/],
    ['a + + b', 4, /no sign `\+`/],
    ['--2', 1, /one `-`.*`-\(-…\)`/],
    ['3---2', 3, /one `-`/],
    ['!!x', 1, /one `!`/],
    ['!-3', 1, /`-` cannot follow `!`/],
    ['2^-1', 2, /`\^\(-…\)`/],
    ['2^!1', 2, /`\^\(!…\)`/],
    ['*2', 0, /expected a value.*at the beginning, found `\*`/],
    ['1+', 2, /expected a value.*after `\+`, found the end/],
    ['1+*2', 2, /expected a value.*after `\+`, found `\*`/],
    ['a**b', 2, /`\*\*` is not an operator: write `\^`/],
    ['a<>b', 2, /write `!=`/],
    ['a=<b', 1, /write `<=`/],
    ['a=>b', 1, /write `>=`/],
    ['2=2', 1, /write `==`/],
    ['a=b=c', 3, /write `==`/],
    ['a===b', 3, /expected a value before `=`/],
    ['=1', 0, /expected a value before `=`/],
    ['a&b', 1, /write `&&`/],
    ['a|b', 1, /write `\|\|`/],
    ['2a', 1, /expected an operator after `2`, found `a`/],
    ['1e5', 1, /no exponent/],
    ['0x10', 1, /decimal/],
    ['1.2.3', 3, /expected an operator after `1\.2`, found `\.3`/],
    ['5.', 1, /digits after the point/],
    ['.', 0, /digits after `\.`/],
    ['a.', 1, /digits after/],
    ['_a', 0, /begins with a letter/],
    ['a_', 1, /ends with a letter/],
    ['a:', 1, /ends with a letter/],
    ['~a', 0, /begins with a letter/],
    ['% a', 0, /right after/],
    ['%1', 0, /right after/],
    ['"a', 0, /never closed: add `"`/],
    ['1+"a\\', 2, /never closed/],
    ['"a\nb"', 0, /never closed/],
    ['"a\\q"', 2, /`\\q` is not an escape/],
    ["'a'", 0, /double quotes/],
    ['“a”', 0, /double quotes/],
    ['{1}', 0, /brackets are/],
    ['a#b', 1, /`#` is not part of a formula: remove it, or write an operator/],
    ['#', 0, /`#` is not part of a formula: remove it$/],
    ['a\u0000b', 1, /U\+0000/],
    ['a\tb', 1, /plain spaces/],
    ['a\u00a0b', 1, /plain spaces/],
    ['a\u0301', 1, /not part of a formula/],
    ['1−2', 1, /not a minus: write `-`/],
    ['a×b', 1, /write `\*`/],
    ['a!b', 1, /`!=` is written without a blank/],
    ['a ! = b', 2, /`!=` is written without a blank/],
    ['()', 1, /between the brackets, found nothing/],
    ['(1', 0, /this `\(` is never closed: add `\)`/],
    ['f((1)', 1, /this `\(` is never closed/],
    ['f(1+(2', 4, /this `\(` is never closed/],
    ['f(', 1, /this `\(` is never closed/],
    ['f(1,', 4, /expected a value.*after `,`/],
    ['f(1,)', 4, /expected a value.*after `,`, found `\)`/],
    ['f(,)', 2, /expected a value.*after `\(`, found `,`/],
    ['f(1,,2)', 4, /expected a value.*after `,`, found `,`/],
    ['1)', 1, /no bracket that this `\)` closes/],
    ['1]', 1, /no bracket that this `\]` closes.*`\[`/],
    ['(1]', 2, /expected `\)` for the `\(`/],
    ['L[1)', 3, /expected `\]` for the `\[`/],
    ['L[]', 2, /expected a number between the brackets/],
    ['L[0', 1, /this `\[` is never closed: add `\]`/],
    ['L[1,2]', 3, /`,` separates the arguments/],
    ['L[a<b]', 3, /an index is arithmetic: put the part with `<`/],
    ['L[a&&b]', 3, /an index is arithmetic/],
    ['(1,2)', 2, /`,` separates the arguments/],
    ['1,2', 1, /`,` separates the arguments/],
    ['f(1)(2)', 4, /only a name can be called/],
    ['(f)(1)', 3, /only a name can be called/],
    ['2(3)', 1, /only a name can be called/],
    ['L[1](2)', 4, /an element cannot be called/],
    ['L[1][2]', 4, /an element has no elements/],
    ['f(1)[0]', 4, /only a variable has elements/],
    ['[1]', 0, /lists need no brackets/],
    ['(1 2)', 2, /expected an operator after `1`, found a blank/],
    ['1+)', 2, /expected a value.*after `\+`, found `\)`/],
  ])('%j', (text, at, message) => {
    const problem = refused(text);
    expect(problem.message).toMatch(message);
    expect(problem.at).toBe(at);
  });

  test('of two mistakes the first is told, also where it stands in a bracket that is still open', () => {
    expect(refused('1+*(2#').at).toBe(2);
    expect(refused('f(1*/2,(3').at).toBe(4);
    expect(refused('f(1 2,(3]').at).toBe(3);
    expect(refused('(1+)*/2').at).toBe(3);
    expect(refused('((1)+)#').at).toBe(5);
  });
});

describe('positions', () => {
  test('of a tree are those of its text, with the brackets around it', () => {
    const formula = parsed('-( a + 1 )*f(x, L[2])');
    if (formula.kind !== 'binary' || formula.left.kind !== 'negate' || formula.right.kind !== 'call')
      throw new Error('another tree');
    expect([formula.start, formula.end]).toEqual([0, 21]);
    expect([formula.left.start, formula.left.end]).toEqual([0, 10]);
    expect([formula.left.operand.start, formula.left.operand.end]).toEqual([1, 10]);
    expect([formula.right.start, formula.right.end]).toEqual([11, 21]);
    expect(formula.right.args.map(({ start, end }) => [start, end])).toEqual([
      [13, 14],
      [16, 20],
    ]);
  });
});

describe('limits', () => {
  test('brackets lie at most 200 deep', () => {
    const nested = (open: string, close: string, depth: number): string =>
      open.repeat(depth) + '1' + close.repeat(depth);
    for (const [open, close] of [
      ['(', ')'],
      ['f(', ')'],
      ['L[', ']'],
      ['1+f(2,', ')'],
    ]) {
      parsed(nested(open, close, 200));
      expect(refused(nested(open, close, 201))).toEqual({
        at: open.length * 201 - 1 - (open.endsWith(',') ? 2 : 0),
        message: expect.stringMatching(/more than 200 nested brackets/) as string,
      });
    }
    expect(refused(nested('(', ')', 10_000)).message).toMatch(/more than 200 nested brackets.*split it/);
    expect(refused('('.repeat(10_000)).at).toBe(200);
  });

  test('operators lie at most 1,000 deep', () => {
    for (const sign of ['+', '*', '^', '&&', '<']) {
      parsed(`1${`${sign}1`.repeat(1000)}`);
      expect(refused(`1${`${sign}1`.repeat(1001)}`).message).toMatch(/more than 1000 nested operators.*split it/);
    }
    // Brackets count as well through what they hold: 10 times 99 operators, and 10 calls.
    const call = (chain: number): string => `${'f('.repeat(10)}1${`${'+1'.repeat(chain)})`.repeat(10)}`;
    parsed(call(99));
    expect(refused(call(100)).message).toMatch(/more than 1000 nested operators/);
    // Many beside each other are no depth.
    parsed(`f(${'1+2,'.repeat(5000)}3)`);
  });

  test('a formula has at most 65,536 characters', () => {
    parsed(`"${'a'.repeat(65_534)}"`);
    expect(refused(`"${'a'.repeat(65_535)}"`)).toEqual({
      at: 65_536,
      message: expect.stringMatching(/has 65537 characters, the limit is 65536/) as string,
    });
    expect(refused('1+'.repeat(500_000)).message).toMatch(/has 1000000 characters/);
  });

  longTest(
    'no text within the limits takes long',
    () => {
      const length = 65_000;
      for (const piece of [
        'a ',
        'a:',
        'a= ',
        '(',
        '1+',
        'f(1),',
        '"',
        '"\\',
        '=',
        '%',
        '%a',
        ' ',
        'é',
        '1.',
        'a\u0301',
        '-',
        '!',
        ')(',
        'L[',
        ',',
      ]) {
        for (const text of [piece.repeat(length / piece.length), `f(${piece.repeat(length / piece.length)}`]) {
          expect(() => parseFormula(text), piece).not.toThrow();
        }
      }
    },
    60_000,
  );
});

describe.skipIf(!hasFormulaFixtures)('fixtures (skipped where ../shared is absent)', () => {
  test('every formula that is evaluated parses, or is refused, as they say', () => {
    const formulas = formulaCases()
      .flatMap(({ steps = [] }) => steps)
      .flatMap((step) => (step.eval === undefined ? [] : [{ text: step.eval, code: step.expectError?.code }]));
    expect(formulas.length).toBeGreaterThan(250);
    const wrong = formulas.filter(
      ({ text, code }) => (parseFormula(text).problem !== undefined) !== (code === 'syntax'),
    );
    expect(wrong).toEqual([]);
  });

  test('every value that is set is a formula or a constant, or is refused, as they say', () => {
    const values = formulaCases().flatMap(({ lst, objects = [], loadError }) =>
      [...lst, ...objects.flatMap(({ tokens = [] }) => tokens)].flatMap((token) => {
        const [, modifier, value = ''] = token.startsWith('MODIFY:') ? splitValue(token) : [];
        return value === '' || modifier === undefined
          ? []
          : [{ value: value.text, isBad: loadError?.code === 'syntax' && loadError.line === token }];
      }),
    );
    expect(values.length).toBeGreaterThan(1000);
    const isConstant = (value: string): boolean =>
      formatNames.some((name) => {
        const format = parseFormat(name);
        return (
          format !== undefined &&
          format.name !== 'STRING' &&
          name !== 'ARRAY[STRING]' &&
          readConstant(format, value) !== undefined
        );
      });
    // A token may be refused for something else than its value.
    const wrong = values.filter(({ value, isBad }) => {
      const parses = parseFormula(value).problem === undefined;
      return isBad ? parses && !isConstant(value) : !parses && !isConstant(value) && !isList(value);
    });
    expect(values.filter(({ isBad }) => isBad).length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });
});
