import { describe, expect, it } from 'vitest';
import { loadContent } from '../../src/content/native/load-content.js';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { longTest } from '../support/heavy.js';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');
const errorsOf = (text: string): readonly string[] =>
  checkScenario('a.yaml', text)
    .flatMap(({ errors }) => errors)
    .map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`);
const top = 'format: edict-scenario/1\ncontent: { meters: { m: {} }, kinds: { t: { meters: [m] } } }\n';

describe('problems of worlds and steps', () => {
  it('are a thousand at most, and how many more there are', () => {
    const errors = errorsOf(`${top}steps:\n${lines(1_500, (i) => `  - { destroy: o${i} }`)}`);
    expect(errors).toHaveLength(1_001);
    expect(errors[999]).toMatch(/^1003:16 unknown-object: /);
    expect(errors[1_000]).toBe('1003:16 more-errors: there are 500 more errors, expected at most 1000 to be shown');
  });

  longTest('are a thousand for all cases together, of which each has one at least', () => {
    const wrong = lines(900, (i) => `      - { destroy: o${i} }`);
    const cases = checkScenario('a.yaml', `${top}cases:\n${lines(4, (i) => `  - name: c${i}\n    steps:\n${wrong}`)}`);
    expect(cases.map(({ errors }) => errors.length)).toEqual([900, 101, 2, 2]);
    expect(cases.map(({ errors }) => errors.at(-1)?.code)).toEqual([
      'unknown-object',
      'more-errors',
      'more-errors',
      'more-errors',
    ]);
  });
});

describe('cases of a file', () => {
  longTest('are a thousand at most', () => {
    const cases = (count: number): string => `${top}cases:\n${lines(count, (i) => `  - { name: c${i}, steps: [] }`)}`;
    expect(errorsOf(cases(1_000))).toEqual([]);
    expect(errorsOf(cases(1_001))).toEqual([
      '1004:5 too-long: the file has 1001 cases, at most 1000 are allowed; split it into several files',
    ]);
  });

  it('have a million objects at most in all their worlds together', () => {
    const cases = (own: number): string =>
      `${top}world: { objects: [{ kind: t, copies: 300000 }] }\ncases:\n  - { name: a, steps: [] }\n  - { name: b, steps: [] }\n  - { name: c, world: { objects: [{ kind: t, copies: ${own} }] }, steps: [] }`;
    expect(errorsOf(cases(100_001))).toEqual([
      '7:5 too-long: the worlds of the cases up to here have 1000001 objects, at most 1000000 are allowed; make fewer, or split the file',
    ]);
  });
});

describe('content of cases', () => {
  const content = (length: number): string => `{ kinds: { t: {} } ${' '.repeat(length)}}`;
  const cases = (count: number, length: number): string =>
    lines(count, (i) => `  - name: c${i}\n    content: ${content(length)}\n    steps: []`);

  it('has a million characters at most together with what they share', () => {
    const text = `format: edict-scenario/1\ncontent: { kinds: { u: {} }${' '.repeat(250_000)} }\ncases:\n${cases(4, 50_000)}\n  - { name: d, steps: [] }\n`;
    expect(errorsOf(text)).toEqual([
      '14:14 too-long: the contents of the cases up to here, each with what all share, have more than 1,000,000 characters; share less, or split the file',
    ]);
  });

  it('may be longer where one case alone has it', () => {
    expect(errorsOf(`format: edict-scenario/1\ncases:\n${cases(1, 1_500_000)}`)).toEqual([]);
  });
});

longTest('a text in quotes has four million characters at most', () => {
  const text = (length: number): string => `${top}about: "${'x'.repeat(length)}"\nsteps: []\n`;
  expect(errorsOf(text(3_999_998))).toEqual([]);
  expect(errorsOf(text(3_999_999))).toEqual([
    '3:8 text-too-long: the text in quotes is 4,000,001 characters long, the limit is 4,000,000',
  ]);
});

describe('problems of content that is a part of a scenario', () => {
  it.each([
    [
      'a map without brackets',
      'format: edict-scenario/1\ncontent:\n  meters: { m: { max: no } }\n  kinds:\n    t: { meters: [q] }\nsteps: []\n',
      ['3:23', '5:19'],
    ],
    [
      'a map in brackets over several lines',
      'format: edict-scenario/1\ncontent: { meters: { m: { max: no } },\n kinds: { t: { meters: [q] } } }\nsteps: []\n',
      ['2:32', '3:25'],
    ],
    [
      'parts of a list',
      'format: edict-scenario/1\ncontent:\n  - meters: { m: { max: no } }\n    kinds:\n      t: { meters: [q] }\n  - { kinds: { u: { meters: [q] } } }\nsteps: []\n',
      ['3:25', '5:21', '6:30'],
    ],
    [
      'cases in one line',
      JSON.stringify({
        format: 'edict-scenario/1',
        cases: [1, 2].map((i) => ({ name: `c${i}`, content: { kinds: { t: { meters: ['q'] } } }, steps: [] })),
      }),
      ['1:87', '1:155'],
    ],
    [
      'line ends of two characters',
      'format: edict-scenario/1\r\ncontent:\r\n  meters: { m: { max: no } }\r\nsteps: []\r\n',
      ['3:23'],
    ],
  ])('stand where they are in the file: %s', (_name, text, places) => {
    const errors = checkScenario('a.yaml', text).flatMap((each) => each.errors);
    expect(errors.map(({ line, column }) => `${line}:${column}`)).toEqual(places);
    const all = text.split(/\r?\n/);
    for (const { line, column, excerpt = '', excerptColumn = 1 } of errors) {
      // What stands before the part in its line may be blank or left out.
      expect(excerpt.slice(column - excerptColumn)).not.toBe('');
      expect(all[line - 1].slice(column - 1)).toContain(excerpt.slice(column - excerptColumn));
    }
  });

  it('name earlier places by their lines in the file too', () => {
    expect(
      errorsOf('format: edict-scenario/1\nname: x\ncontent:\n  kinds: { t: {} }\n  roles: [a, b,\n    a]\nsteps: []\n'),
    ).toEqual(['6:5 duplicate-name: `a` is already a role in line 5, expected a unique name for a role']);
  });

  it('loadContent takes the place where a text begins, and nothing else for it', () => {
    const part = { file: 'a.yaml', text: '{ a: 1,\n  b: 2 }', at: { line: 7, column: 11 } };
    const loaded = loadContent([part]);
    expect(
      loaded.ok
        ? []
        : loaded.errors.map(({ line, column, excerpt, excerptColumn }) => [line, column, excerpt, excerptColumn]),
    ).toEqual([
      [7, 13, '{ a: 1,', 11],
      [8, 3, '  b: 2 }', undefined],
    ]);
    for (const at of [7, null, { line: 0, column: 1 }, { line: 1 }, { line: 1, column: 1.5 }]) {
      expect(() => loadContent([{ ...part, at } as typeof part])).toThrow(
        /^edict: at of file 0 is .*the line and column where the text begins/,
      );
    }
  });
});
