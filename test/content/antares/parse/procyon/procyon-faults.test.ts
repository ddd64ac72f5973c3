import { describe, expect, it } from 'vitest';
import { documentLimits } from '../../../../../src/content/antares/parse/document.js';
import { readProcyon } from '../../../../../src/content/antares/parse/procyon/read-procyon.js';
import { outcomeOf } from '../../plain-value.js';
import { longTest } from '../../../../support/heavy.js';

const bytes = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
const read = (text: string): unknown => outcomeOf(readProcyon(Buffer.from(text)));

function group(name: string, cases: readonly (readonly [text: string | Buffer, problem: string])[]) {
  const titled = cases.map(([text, problem]) => ({
    title: JSON.stringify(typeof text === 'string' ? text : text.toString('latin1')).slice(0, 60),
    text,
    problem,
  }));
  it.each(titled)(`${name}: $title`, ({ text, problem }) => {
    expect(outcomeOf(readProcyon(Buffer.from(text)))).toBe(problem);
  });
}

describe('bytes', () => {
  group('control characters are refused everywhere', [
    ['1\r\n', '1:2: invalid control character'],
    ['"a\rb"', '1:3: invalid control character'],
    ['# \x00', '1:3: invalid control character'],
    ['> a\x1f', '1:4: invalid control character'],
    ['\x7f', '1:1: invalid control character'],
    ['# \x7f', '1:3: invalid control character'],
    ['"\x7f"', '1:2: invalid control character'],
    ['! \x01', '1:3: invalid control character'],
  ]);
  group('only text may have more than ASCII', [
    ['\ufeff1', '1:1: invalid non-ASCII character'],
    ['é: 1', '1:1: invalid non-ASCII character'],
    ['[1, é]', '1:5: invalid non-ASCII character'],
    ['! é', '1:3: invalid non-ASCII character'],
    ['&', '1:1: invalid character'],
    ['[1; 2]', '1:3: invalid character'],
  ]);
  group('UTF-8', [
    [bytes('"', 0x80, '"'), '1:2: invalid UTF-8 start byte'],
    [bytes('"', 0xc0, 0x80, '"'), '1:2: invalid UTF-8 start byte'],
    [bytes('# ', 0xff), '1:3: invalid UTF-8 start byte'],
    [bytes('> ', 0xf5, 0x80, 0x80, 0x80), '1:3: invalid UTF-8 start byte'],
    [bytes('"', 0xc3, '"'), '1:3: invalid UTF-8 continuation byte'],
    [bytes('"', 0xe0, 0x9f, 0xbf, '"'), '1:3: invalid UTF-8 continuation byte'],
    [bytes('"', 0xed, 0xa0, 0x80, '"'), '1:3: invalid UTF-8 continuation byte'],
    [bytes('"', 0xf0, 0x8f, 0x80, 0x80, '"'), '1:3: invalid UTF-8 continuation byte'],
    [bytes('"', 0xf4, 0x90, 0x80, 0x80, '"'), '1:3: invalid UTF-8 continuation byte'],
    [bytes('"', 0xe2, 0x82, '"'), '1:4: invalid UTF-8 continuation byte'],
    [bytes('| ', 0xf0, 0x9f, 0x98), '1:6: invalid UTF-8 continuation byte'],
    [bytes('# é', 0xc3, '\n1'), '1:6: invalid UTF-8 continuation byte'],
  ]);
});

describe('tokens', () => {
  group(
    'words',
    [
      '-nan',
      '+nan',
      '1_000',
      '.5',
      '1.',
      '01',
      '-01',
      '0x1',
      '+',
      '-',
      '1e',
      '1e+',
      '1.e5',
      '1.5.5',
      'True',
      'nulls',
      'infinity',
      '1+',
      '--1',
    ].map((word) => [`[${word}]`, '1:2: unknown word'] as const),
  );
  group(
    'ints beyond 64 bits',
    [
      '9223372036854775808',
      '-9223372036854775809',
      '+9223372036854775808',
      '18446744073709551616',
      '9'.repeat(400),
    ].map((word) => [`a: ${word}`, '1:4: integer overflow'] as const),
  );
  group('strings', [
    ['"a', '1:3: eol while scanning string'],
    ['"a\n"', '1:3: eol while scanning string'],
    ['"\\', '1:3: eol while scanning string'],
    ['"\\u00', '1:6: eol while scanning string'],
    ['"a\\\'"', '1:3: invalid escape'],
    ['"\\v"', '1:2: invalid escape'],
    ['"\\x41"', '1:2: invalid escape'],
    ['"\\é"', '1:2: invalid escape'],
    ['"\\u12G4"', '1:2: invalid \\uXXXX escape'],
    ['"\\u12"', '1:2: invalid \\uXXXX escape'],
    ['"ab\\ud83d\\ude00"', '1:4: invalid \\uXXXX escape'],
    ['"\\uD800', '1:2: invalid \\uXXXX escape'],
    ['"\\U00110000"', '1:2: invalid \\uXXXX escape'],
    ['"\\U0000d800"', '1:2: invalid \\uXXXX escape'],
    ['"\\U0001F60"', '1:2: invalid \\uXXXX escape'],
  ]);
  group('data', [
    ['$ 0', '1:3: partial byte'],
    ['$ 00 1 2', '1:6: partial byte'],
    ['$ 0"', '1:3: partial byte'],
    ['$ 0g', '1:4: word char in data'],
    ['$ 00.', '1:5: word char in data'],
  ]);
  group('the line of !', [
    ['!x', "1:2: expected eol after '!'"],
    ['! x', "1:3: expected eol after '!'"],
    ['!  ', "1:3: expected eol after '!'"],
    ['! # c', "1:3: expected eol after '!'"],
  ]);
});

