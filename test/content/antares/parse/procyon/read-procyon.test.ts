import { describe, expect, it } from 'vitest';
import { readProcyon } from '../../../../../src/content/antares/parse/procyon/read-procyon.js';
import type { Value } from '../../../../../src/content/antares/parse/value.js';
import { map, outcomeOf, type Plain } from '../../plain-value.js';

const read = (text: string): unknown => outcomeOf(readProcyon(Buffer.from(text)));

function group(name: string, cases: readonly (readonly [text: string, value: Plain])[]) {
  it.each(cases)(`${name}: %j`, (text, value) => {
    expect(read(text)).toEqual(value);
  });
}

describe('words', () => {
  group('keywords', [
    ['null', null],
    ['true', true],
    ['false', false],
    ['inf', Infinity],
    ['+inf', Infinity],
    ['-inf', -Infinity],
    ['nan', NaN],
  ]);
  group('ints', [
    ['0', 0n],
    ['+0', 0n],
    ['-0', 0n],
    ['17', 17n],
    ['-128', -128n],
    ['-129', -129n],
    ['1151', 1151n],
    ['1152', 1152n],
    ['999999999999999', 999999999999999n],
    ['1000000000000000', 1000000000000000n],
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['+9223372036854775807', 9223372036854775807n],
  ]);
  group('floats', [
    ['1.0', 1],
    ['1e0', 1],
    ['1E+2', 100],
    ['-0.0', -0],
    ['+2.5e-1', 0.25],
    ['0e5', 0],
    ['1e999', Infinity],
    ['-1.5e400', -Infinity],
    ['5e-324', 5e-324],
    ['1e-999', 0],
  ]);
});

describe('quoted strings', () => {
  group('strings', [
    ['""', ''],
    ['"a\tb"', 'a\tb'],
    ['"\\b\\f\\n\\r\\t\\"\\\\\\/"', '\b\f\n\r\t"\\/'],
    ['"é ゴ 😀"', 'é ゴ 😀'],
    ['"\\u0000\\u00e9\\uFFFF"', '\u0000é\uffff'],
    ['"\\ud7ff\\uE000"', '\ud7ff\ue000'],
    ['"x\\U0001F600y\\U0010ffff"', 'x😀y\u{10ffff}'],
    [`"${'long '.repeat(20)}"`, 'long '.repeat(20)],
    ['"é\\n"', 'é\n'],
  ]);
});

describe('data', () => {
  group('data', [
    ['$', Uint8Array.of()],
    ['$ 0aFF', Uint8Array.of(10, 255)],
    ['$0a\tfF 00  # three', Uint8Array.of(10, 255, 0)],
    ['$ 01\n# more\n$ 02\n$', Uint8Array.of(1, 2)],
    ['[$ 01, $]', [Uint8Array.of(1), Uint8Array.of()]],
  ]);
});

describe('short containers', () => {
  group('arrays and maps', [
    ['[]', []],
    ['[ ]', []],
    ['{}', map()],
    ['[1,[2, {}],"a"]', [1n, [2n, map()], 'a']],
    ['{a:1,"b c":{c:null}}', map(['a', 1n], ['b c', map(['c', null])])],
    ['[1] # and a comment', [1n]],
  ]);
  group('keys', [
    ['{true: 1, 1: 2, -: 3, a/b.c+d_E: 4}', map(['true', 1n], ['1', 2n], ['-', 3n], ['a/b.c+d_E', 4n])],
    ['{"\\u0041é": 1}', map(['Aé', 1n])],
    ['a:1', map(['a', 1n])],
    [': 1', map(['', 1n])],
  ]);
});

describe('long containers', () => {
  group('maps', [
    ['a: 1\nb: 2', map(['a', 1n], ['b', 2n])],
    ['a:\n\t1\nb:\n  2\n', map(['a', 1n], ['b', 2n])],
    ['a:\n\tb:\n\t\tc: 1\nd: 2', map(['a', map(['b', map(['c', 1n])])], ['d', 2n])],
    ['"a b": [1]\n"c":\n  > d', map(['a b', [1n]], ['c', 'd\n'])],
  ]);
  group('arrays', [
    ['* 1\n* 2', [1n, 2n]],
    ['*1\n*\t2', [1n, 2n]],
    ['*\n\t1\n*\n  2', [1n, 2n]],
    ['*\t*\t1\n\t*\t2\n*\t3', [[1n, 2n], 3n]],
    ['* * 1\n  * 2', [[1n, 2n]]],
  ]);
  group('a star opens a level of its width, its blanks included', [
    ['*\ta: 1\n\tb: 2', [map(['a', 1n], ['b', 2n])]],
    ['*\ta: 1\n  b: 2', [map(['a', 1n], ['b', 2n])]],
    ['* a: 1\n\tb: 2', [map(['a', 1n], ['b', 2n])]],
    ['*a: 1\n b: 2', [map(['a', 1n], ['b', 2n])]],
    ['*   a: 1\n    b: 2', [map(['a', 1n], ['b', 2n])]],
    ['* # first\n  1', [1n]],
  ]);
  group('a repeated key keeps its place and takes the last value', [
    ['a: 1\nb: 2\na: 3', map(['a', 3n], ['b', 2n])],
    ['{a: 1, b: 2, "a": 3}', map(['a', 3n], ['b', 2n])],
  ]);
});

