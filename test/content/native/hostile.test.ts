import { afterEach, describe, expect, test } from 'vitest';
import { loadContent } from '../../../src/content/native/load-content.js';
import { base, briefly, errorsOf, load, sound, withEffect, withGroup } from './samples.js';
import { heavy, longTest } from '../../support/heavy.js';

/** What content must not reach. */
afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).default).toBeUndefined();
});

describe('aliases', () => {
  test('a bomb of aliases costs nothing', () => {
    const lines = Array.from(
      { length: 30 },
      (_, i) => `  l${i}: &l${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*l${i - 1}`)).join(', ')}]`,
    );
    const errors = errorsOf(`enumerations:\n${lines.join('\n')}\n`);
    expect(errors).toHaveLength(30 + 29 * 9);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['yaml-anchor', 'yaml-alias']));
  });

  test('an anchor that holds itself', () => {
    expect(errorsOf('meters: &a { x: *a }').map(({ code }) => code)).toEqual(['yaml-anchor', 'yaml-alias']);
  });
});

describe('tags make nothing', () => {
  test.each([
    '!!js/function "function () { return process }"',
    '!!js/regexp /a/',
    '!!js/undefined ""',
    '!!python/object/apply:os.system ["ls"]',
    '!!binary aGk=',
    '!!set { a }',
    '!!timestamp 2020-01-01',
    '!local x',
    '!<tag:example.com,2000:x> y',
    '! z',
    '!!str 5',
  ])('%s', (value) => {
    expect(briefly(errorsOf(`meters: { a: { default: ${value} } }`))).toEqual(['1:25 yaml-tag']);
  });
});

describe('prototypes', () => {
  test.each(['enumerations', 'meters', 'properties', 'kinds', 'steps', 'classes', 'stacking'])(
    '__proto__ among %s',
    (section) => {
      expect(briefly(errorsOf(`${section}:\n  __proto__: { polluted: true }`))).toEqual(['2:3 bad-name']);
      expect(briefly(errorsOf(`${section}:\n  "\\u005f_proto__": { polluted: true }`))).toEqual(['2:3 bad-name']);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  test('__proto__ deep inside, as a value and at the root', () => {
    expect(briefly(errorsOf('__proto__: { a: 1 }'))).toEqual(['1:1 bad-name']);
    expect(briefly(errorsOf(`${base}classes: { f: { kind: ship, initial: { __proto__: 1 } } }`))).toEqual([
      '17:40 bad-name',
    ]);
    expect(briefly(errorsOf('kinds: { a: { meters: [__proto__] } }'))).toEqual(['1:24 unknown-name']);
    expect(briefly(errorsOf('roles: [__proto__]'))).toEqual(['1:9 bad-name']);
  });

  test.each([
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    '__defineGetter__',
    'then',
    'length',
  ])('%s is a name like any other', (name) => {
    const program = sound(`enumerations: { ${name}: [a, ${name}] }
roles: [${name}]
meters: { m: {}, ${name}: { default: 2, max: ${name}2 }, ${name}2: {} }
kinds: { k: { meters: [${name}] } }
classes:
  ${name}:
    kind: k
    initial: { ${name}: 3 }
    groups: [{ name: ${name}, activation: source.${name} > 1, scope: { include: target.class == ${name} }, effects: [{ meter: ${name}, add: self.${name} }, { meter: ${name}, add: 1 }] }]
`);
    expect(program.model.columnByName.get(name)).toMatchObject({ initial: 2, cap: 2 });
    expect([...program.model.classes[0].initial]).toEqual([[1, 3]]);
    expect(program.rules.rules[0].name).toBe(`${name}/${name}`);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '%s is nothing known where it is not declared',
    (name) => {
      expect(errorsOf(withGroup(`activation: source.${name} > 1\neffects: []`)).map(({ code }) => code)).toEqual([
        'unknown-member',
      ]);
      expect(errorsOf(withEffect(`{ meter: ${name}, add: 1 }`)).map(({ code }) => code)).toEqual(['unknown-name']);
      expect(errorsOf(withEffect(`{ create: ${name} }`))).toHaveLength(1);
      expect(errorsOf(`properties: { a: { type: ${name} } }`).map(({ code }) => code)).toEqual(['unknown-type']);
      expect(errorsOf(`kinds: { a: { attachesTo: [${name}] } }`).map(({ code }) => code)).toEqual(['unknown-name']);
      expect(errorsOf(`meters: { a: { type: ${name} } }`).map(({ code }) => code)).toEqual(['unknown-type']);
      expect(errorsOf(withEffect(`{ ${name}: 1 }`))).toHaveLength(1);
    },
  );
});

describe('depth', () => {
  test.each([
    ['flow lists', (n: number) => `meters: ${'['.repeat(n)}`],
    ['closed flow lists', (n: number) => `meters: ${'['.repeat(n)}${']'.repeat(n)}`],
    ['flow maps', (n: number) => `meters: ${'{a: '.repeat(n)}${'}'.repeat(n)}`],
    ['lists in one line', (n: number) => `meters:\n  ${'- '.repeat(n)}x`],
    ['maps in one line', (n: number) => `${'? '.repeat(n)}x`],
    [
      'indented maps',
      (n: number) => Array.from({ length: Math.min(n, 2_000) }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    ],
  ])('%s', (_, make) => {
    for (const count of [70, 10_000, 700_000]) {
      const errors = errorsOf(make(count));
      expect(errors.map(({ code }) => code)).toEqual(['yaml-depth']);
    }
  });

  test('an expression of ten thousand levels', () => {
    for (const text of [
      `${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
      `${'!'.repeat(10_000)}true`,
      `${'-'.repeat(10_000)}1`,
      `1${' + 1'.repeat(10_000)}`,
    ]) {
      const errors = errorsOf(withGroup(`activation: "${text}"\neffects: []`));
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ line: 21 });
    }
  });

  longTest('kinds and caps in long chains', () => {
    const kinds = Array.from({ length: 254 }, (_, i) => `k${i}: { attachesTo: [${i === 0 ? '' : `k${i - 1}`}] }`).join(
      ', ',
    );
    expect(load(`kinds: { ${kinds} }`).ok).toBe(true);
    const meters = (last: string): string =>
      `meters:\n${Array.from({ length: 8_000 }, (_, i) => `  m${i}: { max: m${i + 1} }`).join('\n')}\n  m8000: { ${last} }\n`;
    expect(load(meters('')).ok).toBe(true);
    expect(errorsOf(meters('max: m0')).map(({ code }) => code)).toEqual(['cap-cycle']);
  });
});