describe('lines', () => {
  group('levels', [
    ['a:\n\t\t1\n\tb: 2', '3:2: unindent does not match any outer indentation level'],
    ['\t1\n2', '2:1: unindent does not match any outer indentation level'],
    ['    a: 1\n  b: 2', '2:3: unindent does not match any outer indentation level'],
    ['*   a: 1\n  b: 2', '2:3: unindent does not match any outer indentation level'],
    ['> a\n\x0b', '2:1: invalid control character'],
    ['\t1\n\t# c\n# d', '3:1: unindent does not match any outer indentation level'],
  ]);
  group('a document without a value', [
    ['', '1:1: expected value'],
    ['\n', '1:1: expected value'],
    [' ', '1:1: expected value'],
    ['\n\n\t', '3:1: expected value'],
    ['# c', '1:4: expected value'],
    ['# c\n# de\n', '2:5: expected value'],
    ['\t# c\n1', '1:5: expected value'],
  ]);
});

describe('grammar', () => {
  group('expected value', [
    ['a:', '1:3: expected value'],
    ['a:\nb: 1', '1:3: expected value'],
    ['a:\n\n\nb: 1', '3:1: expected value'],
    ['a: * 1', '1:4: expected value'],
    ['a: > x', '1:4: expected value'],
    ['a: | x', '1:4: expected value'],
    ['a: !', '1:4: expected value'],
    ['a: # c\n\t1', '1:4: expected value'],
    ['a: b: 1', '1:4: expected value'],
    ['*', '1:2: expected value'],
    ['*\n* 1', '1:2: expected value'],
    ['[1,]', '1:4: expected value'],
    ['[', '1:2: expected value'],
    ['[1,', '1:4: expected value'],
    ['[> x', '1:2: expected value'],
    ['[* 1]', '1:2: expected value'],
    ['{a: }', '1:5: expected value'],
    ['{a: > x', '1:5: expected value'],
    [']', '1:1: expected value'],
    [', 1', '1:1: expected value'],
    ['a:\n\t# c\nb: 1', '2:5: expected value'],
  ]);
  group('expected key', [
    ['{1}', '1:2: expected key'],
    ['{a: 1,}', '1:7: expected key'],
    ['{"k" : 1}', '1:2: expected key'],
    ['{', '1:2: expected key'],
    ['{[1]: 2}', '1:2: expected key'],
  ]);
  group('unclosed', [
    ['[1 2]', "1:4: expected ',' or ']'"],
    ['[1\n2]', "1:3: expected ',' or ']'"],
    ['[1}', "1:3: expected ',' or ']'"],
    ['{a: 1 b: 2}', "1:7: expected ',' or '}'"],
    ['{a: 1\n}', "1:6: expected ',' or '}'"],
  ]);
  group('siblings', [
    ['1\n2', '2:1: unexpected sibling'],
    ['a: 1\n* 2', '2:1: unexpected sibling'],
    ['* 1\na: 2', '2:1: unexpected sibling'],
    ['> a\n1', '2:1: unexpected sibling'],
    ['$ 00\n> a', '2:1: unexpected sibling'],
    ['> a\n!\n1', '3:1: unexpected sibling'],
    ['1\n\n# c\n2', '4:1: unexpected sibling'],
    ['[1]\n[2]', '2:1: unexpected sibling'],
  ]);
  group('children', [
    ['a: 1\n\t2', '2:2: unexpected child'],
    ['1\n\t2', '2:2: unexpected child'],
    ['> a\n\t> b', '2:2: unexpected child'],
    ['$ 00\n\t$ 01', '2:2: unexpected child'],
    ['# c\n\t1', '2:2: unexpected child'],
    ['1\n\t# c\n\t2', '3:2: unexpected child'],
    ['* 1\n    2', '2:5: unexpected child'],
    ['a:\n\t1\n\t\t2', '3:3: unexpected child'],
    ['!\n\t1', '2:2: unexpected child'],
  ]);
  group('ends of lines', [
    ['1 2', '1:3: expected end-of-line'],
    ['a: 1 b: 2', '1:6: expected end-of-line'],
    ['"k" : 1', '1:5: expected end-of-line'],
    ['[1] 2', '1:5: expected end-of-line'],
    ['* 1 * 2', '1:5: expected end-of-line'],
    ['$ 00 "a"', '1:6: expected end-of-line'],
  ]);
  group('after !', [
    ['!\n!', "2:1: expected eos after '!'"],
    ['> a\n!\n> b', "3:1: expected eos after '!'"],
    ['!\n# c\n| b', "3:1: expected eos after '!'"],
  ]);
  group('the first fault counts, token by token', [
    ['1 2 &', '1:3: expected end-of-line'],
    ['1 &', '1:3: invalid character'],
    ['[99999999999999999999 &', '1:2: integer overflow'],
    ['1 99999999999999999999', '1:3: expected end-of-line'],
  ]);
});

