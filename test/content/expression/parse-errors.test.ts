import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../../src/content/expression/parse-expression.js';
import type { SyntaxProblem } from '../../../src/content/expression/syntax.js';

function errorsOf(text: string): readonly SyntaxProblem[] {
  const result = parseExpression(text);
  return result.ok ? [] : result.errors;
}

/** Text, the stretch its first error marks, what the message has to say, what the suggestion has to say. */
type Case = readonly [string, number, number, string] | readonly [string, number, number, string, string];
const cases: readonly Case[] = [
  // Operators and words of other languages.
  ['a = b', 2, 3, '`=` is not an operator', 'write `==`'],
  ['a === b', 2, 5, '`===` is not an operator', 'write `==`'],
  ['a !== b', 2, 5, '`!==` is not an operator', 'write `!=`'],
  ['a <> b', 2, 4, '`<>` is not an operator', 'write `!=`'],
  ['a => b', 2, 4, '`=>` is not an operator', 'write `>=`'],
  ['a & b', 2, 3, '`&` is not an operator', 'write `&&`'],
  ['a | b', 2, 3, '`|` is not an operator', 'write `||`'],
  ['a ^ b', 2, 3, '`^` is not an operator', 'write `pow(a, b)`'],
  ['a ** b', 2, 4, '`**` is not an operator', 'write `pow(a, b)`'],
  ['a ?? b', 2, 4, '`??` is not an operator', '? then : otherwise'],
  ['a and b', 2, 5, 'expected an operator, found the name `and`', 'write `&&`'],
  ['a or b', 2, 4, 'expected an operator, found the name `or`', 'write `||`'],
  ['not a', 0, 3, 'expected an operator after the name `not`, found the name `a`', 'write `!`'],
  ['not (a)', 0, 3, '`not` is not a function', 'write `!(…)`'],
  ['b && not (a)', 5, 8, '`not` is not a function', 'write `!(…)`'],
  ['a not in b', 2, 5, 'expected an operator, found the name `not`', 'write `!(a in b)`'],
  ['if (a) b', 0, 2, '`if` is not a function', 'condition ? then : otherwise'],
  ['if a then b', 0, 2, 'expected an operator after the name `if`', 'condition ? then : otherwise'],

  // Values and operators that are missing.
  ['', 0, 0, 'expected an expression, found an empty text', 'write an expression'],
  [' // only a note', 0, 15, 'expected an expression, found an empty text'],
  ['a +', 2, 3, 'expected a value after `+`, found the end of the text', 'remove the `+`'],
  ['a && ', 2, 4, 'expected a value after `&&`, found the end of the text', 'remove the `&&`'],
  ['!', 0, 1, 'expected a value after `!`, found the end of the text'],
  ['* a', 0, 1, 'expected a value at the beginning, found `*`'],
  ['+5', 0, 1, 'expected a value at the beginning, found `+`', 'remove the `+`'],
  ['a + * b', 4, 5, 'expected a value after `+`, found `*`'],
  ['a b', 2, 3, 'expected an operator after the name `a`, found the name `b`'],
  ['2 x', 2, 3, 'expected an operator after the number `2`, found the name `x`', 'write `*`'],
  ["a 'b'", 2, 5, "expected an operator after the name `a`, found the string `'b'`"],
  ['f(a b)', 4, 5, 'expected an operator or `)` after the name `a`, found the name `b`'],
  ['in', 0, 2, 'expected a value at the beginning, found `in`'],

  // Comparisons that chain.
  ['a < b < c', 6, 7, 'a comparison cannot follow another', 'write `a < b && b < c`'],
  ['1 <= x + 1 < y * 2 || z', 11, 12, 'a comparison cannot follow another', 'write `1 <= x + 1 && x + 1 < y * 2`'],
  ['a == b == c', 7, 9, 'a comparison cannot follow another', 'write `a == b && b == c`'],
  ['a < b == c', 6, 8, 'a comparison cannot follow another', 'write `(a < b) == c`'],
  ['a == b < c', 7, 8, 'a comparison cannot follow another', 'write `a == (b < c)`'],
  ['a in b == c', 7, 9, 'a comparison cannot follow another', 'write `(a in b) == c`'],

  // Brackets and commas.
  ['(a', 0, 1, 'expected `)` to close this `(`, found the end of the text', 'add the missing `)`'],
  ['f(a, [b)', 7, 8, 'expected `]` to close the `[` at character 6, found `)`', 'write `]`'],
  ['[a', 0, 1, 'expected `]` to close this `[`, found the end of the text', 'add the missing `]`'],
  ['f(', 1, 2, 'expected a value and `)` after `(`, found the end of the text'],
  ['a)', 1, 2, 'found `)` that closes nothing', 'remove it, or add the missing `(`'],
  ['a]', 1, 2, 'found `]` that closes nothing', 'remove it, or add the missing `[`'],
  ['()', 1, 2, 'expected a value between `(` and `)`, found nothing'],
  ['a[]', 2, 3, 'expected a value after `[`, found `]`'],
  ['f(a,)', 4, 5, 'expected a value after `,`, found `)`', 'remove the last `,`'],
  ['[a,,b]', 3, 4, 'expected a value after `,`, found `,`'],
  ['a, b', 1, 2, 'found `,`, which only stands between arguments', 'write a list as `[a, b]`'],
  ['a[1, 2]', 3, 4, 'found `,`, which only stands between arguments'],
  ['f(x)(y)', 4, 5, 'found `(`: only a name can be called'],
  ['{}', 0, 1, 'unexpected character `{`', 'a list is written'],

  // Conditionals.
  ['a ? b', 2, 3, 'expected `:` after `?` and its value, found the end of the text', '? then : otherwise'],
  ['f(a ? b)', 4, 5, 'expected `:` after `?` and its value, found `)`'],
  ['a : b', 2, 3, 'found `:` without its `?`'],
  ['a ? b ? c : d : e', 6, 7, 'a conditional in the middle of another needs parentheses', '(b ? c : d)'],

  // Members.
  ['a.in', 2, 4, 'expected a member name after `.`, found `in`, which is a reserved word', 'another name'],
  ['a.true(b)', 2, 6, 'found `true`, which is a reserved word'],
  ['a.', 1, 2, 'expected a member name after `.`, found the end of the text'],
  ['a.(b)', 2, 3, 'expected a member name after `.`, found `(`'],
  ['a.5', 1, 3, 'expected a member name after `.`, found `5`', 'write `a[0]`'],

  // Numbers.
  ['1_000', 0, 5, 'expected a number, found `1_000`', 'write `1000`'],
  ['.5', 0, 2, 'expected a digit before the point', 'write `0.5`'],
  ['a + .5', 4, 6, 'expected a digit before the point', 'write `0.5`'],
  ['1.', 1, 2, 'expected a member name after `.`', 'is written `1.0`'],
  ['10u', 0, 3, 'expected a number, found `10u`', 'write `10`'],
  ['0x', 0, 2, 'expected a number, found `0x`', 'write hexadecimal digits'],
  ['1e', 0, 2, 'expected a number, found `1e`', 'write a number such as'],
  ['9007199254740992', 0, 16, 'too large to be exact, the limit is 9,007,199,254,740,991', 'with a fraction'],
  ['0xffffffffffffffff', 0, 18, 'too large to be exact'],
  ['1e400', 0, 5, 'too large, the limit is about 1.8e308'],

  // Strings and characters.
  ["a == 'abc", 5, 9, "expected ' at the end of the string, found the end of the line", "close it with '"],
  ["'it's fine'", 10, 11, "expected ' at the end of the string", "\\'"],
  ['"a\nb"', 0, 2, 'expected " at the end of the string, found the end of the line', '\\n'],
  ["'a\\", 0, 3, 'found the end of the line'],
  ["'a\\qb'", 2, 4, 'expected one of \\ \' " n t r u after a backslash, found `q`', 'write `\\\\`'],
  ["'\\u12'", 1, 3, 'expected four hexadecimal digits after `\\u`'],
  ['a + \0', 4, 5, 'unexpected character U+0000 (NUL)'],
  ["'a\0'", 2, 3, 'unexpected character U+0000 (NUL) in a string', 'write it as `\\u0000`'],
  ['größe', 2, 3, 'unexpected character `ö` (U+00F6)', 'names are made of'],
  ['a\u00a0+ b', 1, 2, 'unexpected character U+00A0 (no-break space)', 'write a plain space'],
  ['🚀', 0, 2, 'unexpected character `🚀` (U+1F680)'],
  ['a # b', 2, 3, 'unexpected character `#`', 'a comment begins with `//`'],
  ['a;', 1, 2, 'unexpected character `;`', 'one expression'],
];