describe('size', () => {
  test('a file longer than the limit', () => {
    const result = loadContent([{ file: 'a.yaml', text: `# ${'x'.repeat(200)}` }], { limits: { fileLength: 100 } });
    expect(result.ok ? [] : result.errors).toEqual([
      {
        severity: 'error',
        code: 'file-too-long',
        file: 'a.yaml',
        line: 1,
        column: 1,
        excerpt: '',
        message: 'the file is 202 characters long, the limit is 100',
        suggestion: 'split it into several files, or raise limits.fileLength',
      },
    ]);
    expect(
      loadContent([{ file: 'a.yaml', text: `\ufeff# ${'x'.repeat(98)}` }], { limits: { fileLength: 100 } }).ok,
    ).toBe(true);
  });

  test('more tokens than the limit, before anything is made of them', () => {
    const text = `meters:\n${Array.from({ length: 20 }, (_, i) => `  m${i}: {}`).join('\n')}`;
    const result = loadContent([{ file: 'a.yaml', text }], { limits: { fileTokens: 100 } });
    expect(result.ok ? [] : result.errors).toMatchObject([
      {
        code: 'too-many-tokens',
        line: 13,
        message: 'here the file has more than 100 tokens (names, values, signs, line ends), which is the limit',
        suggestion: 'split it into several files, or raise limits.fileTokens',
      },
    ]);
    expect(loadContent([{ file: 'a.yaml', text }], { limits: { fileTokens: 170 } }).ok).toBe(true);
  });

  test('more tokens in all files together than the limit for a load', () => {
    const files = ['a', 'b', 'c'].map((name) => ({ file: `${name}.yaml`, text: `meters:\n  ${name}: {}\n` }));
    const result = loadContent(files, { limits: { loadTokens: 28 } });
    expect(result.ok ? [] : result.errors).toMatchObject([
      {
        file: 'c.yaml',
        code: 'too-many-tokens',
        message:
          'here all files together have more than 28 tokens (names, values, signs, line ends), which is the limit',
        suggestion: 'load less at once, or raise limits.loadTokens',
      },
    ]);
    expect(loadContent(files, { limits: { loadTokens: 60 } }).ok).toBe(true);
  });

  longTest('more operations in all expressions together than the limit for a load', () => {
    const flags = Array.from({ length: 12 }, (_, i) => `f${i + 1}: self.f${i} && self.f${i}`).join(', ');
    const named = Array.from({ length: heavy(1_000, 4_000) }, (_, i) => `  e${i}: { of: k, is: self.f12 }`).join('\n');
    const text = `kinds: { k: { meters: [m], flags: { f0: self.m > 1, ${flags} } } }\nmeters: { m: {} }\nexpressions:\n${named}\n`;
    const errors = errorsOf(text);
    expect(errors).toMatchObject([
      {
        code: 'too-large',
        message: 'with this expression all together need more than 300,000 operations, which is the limit',
        suggestion:
          'keep what functions and flags bring in often in a meter or variable, or raise limits.loadOperations',
      },
    ]);
    expect(errors[0].line).toBeGreaterThan(4);
    expect(errors[0].line).toBeLessThan(40);
    expect(
      loadContent([{ file: 'a.yaml', text: text.split('\n').slice(0, 20).join('\n') }], {
        limits: { loadOperations: 1_000_000 },
      }).ok,
    ).toBe(true);
  });

  test.each([
    ['an error of YAML for each character of a text', `a: "${'\\q'.repeat(heavy(50_000, 200_000))}"`],
    ['brackets that close nothing', ']'.repeat(heavy(50_000, 200_000))],
    ['commas', `a: [${','.repeat(heavy(50_000, 200_000))}]`],
    ['texts side by side', '"'.repeat(heavy(50_000, 200_000))],
  ])('%s', (_, text) => {
    expect(errorsOf(text).map(({ code }) => code)).toEqual(['yaml-syntax']);
  });

  const wrong = heavy(3_000, 130_000);
  test.each([
    ['effects', `kinds: { k: {} }\nclasses: { c: { kind: k, groups: [{ effects: [${'1,'.repeat(wrong)}] }] } }`],
    ['actions', `triggers: [{ name: t, when: true, do: [${'{},'.repeat(wrong)}] }]`],
    ['roles', `roles: [${'~,'.repeat(wrong)}]`],
  ])(
    'more wrong %s than are shown, and than a call takes arguments',
    (_, text) => {
      const errors = errorsOf(text);
      expect(errors).toHaveLength(1_001);
      expect(errors[1_000]).toMatchObject({
        code: 'more-errors',
        message: `there are ${wrong - 1_000} more errors, expected at most 1000 to be shown`,
      });
    },
    90_000,
  );

  longTest('thousands of mistakes in thousands of names', () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => `  meter${i}: { max: mitre${i}, growth: self.mettre${i} }`);
    const errors = errorsOf(`meters:\n${lines.join('\n')}\n`);
    expect(errors).toHaveLength(1_001);
  });

  test('long texts are cut where they are shown', () => {
    const [error] = errorsOf(`meters: { a: { type: ${'x'.repeat(100_000)} } }`);
    expect(error.message.length).toBeLessThan(300);
    expect(error.excerpt?.length).toBe(160);
    const [other] = errorsOf(`# ${'é'.repeat(500)}\nmeters: {${' '.repeat(50_000)}a: { type: x } }`);
    expect(other).toMatchObject({ line: 2, column: 50_021 });
    expect(other.excerpt?.slice(other.column - (other.excerptColumn ?? 1))).toMatch(/^x/);
  });
});

