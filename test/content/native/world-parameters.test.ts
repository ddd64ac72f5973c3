import { describe, expect, it } from 'vitest';
import { loadContent } from '../../../src/index.js';
import { sound } from './samples.js';

const kinds = 'kinds: { cell: { properties: [size] } }\nproperties: { size: {} }\nenumerations: { hue: [red, blue] }\n';

function problems(text: string): readonly string[] {
  const loaded = loadContent([{ file: 'a.yaml', text: kinds + text }]);
  return loaded.ok
    ? loaded.warnings.map(({ code, message }) => `${code}: ${message}`)
    : loaded.errors.map(({ code, message, suggestion }) => `${code}: ${message}; ${suggestion}`);
}

describe('parameters in content', () => {
  it.each([
    ['parameters: { breed: {} }'],
    ['parameters: { breed: { default: 0.04, range: [0, 1], about: chance } }'],
    ['parameters: { count: { type: integer, default: 3, range: [null, 3] } }'],
    ['parameters: { busy: { type: boolean, default: true } }'],
  ])('%s', (text) => {
    expect(problems(text)).toEqual([]);
  });

  it.each([
    [
      '{ default: true }',
      'wrong-type: the default of `breed` is true, expected a finite number; write a number, or `type: boolean`',
    ],
    [
      '{ type: boolean, default: 1 }',
      'wrong-type: the default of `breed` is 1, expected true or false; write `true` or `false`',
    ],
    [
      '{ type: integer, default: 0.5 }',
      'out-of-range: the default of `breed` is 0.5, expected a whole number; give another default, or a wider range',
    ],
    [
      '{ range: [1, 2] }',
      'out-of-range: the default of `breed` is 0, expected a number from 1 to 2; give another default, or a wider range',
    ],
    [
      '{ default: 3, range: [4, null] }',
      'out-of-range: the default of `breed` is 3, expected a number of at least 4; give another default, or a wider range',
    ],
    ['{ range: [2, 1] }', 'bounds-reversed: the range of `breed` is 2 to 1, expected the least first; write [1, 2]'],
    [
      '{ type: boolean, range: [0, 1] }',
      'unknown-key: `breed` is `true` or `false`, expected no `range`; remove it, or write `type: number`',
    ],
  ])('refuses %s', (source, problem) => {
    expect(problems(`parameters: { breed: ${source} }`)).toEqual([problem]);
  });

  it.each([
    [
      'parameters: { red: {} }',
      'duplicate-name: `red` is already a word of `hue`, expected a unique name for a parameter; rename one of the two',
    ],
    [
      'parameters: { cell: {} }',
      'duplicate-name: `cell` is already the name of a kind, expected a unique name for a parameter; rename one of the two',
    ],
    [
      'parameters: { turn: {} }',
      'reserved-name: `turn` is reserved, expected another name for a parameter; choose another name',
    ],
    [
      'constants: { tax: 1 }\nparameters: { tax: {} }',
      'duplicate-name: `tax` is already the name of a constant in line 4, expected a unique name for a parameter; rename one of the two, or remove it',
    ],
  ])('refuses the name in %s', (text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  it('are suggested for unknown names', () => {
    const [problem] = problems('parameters: { breed: {} }\nreports: { r: bred + 1 }');
    expect(problem).toBe('unknown-name: unknown name `bred`; did you mean `breed`?');
  });

  it('are not folded into conditions that they decide in one world only', () => {
    const text = 'parameters: { most: { default: 3, range: [0, 5] } }\nreports: { r: most > 9 }';
    expect(problems(text)).toEqual([]);
  });

  it('make another fingerprint, and what is written about them does not', () => {
    const print = (parameters: string) => sound(`${kinds}parameters: ${parameters}`).fingerprint;
    const first = print('{ breed: { default: 1 } }');
    expect(print('{ breed: { default: 1, about: chance } }')).toBe(first);
    for (const other of [
      '{ breed: { default: 2 } }',
      '{ bred: { default: 1 } }',
      '{ breed: { default: 1, type: integer } }',
      '{ breed: { default: 1, range: [0, null] } }',
    ])
      expect(print(other)).not.toBe(first);
  });
});

describe('reports in content', () => {
  it.each([
    [
      'self.size',
      'unknown-name: `self` stands for nobody here: a report is about the whole world; ask an aggregate, such as `objects(kind).count()`',
    ],
    [
      'source.size',
      'unknown-name: `source` stands for nobody here: a report is about the whole world; ask an aggregate, such as `objects(kind).count()`',
    ],
    [
      'objects(cell).first()',
      'wrong-type: the report `r` is neither a number nor a condition, expected one of the two; count or compare it',
    ],
    ['objects(cel).count()', 'unknown-name: unknown name `cel`, expected a kind; did you mean `cell`?'],
  ])('refuses %s', (text, problem) => {
    expect(problems(`reports: { r: "${text}" }`)).toEqual([problem]);
  });

  it.each(['random()', 'objects(cell).filter(c, chance(0.5)).count()'])('refuses chance: %s', (text) => {
    expect(problems(`reports: { r: "${text}" }`)[0]).toMatch(
      /^draw-in-expression: .*a report must not depend on chance/,
    );
  });

  it('refuses more than a hundred', () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `r${i}: ${i}`).join(', ');
    expect(problems(`reports: { ${names(100)} }`)).toEqual([]);
    expect(problems(`reports: { ${names(101)} }`)).toEqual([
      'too-large: there are 101 reports, the limit is 100; make named expressions of those that are seldom looked at',
    ]);
  });

  it('make another fingerprint', () => {
    const print = (reports: string) => sound(`${kinds}${reports}`).fingerprint;
    const prints = ['', 'reports: { r: turn }', 'reports: { s: turn }', 'reports: { r: turn + 1 }'].map(print);
    expect(new Set(prints).size).toBe(4);
  });
});