describe('the first error', () => {
  test.each(cases.map((row) => ({ row })))('$row.0 at $row.1: $row.3', ({ row }) => {
    const [text, start, end, message, suggestion] = row;
    const [first] = errorsOf(text);
    expect(first?.span).toEqual({ start, end });
    expect(first?.message).toContain(message);
    if (suggestion !== undefined) expect(first?.suggestion).toContain(suggestion);
  });
});

describe('several errors', () => {
  test('independent brackets are all reported, in text order', () => {
    expect(errorsOf('a b + f(c d) + g(h i)').map((error) => error.span.start)).toEqual([2, 10, 19]);
  });

  test('at most three', () => {
    expect(errorsOf('a = b = c = d = e = f')).toHaveLength(3);
    expect(errorsOf('[(a a), (a a), (a a), (a a)]')).toHaveLength(3);
  });

  test('a call of what is not a name is one error', () => {
    expect(errorsOf('f(x)()')).toHaveLength(1);
    expect(errorsOf('a[0](b, c)')).toHaveLength(1);
  });

  test('a mistake before a missing bracket comes with it', () => {
    expect(errorsOf('a b + (c').map((error) => error.span.start)).toEqual([2, 6]);
  });

  test('a long chain of comparisons is one error', () => {
    expect(errorsOf('a < b < c < d')).toHaveLength(1);
    expect(errorsOf('a < b < c && d < e < f')).toHaveLength(2);
  });

  test('a message quotes at most a part of a long token', () => {
    expect(errorsOf(`a ${'b'.repeat(10_000)}`)[0]?.message.length).toBeLessThan(150);
  });
});