describe('characters', () => {
  test.each([
    ['NUL', '\u0000'],
    ['escape', '\u001b'],
    ['the marks of the lexer', '\u0002'],
    ['its scalar mark', '\u001f'],
    ['its flow end', '\u0018'],
    ['delete', '\u007f'],
    ['next line', '\u0085'],
    ['half a pair', '\ud83d'],
    ['a lone carriage return', '\rx'],
  ])('%s', (_, character) => {
    for (const text of [
      character,
      `meters: { a: {} } #${character}`,
      `${character}meters: {}`,
      `meters:\n  a${character}: {}`,
    ]) {
      expect(errorsOf(text).map(({ code }) => code)).toEqual(['control-character']);
    }
  });

  test('a binary file', () => {
    const text = Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256)).toString('latin1');
    expect(errorsOf(text)).toHaveLength(1);
  });

  test.each([
    ['right to left mark', '\u200f'],
    ['right to left override', '\u202e'],
    ['zero width space', '\u200b'],
    ['zero width joiner', '\u200d'],
    ['line separator', '\u2028'],
    ['soft hyphen', '\u00ad'],
    ['no-break space', '\u00a0'],
    ['byte order mark', '\ufeff'],
  ])('a name with a %s', (_, character) => {
    expect(errorsOf(`roles: ["a${character}b"]`).map(({ code }) => code)).toEqual(['bad-name']);
    expect(errorsOf(`meters: { "a${character}b": {} }`).map(({ code }) => code)).toEqual(['bad-name']);
    expect(errorsOf(`enumerations: { e: ["a${character}b"] }`).map(({ code }) => code)).toEqual(['bad-name']);
    expect(errorsOf(withGroup(`name: "a${character}b"\neffects: []`)).map(({ code }) => code)).toEqual(['bad-name']);
    expect(
      errorsOf(withGroup(`label: "a${character === '\u00a0' ? '\u200f' : character}b"\neffects: []`)).map(
        ({ code }) => code,
      ),
    ).toEqual(['bad-label']);
  });

  test('names of any letters', () => {
    expect(load('meters: { Bevölkerung: {}, 人口: {}, "населе ние": {}, "🚀": {} }').ok).toBe(true);
  });

  test('tabs', () => {
    expect(load('meters:\t{ a: {} }').ok).toBe(true);
    expect(load('meters: { a: {} } \t# comment').ok).toBe(true);
    expect(errorsOf('meters:\n  a:\n\t\tdefault: 1').map(({ code }) => code)).toEqual(['yaml-syntax']);
  });

  test('messages never hold what a terminal would obey', () => {
    for (const text of [
      'meters: { "\\u001b[31m": {}, a: { type: "\\u001b]0;x\\u0007" } }',
      withGroup('activation: "source.planet.size == \'\\e[31m\'"\neffects: []'),
    ]) {
      for (const { message, suggestion } of errorsOf(text))
        expect(`${message}${suggestion ?? ''}`).not.toMatch(/\p{Cc}/u);
    }
  });
});

