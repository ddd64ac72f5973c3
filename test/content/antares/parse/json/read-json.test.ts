import { describe, expect, it } from 'vitest';
import { documentLimits } from '../../../../../src/content/antares/parse/document.js';
import { readJson } from '../../../../../src/content/antares/parse/json/read-json.js';
import { map, outcomeOf, type Plain } from '../../plain-value.js';

const bytes = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

describe('values', () => {
  it.each<readonly [json: string, value: Plain]>([
    ['null', null],
    [' true ', true],
    ['\n\t\r\n false', false],
    ['0', 0n],
    ['-0', 0n],
    ['1', 1n],
    ['1.0', 1],
    ['1e0', 1],
    ['1E+2', 100],
    ['-0.0', -0],
    ['-12.5e-1', -1.25],
    ['1e999', Infinity],
    ['-1e999', -Infinity],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993', 9007199254740993n],
    ['""', ''],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u0000\\u00E9"', '\u0000é'],
    ['"é 😀 \u007f"', 'é 😀 \u007f'],
    ['"a\\ud83d\\ude00b"', 'a😀b'],
    ['"\\uFFFF"', '\uffff'],
    ['[]', []],
    ['[ ]', []],
    ['[1, 2.0 ,[3]]', [1n, 2, [3n]]],
    ['{}', map()],
    ['{ "a" : 1 , "b":{"c":[]}}', map(['a', 1n], ['b', map(['c', []])])],
    ['{"a": 1, "b": 2, "a": 3}', map(['a', 3n], ['b', 2n])],
    ['{"__proto__": 1, "2": 2, "1": 3}', map(['__proto__', 1n], ['2', 2n], ['1', 3n])],
  ])('%j', (json, value) => {
    expect(outcomeOf(readJson(Buffer.from(json)))).toEqual(value);
  });

  it('have their places, in bytes', () => {
    const read = readJson(Buffer.from('{\r\n  "é": 1,\n  "b": [true]}'));
    if (!read.ok || read.value.type !== 'map') throw new Error('no map');
    const { entries, at } = read.value;
    const b = entries.get('b')?.value;
    expect([
      at,
      entries.get('é')?.at,
      entries.get('é')?.value.at,
      entries.get('b')?.at,
      b?.at,
      b?.type === 'array' ? b.items[0].at : undefined,
    ]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 3 },
      { line: 2, column: 9 },
      { line: 3, column: 3 },
      { line: 3, column: 8 },
      { line: 3, column: 9 },
    ]);
  });
});

it('a repeated key keeps the place where it stood last before', () => {
  const read = readJson(Buffer.from('{"a": 1, "b": 2,\n"a": 3,\n"a": 4}'));
  const entries = read.ok && read.value.type === 'map' ? read.value.entries : undefined;
  expect([entries?.get('a')?.at.line, entries?.get('a')?.repeats, entries?.get('b')?.repeats]).toEqual([
    3,
    { line: 2, column: 1 },
    undefined,
  ]);
});