describe('limits', () => {
  const depth = documentLimits.containers;

  it('63 containers may be open', () => {
    expect(depth).toBe(63);
    for (const text of [
      `${'['.repeat(63)}1${']'.repeat(63)}`,
      `${'{a:'.repeat(63)}1${'}'.repeat(63)}`,
      `${'* '.repeat(63)}1`,
      `${'* '.repeat(31)}a: ${'['.repeat(31)}1${']'.repeat(31)}`,
    ])
      expect(read(text)).not.toBeTypeOf('string');
  });

  group('the 64th is refused where it begins', [
    [`${'['.repeat(64)}1${']'.repeat(64)}`, '1:64: recursion limit exceeded'],
    [`${'* '.repeat(64)}1`, '1:127: recursion limit exceeded'],
    [`${'* '.repeat(63)}[]`, '1:127: recursion limit exceeded'],
    [`${'* '.repeat(63)}a: 1`, '1:127: recursion limit exceeded'],
    [`${'{a:'.repeat(1000)}1`, '1:190: recursion limit exceeded'],
    [Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), '64:64: recursion limit exceeded'],
  ]);

  it('containers beside one another do not add up', () => {
    expect(read(`[${'[[]], {a: []}, '.repeat(100)}1]`)).toHaveLength(201);
  });

  it('a document that is too long is refused at once, with its limit', () => {
    const long = Buffer.alloc(documentLimits.bytes + 1, 'x');
    long.write('> a\n>');
    expect(outcomeOf(readProcyon(long))).toBe(
      '2:33554429: the document is longer than 32 MB (33554432 bytes), which is the limit; make several of it',
    );
    expect(outcomeOf(readProcyon(Buffer.from('> a\n> b\n> c'), { ...documentLimits, bytes: 9 }))).toMatch(
      /^3:2: the document is longer/,
    );
    expect(outcomeOf(readProcyon(Buffer.from('"12345"'), { ...documentLimits, bytes: 7 }))).toBe('12345');
  });

  it('a document of too many values is refused where the first one too many begins', () => {
    const limits = { ...documentLimits, values: 3 };
    expect(outcomeOf(readProcyon(Buffer.from('* 1\n* 2'), limits))).toEqual([1n, 2n]);
    expect(outcomeOf(readProcyon(Buffer.from('* 1\n* 2\n* 3'), limits))).toBe(
      '3:3: the document has more than 3 values, which is the limit; make several of it',
    );
  });

  longTest('comments may be as deep as they like', () => {
    const comments = Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i + 1)}# c\n`).join('');
    expect(read(`1\n${comments}`)).toBe(1n);
    expect(read(`# c\n${comments}1`)).toBe(1n);
  });

  longTest('long things take time in proportion', () => {
    expect(read('9'.repeat(3_000_000))).toBe('1:1: integer overflow');
    expect(read(`1.${'9'.repeat(3_000_000)}`)).toBe(2);
    expect(read(`"${'\\n'.repeat(1_000_000)}"`)).toHaveLength(1_000_000);
    expect(read('> a\n'.repeat(500_000))).toHaveLength(1_000_000);
  });
});

describe('hints', () => {
  const hintOf = (text: string | Buffer): string | undefined => {
    const result = readProcyon(Buffer.from(text));
    return result.ok ? undefined : result.problem.suggestion;
  };

  it.each([
    ['a: 1\r\nb: 2\r\n', /line feed alone \(LF, not CRLF\)/],
    ['# c\n\na: 1\r\n', /CRLF/],
    ['a: \x01', /take the character out/],
    ['\ufeffa: 1', /without a byte order mark/],
    ['é: 1', /quotation marks/],
    ['', /nothing but blanks and comments/],
    ['\n  # a\n', /nothing but blanks and comments/],
    ['conditions:\n', /`\[\]`, `\{\}` and `null` are values/],
    ['a: 1\n  b: 2', /further in than the one above/],
    ['    a: 1\n  b: 2', /a tab is as wide as two spaces/],
    ['a: human', /put text in quotation marks/],
    ['* '.repeat(64) + '1', /at most 63/],
  ])('%j', (text, hint) => {
    expect(hintOf(text)).toMatch(hint);
  });

  it('none stands beside what says itself what to do', () => {
    expect(readProcyon(Buffer.from('> a\n> b'), { ...documentLimits, bytes: 5 })).not.toHaveProperty(
      'problem.suggestion',
    );
  });
});