test('no text of content is a pattern', () => {
  const pattern = '(a+)+$';
  expect(errorsOf(`meters: { ${'a'.repeat(60)}!: {}, x: { max: "${pattern}" } }`).map(({ code }) => code)).toEqual([
    'unknown-name',
  ]);
  expect(sound(`enumerations: { e: ["${pattern}", "[", "\\\\"] }`).model.enumerations[0].members).toEqual([
    pattern,
    '[',
    '\\',
  ]);
});

describe('what a few words make large', () => {
  const words = Array.from({ length: 255 }, (_, i) => `w${i}`).join(', ');
  const tables = (count: number): string =>
    Array.from({ length: count }, (_, i) => `  t${i}: { by: [e, e], values: { w0: { w1: 2 } } }`).join('\n');

  test('tables of two enumerations, all together', () => {
    expect(sound(`enumerations: { e: [${words}] }\ntables:\n${tables(32)}`).model.tables).toHaveLength(32);
    const [error, ...others] = errorsOf(`enumerations: { e: [${words}] }\ntables:\n${tables(40)}`);
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      code: 'too-large',
      line: 35,
      message: 'with `t32` all tables together have room for more than 2097152 values, which is the limit',
    });
  });

  test('an expression of more characters than are read', () => {
    const errors = errorsOf(
      `${base}expressions: { e: { of: ship, is: "${'1+'.repeat(80_000)}1" } }\nfunctions: { f: { value: "${'1+'.repeat(80_000)}1" } }`,
    );
    expect(errors.map(({ code, message }) => `${code}: ${message}`).toSorted()).toEqual([
      'too-large: the expression is 160,001 characters long, the limit is 131,072',
      'too-large: the function is 160,001 characters long, the limit is 131,072',
    ]);
  });

  longTest('a list of more elements than are compared', () => {
    const list = (count: number): string => `[${Array.from({ length: count }, (_, i) => i).join(', ')}]`;
    sound(`${base}expressions: { e: { of: planet, is: "self.population in ${list(10_000)}" } }`);
    // What stands before it is not looked at either.
    for (const left of ['self.population', 'nothing']) {
      const errors = errorsOf(`${base}expressions: { e: { of: planet, is: "${left} in ${list(10_001)}" } }`);
      expect(errors).toMatchObject([
        {
          code: 'too-large',
          message: 'there are 10,001 elements in the list, the limit is 10,000',
          suggestion: 'split the expression',
        },
      ]);
      expect(errors[0].column).toBe('expressions: { e: { of: planet, is: "'.length + left.length + ' in '.length + 1);
    }
  });

  test('functions that nothing calls count among the operations of a load', () => {
    const functions = Array.from(
      { length: 20 },
      (_, i) => `  f${i}: { arguments: [x], value: "${Array.from({ length: 50 }, () => 'x').join(' + ')}" }`,
    );
    const loaded = loadContent([{ file: 'a.yaml', text: `functions:\n${functions.join('\n')}` }], {
      limits: { loadOperations: 1_000 },
    });
    expect(loaded.ok ? [] : loaded.errors).toMatchObject([
      {
        code: 'too-large',
        line: 12,
        message: 'with this function all together need more than 1,000 operations, which is the limit',
      },
    ]);
  });

  test('wrong expressions count by their length', () => {
    const wrong = Array.from({ length: 20 }, (_, i) => `  e${i}: { of: ship, is: "${'self.nothing + '.repeat(10)}1" }`);
    const loaded = loadContent([{ file: 'a.yaml', text: `${base}expressions:\n${wrong.join('\n')}` }], {
      limits: { loadOperations: 200 },
    });
    const lines = new Set((loaded.ok ? [] : loaded.errors).map(({ line }) => line));
    expect(lines.size).toBeLessThan(5);
  });
});

longTest('many deep mistakes take no longer than their text', () => {
  const list = (depth: number): unknown => (depth === 0 ? [{ chekc: true }] : [{ do: list(depth - 1) }]);
  const triggers = Array.from({ length: 2_000 }, (_, i) => ({ name: `t${i}`, when: true, do: list(25) }));
  const errors = errorsOf(JSON.stringify({ triggers }));
  expect(errors).toHaveLength(1_001);
  expect(errors[999]).toMatchObject({ code: 'unknown-key', suggestion: 'did you mean `check`?' });
  expect(errors[1_000].message).toMatch(/there are 1000 more errors/);
});
