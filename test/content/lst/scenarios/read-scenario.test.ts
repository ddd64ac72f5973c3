import { describe, expect, it } from 'vitest';
import { readScenario } from '../../../../src/content/lst/scenarios/open-case.js';

/** A file of one case with these keys over a sound one. */
function fileWith(change: object, top: object = {}): string {
  return JSON.stringify(
    { format: 'formulas/1', cases: [{ name: 'a', lst: [], steps: [], ...change }], ...top },
    undefined,
    1,
  );
}

function problemsOf(text: string): readonly string[] {
  const read = readScenario('test.json', text);
  return read.ok
    ? []
    : read.errors.map(
        ({ line, column, message, suggestion }) =>
          `${String(line)}:${String(column)} ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`,
      );
}

const step = (value: object): string => fileWith({ steps: [value] });
const get = (expected: unknown): string => step({ get: 'A', expect: expected });
const number = { format: 'NUMBER', class: 'int', value: 1 };

describe('files that fit', () => {
  it.each([
    ['nothing to do', fileWith({})],
    ['what generators leave', fileWith({ source: 'x', why: 'y' }, { theme: 'z', checksum: { sum: 3 } })],
    ['a load error', fileWith({ steps: undefined, loadError: { code: 'loop', cycle: ['A'] } })],
    [
      'objects',
      fileWith({
        objects: [
          { scope: 'SKILL', key: 'A', groups: ['G'], parent: 'SKILL|B', tokens: ['GROUP:x'] },
          { scope: 'SKILL', key: 'B' },
        ],
      }),
    ],
    ['a campaign', fileWith({ lst: undefined, campaign: 'a.pcc' })],
    [
      'numbers that JSON has no words for',
      fileWith({
        steps: ['NaN', 'Infinity', '-Infinity', '-0'].map((value) => ({
          get: 'A',
          expect: { format: 'NUMBER', class: 'double', value },
        })),
      }),
    ],
    [
      'every format',
      fileWith({
        steps: [
          { format: 'boolean', value: true },
          { format: 'STRING', value: '' },
          { format: 'ORDEREDPAIR', value: '1,2.5' },
          { format: 'DICE', value: { count: 1, sides: 6, add: 0 } },
          { format: 'ARRAY[NUMBER]', value: [{ class: 'int', value: 1 }] },
          { format: 'ARRAY[DICE]', value: [{ count: 1, sides: 6, add: 0 }] },
          { format: 'ARRAY[BOOLEAN]', value: [] },
          { format: 'SKILL', value: 'Climb' },
        ].map((each) => ({ get: 'A', expect: each })),
      }),
    ],
    [
      'every step',
      fileWith({
        steps: [
          { grant: 'SKILL|A', changed: [], solves: 0 },
          { revoke: 'SKILL|A' },
          { write: 'C', of: 'SKILL|A', value: '1' },
          { write: 'C', value: 'x', expectError: { on: 'eval', code: 'format' } },
          { get: 'A', of: 'SKILL|A', expect: number },
          { eval: '1', as: 'NUMBER', of: 'SKILL|A', expect: number },
          { eval: '(', expectError: { on: 'load', code: 'syntax' }, format: 'NUMBER' },
          { explanation: 'A', scope: 'SKILL', expect: { text: '' } },
        ],
      }),
    ],
    ['YAML', 'format: formulas/1\ncases:\n  - name: a\n    lst: []\n    steps: []\n'],
  ])('%s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('files that do not fit say where and why', () => {
  it.each([
    ['another format', fileWith({}, { format: 'formulas/2' }), 'format is "formulas/2", expected "formulas/1"'],
    ['no cases', '{ "format": "formulas/1" }', 'cases is missing, expected a list'],
    ['an empty list', '{ "format": "formulas/1", "cases": [] }', 'cases is empty'],
    [
      'a key at the top',
      fileWith({}, { thme: 'x' }),
      'there is no key "thme" at the top of the file (did you mean `theme`?)',
    ],
    ['a key of a case', fileWith({ step: [] }), '8:4 there is no key "step" in cases[0]'],
    ['a case without a name', fileWith({ name: undefined }), 'cases[0].name is missing'],
    [
      'two of one name',
      JSON.stringify({
        format: 'formulas/1',
        cases: [
          { name: 'a', lst: [], steps: [] },
          { name: 'a', lst: [], steps: [] },
        ],
      }),
      'two cases are called "a"',
    ],
    ['neither steps nor a load error', fileWith({ steps: undefined }), 'a case has neither steps nor a loadError'],
    ['both', fileWith({ loadError: { code: 'syntax' } }), 'a case has both steps and a loadError'],
    ['neither lines nor a campaign', fileWith({ lst: undefined }), 'a case has neither lst nor a campaign'],
    ['both of these', fileWith({ campaign: 'a.pcc' }), 'a case has both lst and a campaign'],
    [
      'objects beside a campaign',
      fileWith({ lst: undefined, campaign: 'a.pcc', objects: [] }),
      'objects cannot be combined with a campaign',
    ],
    [
      'a loop without its cycle',
      fileWith({ steps: undefined, loadError: { code: 'loop' } }),
      'a loop is expected without its cycle',
    ],
    [
      'a key of an object',
      fileWith({ objects: [{ scope: 'SKILL', key: 'A', token: [] }] }),
      'there is no key "token" in cases[0].objects[0] (did you mean `tokens`?)',
    ],
    ['a line that is none', fileWith({ lst: [1] }), 'cases[0].lst[0] is 1, expected text'],
    [
      'a line that YAML takes for a mapping',
      'format: formulas/1\ncases:\n  - name: a\n    lst:\n      - GLOBAL:NUMBER=A\tEXPLANATION: all\n    steps: []\n',
      'cases[0].lst[0] is a mapping, expected text (put it in quotes)',
    ],
    [
      'a step that does nothing',
      step({}),
      'a step does nothing; give it exactly one of grant, revoke, write, get, eval, explanation',
    ],
    ['a step that does two things', step({ grant: 'a', revoke: 'a' }), 'a step does several things (grant, revoke)'],
    ['a key of a step', step({ grant: 'a', solve: 3 }), 'there is no key "solve" in step (did you mean `solves`?)'],
    ['what another step has', step({ get: 'A', expect: number, solves: 3 }), 'there is no key "solves" in step'],
    ['solves that are none', step({ grant: 'a', solves: -1 }), 'step.solves is -1, expected 0 or more'],
    ['a write of a number', step({ write: 'a', value: 3 }), 'step.value is 3, expected text (put it in quotes)'],
    ['a get that expects nothing', step({ get: 'A' }), 'a get has neither expect nor expectError'],
    [
      'an eval that expects both',
      step({ eval: '1', expect: number, expectError: { on: 'load', code: 'syntax' } }),
      'an eval has both expect and expectError',
    ],
    ['a format beside a value', step({ eval: '1', format: 'NUMBER', expect: number }), 'format goes with expectError'],
    [
      'an error at no time',
      step({ eval: '1', expectError: { on: 'run', code: 'syntax' } }),
      'expected "load" or "eval"',
    ],
    [
      'changes of what fails',
      step({ write: 'A', value: '1', changed: [], expectError: { on: 'eval', code: 'format' } }),
      'a write that fails changes nothing',
    ],
    ['a number without class', get({ format: 'NUMBER', value: 1 }), 'a NUMBER needs a class'],
    [
      'a class of something else',
      get({ format: 'STRING', class: 'int', value: 'a' }),
      'class goes with NUMBER, not with STRING',
    ],
    ['an unknown class', get({ format: 'NUMBER', class: 'long', value: 1 }), 'expected "int" or "double"'],
    ['a number in a text', get({ format: 'NUMBER', class: 'int', value: '1' }), '"1" is not a number'],
    ['an int that is none', get({ format: 'NUMBER', class: 'int', value: 1.5 }), '1.5 is not a 32-bit integer'],
    [
      'an int that is too large',
      get({ format: 'NUMBER', class: 'int', value: 2147483648 }),
      '2147483648 is not a 32-bit integer',
    ],
    ['an int of minus zero', get({ format: 'NUMBER', class: 'int', value: '-0' }), '"-0" is not a 32-bit integer'],
    ['a truth value', get({ format: 'BOOLEAN', value: 'true' }), 'the value is "true", expected true or false'],
    ['no value', get({ format: 'STRING' }), 'the value is missing, expected a text'],
    ['a pair', get({ format: 'ORDEREDPAIR', value: '1' }), 'expected a text such as "5,10"'],
    ['a pair of three', get({ format: 'ORDEREDPAIR', value: '1,2,3' }), 'expected a text such as "5,10"'],
    ['dice', get({ format: 'DICE', value: { count: 1, sides: 6 } }), 'expected { "count", "sides", "add" }'],
    [
      'dice with more',
      get({ format: 'DICE', value: { count: 1, sides: 6, add: 0, x: 1 } }),
      'expected { "count", "sides", "add" }',
    ],
    ['an array of nothing', get({ format: 'ARRAY[X]', value: [] }), 'there is no format ARRAY[X]'],
    [
      'an array of arrays',
      get({ format: 'ARRAY[ARRAY[NUMBER]]', value: [] }),
      'there is no format ARRAY[ARRAY[NUMBER]]',
    ],
    ['an array that is none', get({ format: 'ARRAY[STRING]', value: 'a' }), 'expected a list'],
    [
      'elements without class',
      get({ format: 'ARRAY[NUMBER]', value: [1] }),
      'expected { "class", "value" } for each element',
    ],
    ['elements of another sort', get({ format: 'ARRAY[STRING]', value: [1] }), 'the value is 1, expected a text'],
    ['an object that is none', get({ format: 'SKILL', value: 3 }), 'expected the key of an object'],
    ['no YAML', 'format: formulas/1\ncases: [\n', 'not well-formed YAML'],
  ])('%s', (_what, text, message) => {
    const problems = problemsOf(text);
    expect(
      problems.some((problem) => problem.includes(message)),
      problems.join('\n'),
    ).toBe(true);
  });
});

it('places are those of the file', () => {
  const read = readScenario('test.json', step({ get: 'A', expect: number }));
  expect(read.ok && read.scenario.placeOf(['cases', 0, 'steps', 0])).toBe('test.json:8');
});
