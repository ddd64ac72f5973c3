import { describe, expect, test } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';
import { heavy, longTest } from '../../support/heavy.js';

const rest =
  'variables: { hands: {}, load: {} }\nmeters: { health: {} }\nproperties: { merit: { type: reference } }\nenumerations: { ground: [road, marsh] }\nkinds:\n  hero: { meters: [health], properties: [merit], variables: [hands, load]';

/** Content with functions, one a line from line 2 on, and a modifier of a hero. */
function withFunctions(functions: readonly string[], amount?: string): string {
  const modifier = amount === undefined ? '' : `, modifiers: [{ variable: hands, set: ${JSON.stringify(amount)} }]`;
  return `functions:\n${functions.map((line) => `  ${line}`).join('\n')}\n${rest}${modifier} }\n`;
}

const amountOf = (functions: readonly string[], amount: string): string =>
  printNode(sound(withFunctions(functions, amount)).rules.modifiers[0].amount);

describe('functions', () => {
  test('call one another, whatever their order', () => {
    expect(
      amountOf(
        ['outer: { arguments: [x], value: inner(x) + 1 }', 'inner: { arguments: [y], value: y * 2 }'],
        'outer(3)',
      ),
    ).toBe('(add (multiply (constant number 3) (constant number 2)) (constant number 1))');
  });

  test('without arguments, with numbers and conditions', () => {
    expect(amountOf(['most: { value: 7 }', 'is: { value: true }'], 'is() ? most() : 0')).toBe(
      '(choose (constant boolean 1) (constant number 7) (constant number 0))',
    );
  });

  test('an argument of one goes before a name of another', () => {
    expect(amountOf(['a: { arguments: [x], value: b(x + 1) }', 'b: { arguments: [x], value: x * 2 }'], 'a(5)')).toBe(
      '(multiply (add (constant number 5) (constant number 1)) (constant number 2))',
    );
  });

  test('see the object of the place where they are called', () => {
    expect(amountOf(['mine: { value: self.load }'], 'mine()')).toBe('(solved 1 initial (slot 0))');
    const group = `${withFunctions(['mine: { value: self.load }'])}classes: { a: { kind: hero, groups: [{ scope: { include: target.health > mine() }, effects: [{ meter: health, add: mine() }] }] } }`;
    expect(load(group)).toMatchObject({ ok: true, warnings: [] });
    expect(errorsOf(withFunctions(['far: { value: target.load }'], 'far()'))).toMatchObject([
      { code: 'unknown-name', line: 8, message: '`far(…)`: unknown name `target`' },
    ]);
  });

  test('in growth formulas', () => {
    expect(
      load(
        withFunctions(['more: { arguments: [x], value: value + x }']).replace(
          'health: {}',
          'health: { growth: more(2) }',
        ),
      ).ok,
    ).toBe(true);
  });

  test('across files', () => {
    const [functions, content] = [
      `functions: { half: { arguments: [x], value: x / 2 } }`,
      `${rest}, modifiers: [{ variable: hands, add: half(3) }] }`,
    ];
    expect(load(content, functions).ok).toBe(true);
    expect(load(content).ok).toBe(false);
  });

  test('a word as an argument', () => {
    expect(
      load(
        withFunctions([
          'on: { arguments: [x, where], value: "x == where ? 1 : 2" }',
          'at: { value: on(marsh, marsh) }',
        ]).replace('on(marsh, marsh)', '1'),
      ).warnings,
    ).toEqual([]);
  });

  test('one that makes nothing of an argument gets a warning', () => {
    expect(load(withFunctions(['no: { arguments: [x, y], value: y }'], 'no(self, 2)')).warnings).toMatchObject([
      {
        code: 'unused-argument',
        line: 2,
        column: 21,
        message: '`no` does not use its argument `x`, expected it in the expression',
      },
    ]);
  });

  /** The error is where the `^` stands, in line 2. */
  testRows(
    [
      ['a syntax error', 'f: { value: "1 ^+" }', 'syntax', 'expected'],
      ['no value', '^f: { arguments: [x] }', 'missing-key', '`functions.f` has no `value`', 'add `value`'],
      ['a list for a value', 'f: { value: ^[1] }', 'wrong-type', 'expected an expression'],
      [
        'an unknown key',
        'f: { ^args: [x], value: x }',
        'unknown-key',
        'is not a key of `functions.f`',
        'remove it, or write one of these',
      ],
      ['a name for a list', 'f: { arguments: ^x, value: x }', 'wrong-type', 'a list of names', 'write it in brackets'],
      [
        'the name of a function of the language',
        '^floor: { value: 1 }',
        'reserved-name',
        '`floor` is reserved, expected another name for a function',
      ],
      ['the name of a fold', '^sum: { value: 1 }', 'reserved-name', '`sum`'],
      ['the name of a collection', '^objects: { value: 1 }', 'reserved-name', '`objects`'],
      ['the name of a thing', '^self: { value: 1 }', 'reserved-name', '`self`'],
      ['a name that the parser takes', '^if: { value: 1 }', 'reserved-name', '`if`'],
      [
        'a name with a space',
        '^a b: { value: 1 }',
        'bad-name',
        'the name `a b` cannot be used in an expression',
        'begin it with a letter',
      ],
      ['a name with a dash', '^a-b: { value: 1 }', 'bad-name', 'cannot be used in an expression'],
      ['an argument with a space', 'f: { arguments: [^a b], value: 1 }', 'bad-name', 'for an argument'],
      [
        'an argument with a meaning',
        'f: { arguments: [^value], value: 1 }',
        'reserved-name',
        'another name for an argument',
      ],
      [
        'an argument twice',
        'f: { arguments: [x, ^x], value: x }',
        'duplicate-name',
        '`x` is already an argument of this function',
      ],
      [
        'an unknown name',
        'f: { arguments: [score], value: ^scor + 1 }',
        'unknown-name',
        'unknown name `scor`',
        'did you mean `score`?',
      ],
      [
        'an unknown function',
        'f: { arguments: [x], value: ^flor(x) }',
        'unknown-function',
        'no function `flor`',
        'did you mean `floor`?',
      ],
      [
        'an unknown fold',
        'f: { arguments: [x], value: "owned(x).^cuont()" }',
        'unknown-function',
        'no fold of collections `cuont`',
        'did you mean `count`?',
      ],
      ['an unknown member', 'f: { value: self.^halth }', 'unknown-member', '`halth`', 'did you mean `health`?'],
      [
        'too many arguments of a function of the language',
        'f: { value: "^abs(1, 2)" }',
        'wrong-arity',
        '`abs` takes 1 argument, found 2',
      ],
      [
        'too few arguments of itself',
        'f: { arguments: [x], value: x + ^f() }',
        'wrong-arity',
        '`f` takes 1 argument, found 0',
      ],
      [
        'a member that is an argument',
        'f: { arguments: [p], value: "objects().filter(^p, true).count() + p" }',
        'shadowed-name',
        '`p` already has a meaning here',
        'another name',
      ],
      [
        'itself',
        'f: { arguments: [x], value: x + ^f(x) }',
        'function-loop',
        '`f` calls `f`, expected functions that end somewhere',
        'remove one call',
      ],
    ],
    (marked, code, message, suggestion) => {
      const column = withFunctions([marked]).split('\n')[1].indexOf('^') + 1;
      const errors = errorsOf(withFunctions([marked.replace('^', '')]));
      expect(briefly(errors)).toContain(`2:${column} ${code}`);
      const error = errors.find((each) => each.code === code);
      expect(error?.message).toContain(message);
      expect(error?.suggestion ?? '').toContain(suggestion);
      expect(errors.filter((each) => each !== error).map((each) => each.code)).toEqual(
        marked.includes('x + ^f()') ? ['function-loop'] : [],
      );
    },
  );

  test('in a circle: each circle once, and nobody who calls it is blamed', () => {
    const errors = errorsOf(
      withFunctions(
        [
          'a: { value: b() }',
          'b: { value: c() + a() }',
          'c: { value: b() }',
          'd: { value: a() }',
          'e: { value: e() }',
          'f: { value: 1 }',
        ],
        'a() + d() + f()',
      ),
    );
    expect(errors.map(({ code, line, message }) => `${line} ${code}: ${message}`)).toEqual([
      '3 function-loop: `a` calls `b`, which calls `a`, expected functions that end somewhere',
      '4 function-loop: `b` calls `c`, which calls `b`, expected functions that end somewhere',
      '6 function-loop: `e` calls `e`, expected functions that end somewhere',
    ]);
  });

  test('one with a mistake is blamed once', () => {
    expect(
      briefly(errorsOf(withFunctions(['bad: { value: 1 + }', 'worse: { value: bad() }'], 'bad() + worse()'))),
    ).toEqual(['2:19 syntax']);
    expect(briefly(errorsOf(withFunctions(['bad: 3'], 'bad() + 1')))).toEqual(['2:8 wrong-type']);
  });

  test('the same name as a kind, a meter or a word is none of them', () => {
    expect(amountOf(['hero: { arguments: [health], value: health }'], 'hero(1) + self.hero.health')).toBe(
      '(add (constant number 1) (read 0 zero (follow ancestor 1 (slot 0))))',
    );
  });
});