describe('lines', () => {
  group('a tab goes to the next even width', [
    ['a:\n \tb: 1\n\tc: 2\n  d: 3', map(['a', map(['b', 1n], ['c', 2n], ['d', 3n])])],
    ['a:\n  \tb: 1\n\t\tc: 2', map(['a', map(['b', 1n], ['c', 2n])])],
  ]);
  group('blank lines do not count, however deep', [
    ['a:\n\t\t\t\n\tb: 1\n \n\n\tc: 2\n\t', map(['a', map(['b', 1n], ['c', 2n])])],
    ['\n\n1\n\n', 1n],
    ['> a\n\n\t\t\n> b', 'a b\n'],
  ]);
  group('the first line may be indented', [
    ['\t1', 1n],
    ['   a: 1\n   b: 2', map(['a', 1n], ['b', 2n])],
  ]);
  group('comments', [
    ['# first\n#second\n1', 1n],
    ['1\n# after\n', 1n],
    ['1\n\t# deeper\n\t\t# and deeper\n\t# back\n', 1n],
    ['# one\n\t# deeper\n2', 2n],
    ['a: 1 # one\n# between\nb: 2\n\t# deeper', map(['a', 1n], ['b', 2n])],
    ['* 1\n# between\n* 2', [1n, 2n]],
    ['> a\n# between\n> b', 'a b\n'],
    ['a:\n\t# first\n\t1', map(['a', 1n])],
    ['1 #é', 1n],
  ]);
});

describe('block strings', () => {
  group('the marker joins', [
    ['> a\n> b', 'a b\n'],
    ['> a\n>\n> b', 'a\n\nb\n'],
    ['> a\n>\n>\n> b', 'a\n\n\nb\n'],
    ['| a\n| b', 'a\nb\n'],
    ['| a\n> b', 'a b\n'],
    ['> a\n| b', 'a\nb\n'],
    ['>', '\n'],
    ['|', '\n'],
    ['>\n> a', '\na\n'],
    ['|\n|', '\n\n'],
  ]);
  group('! leaves the last line without an end', [
    ['!', ''],
    ['! ', ''],
    ['> a\n!', 'a'],
    ['> a\n>\n!', 'a\n'],
    ['> a\n!\n# after', 'a'],
    ['a:\n\t> b\n\t!\nc: 1', map(['a', 'b'], ['c', 1n])],
  ]);
  group('one blank is dropped, the rest is text', [
    ['>a', 'a\n'],
    ['>  a ', ' a \n'],
    ['>\ta\t', 'a\t\n'],
    ['> > a', '> a\n'],
    ['| # "a" \\n', '# "a" \\n\n'],
    ['> é', 'é\n'],
    ['>  \n> a', '  a\n'],
  ]);
});

describe('places', () => {
  const placesOf = (value: Value): unknown => {
    const at = `${value.type} ${String(value.at.line)}:${String(value.at.column)}`;
    if (value.type === 'array') return [at, ...value.items.map(placesOf)];
    if (value.type !== 'map') return at;
    return [
      at,
      ...[...value.entries].map(([key, entry]) => [
        `${key} ${String(entry.at.line)}:${String(entry.at.column)}`,
        placesOf(entry.value),
      ]),
    ];
  };

  it('are those of values and keys, in bytes', () => {
    const result = readProcyon(Buffer.from('a:\n\t*\t1\n\n\t*\t"é": {x: 2}'));
    expect(result.ok && placesOf(result.value)).toEqual([
      'map 1:1',
      ['a 1:1', ['array 2:2', 'int 2:4', ['map 4:4', ['é 4:4', ['map 4:10', ['x 4:11', 'int 4:14']]]]]],
    ]);
  });

  it('of a repeated key are those of the last', () => {
    const result = readProcyon(Buffer.from('a: 1\nb: 2\na: 3'));
    expect(result.ok && placesOf(result.value)).toEqual(['map 1:1', ['a 3:1', 'int 3:4'], ['b 2:1', 'int 2:4']]);
  });

  it('of what a repeated key stood at before are kept, in whatever kind of map', () => {
    for (const text of ['a: 1\nb: 2\na: 3', '{a: 1, b: 2, "a": 3}']) {
      const result = readProcyon(Buffer.from(text));
      const entries = result.ok && result.value.type === 'map' ? result.value.entries : undefined;
      expect([entries?.get('a')?.repeats, entries?.get('b')?.repeats]).toEqual([
        { line: 1, column: text.indexOf('a') + 1 },
        undefined,
      ]);
    }
  });

  it('of long strings and data are those of the first line', () => {
    const result = readProcyon(Buffer.from('# c\n*\t> a\n\t> b\n*\n\t$ 00\n\t$ 01'));
    expect(result.ok && placesOf(result.value)).toEqual(['array 2:1', 'string 2:3', 'data 5:2']);
  });
});

it('reads a part of a larger buffer', () => {
  const whole = Buffer.from('xxx[1]yyy');
  expect(outcomeOf(readProcyon(new Uint8Array(whole.buffer, whole.byteOffset + 3, 3)))).toEqual([1n]);
});
