import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../../src/content/expression/parse-expression.js';
import { printExpression } from '../../support/print-native.js';
import { heavy } from '../../support/heavy.js';

/** Texts that nest `count` brackets, operators or members, each of a sort of its own. */
const sorts: readonly (readonly [string, (count: number) => string])[] = [
  ['parentheses', (count) => `${'('.repeat(count)}1${')'.repeat(count)}`],
  ['lists', (count) => `${'['.repeat(count)}${']'.repeat(count)}`],
  ['calls', (count) => `${'f('.repeat(count)}1${')'.repeat(count)}`],
  ['receiver calls inside another', (count) => `${'a.f(b,'.repeat(count)}1${')'.repeat(count)}`],
  ['chained calls', (count) => `a${'.f()'.repeat(count)}`],
  ['indexes', (count) => `${'a['.repeat(count)}1${']'.repeat(count)}`],
  ['chained indexes', (count) => `a${'[0]'.repeat(count)}`],
  ['members', (count) => `a${'.a'.repeat(count)}`],
  ['minus signs', (count) => `${'-'.repeat(count)}1`],
  ['exclamation marks', (count) => `${'!'.repeat(count)}a`],
  ['conditionals', (count) => `${'a?b:'.repeat(count)}c`],
  ['conditionals in the middle', (count) => `${'a?('.repeat(count)}b${'):c'.repeat(count)}`],
  ['sums', (count) => `1${'+1'.repeat(count)}`],
  ['products and sums', (count) => `1${'*1+1'.repeat(count)}`],
  ['right-nested sums', (count) => `${'1+('.repeat(count)}1${')'.repeat(count)}`],
];

/** Long texts that are malformed or flat: they have to end in linear time, with or without an error. */
const floods: readonly (readonly [string, (length: number) => string])[] = [
  ['opening parentheses', (length) => '('.repeat(length)],
  ['closing parentheses', (length) => ')'.repeat(length)],
  ['question marks', (length) => 'a?'.repeat(length / 2)],
  ['comparisons', (length) => `a${'<a'.repeat(length / 2)}`],
  ['names', (length) => 'a '.repeat(length / 2)],
  ['one name', (length) => 'a'.repeat(length)],
  ['NULs', (length) => '\0'.repeat(length)],
  ['unexpected characters', (length) => 'a§'.repeat(length / 2)],
  ['quotes', (length) => "'".repeat(length)],
  ['unterminated strings', (length) => "'\n".repeat(length / 2)],
  ['one string', (length) => `'${'x'.repeat(length - 2)}'`],
  ['backslashes', (length) => `'${'\\'.repeat(length - 1)}`],
  ['spaces', (length) => ' '.repeat(length)],
  ['comments', (length) => '//\n'.repeat(length / 3)],
  ['digits', (length) => '1'.repeat(length)],
  ['underscores', (length) => `1${'_'.repeat(length - 1)}`],
  ['dots', (length) => '.'.repeat(length)],
  ['list elements', (length) => `[${'1,'.repeat(length / 2 - 2)}1]`],
  ['groups', (length) => `[${'(1),'.repeat(length / 4 - 1)}1]`],
  ['&& in parentheses', (length) => `${'a&&('.repeat(190)}${'a&&'.repeat(length / 3 - 320)}a${')'.repeat(190)}`],
];

describe('depth', () => {
  test.each(sorts)('%s: 10,000 deep is one error that names the depth and the limit', (_, textOf) => {
    const text = textOf(10_000);
    const result = parseExpression(text);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]?.message).toMatch(
      /^the expression nests [12]0,00[0-2] deep, the limit is 200 \(.+ is one level\): split it into named parts$/,
    );
    const span = result.errors[0]?.span ?? { start: -1, end: -1 };
    expect(span.start).toBeGreaterThan(0);
    expect(span.end).toBeGreaterThan(span.start);
    expect(span.end).toBeLessThanOrEqual(text.length);
  });

  // The longest text that is allowed of one sort; of the others a part of it, for which time that is not in proportion
  // would be too long already.
  test.each(sorts)(
    '%s: a long text is one error, in bounded time',
    (name, textOf) => {
      const unit = textOf(2).length - textOf(1).length;
      const length = name === 'parentheses' ? heavy(100_000, 999_000) : heavy(8_000, 60_000);
      const result = parseExpression(textOf(Math.floor(length / unit)));
      expect(result.ok ? [] : result.errors.map((error) => error.message)).toEqual([
        expect.stringMatching(/^the expression nests [0-9,]+ deep, the limit is 200 /),
      ]);
    },
    10_000,
  );

  test.each(sorts)('%s: a caller who allows any depth gets the tree, without a stack overflow', (_, textOf) => {
    const text = textOf(heavy(3_000, 10_000));
    const result = parseExpression(text, { depth: 1_000_000 });
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    expect(printExpression(result.expression).replaceAll(' ', '').length).toBeLessThanOrEqual(text.length);
  });

  test.each([
    ['1', 1],
    ['f()', 1],
    ['a.b', 2],
    ['1 + 1 + 1', 3],
    ['[[1]]', 3],
    ['!!a', 3],
    ['a ? b : c ? d : e', 3],
    ['a && b && c && d', 2],
    ['a && b || c', 3],
    ['((((1))))', 4],
  ])('%s needs a depth of %i', (text, depth) => {
    expect(parseExpression(text, { depth }).ok).toBe(true);
    if (depth > 1) expect(parseExpression(text, { depth: depth - 1 }).ok).toBe(false);
  });

  test('the place is the first step beyond the limit', () => {
    expect(parseExpression('((((1))))', { depth: 3 })).toMatchObject({ errors: [{ span: { start: 3, end: 4 } }] });
    expect(parseExpression('a.b.c.d', { depth: 3 })).toMatchObject({ errors: [{ span: { start: 2, end: 3 } }] });
  });

  test.each(['&&', '||'])('10,000 operands of %s are one level', (operator) => {
    const result = parseExpression(Array.from({ length: 10_000 }, () => 'a').join(operator));
    expect(result.ok && result.expression.kind === 'logical' && result.expression.operands.length).toBe(10_000);
  });
});

describe('length', () => {
  test('a text beyond the limit is refused unread', () => {
    expect(parseExpression('a + b', { length: 5 }).ok).toBe(true);
    expect(parseExpression('a + bc', { length: 5 })).toEqual({
      ok: false,
      errors: [
        {
          message: 'the expression is 6 characters long, the limit is 5: split it into named parts',
          span: { start: 5, end: 6 },
        },
      ],
    });
    expect(parseExpression('a'.repeat(1_000_000)).ok).toBe(true);
    expect(parseExpression('a'.repeat(1_000_001)).ok).toBe(false);
  });

  test.each(floods)(
    'a flood of %s ends',
    (_, textOf) => {
      const result = parseExpression(textOf(heavy(10_000, 60_000)));
      if (!result.ok) expect(result.errors.length).toBeLessThanOrEqual(3);
    },
    10_000,
  );
});

test.each([{ depth: 0 }, { depth: 1.5 }, { depth: Number.NaN }, { length: -1 }])(
  'a limit of %o is a fault of the caller',
  (limits) => {
    expect(() => parseExpression('a', limits)).toThrow(
      /^edict: limits\.(?:depth|length) is .+, expected a whole number of at least 1$/,
    );
  },
);