describe('size', () => {
  test('what grows without end is refused soon', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, i) => `f${i}: { arguments: [x], value: "${i === 0 ? 'x' : `f${i - 1}(x) + f${i - 1}(x)`}" }`,
    );
    const errors = errorsOf(withFunctions(doubling, 'f39(1)'));
    expect(errors.map(({ code }) => code)).toEqual(['too-large']);
    expect(errors[0].message).toMatch(
      /^with the call of `f\d+` the function has more parts than there is room for, the limit is 100,000$/,
    );
    const nested = `${'f(f('.repeat(20)}1${'))'.repeat(20)}`;
    expect(errorsOf(withFunctions(['f: { arguments: [x], value: x + x }'], nested))).toMatchObject([
      { code: 'too-large' },
    ]);
  });

  longTest('a long row of functions', () => {
    const many = heavy(1_500, 5_000);
    const row = Array.from({ length: many }, (_, i) => `f${i}: { value: ${i === many - 1 ? '1' : `f${i + 1}()`} }`);
    expect(load(withFunctions(row, 'f0()')).ok).toBe(true);
    const circle = [...row.slice(0, -1), `f${many - 1}: { value: f0() }`];
    expect(errorsOf(withFunctions(circle)).map(({ code }) => code)).toEqual(['function-loop']);
    // Each closes a circle with the next.
    const circles = Array.from({ length: 3_000 }, (_, i) => `f${i}: { value: f${i + 1}() + f${Math.max(0, i - 1)}() }`);
    expect(new Set(errorsOf(withFunctions([...circles, 'f3000: { value: 1 }'])).map(({ code }) => code))).toEqual(
      new Set(['function-loop', 'more-errors']),
    );
    const deep = Array.from({ length: 300 }, (_, i) => `f${i}: { value: ${i === 299 ? '1' : `-f${i + 1}()`} }`);
    expect(errorsOf(withFunctions(deep, 'f0()')).map(({ code }) => code)).toEqual(['too-deep']);
  });

  test('what calls one that grew too large is not blamed, and not expanded', () => {
    const squaring = Array.from(
      { length: 61 },
      (_, i) => `f${i}: { arguments: [x], value: "${i === 0 ? 'x + x' : `f${i - 1}(f${i - 1}(x))`}" }`,
    );
    const errors = errorsOf(withFunctions(squaring, 'f60(1)'));
    expect(briefly(errors)).toEqual(['6:33 too-large']);
    expect(errors[0]).toMatchObject({
      message: 'with the call of `f3` the function has more parts than there is room for, the limit is 100,000',
    });
  });

  longTest('a row of functions that nests too deep is refused at the call with which it does', () => {
    const row = Array.from(
      { length: 2_000 },
      (_, i) => `f${i}: { arguments: [x], value: ${i === 0 ? 'x' : `f${i - 1}(x) + 1`} }`,
    );
    const errors = errorsOf(withFunctions(row, 'f1999(1)'));
    expect(briefly(errors)).toEqual(['203:34 too-deep']);
    expect(errors[0].message).toBe('with the call of `f200` the function nests too deep, the limit is 200');
  });

  test('many calls in one expression are refused before any is expanded', () => {
    const wide = `wide: { value: "${Array.from({ length: 60 }, () => `(${Array.from({ length: 60 }, () => '1').join(' + ')})`).join(' + ')}" }`;
    const [error] = errorsOf(withFunctions([wide], `max(${Array.from({ length: 100 }, () => 'wide()').join(', ')})`));
    expect(error).toMatchObject({
      code: 'too-large',
      message: 'with the call of `wide` the expression has more parts than there is room for, the limit is 100,000',
    });
  });

  longTest('functions that nobody calls have a limit together too', () => {
    const wide = (i: number): string =>
      `w${i}: { arguments: [x], value: "${Array.from({ length: 30 }, () => `(${Array.from({ length: 30 }, () => 'x').join(' + ')})`).join(' + ')}" }`;
    const callers = Array.from({ length: 2_000 }, (_, i) => `c${i}: { value: w0(1) + w0(2) }`);
    const errors = errorsOf(withFunctions([wide(0), ...callers]));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['too-large', 'more-errors']));
    expect(errors[0].message).toContain(
      'all expressions together have more parts than there is room for, the limit is 1,000,000',
    );
  });

  test('a list longer than a call takes arguments', () => {
    const list = `long: { arguments: [x], value: "x in [${Array.from({ length: 150_000 }, () => '1').join(',')}]" }`;
    expect(briefly(errorsOf(withFunctions([list], 'long(1) ? 1 : 2')))).toEqual(['2:35 too-large']);
  });

  longTest(
    'many calls of one that is large',
    () => {
      const big = `big: { arguments: [x], value: "${Array.from({ length: 30 }, () => `(${Array.from({ length: 30 }, () => 'x').join(' + ')})`).join(' + ')}" }`;
      const modifiers = Array.from({ length: 4_000 }, () => '{ variable: hands, add: big(1) }').join(', ');
      const text = withFunctions([big]).replace(
        'variables: [hands, load]',
        `variables: [hands, load], modifiers: [${modifiers}]`,
      );
      const errors = errorsOf(text);
      expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['too-large']));
    },
    90_000,
  );
});
