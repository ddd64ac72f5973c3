import { describe, expect, test } from 'vitest';
import {
  readConstant,
  type Format,
  formatName,
  formatNames,
  parseFormat,
  sameFormat,
} from '../../../../src/content/lst/parse/value-format.js';

function format(name: string): Format {
  const found = parseFormat(name);
  if (found === undefined) throw new Error(`no format ${name}`);
  return found;
}

describe('formats', () => {
  test('are named in any case, each one object', () => {
    expect(formatNames.map((name) => formatName(format(name)))).toEqual([
      'NUMBER',
      'ARRAY[NUMBER]',
      'BOOLEAN',
      'ARRAY[BOOLEAN]',
      'STRING',
      'ARRAY[STRING]',
      'ORDEREDPAIR',
      'ARRAY[ORDEREDPAIR]',
      'DICE',
      'ARRAY[DICE]',
    ]);
    for (const name of formatNames) expect(parseFormat(name.toLowerCase())).toBe(parseFormat(name));
    expect(parseFormat('Array[Dice]')).toEqual({ name: 'ARRAY', of: { name: 'DICE' } });
  });

  test.each([
    '',
    'ARRAY',
    'ARRAY[]',
    'ARRAY[ARRAY[NUMBER]]',
    'ARRAY[NOPE]',
    'ARRAY[NUMBER',
    'NUMBER[X]',
    'NOPE',
    ' NUMBER',
    'EQUIPMENT',
    '__proto__',
    'constructor',
  ])('%j is none', (name) => {
    expect(parseFormat(name)).toBeUndefined();
  });

  test('of objects are told apart by their scopes', () => {
    const skill: Format = { name: 'OBJECT', scope: 'SKILL' };
    expect(formatName(skill)).toBe('SKILL');
    expect(sameFormat(skill, { name: 'OBJECT', scope: 'SKILL' })).toBe(true);
    expect(sameFormat(skill, { name: 'OBJECT', scope: 'STAT' })).toBe(false);
    expect(sameFormat(format('NUMBER'), format('STRING'))).toBe(false);
    expect(readConstant(skill, 'Climb')).toBeUndefined();
  });
});

describe('constants', () => {
  const int = (value: number): unknown => ({ value, whole: true });
  const double = (value: number): unknown => ({ value, whole: false });
  test.each([
    ['NUMBER', '5', int(5)],
    ['NUMBER', '+5', int(5)],
    ['NUMBER', '-123456', int(-123_456)],
    ['NUMBER', '-1234567', double(-1_234_567)],
    ['NUMBER', '12345678', double(12_345_678)],
    ['NUMBER', '1e3', double(1000)],
    ['NUMBER', ' 2 ', double(2)],
    ['NUMBER', 'NaN', double(NaN)],
    ['NUMBER', '-Infinity', double(-Infinity)],
    ['BOOLEAN', 'true', { value: 1 }],
    ['BOOLEAN', 'FaLsE', { value: 0 }],
    ['STRING', '', { text: '' }],
    ['STRING', ' "x"+1', { text: ' "x"+1' }],
    ['ORDEREDPAIR', '5,0', { text: '5,0' }],
    ['ORDEREDPAIR', '-1,+2', { text: '-1,2' }],
    ['ORDEREDPAIR', '0.50,.5', { text: '0.5,0.5' }],
    ['ORDEREDPAIR', '5.0,5', { text: '5.0,5' }],
    ['DICE', '0', { text: '0d1' }],
    ['DICE', '3', { text: '3d1' }],
    ['DICE', '3d1', { text: '3d1' }],
    ['DICE', 'd6', { text: '1d6' }],
    ['DICE', '02d06', { text: '2d6' }],
    ['DICE', '0d6', { text: '0d6' }],
    ['DICE', '2d6+1', { text: '2d6+1' }],
    ['DICE', '2d6-1', { text: '2d6-1' }],
    ['DICE', 'd4+0', { text: '1d4' }],
    ['DICE', 'd4-0', { text: '1d4' }],
    ['DICE', '2147483647d2147483647-2147483647', { text: '2147483647d2147483647-2147483647' }],
    ['ARRAY[NUMBER]', '1', { text: '[1]' }],
    ['ARRAY[NUMBER]', '1,2.5,-3', { text: '[1,2.5,-3]' }],
    ['ARRAY[BOOLEAN]', 'true,FALSE', { text: '[true,false]' }],
    ['ARRAY[STRING]', 'axe,bow', { text: '["axe","bow"]' }],
    ['ARRAY[STRING]', 'f(a,b),c "d"', { text: '["f(a,b)","c \\"d\\""]' }],
    ['ARRAY[DICE]', 'd6,2', { text: '["1d6","2d1"]' }],
  ])('%s %j', (name, text, content) => {
    expect(readConstant(format(name), text)).toEqual(content);
  });

  test.each([
    ['NUMBER', ['', '1+1', '1d', '0x1p3', '1_0', 'five', '1,1', 'Inf', '٣']],
    ['BOOLEAN', ['', 'yes', '1', ' true', 'truee', 'TRUE ']],
    ['ORDEREDPAIR', ['', '5', '5,', ',5', '5,5,5', '5;5', 'a,b', '(5,5)']],
    [
      'DICE',
      [
        '',
        '2D6',
        '2d',
        'd',
        'd0',
        '2d0',
        '-1d6',
        '+1d6',
        '1d6+2+1',
        '1d6+',
        '1d6+-1',
        '2.5',
        '1d6.5',
        '3+2',
        ' 2d6',
        '2d6 ',
        '2147483648',
        '1d2147483648',
        'd6+2147483648',
        '1d6-99999999999',
        '٣d6',
      ],
    ],
    ['ARRAY[NUMBER]', ['', '1,,2', '1,2,', ',1', 'a', '1,a', 'f(1,2)', '[1,2]']],
    ['ARRAY[STRING]', ['', 'a,', ',', 'a,,b']],
    ['ARRAY[ORDEREDPAIR]', ['1,2', '1']],
  ])('%s has none among %j', (name, texts) => {
    for (const text of texts) expect(readConstant(format(name), text), text).toBeUndefined();
  });
});