describe('problems', () => {
  const number =
    'is not a JSON number; expected digits without a leading 0, then perhaps `.` and digits, then perhaps `e` and digits';
  const word = 'is not a value; expected `null`, `true`, `false`, a number, `[`, `{` or text in quotation marks';
  const tooLarge =
    'the whole number does not fit into 64 bits; expected at least -9223372036854775808 and at most 9223372036854775807, or a real number such as 1e30';
  const unended = 'the string does not end on its line; expected `"` (a new line is written `\\n`)';
  const escape =
    'an escape that JSON does not have; expected one of `\\" \\\\ \\/ \\b \\f \\n \\r \\t` or `\\u` with four hexadecimal digits';
  const half = 'half of a character; expected two `\\u`, from `\\ud800` and from `\\udc00` on, or the character itself';
  it.each<readonly [json: string | Buffer, problem: string]>([
    ['', '1:1: expected a value, not the end of the document'],
    ['\n ', '2:2: expected a value, not the end of the document'],
    ['\ufeff{}', '1:1: expected a value, not a byte order mark; save the file without one'],
    ['{"a": &}', '1:7: expected a value, not `&`'],
    ['[é]', '1:2: expected a value, not a byte c3'],
    ['1 2', '1:3: expected the end of the document after its value, not `2`'],
    ['[]]', '1:3: expected the end of the document after its value, not `]`'],
    ['[1', '1:3: expected `,` or `]`, not the end of the document'],
    ['[1 2]', '1:4: expected `,` or `]`, not `2`'],
    ['[1}', '1:3: expected `,` or `]`, not `}`'],
    ['{"a": 1]', '1:8: expected `,` or `}`, not `]`'],
    ['[1,\n]', '2:1: the last one has a comma after it; take it out'],
    ['{"a": 1, }', '1:10: the last one has a comma after it; take it out'],
    ['[,]', '1:2: expected a value, not `,`'],
    ['{a: 1}', '1:2: expected a key in quotation marks, not `a`'],
    ['{"a" 1}', '1:6: expected `:` after the key, not `1`'],
    ['{"a"', '1:5: expected `:` after the key, not the end of the document'],
    ['{', '1:2: expected a key in quotation marks, not the end of the document'],
    ['nul', `1:1: \`nul\` ${word}`],
    ['[NaN]', `1:2: \`NaN\` ${word}`],
    ['[+1]', `1:2: \`+1\` ${word}`],
    ['[.5]', `1:2: \`.5\` ${word}`],
    [`[${'x'.repeat(50)}]`, `1:2: \`${'x'.repeat(30)}…\` ${word}`],
    ['01', `1:1: \`01\` ${number}`],
    ['-', `1:1: \`-\` ${number}`],
    ['1.', `1:1: \`1.\` ${number}`],
    ['1e', `1:1: \`1e\` ${number}`],
    ['1e+', `1:1: \`1e+\` ${number}`],
    ['1.5.5', `1:1: \`1.5.5\` ${number}`],
    ['-Infinity', `1:1: \`-Infinity\` ${number}`],
    ['0x1', `1:1: \`0x1\` ${number}`],
    ['1n', `1:1: \`1n\` ${number}`],
    ['[9223372036854775808]', `1:2: ${tooLarge}`],
    ['-9223372036854775809', `1:1: ${tooLarge}`],
    ['"a', `1:3: ${unended}`],
    ['"a\nb"', `1:3: ${unended}`],
    ['"a\tb"', '1:3: a control character in a string; write it as `\\u0009`'],
    ['"\u0000"', '1:2: a control character in a string; write it as `\\u0000`'],
    ['"a\\x"', `1:3: ${escape}`],
    ['"\\U0001f600"', `1:2: ${escape}`],
    ['"\\', `1:2: ${escape}`],
    ['"\\u12"', '1:2: expected four hexadecimal digits after `\\u`'],
    ['"\\u12', '1:2: expected four hexadecimal digits after `\\u`'],
    ['"\\ud83d"', `1:2: ${half}`],
    ['"\\ude00"', `1:2: ${half}`],
    ['"\\ud83d\\u0041"', `1:2: ${half}`],
    ['"\\ud83d\\n"', `1:2: ${half}`],
    [bytes('"', 0x80, '"'), '1:2: invalid UTF-8 start byte; save the file as UTF-8'],
    [bytes('{"a', 0xc3, '": 1}'), '1:5: invalid UTF-8 continuation byte; save the file as UTF-8'],
    [bytes('"', 0xe2, 0x82), '1:4: invalid UTF-8 continuation byte; save the file as UTF-8'],
    ['// no\n1', '1:1: expected a value, not `/`'],
  ])('%j', (json, problem) => {
    expect(outcomeOf(readJson(Buffer.from(json)))).toBe(problem);
  });
});

describe('limits', () => {
  it('63 containers may be open, as in Procyon', () => {
    expect(outcomeOf(readJson(Buffer.from(`${'['.repeat(63)}${']'.repeat(63)}`)))).not.toBeTypeOf('string');
    const message = 'more than 63 nested arrays and objects, which is the limit';
    expect(outcomeOf(readJson(Buffer.from('['.repeat(1_000_000))))).toBe(`1:64: ${message}`);
    expect(outcomeOf(readJson(Buffer.from('{"a":'.repeat(64))))).toBe(`1:316: ${message}`);
    expect(outcomeOf(readJson(Buffer.from(`[${'[[]],{"a":{}},'.repeat(100)}1]`)))).toHaveLength(201);
  });

  it('a document may not be too long or have too many values', () => {
    expect(outcomeOf(readJson(Buffer.from('[1,\n2, 3]'), { ...documentLimits, bytes: 8 }))).toMatch(
      /^2:5: the document is longer than .* \(8 bytes\), which is the limit/,
    );
    const limits = { ...documentLimits, values: 3 };
    expect(outcomeOf(readJson(Buffer.from('[1, 2]'), limits))).toEqual([1n, 2n]);
    expect(outcomeOf(readJson(Buffer.from('[1, {"a": 2}]'), limits))).toBe(
      '1:11: the document has more than 3 values, which is the limit; make several of it',
    );
  });
});
